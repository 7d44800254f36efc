import { findLanguage } from '../../../shared/languages.ts';
import { findSideTexts, type SideTexts } from './side-texts.ts';

export function SideText({ code, notice, className = '' }: SideTextProps) {
  return (
    <p lang={findLanguage(code)?.code} className={`text-muted ${className}`}>
      {findSideTexts(code)?.[notice]}
    </p>
  );
}

interface SideTextProps {
  code: string;
  notice: keyof SideTexts;
  className?: string;
}
