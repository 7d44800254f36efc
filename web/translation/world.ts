import { call } from '../api.ts';
import { statusQuery } from '../billing/status.ts';
import { toasts } from '../components/toasts.ts';
import { queryClient } from '../queries.ts';
import { settings } from '../settings/settings.ts';
import { speaker } from '../speech/speaker.ts';
import { type Conversation, isGuestLimit, nothingHeard, type Problem } from './conversation.ts';
import { createRequestKeys } from './request-key.ts';
import type { Recording, World } from './run-conversation.ts';

const importRecorder = () => import('../speech/recorder.ts');

/** Fetches the recorder before anybody taps it. */
export function prefetchRecorder(): void {
  importRecorder().catch(() => {});
}

/** The microphone, the API, the toasts and the voice, as the conversation uses them. */
export function createWorld(): World {
  const keyFor = createRequestKeys();
  return {
    record,
    async recognise(audio, language, signal) {
      const { transcript } = await call('speech.transcribe', { audio, language }, { signal });
      return transcript;
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
      if (state.problem && state.problem !== before.problem) showProblem(state.problem, state.voiceFailures);
      if (isCounted(state, before)) askForWhatIsLeft();
      if (state.translation !== before.translation || state.phase === 'asking') speaker.stop();
      if (state.translation && hasArrived(state, before) && settings.get().autoPlay) {
        const { text, language } = state.translation;
        speaker.speak('translation', text, language, { isAuto: true });
      }
      rememberPair(state, before);
    },
  };
}

/** The recorder comes when it is wanted; giving up before it is here is giving it up. */
const record: World['record'] = (send) => {
  let recording: Recording | undefined;
  let isDiscarded = false;
  importRecorder().then(
    (recorder) => {
      if (isDiscarded) return;
      recording = recorder.record(settings.get().micSensitivity, {
        onListening: () => send({ type: 'listening-started' }),
        onLimit: () => send({ type: 'clip-limit-reached' }),
        onClip: (clip) => send({ type: 'clip-recorded', clip }),
        onSilence: () => send({ type: 'voice-failed', sentence: nothingHeard }),
        onFailure: (sentence) => send({ type: 'voice-failed', sentence }),
      });
    },
    () => send({ type: 'voice-failed', sentence: 'Network error. Please check your internet connection.' }),
  );
  return {
    finish: () => recording?.finish(),
    discard() {
      isDiscarded = true;
      recording?.discard();
    },
  };
};

function showProblem(problem: Problem, voiceFailures: number): void {
  if (problem.with === 'voice') {
    const description =
      voiceFailures > 1
        ? 'Voice input not working. You can type instead or try voice again.'
        : problem.sentence;
    toasts.show({ tone: 'destructive', title: 'Voice Input Issue', description });
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
