import { ConnectionError, call, type Received } from '../../api.ts';
import { statusQuery } from '../../billing/status.ts';
import { toasts } from '../../components/toasts/toasts.ts';
import { queryClient } from '../../queries.ts';
import { settings } from '../../settings/settings.ts';
import { thisBrowser } from '../../speech/browser.ts';
import type { Listening } from '../../speech/recognise/listening.ts';
import { speaker } from '../../speech/speak/speaker.ts';
import { privateMode } from '../keep/private-mode.ts';
import type { Conversation, Problem } from './conversation.ts';
import { createRequestKeys } from './request-key.ts';
import type { Services } from './run-conversation.ts';

const importVoice = () => import('../../speech/recognise/voice-input.ts');
const importPhrasebook = () => import('../phrases/phrasebook.ts');
const importStyle = () => import('../input/style.ts');
const importHistory = () => import('../history/kept-history.ts');
const importProblemToast = () => import('./problem-toast.ts');

/** Fetches what listens before anybody taps it, and what tells of problems before the line is one. */
export function prefetchVoice(): void {
  importVoice().catch(() => {});
  importProblemToast().catch(() => {});
}

/** The microphone, the API, the toasts and the voice, as the conversation uses them. */
export function createServices(): Services {
  const keyFor = createRequestKeys();
  return {
    listen,
    async recognise(clips, language, signal) {
      const { transcribe } = await importVoice();
      return transcribe(clips, language, signal);
    },
    async translate(text, sourceLanguage, targetLanguage, signal) {
      const isPrivate = privateMode.get();
      const words = { text, sourceLanguage, targetLanguage };
      const styled = await importStyle().then(
        ({ styled }) => styled(words),
        () => words,
      );
      const asked = isPrivate ? { ...styled, isPrivate } : styled;
      const idempotencyKey = keyFor(styled);
      const ask = () => call('translation.translate', asked, { signal, idempotencyKey });
      const answerWithout = (otherwise: typeof ask) =>
        importPhrasebook().then((phrasebook) => phrasebook.answerWithout(asked, otherwise), otherwise);
      // Also who believes to be offline may reach the server, where that is on the same machine.
      const answer = navigator.onLine
        ? ask().catch((error) => {
            // A refusal is told at once: what is said of a session's end is newer, and stays.
            if (!(error instanceof ConnectionError)) throw error;
            return answerWithout(() => Promise.reject(error));
          })
        : answerWithout(ask);
      const { keptAs, ...translated }: Received<'translation.translate'> = await answer;
      if (!isPrivate)
        importHistory()
          .then(({ keepTranslation }) =>
            keepTranslation(
              {
                ...words,
                sourceLanguage: translated.detectedLanguage ?? sourceLanguage,
                translatedText: translated.translatedText,
              },
              idempotencyKey,
              keptAs,
            ),
          )
          .catch(() => {});
      return translated;
    },
    onChange(state, before) {
      if (isNews(state, before)) showProblem(state.problem, state);
      runCommonEffects(state, before);
      if (state.translation !== before.translation) speaker.stop();
      if (state.translation && hasArrived(state, before) && settings.get().autoPlay) {
        const { text, language, isPhrase } = state.translation;
        speaker.speak('translation', text, language, { isAuto: true, keeps: isPhrase });
      }
      rememberPair(state, before);
    },
  };
}

/** What no conversation goes without: the count of what is left, and no voice while the microphone is open. */
export function runCommonEffects(state: Conversation, before: Conversation): void {
  if (isCounted(state, before)) askForWhatIsLeft();
  // One that is at rest has no say in what another one hears.
  if (isMicrophoneOpen(state) !== isMicrophoneOpen(before)) speaker.setMuted(isMicrophoneOpen(state));
}

/** What listens comes when it is wanted; giving up before it is here is giving it up. */
const listen: Services['listen'] = (language, send) => {
  let listening: Listening | undefined;
  let isDiscarded = false;
  importVoice().then(
    ({ listen }) => {
      if (isDiscarded) return;
      listening = listen(language, thisBrowser(), {
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
      const sentence = 'Network error. Please check your internet connection.';
      send({ type: 'voice-failed', failure: { code: 'other', sentence } });
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

/** Beside what it is about, the page says it as well. What is said meanwhile, such as that a session has ended, is newer. */
function showProblem(problem: Problem, state: Conversation): void {
  const last = toasts.get()[0]?.id;
  importProblemToast().then(
    ({ problemToast }) => {
      const toast = problemToast(problem, state);
      if (toast && toasts.get()[0]?.id === last) toasts.show(toast);
    },
    () => {},
  );
}

/** As opposed to a problem that is there again because what came after it was given up or undone. */
function isNews(state: Conversation, before: Conversation): state is Conversation & { problem: Problem } {
  return (
    state.problem !== undefined &&
    state.problem !== before.problem &&
    state.problem !== before.before?.problem &&
    state.run === before.run
  );
}

function isMicrophoneOpen({ phase }: Conversation): boolean {
  return phase === 'asking' || phase === 'listening' || phase === 'finishing';
}

/** The server has counted: there is a translation, or there can be none. */
function isCounted(state: Conversation, before: Conversation): boolean {
  return hasArrived(state, before) || (state.problem !== before.problem && state.problem?.with === 'limit');
}

/** As opposed to one that was picked from the history. */
export function hasArrived(state: Conversation, before: Conversation): boolean {
  return (
    before.phase === 'translating' &&
    state.translation !== undefined &&
    state.translation !== before.translation &&
    state.run === before.run
  );
}

function askForWhatIsLeft(): void {
  queryClient.invalidateQueries({ queryKey: statusQuery.queryKey });
  queryClient.invalidateQueries({ queryKey: ['/api/translations'] });
}

/** One that came by a link is the visitor's own once they translate with it. */
function rememberPair(state: Conversation, before: Conversation): void {
  const isPicked = state.source !== before.source || state.target !== before.target;
  if (state.phase !== 'translating' && (!isPicked || state.run === state.linkedRun)) return;
  settings.change({ defaultSourceLang: state.source, defaultTargetLang: state.target });
}
