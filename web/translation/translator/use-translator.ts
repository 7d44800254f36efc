import { useEffect, useState } from 'react';
import { isSignedIn } from '../../auth/signed-in.ts';
import { addLeaveGuard, type LeaveReason } from '../../browser/leaving.ts';
import { remember } from '../../browser/remembered.ts';
import { useStore } from '../../browser/store.ts';
import { settings } from '../../settings/settings.ts';
import { getBrowser } from '../../speech/browser.ts';
import { speaker } from '../../speech/speak/speaker.ts';
import { hasLink } from './has-link.ts';
import { runTranslator } from './run-translator.ts';
import { createServices } from './services.ts';
import { next } from './transitions.ts';
import {
  createTranslator,
  cutToField,
  type Draft,
  type TranslatorEvent,
  type TranslatorState,
} from './translator.ts';

const importLink = () => import('./link.ts');

/** Starts with the last languages and the saved draft, which is translated if the limit led to the login. */
export function useTranslator(): [TranslatorState, (event: TranslatorEvent) => void] {
  const [running] = useState(() => {
    const { defaultSourceLang, defaultTargetLang } = settings.get();
    return runTranslator(
      next,
      createTranslator(defaultSourceLang, defaultTargetLang, getBrowser()),
      createServices(),
    );
  });
  useEffect(() => {
    const draft = takeDraft();
    if (draft)
      running.send({ type: 'draft-restored', draft, shouldTranslate: draft.shouldTranslate && isSignedIn() });
    // A page restored by Back still has its text, so the draft is dropped.
    addEventListener('pageshow', takeDraft);
    // If this fails, the link stays in the address for a reload.
    const openLink = () => {
      if (!hasLink()) return;
      importLink()
        .then(({ takeLink }) => takeLink(running))
        .catch(() => {});
    };
    openLink();
    addEventListener('hashchange', openLink);
    const stop = addLeaveGuard({
      save: (reason) => saveDraft(running.get(), reason),
      isBusy() {
        const { phase, clips } = running.get();
        return phase !== 'idle' || clips.length > 0;
      },
    });
    return () => {
      removeEventListener('pageshow', takeDraft);
      removeEventListener('hashchange', openLink);
      stop();
    };
  }, [running]);
  useEffect(() => {
    let isTouched = false;
    return settings.subscribe(({ origin }) => {
      isTouched ||= origin === 'here';
      const { defaultSourceLang: source, defaultTargetLang: target } = settings.get();
      if (!isTouched) running.send({ type: 'pair-arrived', source, target });
    });
  }, [running]);
  useEffect(() => {
    const leave = () => {
      running.send({ type: 'cancelled' });
      speaker.stop();
    };
    // Chrome's voice would continue after the page is closed.
    addEventListener('pagehide', leave);
    return () => {
      removeEventListener('pagehide', leave);
      leave();
    };
  }, [running]);
  return [useStore(running), running.send];
}

interface SavedDraft extends Draft {
  /** The visitor logged in because of the limit, so the text is translated afterwards. */
  readonly shouldTranslate: boolean;
}

const remembered = remember('parley.draft', parseDraft);

function parseDraft(stored: unknown): SavedDraft | undefined {
  const { text, textLanguage, source, target, isDetecting, shouldTranslate }: Record<string, unknown> =
    Object(stored);
  if (typeof text !== 'string' || typeof source !== 'string' || typeof target !== 'string') return undefined;
  return {
    text: cutToField(text),
    textLanguage: typeof textLanguage === 'string' ? textLanguage : undefined,
    source,
    target,
    isDetecting: isDetecting === true,
    shouldTranslate: shouldTranslate === true,
  };
}

export function saveDraft(translator: TranslatorState, reason: LeaveReason): void {
  const { text, textLanguage, source, target, isDetecting, allowance } = translator;
  const shouldTranslate = reason === 'login' && allowance.isUsedUp;
  const draft = { text, textLanguage, source, target, isDetecting, shouldTranslate };
  remembered.write(text.trim() === '' ? undefined : draft);
}

export function readDraft(): SavedDraft | undefined {
  return remembered.read();
}

export function takeDraft(): SavedDraft | undefined {
  const draft = remembered.read();
  remembered.write(undefined);
  return draft;
}
