import { useState } from 'react';
import { findLanguage } from '../../../shared/languages.ts';
import { Flag } from '../../components/flag.tsx';
import { Icon } from '../../components/icon.tsx';
import { defineLazy, Lazy, prefetchOnIntent } from '../../components/lazy.tsx';
import { capitalise, getName } from '../../language/language-name.ts';
import * as texts from '../../texts/languages.ts';
import type { LanguagePickerProps } from './language-picker.tsx';

const languagePicker = defineLazy(() => import('./language-picker.tsx'), 'LanguagePicker');

export function LanguageSelect(props: LanguageSelectProps) {
  const { label, code, voice, isOwnNameShown } = props;
  const [opener, setOpener] = useState<HTMLElement>();
  const language = findLanguage(code);
  return (
    // On a phone both fit beside the other buttons.
    <div data-voice={voice} className="flex min-w-20 flex-1 self-stretch">
      <button
        type="button"
        aria-haspopup="grid"
        aria-expanded={opener !== undefined}
        data-code={code}
        {...prefetchOnIntent(languagePicker)}
        onClick={({ currentTarget }) => setOpener(opener ? undefined : currentTarget)}
        className="group grid min-h-11 w-full min-w-0 grid-cols-[minmax(0,1fr)_auto] items-center content-center gap-x-2 rounded-control bg-accent-soft px-3 py-1 text-start transition-colors hover:bg-sunken aria-expanded:bg-sunken"
      >
        <span className="flex items-center gap-1.5 text-xs/4 font-medium text-accent">
          <span>{label}</span>
          <Flag flag={language ? language.flag : 'detect'} className="h-3! w-4.25!" />
        </span>
        <Icon
          name="chevron"
          className="row-span-2 size-4 min-w-4 text-muted max-sm:hidden transition-[rotate] group-aria-expanded:[rotate:180deg]"
        />
        <span
          lang={isOwnNameShown ? language?.code : undefined}
          translate={isOwnNameShown ? 'no' : undefined}
          className="row-start-2 leading-5 font-semibold tracking-tight wrap-break-word hyphens-auto"
        >
          {(isOwnNameShown ? language?.ownName : language && capitalise(getName(language.code))) ??
            texts.detectLanguage}
        </span>
      </button>
      {opener && (
        <Lazy component={languagePicker} props={{ ...props, opener, onClose: () => setOpener(undefined) }} />
      )}
    </div>
  );
}

interface LanguageSelectProps extends Omit<LanguagePickerProps, 'opener' | 'onClose'> {
  /** Whose language it is, unless everything around it says so. */
  voice?: 'them';
  /** For a reader who may know only that language. */
  isOwnNameShown?: boolean;
}
