import { findLanguage, getDirection } from '../../../shared/languages.ts';
import { type Phrase, pickShownText } from '../../../shared/phrases.ts';
import { holdPosition } from '../../browser/hold-position.ts';
import { SpeakButton } from '../../speech/speak/speak-button.tsx';
import { useSpeaker } from '../../speech/speak/use-speaker.ts';
import type { Health } from '../../system/health.ts';
import { getShortName } from '../language-name.ts';
import type { TranslatorState } from '../translator/translator.ts';

export function PhraseRow({ phrase, translator, health, reasonId, onPick }: PhraseRowProps) {
  const { text, lang, dir } = pickShownText(phrase);
  const isPending = translator.phase === 'translating' && translator.text === phrase.text;
  const isTranslated = !isPending && translator.original.text === phrase.text;
  const translation = isTranslated ? translator.translation : undefined;
  return (
    <li className="flex items-center rounded-control border border-line bg-surface pr-1">
      <button
        type="button"
        aria-busy={isPending || undefined}
        aria-disabled={reasonId !== undefined || undefined}
        aria-describedby={reasonId}
        onClick={({ currentTarget }) => {
          if (reasonId !== undefined) return;
          holdPosition(currentTarget);
          onPick();
        }}
        // Room for two lines, so nothing moves when the translation arrives.
        className="flex min-h-20 min-w-0 flex-1 flex-col justify-center rounded-control px-4 py-2.5 text-start transition-colors hover:not-aria-disabled:bg-accent-soft aria-disabled:cursor-not-allowed aria-disabled:opacity-55"
      >
        <span lang={lang} dir={dir} className="leading-snug font-medium">
          {text}
        </span>
        <span className="mt-0.5 block min-h-[1lh] leading-snug">
          {isPending && <span className="shimmer block h-5 w-2/3 animate-shimmer rounded-lg" />}
          {translation && (
            <span
              data-testid="phrase-translation"
              lang={findLanguage(translation.language)?.code}
              dir={getDirection(translation.language)}
              className="block font-semibold text-accent"
            >
              {translation.text}
            </span>
          )}
          {!isPending && !translation && (
            <span className="text-sm text-muted">
              {phrase.gloss === phrase.text
                ? getShortName(phrase.language)
                : `${getShortName(phrase.language)} · ${phrase.gloss}`}
            </span>
          )}
        </span>
      </button>
      <span className="size-11 shrink-0">
        {translation && <SpeakTranslation {...translation} health={health} />}
      </span>
    </li>
  );
}

interface PhraseRowProps {
  phrase: Phrase;
  translator: TranslatorState;
  health: Health | undefined;
  reasonId: string | undefined;
  onPick: () => void;
}

/** Speaks the page's translation, like the translation card's button. */
function SpeakTranslation({ text, language, health }: SpeakTranslationProps) {
  const playback = useSpeaker('translation', language, health, undefined, text);
  return (
    <SpeakButton
      playback={playback}
      text={text}
      options={{ isAuto: false, savesSound: true }}
      className="text-accent!"
    />
  );
}

interface SpeakTranslationProps {
  text: string;
  language: string;
  health: Health | undefined;
}
