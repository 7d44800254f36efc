import { findLanguage, isLanguageCode } from '../../shared/languages.ts';
import { limits } from '../../shared/limits.ts';

/**
 * The page's one conversation: speak or type, read, hear. Pure: what each event makes of each state. What the
 * states do to the world (microphone, calls, toasts, speech) is in `run-conversation.ts`.
 */
export interface Conversation {
  readonly phase: Phase;
  /** Counts the pieces of work, so that the same phase entered anew is new work. */
  readonly run: number;
  readonly source: string;
  readonly target: string;
  /** What stands in the text area. */
  readonly text: string;
  /** The language of `text` where it is not `source`: a quick phrase brings its own. */
  readonly textLanguage: string | undefined;
  /** What was heard last. */
  readonly transcript: string;
  readonly translation: Translation | undefined;
  readonly problem: Problem | undefined;
  /** Failures to hear since something was heard. */
  readonly voiceFailures: number;
  /** The recording ended because it was as long as one may be. */
  readonly cutShort: boolean;
  /** What is being recognised. */
  readonly clip: Blob | undefined;
  readonly allowance: Allowance;
  /** The dialog that says so is open. */
  readonly isLimitShown: boolean;
}

/** What the visitor may do. Until it is known everything is allowed: the server decides. */
export interface Allowance {
  readonly isUsedUp: boolean;
  /** Longest text of one translation. */
  readonly textCharacters: number;
}

/**
 * - `asking` for the microphone
 * - `listening`
 * - `finishing`: the recording is put together
 * - `recognising` what was said
 * - `translating`
 */
export type Phase = 'idle' | 'asking' | 'listening' | 'finishing' | 'recognising' | 'translating';

export interface Translation {
  readonly text: string;
  readonly language: string;
}

export interface Problem {
  readonly with: 'voice' | 'translation' | 'limit';
  /** For people. */
  readonly sentence: string;
}

/** What happened. */
export type ConversationEvent =
  | { readonly type: 'record-tapped' }
  | { readonly type: 'listening-started' }
  | { readonly type: 'clip-limit-reached' }
  | { readonly type: 'clip-recorded'; readonly clip: Blob }
  | { readonly type: 'voice-failed'; readonly sentence: string }
  | { readonly type: 'transcript-arrived'; readonly transcript: string }
  | { readonly type: 'translate-asked' }
  | { readonly type: 'translation-arrived'; readonly translatedText: string }
  | { readonly type: 'translation-failed'; readonly sentence: string }
  | { readonly type: 'allowance-learned'; readonly allowance: Allowance }
  | { readonly type: 'limit-met'; readonly sentence: string }
  | { readonly type: 'limit-asked-about' }
  | { readonly type: 'limit-dismissed' }
  | { readonly type: 'resumed'; readonly draft: Draft; readonly isWanted: boolean }
  | { readonly type: 'cancelled' }
  | { readonly type: 'typed'; readonly text: string }
  | { readonly type: 'phrase-picked'; readonly text: string; readonly language: string }
  | { readonly type: 'history-picked'; readonly picked: PickedTranslation }
  | { readonly type: 'language-picked'; readonly side: 'source' | 'target'; readonly code: string }
  /** The server remembers another pair than this browser did. */
  | { readonly type: 'pair-arrived'; readonly source: string; readonly target: string }
  | { readonly type: 'swapped' }
  | { readonly type: 'text-cleared' }
  | { readonly type: 'translation-cleared' };

/** A translation of an earlier time. */
interface PickedTranslation {
  readonly text: string;
  readonly translatedText: string;
  readonly sourceLanguage: string;
  readonly targetLanguage: string;
}

/** What was about to be translated. */
export type Draft = Pick<Conversation, 'text' | 'textLanguage' | 'source' | 'target'>;

export const nothingHeard = 'No speech detected. Please speak into your microphone.';

export function startOfConversation(
  source: string,
  target: string,
  allowance: Allowance = { isUsedUp: false, textCharacters: limits.textCharacters.guest },
): Conversation {
  return {
    phase: 'idle',
    run: 0,
    source,
    target,
    text: '',
    textLanguage: undefined,
    transcript: '',
    translation: undefined,
    problem: undefined,
    voiceFailures: 0,
    cutShort: false,
    clip: undefined,
    allowance,
    isLimitShown: false,
  };
}

/** An event that means nothing in a state leaves it as it is. */
export function next(state: Conversation, event: ConversationEvent): Conversation {
  switch (event.type) {
    case 'record-tapped':
      return tapRecord(state);
    case 'listening-started':
      return state.phase === 'asking' ? { ...state, phase: 'listening' } : state;
    case 'clip-limit-reached':
      return state.phase === 'listening' ? { ...state, phase: 'finishing', cutShort: true } : state;
    case 'clip-recorded':
      return state.phase === 'listening' || state.phase === 'finishing'
        ? work(state, { phase: 'recognising', clip: event.clip })
        : state;
    case 'voice-failed':
      return isVoice(state.phase) ? failVoice(state, event.sentence) : state;
    case 'transcript-arrived':
      return state.phase === 'recognising' ? hear(state, event.transcript.trim()) : state;
    case 'translate-asked':
      return isReady(state) ? translate(state) : state;
    case 'translation-arrived':
      return state.phase === 'translating'
        ? rest(state, { translation: { text: event.translatedText, language: state.target } })
        : state;
    case 'translation-failed':
      return state.phase === 'translating'
        ? rest(state, { problem: { with: 'translation', sentence: event.sentence } })
        : state;
    case 'allowance-learned':
      return learnAllowance(state, event.allowance);
    case 'limit-met':
      return state.phase === 'translating'
        ? showLimit({
            ...state,
            allowance: { ...state.allowance, isUsedUp: true },
            problem: { with: 'limit', sentence: event.sentence },
          })
        : state;
    case 'limit-asked-about':
      return showLimit(state);
    case 'limit-dismissed':
      return { ...state, isLimitShown: false };
    case 'resumed':
      return event.isWanted ? translate({ ...state, ...event.draft }) : { ...state, ...event.draft };
    case 'cancelled':
      return state.phase === 'idle' ? state : rest(state);
    case 'typed':
      return type(state, event.text);
    case 'phrase-picked':
      return translate({ ...state, text: event.text, textLanguage: event.language, transcript: '' });
    case 'history-picked':
      return pickTranslation(state, event.picked);
    case 'language-picked':
      return pickLanguage(state, event.side, event.code);
    case 'pair-arrived':
      // Never under somebody's hands.
      return state.run === 0 && state.text === ''
        ? { ...state, source: event.source, target: event.target }
        : state;
    case 'swapped':
      return {
        ...startOfConversation(state.target, state.source, state.allowance),
        run: state.run + 1,
        voiceFailures: state.voiceFailures,
      };
    case 'text-cleared':
      return isVoice(state.phase)
        ? state
        : rest(state, { text: '', textLanguage: undefined, transcript: '', problem: undefined });
    case 'translation-cleared':
      return { ...state, translation: undefined };
  }
}

/** The microphone or the recogniser is at work; the text area waits for what they bring. */
export function isVoice(phase: Phase): boolean {
  return phase === 'asking' || phase === 'listening' || phase === 'finishing' || phase === 'recognising';
}

export function canTranslate(state: Conversation): boolean {
  return isReady(state) && !state.allowance.isUsedUp;
}

export function isTooLong(state: Conversation): boolean {
  return state.text.trim().length > state.allowance.textCharacters;
}

/** Whether a sentence of the server says that a guest's translations are used up. */
export function isGuestLimit(sentence: string): boolean {
  return sentence.includes('Guest translation limit reached');
}

/** The language that `text` is in. */
export function languageOfText(state: Conversation): string {
  return state.textLanguage ?? state.source;
}

/** There is something to translate, and nothing else is going on. */
function isReady(state: Conversation): boolean {
  return state.phase === 'idle' && state.text.trim() !== '' && !isTooLong(state);
}

function tapRecord(state: Conversation): Conversation {
  switch (state.phase) {
    case 'idle':
      if (state.allowance.isUsedUp) return showLimit(state);
      return work(state, { phase: 'asking', transcript: '' });
    case 'listening':
      return { ...state, phase: 'finishing' };
    default:
      return rest(state);
  }
}

function hear(state: Conversation, transcript: string): Conversation {
  if (transcript === '') return failVoice(state, nothingHeard);
  return translate({ ...state, text: transcript, textLanguage: undefined, transcript, voiceFailures: 0 });
}

function failVoice(state: Conversation, sentence: string): Conversation {
  return rest(state, {
    problem: { with: 'voice', sentence },
    voiceFailures: state.voiceFailures + 1,
    cutShort: false,
  });
}

/** Where the allowance is used up nothing is asked: what was to be translated waits behind the dialog. */
function translate(state: Conversation): Conversation {
  if (state.allowance.isUsedUp) return showLimit(state);
  const cutShort = state.phase === 'recognising' && state.cutShort;
  return { ...work(state, { phase: 'translating', translation: undefined }), cutShort };
}

function showLimit(state: Conversation): Conversation {
  return rest(state, { isLimitShown: true });
}

function learnAllowance(state: Conversation, allowance: Allowance): Conversation {
  const { isUsedUp, textCharacters } = state.allowance;
  if (isUsedUp === allowance.isUsedUp && textCharacters === allowance.textCharacters) return state;
  return { ...state, allowance, isLimitShown: state.isLimitShown && allowance.isUsedUp };
}

function type(state: Conversation, text: string): Conversation {
  if (isVoice(state.phase)) return state;
  return {
    ...state,
    text,
    textLanguage: text === '' ? undefined : state.textLanguage,
    problem: undefined,
    cutShort: false,
  };
}

/** It is shown as it was, and asked of nobody. Quick phrases have languages that cannot be picked. */
function pickTranslation(state: Conversation, picked: PickedTranslation): Conversation {
  const { text, translatedText, sourceLanguage, targetLanguage } = picked;
  const canPick = isLanguageCode(sourceLanguage);
  return rest(state, {
    run: state.run + 1,
    source: canPick ? sourceLanguage : state.source,
    target: targetLanguage,
    text,
    textLanguage: canPick ? undefined : sourceLanguage,
    transcript: '',
    translation: { text: translatedText, language: targetLanguage },
    problem: undefined,
  });
}

/** Picking the language of the other side exchanges the two. Work that it makes wrong begins anew. */
function pickLanguage(state: Conversation, side: 'source' | 'target', code: string): Conversation {
  const other = side === 'source' ? 'target' : 'source';
  if (sameLanguage(state[side], code)) return state;
  const pair = {
    [side]: code,
    ...(sameLanguage(state[other], code) && { [other]: state[side] }),
  };
  const picked = { ...state, ...pair, problem: undefined };
  if (side === 'source') picked.textLanguage = undefined;
  if (state.phase === 'translating') return translate(picked);
  if (state.phase !== 'recognising' || picked.source === state.source) return picked;
  return { ...work(picked, { phase: 'recognising', clip: state.clip }), cutShort: state.cutShort };
}

function sameLanguage(one: string, other: string): boolean {
  return findLanguage(one) === findLanguage(other);
}

function work(state: Conversation, change: Partial<Conversation>): Conversation {
  return {
    ...state,
    problem: undefined,
    cutShort: state.phase === 'finishing' && state.cutShort,
    clip: undefined,
    ...change,
    run: state.run + 1,
  };
}

function rest(state: Conversation, change: Partial<Conversation> = {}): Conversation {
  return { ...state, phase: 'idle', clip: undefined, ...change };
}
