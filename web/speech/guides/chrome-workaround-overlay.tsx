import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { areVariants } from '../../../shared/languages.ts';
import { type Phrase, phrases, pickShownText } from '../../../shared/phrases.ts';
import { Button } from '../../components/controls/button.tsx';
import { Dialog } from '../../components/dialogs/dialog.tsx';
import { canTranslate, type Health, healthQuery } from '../../system/health.ts';
import * as texts from '../../texts/guides.ts';
import { CopyField } from './copy-field.tsx';
import type { GuideProps } from './guide-props.ts';
import { TypeField } from './type-field.tsx';

export function ChromeWorkaroundOverlay(props: GuideProps) {
  const { source, target, onRetry, onPick, onClose } = props;
  const { data: health } = useQuery(healthQuery);
  const offered = choosePhrases(source, target, health);
  return (
    <Dialog
      title={texts.cannotUseMicrophone}
      onClose={onClose}
      actions={<Button onClick={onRetry}>{texts.tryVoiceAgain}</Button>}
    >
      <p className="text-muted">{texts.youCanStill}</p>
      {offered.length > 0 && (
        <Alternative title={texts.tapPhrase}>
          <ul className="mt-2 grid gap-2">
            {offered.map((phrase) => {
              const { text, lang, dir } = pickShownText(phrase);
              return (
                <li key={phrase.id}>
                  <button
                    type="button"
                    lang={lang}
                    dir={dir}
                    onClick={() => onPick(phrase)}
                    className="min-h-11 w-full rounded-control border border-line px-4 py-2.5 text-start leading-snug font-medium transition-colors hover:bg-sunken"
                  >
                    {text}
                  </button>
                </li>
              );
            })}
          </ul>
        </Alternative>
      )}
      <Alternative title={texts.typeIt}>
        <TypeField {...props} takesFocus={false} />
      </Alternative>
      <Alternative title={texts.openInSafari}>
        <p className="mt-1">{texts.safariOftenWorks}</p>
        <CopyField label={texts.pageAddress} address={location.href} hint={texts.pasteInSafari} />
      </Alternative>
    </Dialog>
  );
}

function Alternative({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="mt-5 border-t border-line pt-4">
      <h3 className="font-semibold">{title}</h3>
      {children}
    </section>
  );
}

/** A few phrases in the source language, else in English, that can be translated. */
function choosePhrases(source: string, target: string, health: Health | undefined): readonly Phrase[] {
  const inSource = phrases.filter(({ language }) => areVariants(language, source));
  const inEnglish = phrases.filter(({ language }) => areVariants(language, 'en-US'));
  return (inSource.length > 0 ? inSource : inEnglish)
    .filter(({ language }) => canTranslate(health, language, target))
    .slice(0, maxPhrases);
}

const maxPhrases = 3;
