import { findLanguage } from '../../../shared/languages.ts';
import { findSideTexts, type SideTexts } from './side-texts.ts';

/** A notice in the language of its reader. */
export function SideText({ code, of, className = '' }: SideTextProps) {
  return (
    <p lang={findLanguage(code)?.code} className={`text-muted ${className}`}>
      {findSideTexts(code)?.[of]}
    </p>
  );
}

interface SideTextProps {
  /** The reader's language. */
  code: string;
  of: keyof SideTexts;
  className?: string;
}
