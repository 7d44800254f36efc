import { ConnectionError, call, type Received } from '../../api.ts';
import { statusQuery } from '../../billing/status.ts';
import { buildFailureToast, type ToastToShow, toasts } from '../../components/toasts/toasts.ts';
import { queryClient } from '../../queries.ts';
import { settings } from '../../settings/settings.ts';
import { getBrowser } from '../../speech/browser.ts';
import type { Listening } from '../../speech/recognise/listening.ts';
import { speaker } from '../../speech/speak/speaker.ts';
import * as texts from '../../texts/translator.ts';
import { deliverWaiting, keepTranslation } from '../history-outbox.ts';
import { addPair, recentPairs } from '../languages/recent-pairs.ts';
import { privateMode } from '../private-mode.ts';
import { translateOrHere } from './or-here.ts';
import { createRequestKeys, lastRequest, type Services } from './run-translator.ts';
import type { TranslationRequest } from './translation-call.ts';
import {
  findOutdated,
  isUnsure,
  isVoicePhase,
  type Problem,
  type Translated,
  type TranslatorState,
} from './translator.ts';

const importVoice = () => import('./voice.ts');
const importPhrasebook = () => import('../phrases/phrasebook.ts');
const importStyle = () => import('../input/style.ts');
const importHere = () => import('../../offline/translation/translate-here.ts');

export function prefetchVoice(): void {
  importVoice().catch(() => {});
}

export function createServices(): Services {
  deliverWaiting();
  const getKey = createRequestKeys(lastRequest);
  let dismissProblem = () => {};
  return {
    listen,
    async recognise(clips, language, signal) {
      const { transcribe } = await importVoice();
      return transcribe(clips, language, signal);
    },
    translate: (text, sourceLanguage, targetLanguage, signal) =>
      translate({ text, sourceLanguage, targetLanguage }, getKey, signal),
    translatePhrase: (text, sourceLanguage, targetLanguage) =>
      translatePhrase({ text, sourceLanguage, targetLanguage }, getKey),
    onChange(state, before) {
      // A retry dismisses the toast of the failed attempt.
      if (before.problem?.kind === 'translation' && state.problem !== before.problem) dismissProblem();
      if (isNewProblem(state, before)) dismissProblem = showProblem(state.problem, state);
      runCommonEffects(state, before);
      const isOutdated = findOutdated(state) !== undefined;
      if (state.translation !== before.translation || (isOutdated && !findOutdated(before))) speaker.stop();
      if (!isOutdated && hasTranslated(state, before)) playTranslation(state);
      rememberPair(state, before);
    },
  };
}

/** Words that may have been misheard wait: the visitor checks them first. */
function playTranslation(state: TranslatorState): void {
  const { translation } = state;
  if (!translation || !settings.get().autoPlay || isUnsure(state)) return;
  const { text, language, isPhrase } = translation;
  speaker.speak('translation', text, language, { isAuto: true, savesSound: isPhrase });
}

async function translate(
  input: TranslationRequest,
  getKey: (request: object) => string,
  signal: AbortSignal,
) {
  const isPrivate = privateMode.get();
  const styled = await importStyle().then(
    ({ addStyle }) => addStyle(input),
    () => input,
  );
  const request = isPrivate ? { ...styled, isPrivate } : styled;
  const idempotencyKey = getKey(styled);
  const { text, sourceLanguage, targetLanguage } = input;
  const answer = await translateOrHere<Answer>(
    (sent) => call('translation.translate', request, { signal: sent, idempotencyKey }).catch(explainOffline),
    async (sent) => {
      const here = await importHere().catch(() => undefined);
      return here?.translateHere(text, sourceLanguage, targetLanguage, sent);
    },
    signal,
  );
  const { keptAs: accountEntryId, ...translated } = answer;
  if (!isPrivate) {
    const { detectedLanguage = sourceLanguage, translatedText } = translated;
    const kept = { text, sourceLanguage: detectedLanguage, targetLanguage, translatedText };
    keepTranslation(kept, idempotencyKey, accountEntryId);
  }
  return translated;
}

type Answer = Translated & Pick<Received<'translation.translate'>, 'keptAs'>;

function explainOffline(error: unknown): never {
  if (!(error instanceof ConnectionError) || navigator.onLine) throw error;
  throw new ConnectionError({ cause: error }, texts.onlyPhrasesWork);
}

async function translatePhrase(input: TranslationRequest, getKey: (request: object) => string) {
  const phrasebook = await importPhrasebook();
  const translated = await phrasebook.translatePhrase(input);
  if (!privateMode.get())
    keepTranslation({ ...input, translatedText: translated.translatedText }, getKey(input), undefined);
  return translated;
}

/** Effects that the page and the conversation share. */
export function runCommonEffects(state: TranslatorState, before: TranslatorState): void {
  // Only Android phones vibrate.
  if ((state.phase === 'listening') !== (before.phase === 'listening')) navigator.vibrate?.(vibrationMs);
  if (hasUsedAllowance(state, before)) refreshStatusAndHistory();
  // Only on a change, because the page and the conversation share the speaker.
  if (isMicrophoneOpen(state) !== isMicrophoneOpen(before)) speaker.setBlocked(isMicrophoneOpen(state));
}

const vibrationMs = 10;

const listen: Services['listen'] = (language, send) => {
  let listening: Listening | undefined;
  let isDiscarded = false;
  importVoice().then(
    ({ listen }) => {
      if (isDiscarded) return;
      listening = listen(language, getBrowser(), {
        onListening: () => send({ type: 'listening-started' }),
        onSwitching: () => send({ type: 'listening-switched' }),
        onInterim: (text) => send({ type: 'interim-heard', text }),
        onClips: (clips) => send({ type: 'speech-recorded', clips }),
        onTranscript: (transcript, confidence) =>
          send({ type: 'transcript-arrived', transcript, confidence }),
        onFailure: (failure) => send({ type: 'voice-failed', failure }),
      });
    },
    () => {
      send({ type: 'voice-failed', failure: { code: 'other', text: texts.networkError } });
    },
  );
  return {
    finish: () => listening?.finish(),
    discard() {
      isDiscarded = true;
      listening?.discard();
    },
  };
};

/** Shows no toast if a newer one appeared while this one's code loaded. @returns a function that dismisses it */
function showProblem(problem: Problem, state: TranslatorState): () => void {
  const last = toasts.get()[0]?.id;
  let isDismissed = false;
  let shown: number | undefined;
  const show = (toast: ToastToShow | undefined) => {
    if (toast && !isDismissed && toasts.get()[0]?.id === last)
      shown = toasts.show({ ...toast, subject: problem });
  };
  if (problem.kind !== 'voice') show(buildToast(problem));
  else
    importVoice().then(
      ({ buildVoiceToast }) => show(buildVoiceToast(problem, state)),
      // Offline, the code may be missing too.
      () => show(buildFailureToast(texts.voiceInputIssue, problem.text)),
    );
  return () => {
    isDismissed = true;
    if (shown !== undefined && toasts.get()[0]?.id === shown) toasts.dismiss(shown);
  };
}

function buildToast({ kind, limit, text, advice }: Problem): ToastToShow | undefined {
  if (kind === 'translation') return { ...buildFailureToast(texts.translationError, text), advice };
  // Signed-in users only get the dialog.
  if (limit !== 'guest_limit_reached') return undefined;
  return buildFailureToast(texts.limitReached, texts.signUp);
}

/** Cancelling and Undo may restore an old problem. */
function isNewProblem(
  state: TranslatorState,
  before: TranslatorState,
): state is TranslatorState & { problem: Problem } {
  return (
    state.problem !== undefined &&
    state.problem !== before.problem &&
    state.problem !== before.beforeVoice?.problem &&
    state.run === before.run
  );
}

function isMicrophoneOpen({ phase }: TranslatorState): boolean {
  return isVoicePhase(phase) && phase !== 'recognising';
}

function hasUsedAllowance(state: TranslatorState, before: TranslatorState): boolean {
  return (
    (hasTranslated(state, before) && !state.translation?.isPhrase && !state.translation?.isOnDevice) ||
    (state.problem !== before.problem && state.problem?.kind === 'limit')
  );
}

/** False for a translation picked from the history. */
export function hasTranslated(state: TranslatorState, before: TranslatorState): boolean {
  return (
    before.phase === 'translating' &&
    state.translation !== undefined &&
    state.translation !== before.translation &&
    state.run === before.run
  );
}

function refreshStatusAndHistory(): void {
  void queryClient.invalidateQueries({ queryKey: statusQuery.queryKey });
  void queryClient.invalidateQueries({ queryKey: ['/api/translations'] });
}

/** A link's languages are remembered once the visitor translates with them. */
function rememberPair(state: TranslatorState, before: TranslatorState): void {
  const isPairChanged = state.source !== before.source || state.target !== before.target;
  if (state.phase !== 'translating' && (!isPairChanged || state.run === state.linkedRun)) return;
  settings.change({ defaultSourceLang: state.source, defaultTargetLang: state.target });
  const isRequested = state.phase === 'translating' && state.run !== before.run;
  if (isRequested) recentPairs.set(addPair(recentPairs.get(), state));
}
