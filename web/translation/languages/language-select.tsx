import { useRef, useState } from 'react';
import { findLanguage } from '../../../shared/languages.ts';
import { Flag } from '../../components/flag.tsx';
import { Icon } from '../../components/icon.tsx';
import { Later, partOf } from '../../components/later.tsx';

/** The list of languages, to be fetched before anybody opens it. */
export const languagePicker = partOf(() =>
  import('./language-picker.tsx').then((module) => module.LanguagePicker),
);

/** The button that shows a language and opens the list of them. */
export function LanguageSelect({ label, code, canDetect, needs, limitOf, onPick }: LanguageSelectProps) {
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const language = findLanguage(code);
  return (
    <div className="min-w-26 flex-1">
      <button
        ref={button}
        type="button"
        aria-haspopup="grid"
        aria-expanded={isOpen}
        data-code={code}
        onClick={() => setOpen(!isOpen)}
        className="group grid min-h-16 w-full grid-cols-[auto_1fr_auto] items-center gap-x-2 rounded-control px-2.5 py-2.5 text-left transition-colors hover:bg-sunken aria-expanded:bg-sunken sm:gap-x-3 sm:px-4"
      >
        <Flag flag={language?.flag} className="sm:row-span-2" />
        <span className="text-sm text-muted">{label}</span>
        <Icon
          name="chevron"
          className="size-5 shrink-0 text-muted transition-[rotate] group-aria-expanded:[rotate:180deg] sm:row-span-2"
        />
        <span
          lang={language?.code}
          className="col-span-3 mt-1 leading-snug font-semibold tracking-tight wrap-break-word hyphens-auto sm:col-span-1 sm:col-start-2 sm:row-start-2 sm:mt-0 sm:text-lg"
        >
          {language?.ownName ?? 'Detect language'}
        </span>
      </button>
      {isOpen && button.current && (
        <Later
          part={languagePicker}
          props={{
            label,
            code,
            canDetect,
            opener: button.current,
            needs,
            limitOf,
            onPick,
            onClose: () => setOpen(false),
          }}
        />
      )}
    </div>
  );
}

interface LanguageSelectProps {
  label: string;
  /** `auto` where the language is to be found out. */
  code: string;
  /** Whether that can be picked, too, where it works. */
  canDetect?: boolean | undefined;
  needs?: Need;
  limitOf: LimitOf;
  onPick: (code: string) => void;
}

/** What a language is picked for above all: to be understood, or to be heard. */
export type Need = 'microphone' | 'voice';

/** What cannot be done with a language here, apart from speech in it. */
export interface LanguageLimit {
  readonly note: string;
  /** Nothing can be done with it. */
  readonly isOff: boolean;
}

export type LimitOf = (code: string) => LanguageLimit | undefined;
