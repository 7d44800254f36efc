import { isLanguageCode } from '../../../shared/languages.ts';
import { chooseGuide } from '../../speech/guides/guide.ts';
import type { VoiceFailure } from '../../speech/recognise/listening.ts';
import type { Transcript } from '../../speech/transcribe/transcript.ts';
import * as texts from '../../texts/translator.ts';
import {
  type Allowance,
  createTranslator,
  cutToField,
  getTextLanguage,
  isBlocked,
  isPhrase,
  isReadyToTranslate,
  isSameLanguage,
  isTooLong,
  isVoicePhase,
  type LinkedText,
  type PickedPhrase,
  type PickedTranslation,
  type Problem,
  type Translated,
  type TranslatorEvent,
  type TranslatorState,
} from './translator.ts';

export function next(state: TranslatorState, event: TranslatorEvent): TranslatorState {
  const transition = transitions[event.type] as (
    state: TranslatorState,
    event: TranslatorEvent,
  ) => TranslatorState;
  return transition(state, event);
}

type Transitions = {
  readonly [Type in TranslatorEvent['type']]: (
    state: TranslatorState,
    event: Extract<TranslatorEvent, { type: Type }>,
  ) => TranslatorState;
};

const transitions: Transitions = {
  'record-tapped': tapRecord,
  'listening-started': (state) => (state.phase === 'asking' ? { ...state, phase: 'listening' } : state),
  'listening-switched': (state) =>
    state.phase === 'asking' || state.phase === 'listening'
      ? { ...state, phase: 'asking', voiceFailures: state.voiceFailures + 1 }
      : state,
  'interim-heard': (state, { text }) =>
    isVoicePhase(state.phase) && text !== state.interim ? { ...state, interim: text } : state,
  'speech-recorded': (state, { clips }) =>
    isVoicePhase(state.phase)
      ? startRun(state, { phase: 'recognising', clips, interim: state.interim })
      : state,
  'voice-failed': (state, { failure }) => (isVoicePhase(state.phase) ? failVoice(state, failure) : state),
  'transcript-arrived': (state, recognised) =>
    isVoicePhase(state.phase) ? applyTranscript(state, recognised) : state,
  'recognition-requested': (state) =>
    state.phase === 'idle' && state.clips.length > 0
      ? beginVoice(state, { phase: 'recognising', clips: state.clips })
      : state,
  'guide-opened': (state, { guide }) => ({ ...state, guide }),
  'guide-closed': (state) => ({ ...state, guide: undefined }),
  'translation-requested': (state) => (isReadyToTranslate(state) ? translate(state) : state),
  'translation-arrived': (state, translated) =>
    state.phase === 'translating' ? applyTranslation(state, translated) : state,
  'translation-failed': (state, { type: _, ...failure }) =>
    state.phase === 'translating' ? goIdle(state, { problem: { kind: 'translation', ...failure } }) : state,
  'allowance-updated': (state, { allowance }) => updateAllowance(state, allowance),
  'limit-reached': reachLimit,
  'limit-dialog-opened': (state) => ({ ...state, isLimitShown: true }),
  'limit-dialog-closed': (state) => ({ ...state, isLimitShown: false }),
  'draft-restored': (state, { draft: { answer, ...draft }, shouldTranslate }) => {
    const restored = { ...state, ...draft, ...answer };
    return shouldTranslate ? translate(restored) : restored;
  },
  cancelled: cancel,
  // Heard words stay, as after a failure.
  'page-left': (state) =>
    state.phase === 'idle' ? state : goIdle(state, { ...state.beforeVoice, ...takeHeard(state) }),
  typed: (state, { text }) => typeText(state, text),
  'phrase-picked': pickPhrase,
  'history-picked': (state, { picked }) => changeWithUndo(state, pickTranslation(state, picked)),
  // Opening a link uses no translation until the visitor asks for it.
  'link-opened': (state, { linked }) =>
    changeWithUndo(state, { ...pickText(state, linked), linkedRun: state.run + 1 }),
  'language-picked': (state, { side, code }) => pickLanguage(state, side, code),
  'pair-picked': (state, { source, target }) =>
    pickLanguage(pickLanguage(state, 'source', source), 'target', target),
  // Ignored once the visitor has done something.
  'pair-arrived': (state, { source, target }) =>
    state.run === 0 && state.text === '' ? { ...state, source, target } : state,
  swapped: swap,
  replied: (state) => (state.allowance.isUsedUp ? showLimit(state) : tapRecord(swap(state))),
  returned: (state, { to }) => ({ ...to, ...carryOver(state) }),
  'text-cleared': clearText,
  'translation-cleared': (state) =>
    state.translation ? changeWithUndo(state, { ...state, translation: undefined }) : state,
  undone: undo,
};

function tapRecord(state: TranslatorState): TranslatorState {
  switch (state.phase) {
    case 'idle':
      return state.allowance.isUsedUp ? showLimit(state) : beginVoice(state, { phase: 'asking' });
    case 'listening':
      return { ...state, phase: 'finishing' };
    default:
      return cancel(state);
  }
}

function beginVoice(state: TranslatorState, change: Partial<TranslatorState>): TranslatorState {
  const { transcript, problem, guide, clips } = state;
  return startRun(state, { transcript: '', beforeVoice: { transcript, problem, guide, clips }, ...change });
}

function cancel(state: TranslatorState): TranslatorState {
  return state.phase === 'idle' ? state : goIdle(state, state.beforeVoice);
}

function applyTranscript(state: TranslatorState, { transcript: text, confidence }: Transcript) {
  const transcript = text.trim();
  if (transcript === '') return failVoice(state, { code: 'no-speech', text: texts.noSpeech });
  return translate({
    ...state,
    text: transcript,
    textLanguage: state.isDetecting ? state.source : undefined,
    transcript,
    confidence,
    voiceFailures: 0,
    clips: [],
  });
}

/** Words that were shown stay as text. They may be incomplete, so the visitor decides whether to translate them. */
function failVoice(state: TranslatorState, failure: VoiceFailure): TranslatorState {
  const voiceFailures = state.voiceFailures + 1;
  return goIdle(state, {
    ...takeHeard(state),
    problem: { kind: 'voice', ...failure },
    voiceFailures,
    guide: chooseGuide(failure, voiceFailures, state.browser),
    clips: failure.code === 'transcription' ? state.clips : [],
  });
}

/** The words that speech has shown so far, as text. */
export function takeHeard({ interim, isDetecting, source }: TranslatorState): Partial<TranslatorState> {
  const heard = interim.trim();
  return heard === '' ? {} : { text: heard, textLanguage: isDetecting ? source : undefined };
}

function applyTranslation(
  state: TranslatorState,
  { translatedText, detectedLanguage = state.original.language, uncounted, isOnDevice }: Translated,
): TranslatorState {
  const { isPhrase = false } = state.original;
  const wasDetecting = state.original.language === 'auto';
  return goIdle(state, {
    original: { ...state.original, language: detectedLanguage, ...(wasDetecting && { wasDetecting }) },
    translation: { text: translatedText, language: state.target, isPhrase, uncounted, isOnDevice },
  });
}

function reachLimit(
  state: TranslatorState,
  { limit, text, advice }: Extract<TranslatorEvent, { type: 'limit-reached' }>,
): TranslatorState {
  if (state.phase !== 'translating') return state;
  return showLimit({
    ...state,
    allowance: { ...state.allowance, isUsedUp: true },
    problem: { kind: 'limit', limit, text, advice },
  });
}

function translate(state: TranslatorState): TranslatorState {
  // A transcript may exceed the limit; a note below it says what to do.
  if (isTooLong(state)) return goIdle(state, { translation: undefined });
  return isBlocked(state) ? showLimit(state) : beginTranslation(state);
}

function beginTranslation(state: TranslatorState): TranslatorState {
  return startRun(state, {
    phase: 'translating',
    original: {
      text: state.text.trim(),
      language: getTextLanguage(state),
      ...(isPhrase(state) && { isPhrase: true }),
    },
    translation: undefined,
    beforeVoice: undefined,
  });
}

function showLimit(state: TranslatorState): TranslatorState {
  return goIdle(state, { isLimitShown: true });
}

function updateAllowance(state: TranslatorState, allowance: Allowance): TranslatorState {
  const { isUsedUp, textCharacters } = state.allowance;
  if (isUsedUp === allowance.isUsedUp && textCharacters === allowance.textCharacters) return state;
  return { ...state, allowance, isLimitShown: state.isLimitShown && allowance.isUsedUp };
}

function typeText(state: TranslatorState, text: string): TranslatorState {
  if (isVoicePhase(state.phase)) return state;
  return {
    ...state,
    text: cutToField(text),
    textLanguage: isReplaced(state.text, text) ? undefined : state.textLanguage,
    problem: findRetryableProblem(state),
    discarded: undefined,
  };
}

/** As after selecting all: neither the beginning nor the end is left, and a full stop is no end. */
function isReplaced(before: string, text: string): boolean {
  return text[0] !== before[0] && !text.endsWith(before.slice(-2));
}

function changeWithUndo(state: TranslatorState, changed: TranslatorState): TranslatorState {
  const previous = cancel(state);
  const { text, translation, clips } = previous;
  const isLost =
    (text !== '' && text !== changed.text) ||
    (translation && translation !== changed.translation) ||
    clips.length > changed.clips.length;
  return { ...changed, discarded: isLost ? previous : changed.discarded };
}

/** During voice input only a translation can have been discarded; the voice input continues. */
function undo(state: TranslatorState): TranslatorState {
  const { discarded } = state;
  if (!discarded) return state;
  return isVoicePhase(state.phase)
    ? { ...state, translation: discarded.translation, discarded: discarded.discarded }
    : { ...discarded, ...carryOver(state) };
}

function carryOver({ allowance, isLimitShown, voiceFailures, run }: TranslatorState) {
  return { allowance, isLimitShown, voiceFailures, run: run + 1 };
}

/** A failed recognition survives a change of text or languages: its clips can still be retried. */
function findRetryableProblem(state: TranslatorState): Problem | undefined {
  return state.clips.length > 0 ? state.problem : undefined;
}

function pickPhrase(state: TranslatorState, { text, language }: PickedPhrase): TranslatorState {
  return changeWithUndo(
    state,
    translate({ ...cancel(state), text, pickedPhrase: text, textLanguage: language, transcript: '' }),
  );
}

function swap(state: TranslatorState): TranslatorState {
  const source = state.target;
  return changeWithUndo(state, {
    ...createTranslator(source, resolveSource(state), state.browser),
    ...carryOver(state),
    discarded: state.discarded,
  });
}

function resolveSource({ isDetecting, translation, original, source, target }: TranslatorState): string {
  const { language } = original;
  return isDetecting && translation && isLanguageCode(language) && !isSameLanguage(language, target)
    ? language
    : source;
}

function clearText(state: TranslatorState): TranslatorState {
  if (isVoicePhase(state.phase)) return state;
  const cleared = { text: '', textLanguage: undefined, transcript: '', problem: findRetryableProblem(state) };
  return changeWithUndo(state, goIdle(state, cleared));
}

function pickTranslation(state: TranslatorState, picked: PickedTranslation): TranslatorState {
  const { text, translatedText, sourceLanguage, targetLanguage } = picked;
  return {
    ...pickText(state, picked),
    original: { text, language: sourceLanguage },
    translation: { text: translatedText, language: targetLanguage },
  };
}

function pickText(state: TranslatorState, { text, sourceLanguage, targetLanguage }: LinkedText) {
  // Some quick phrases are in languages that cannot be picked.
  const canPick = isLanguageCode(sourceLanguage);
  const current = isSameLanguage(state.source, targetLanguage) ? state.target : state.source;
  return goIdle(state, {
    run: state.run + 1,
    isDetecting: false,
    source: canPick ? sourceLanguage : current,
    target: targetLanguage,
    text: cutToField(text),
    textLanguage: canPick ? undefined : sourceLanguage,
    transcript: '',
    translation: undefined,
    problem: undefined,
    guide: undefined,
    clips: [],
    discarded: undefined,
  });
}

/** Picking the other side's language swaps the two. Pending work restarts. With `auto`, speech stays in `source`. */
function pickLanguage(state: TranslatorState, side: 'source' | 'target', code: string): TranslatorState {
  const other = side === 'source' ? 'target' : 'source';
  const isSource = side === 'source';
  if (isSameLanguage(isSource && state.isDetecting ? 'auto' : state[side], code)) return state;
  const pair = code !== 'auto' && {
    [side]: code,
    ...(isSameLanguage(state[other], code) && { [other]: state[side] }),
  };
  const picked = { ...state, ...pair, problem: findRetryableProblem(state) };
  if (isSource) {
    picked.textLanguage = undefined;
    picked.isDetecting = !pair;
  }
  if (state.phase === 'translating') return translate(picked);
  if (picked.source === state.source) return picked;
  if (state.phase === 'recognising') return startRun(picked, { phase: 'recognising', clips: state.clips });
  // In `finishing`, the recording is not sent yet, so it will use the new language.
  return state.phase === 'asking' || state.phase === 'listening'
    ? startRun(picked, { phase: 'asking' })
    : picked;
}

function startRun(state: TranslatorState, change: Partial<TranslatorState>): TranslatorState {
  return {
    ...state,
    problem: undefined,
    interim: '',
    guide: undefined,
    clips: [],
    discarded: undefined,
    ...change,
    run: state.run + 1,
  };
}

function goIdle(state: TranslatorState, change: Partial<TranslatorState> = {}): TranslatorState {
  return { ...state, phase: 'idle', interim: '', ...change };
}
