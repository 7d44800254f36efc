import { findLanguage } from '../../../shared/languages.ts';
import { findSideText, type SideNotice } from './side-texts.ts';

export function SideText({ code, notice, className = '' }: SideTextProps) {
  return (
    <p lang={findLanguage(code)?.code} className={`text-muted ${className}`}>
      {findSideText(code, notice)}
    </p>
  );
}

interface SideTextProps {
  code: string;
  notice: SideNotice;
  className?: string;
}
