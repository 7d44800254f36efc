import { call } from '../api.ts';
import { statusQuery } from '../billing/status.ts';
import { toasts } from '../components/toasts.ts';
import { queryClient } from '../queries.ts';
import { settings } from '../settings/settings.ts';
import { thisBrowser } from '../speech/browser.ts';
import type { Listening } from '../speech/listening.ts';
import { speaker } from '../speech/speaker.ts';
import { type Conversation, isGuestLimit, type Problem } from './conversation.ts';
import { createRequestKeys } from './request-key.ts';
import type { World } from './run-conversation.ts';

const importVoice = () => import('../speech/voice-input.ts');

/** Fetches what listens before anybody taps it. */
export function prefetchVoice(): void {
  importVoice().catch(() => {});
}

/** The microphone, the API, the toasts and the voice, as the conversation uses them. */
export function createWorld(): World {
  const keyFor = createRequestKeys();
  return {
    listen,
    async recognise(clips, language, signal) {
      const { transcribe } = await importVoice();
      return transcribe(clips, language, signal);
    },
    async translate(text, sourceLanguage, targetLanguage, signal) {
      const idempotencyKey = keyFor(text, sourceLanguage, targetLanguage);
      const { translatedText } = await call(
        'translation.translate',
        { text, sourceLanguage, targetLanguage },
        { signal, idempotencyKey },
      );
      return translatedText;
    },
    changed(state, before) {
      if (isNews(state, before)) showProblem(state.problem, state);
      if (isCounted(state, before)) askForWhatIsLeft();
      speaker.hush(isMicrophoneOpen(state));
      if (state.translation !== before.translation) speaker.stop();
      if (state.translation && hasArrived(state, before) && settings.get().autoPlay) {
        const { text, language } = state.translation;
        speaker.speak('translation', text, language, { isAuto: true });
      }
      rememberPair(state, before);
    },
  };
}

/** What listens comes when it is wanted; giving up before it is here is giving it up. */
const listen: World['listen'] = (language, send) => {
  let listening: Listening | undefined;
  let isDiscarded = false;
  importVoice().then(
    ({ listen }) => {
      if (isDiscarded) return;
      listening = listen(language, thisBrowser(), {
        onListening: () => send({ type: 'listening-started' }),
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

function showProblem(problem: Problem, state: Conversation): void {
  if (problem.with === 'voice') {
    import('../speech/voice-toast.ts').then(
      ({ toastAfter }) => toasts.show(toastAfter(problem, state)),
      () =>
        toasts.show({
          tone: 'destructive',
          title: 'Voice Input Error',
          description: problem.sentence,
        }),
    );
  } else if (problem.with === 'limit') {
    // Who is signed in reads it in the dialog alone.
    if (!isGuestLimit(problem.sentence)) return;
    toasts.show({
      tone: 'destructive',
      stay: 'long',
      title: 'Translation Limit Reached',
      description: 'Sign up to get 10 free translations per day!',
    });
  } else {
    toasts.show({
      tone: 'destructive',
      stay: 'long',
      title: 'Translation Error',
      description: problem.sentence,
    });
  }
}

/** As opposed to a problem that is there again because the attempt after it was given up. */
function isNews(state: Conversation, before: Conversation): state is Conversation & { problem: Problem } {
  return (
    state.problem !== undefined &&
    state.problem !== before.problem &&
    state.problem !== before.before?.problem
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
function hasArrived(state: Conversation, before: Conversation): boolean {
  return (
    state.translation !== undefined && state.translation !== before.translation && state.run === before.run
  );
}

function askForWhatIsLeft(): void {
  queryClient.invalidateQueries({ queryKey: statusQuery.queryKey });
  queryClient.invalidateQueries({ queryKey: ['/api/translations'] });
}

function rememberPair(state: Conversation, before: Conversation): void {
  if (state.source === before.source && state.target === before.target) return;
  settings.change({ defaultSourceLang: state.source, defaultTargetLang: state.target });
}
