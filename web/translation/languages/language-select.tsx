import { useState } from 'react';
import { findLanguage } from '../../../shared/languages.ts';
import { Flag } from '../../components/flag.tsx';
import { Icon } from '../../components/icon.tsx';
import { Later, partOf } from '../../components/later.tsx';
import type { FindLimit, Need } from './language-limit.ts';

export const languagePicker = partOf(() =>
  import('./language-picker.tsx').then((module) => module.LanguagePicker),
);

export function LanguageSelect(props: LanguageSelectProps) {
  const { label, code, canDetect, isOwnNameShown, needs, findLimit, onPick } = props;
  const [opener, setOpener] = useState<HTMLElement>();
  const language = findLanguage(code);
  return (
    <div className="min-w-26 flex-1">
      <button
        type="button"
        aria-haspopup="grid"
        aria-expanded={opener !== undefined}
        data-code={code}
        onClick={({ currentTarget }) => setOpener(opener ? undefined : currentTarget)}
        className="group grid min-h-16 w-full grid-cols-[auto_1fr_auto] items-center gap-x-2 rounded-control px-2.5 py-2.5 text-left transition-colors hover:bg-sunken aria-expanded:bg-sunken sm:gap-x-3 sm:px-4"
      >
        <Flag flag={language?.flag} className="sm:row-span-2" />
        <span className="text-sm text-muted">{label}</span>
        <Icon
          name="chevron"
          className="size-5 shrink-0 text-muted transition-[rotate] group-aria-expanded:[rotate:180deg] sm:row-span-2"
        />
        <span
          lang={isOwnNameShown ? language?.code : undefined}
          className="col-span-3 mt-1 leading-snug font-semibold tracking-tight wrap-break-word hyphens-auto sm:col-span-1 sm:col-start-2 sm:row-start-2 sm:mt-0 sm:text-lg"
        >
          {(isOwnNameShown ? language?.ownName : language?.name) ?? 'Detect language'}
        </span>
      </button>
      {opener && (
        <Later
          part={languagePicker}
          props={{
            label,
            code,
            canDetect,
            opener,
            needs,
            findLimit,
            onPick,
            onClose: () => setOpener(undefined),
          }}
        />
      )}
    </div>
  );
}

interface LanguageSelectProps {
  label: string;
  code: string;
  /** Offers detection if the server supports it. */
  canDetect?: boolean | undefined;
  /** For a reader who may know only that language. */
  isOwnNameShown?: boolean;
  needs?: Need;
  findLimit: FindLimit;
  onPick: (code: string) => void;
}
