import type { ReactNode } from 'react';
import { useId, useRef, useState } from 'react';
import { areVariants, getDirection } from '../../../shared/languages.ts';
import { type Phrase, phrases, pickShownText } from '../../../shared/phrases.ts';
import { Button } from '../../components/controls/button.tsx';
import { Dialog } from '../../components/dialogs/dialog.tsx';
import * as texts from '../../texts/guides.ts';
import type { Browser } from '../browser.ts';
import { findSteps, type Step } from './chrome-wizards.tsx';
import type { GuideProps } from './guide.ts';
import { GuideFailure, TypeField } from './guide-cards.tsx';
import { StepPicture } from './step-picture.tsx';

export function ChromeSetupOverlay({ browser, failure, onRetry, onOpen, onClose }: GuideProps) {
  const { device } = browser;
  return (
    <Dialog
      title={texts.turnOnInChrome}
      isAnnounced
      onClose={onClose}
      actions={
        <>
          <Button variant="primary" onClick={onRetry}>
            {texts.tryAgain}
          </Button>
          <div className="flex flex-wrap gap-3 *:grow">
            {device !== 'desktop' && (
              <Button onClick={() => onOpen('chrome-dialog')}>{texts.showSteps}</Button>
            )}
            <Button onClick={() => onOpen('type-instead')}>{texts.typeInstead}</Button>
          </div>
        </>
      }
    >
      <GuideFailure failure={failure} />
      <ol className="mt-4 grid gap-5 *:min-w-0">
        {listFixes(device).map(({ title, text, picture, address }) => (
          <li key={title} className="flex flex-wrap gap-x-3 gap-y-2">
            <div className="grid h-20 w-28 place-items-center rounded-control bg-sunken p-2">
              <StepPicture name={picture} />
            </div>
            <div className="min-w-0 grow basis-48">
              <h3 className="leading-snug font-semibold">{title}</h3>
              <p className="mt-1">{text}</p>
            </div>
            {address && (
              <div className="w-full">
                <CopyField label={texts.microphoneSettings} address={address} hint={texts.pasteInNewTab} />
              </div>
            )}
          </li>
        ))}
      </ol>
    </Dialog>
  );
}

interface Fix extends Step {
  /** Chrome blocks links to it, so the user copies it. */
  readonly address?: string;
}

function listFixes(device: Browser['device']): readonly Fix[] {
  if (device !== 'desktop') return findSteps(device).full;
  return [
    { title: texts.addressIcon, text: texts.addressIconText, picture: 'address' },
    {
      title: texts.blockedSites,
      text: texts.blockedSitesText,
      picture: 'permissions',
      address: 'chrome://settings/content/microphone',
    },
    { ...getSystemFix(), picture: 'computer' },
  ];
}

function getSystemFix(): Pick<Fix, 'title' | 'text'> {
  const { userAgent } = navigator;
  if (/Mac/.test(userAgent)) return { title: texts.macSettings, text: texts.macSettingsText };
  if (/Windows/.test(userAgent)) return { title: texts.windowsSettings, text: texts.windowsSettingsText };
  return { title: texts.soundSettings, text: texts.soundSettingsText };
}

export function ChromeWorkaroundOverlay(props: GuideProps) {
  const { source, meanings, failure, onRetry, onPick, onClose } = props;
  return (
    <Dialog
      title={texts.cannotUseMicrophone}
      isAnnounced
      onClose={onClose}
      actions={<Button onClick={onRetry}>{texts.tryVoiceAgain}</Button>}
    >
      <GuideFailure failure={failure} />
      <p className="text-muted">{texts.youCanStill}</p>
      <Alternative title={texts.tapPhrase}>
        <ul className="mt-2 grid gap-2">
          {choosePhrases(source).map((phrase) => {
            const meaning = meanings?.get(phrase.id)?.text;
            const { text, lang, dir } = meaning
              ? { text: meaning, lang: source, dir: getDirection(source) }
              : pickShownText(phrase);
            return (
              <li key={phrase.id}>
                <button
                  type="button"
                  lang={lang}
                  dir={dir}
                  translate="no"
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

/** A few phrases in the source language, else in English. */
function choosePhrases(source: string): readonly Phrase[] {
  const inSource = phrases.filter(({ language }) => areVariants(language, source));
  const inEnglish = phrases.filter(({ language }) => areVariants(language, 'en-US'));
  return (inSource.length > 0 ? inSource : inEnglish).slice(0, maxPhrases);
}

const maxPhrases = 3;

function CopyField({ label, address, hint }: { label: string; address: string; hint: string }) {
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const [outcome, setOutcome] = useState<'copied' | 'blocked'>();

  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(address);
      setOutcome('copied');
    } catch {
      field.current?.focus();
      field.current?.select();
      setOutcome('blocked');
    }
  }

  return (
    <>
      <div className="mt-1 flex flex-wrap gap-2">
        <input
          ref={field}
          id={id}
          aria-label={label}
          value={address}
          readOnly
          spellCheck={false}
          className="min-h-11 min-w-0 flex-1 rounded-control border border-edge bg-sunken px-3 text-base focus-visible:outline-offset-0"
        />
        <Button onClick={copy} aria-describedby={id}>
          {outcome === 'copied' ? texts.copied : texts.copy}
        </Button>
      </div>
      <p role="status" className="mt-2 text-sm text-muted empty:mt-0">
        {outcome && (outcome === 'copied' ? hint : texts.copyBlocked)}
      </p>
    </>
  );
}
