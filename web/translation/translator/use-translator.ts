import { useEffect, useState } from 'react';
import { isSignedIn } from '../../auth/signed-in.ts';
import { addLeaveGuard, type LeaveReason } from '../../browser/leaving.ts';
import { remember } from '../../browser/remembered.ts';
import { useStore } from '../../browser/store.ts';
import { settings } from '../../settings/settings.ts';
import { getBrowser } from '../../speech/browser.ts';
import { speaker } from '../../speech/speak/speaker.ts';
import { privateMode } from '../private-mode.ts';
import { hasLink } from './has-link.ts';
import { lastRequest, type RunningTranslator, runTranslator } from './run-translator.ts';
import { createServices } from './services.ts';
import { next, takeHeard } from './transitions.ts';
import {
  type Answer,
  createTranslator,
  cutToField,
  type Draft,
  type TranslatorEvent,
  type TranslatorState,
} from './translator.ts';

const importLink = () => import('./link.ts');

/** Starts with the last languages and the saved draft, which is translated if that is what the visitor asked for. */
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
    const stopSaving = keepDraft(running);
    // If this fails, the link stays in the address for a reload.
    const openLink = () => {
      if (!hasLink()) return;
      importLink()
        .then(({ takeLink }) => takeLink(running))
        .catch(() => {});
    };
    openLink();
    addEventListener('hashchange', openLink);
    // Chrome's voice would continue after the page is closed.
    const leave = () => {
      running.send({ type: 'page-left' });
      speaker.stop();
    };
    addEventListener('pagehide', leave);
    return () => {
      removeEventListener('pagehide', leave);
      removeEventListener('hashchange', openLink);
      leave();
      stopSaving();
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
  return [useStore(running), running.send];
}

/** Restores the draft, and saves each change: browsers reload, discard and end pages without asking them. */
function keepDraft(running: RunningTranslator): () => void {
  // On the way out of the page, the saved draft does not change.
  let leavingFor: LeaveReason | undefined;
  const save = () => {
    if (!leavingFor) saveDraft(running.get());
  };
  const draft = takeDraft();
  const stops = [
    running.subscribe(save),
    privateMode.subscribe(save),
    addLeaveGuard({
      save(reason) {
        saveDraft(running.get(), reason);
        if (reason !== 'error') leavingFor = reason;
      },
      isBusy() {
        const { phase, clips } = running.get();
        return phase !== 'idle' || clips.length > 0;
      },
    }),
  ];
  // Back restores the page with its text.
  const onPageShow = () => {
    if (leavingFor === 'login') leavingFor = undefined;
    save();
  };
  addEventListener('pageshow', onPageShow);
  if (draft) {
    Object.assign(lastRequest, draft.sent);
    const shouldTranslate = draft.isFromLanding || (draft.shouldTranslate && isSignedIn());
    running.send({ type: 'draft-restored', draft, shouldTranslate });
  }
  return () => {
    removeEventListener('pageshow', onPageShow);
    for (const stop of stops) stop();
  };
}

export interface SavedDraft extends Draft {
  /** The visitor logged in because of the limit, so the text is translated afterwards. */
  readonly shouldTranslate: boolean;
  /** The visitor pressed Translate on the landing page. */
  readonly isFromLanding?: boolean;
  /** The last request, which may be repeated. */
  readonly sent?: typeof lastRequest | undefined;
}

const remembered = remember('parley.draft', parseDraft);

function parseDraft(stored: unknown): SavedDraft | undefined {
  const {
    text,
    textLanguage,
    source,
    target,
    isDetecting,
    shouldTranslate,
    answer,
    isFromLanding,
    sent,
  }: Record<string, unknown> = Object(stored);
  if (typeof text !== 'string' || typeof source !== 'string' || typeof target !== 'string') return undefined;
  return {
    text: cutToField(text),
    textLanguage: typeof textLanguage === 'string' ? textLanguage : undefined,
    source,
    target,
    isDetecting: isDetecting === true,
    shouldTranslate: shouldTranslate === true,
    answer: isAnswer(answer) ? answer : undefined,
    isFromLanding: isFromLanding === true,
    // Only compared with the next request, and sent with the same one.
    sent: sent as SavedDraft['sent'],
  };
}

function isAnswer(stored: unknown): stored is Answer {
  const { original, translation }: Record<string, unknown> = Object(stored);
  return [original, translation].every((each) => {
    const { text, language }: Record<string, unknown> = Object(each);
    return typeof text === 'string' && typeof language === 'string';
  });
}

/** @param reason without one, the text has changed. Private mode saves it only for the moment of leaving. */
export function saveDraft(translator: TranslatorState, reason?: LeaveReason): void {
  const { source, target, isDetecting, allowance, original, translation } = translator;
  const { text, textLanguage } = { ...translator, ...takeHeard(translator) };
  const shouldTranslate = reason === 'login' && allowance.isUsedUp;
  const answer = translation && { original, translation };
  const draft = {
    text,
    textLanguage,
    source,
    target,
    isDetecting,
    shouldTranslate,
    answer,
    sent: lastRequest,
  };
  const isDropped = reason === 'logout' || (reason === undefined && privateMode.get());
  remembered.write(isDropped || text.trim() === '' ? undefined : draft);
}

export function readDraft(): SavedDraft | undefined {
  return remembered.read();
}

export function takeDraft(): SavedDraft | undefined {
  const draft = remembered.read();
  remembered.write(undefined);
  return draft;
}
