import { findLanguage, isLanguageCode } from '../../../shared/languages.ts';
import { limits } from '../../../shared/limits.ts';
import type { Browser } from '../../speech/browser.ts';
import { type Guide, guideAfter } from '../../speech/guides/guide.ts';
import type { VoiceFailure } from '../../speech/recognise/listening.ts';

/**
 * The page's one conversation: speak or type, read, hear. Pure: what each event makes of each state. What the
 * states do to the world (microphone, calls, toasts, speech) is in `run-conversation.ts`.
 */
export interface Conversation {
  /** The browser that it takes place in: they hear differently. */
  readonly browser: Browser;
  readonly phase: Phase;
  /** Counts the pieces of work, so that the same phase entered anew is new work. */
  readonly run: number;
  readonly source: string;
  readonly target: string;
  /** The language of what is typed is to be found out; what is said is in `source`. */
  readonly isDetecting?: boolean | undefined;
  /** What stands in the text area, the page's or that of a guide. */
  readonly text: string;
  /** The language of `text` where it is not `source`: a quick phrase brings its own. */
  readonly textLanguage: string | undefined;
  /** The quick phrase that was picked last. */
  readonly phrase?: string;
  /** What seems to have been said so far. */
  readonly interim: string;
  /** What was heard last. */
  readonly transcript: string;
  /** How sure the recogniser was of it, 0 to 1. */
  readonly confidence: number;
  /** What was given to be translated last: the text area may hold something else by now. */
  readonly original: Original;
  readonly translation: Translation | undefined;
  readonly problem: Problem | undefined;
  /** Failures to hear since something was heard. */
  readonly voiceFailures: number;
  /** The help that is open. */
  readonly guide: Guide | undefined;
  /** The run that began with a link's words: its pair is nobody's choice yet. */
  readonly linkedRun?: number;
  /** What is being recognised, in order; kept where that failed, to be tried again. */
  readonly clips: readonly Blob[];
  /** What was there before the voice went to work, and is there again if it is given up. */
  readonly before: BeforeVoice | undefined;
  /** What stood there before it was thrown away, at rest: to be had back until there is something new. */
  readonly discarded?: Conversation | undefined;
  readonly allowance: Allowance;
  /** The dialog that says so is open. */
  readonly isLimitShown: boolean;
}

/** What the visitor may do. Until it is known everything is allowed: the server decides. */
interface Allowance {
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

type BeforeVoice = Pick<Conversation, 'transcript' | 'problem' | 'guide' | 'clips'>;

/** What a translation is of. */
interface Original {
  readonly text: string;
  readonly language: string;
}

interface Translation {
  readonly text: string;
  readonly language: string;
  /** It is a quick phrase's, which are nobody's own words. */
  readonly isPhrase?: boolean;
}

export interface Problem extends Partial<Omit<VoiceFailure, 'sentence'>> {
  readonly with: 'voice' | 'translation' | 'limit';
  /** For people. */
  readonly sentence: string;
}

/** What happened. */
export type ConversationEvent =
  | { readonly type: 'record-tapped' }
  | { readonly type: 'listening-started' }
  /** An input method has failed, and the next one takes over. */
  | { readonly type: 'listening-switched' }
  | { readonly type: 'interim-heard'; readonly text: string }
  | { readonly type: 'speech-recorded'; readonly clips: readonly Blob[] }
  | { readonly type: 'voice-failed'; readonly failure: VoiceFailure }
  | ({ readonly type: 'transcript-arrived' } & Recognised)
  /** What could not be recognised is tried again. */
  | { readonly type: 'recognise-asked' }
  | { readonly type: 'guide-opened'; readonly guide: Guide }
  | { readonly type: 'guide-closed' }
  | { readonly type: 'translate-asked' }
  | ({ readonly type: 'translation-arrived' } & Translated)
  | { readonly type: 'translation-failed'; readonly sentence: string }
  | { readonly type: 'allowance-learned'; readonly allowance: Allowance }
  | { readonly type: 'limit-met'; readonly sentence: string }
  | { readonly type: 'limit-asked-about' }
  | { readonly type: 'limit-dismissed' }
  | { readonly type: 'resumed'; readonly draft: Draft; readonly isWanted: boolean }
  | { readonly type: 'cancelled' }
  | { readonly type: 'typed'; readonly text: string }
  | ({ readonly type: 'phrase-picked' } & PickedPhrase)
  | { readonly type: 'history-picked'; readonly picked: PickedTranslation }
  | { readonly type: 'link-opened'; readonly linked: Linked }
  | { readonly type: 'language-picked'; readonly side: 'source' | 'target'; readonly code: string }
  /** The server remembers another pair than this browser did. */
  | { readonly type: 'pair-arrived'; readonly source: string; readonly target: string }
  | { readonly type: 'swapped' }
  | { readonly type: 'text-cleared' }
  | { readonly type: 'translation-cleared' }
  /** What was thrown away is wanted back. */
  | { readonly type: 'undone' };

/** What a recogniser made of speech. */
export interface Recognised {
  /** Empty when nothing was said. */
  readonly transcript: string;
  /** 0 to 1. */
  readonly confidence: number;
}

/** What became of a text. */
export interface Translated {
  readonly translatedText: string;
  /** The language that the text turned out to be in. */
  readonly detectedLanguage?: string | undefined;
}

export interface PickedPhrase {
  readonly text: string;
  readonly language: string;
  /** Its translation is kept here, and no server can count it. */
  readonly isFree?: boolean;
}

/** A translation of an earlier time. */
interface PickedTranslation extends Linked {
  readonly translatedText: string;
}

/** What the address of the page asks for. */
export interface Linked {
  readonly text: string;
  readonly sourceLanguage: string;
  readonly targetLanguage: string;
}

/** What was about to be translated. */
export type Draft = Pick<Conversation, 'text' | 'textLanguage' | 'source' | 'target' | 'isDetecting'>;

const nothingHeard = 'No speech detected. Please speak into your microphone.';

export function startOfConversation(
  source: string,
  target: string,
  browser: Browser = { id: 'other', device: 'desktop', isChrome: false, isInstalled: false },
): Conversation {
  return {
    browser,
    phase: 'idle',
    run: 0,
    source,
    target,
    text: '',
    textLanguage: undefined,
    interim: '',
    transcript: '',
    confidence: 0,
    original: { text: '', language: source },
    translation: undefined,
    problem: undefined,
    voiceFailures: 0,
    guide: undefined,
    clips: [],
    before: undefined,
    allowance: { isUsedUp: false, textCharacters: limits.textCharacters.guest },
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
    case 'listening-switched':
      return state.phase === 'asking' || state.phase === 'listening'
        ? { ...state, phase: 'asking', voiceFailures: state.voiceFailures + 1 }
        : state;
    case 'interim-heard':
      return isVoice(state.phase) && event.text !== state.interim ? { ...state, interim: event.text } : state;
    case 'speech-recorded':
      return isVoice(state.phase)
        ? work(state, { phase: 'recognising', clips: event.clips, interim: state.interim })
        : state;
    case 'voice-failed':
      return isVoice(state.phase) ? failVoice(state, event.failure) : state;
    case 'transcript-arrived':
      return isVoice(state.phase) ? hear(state, event) : state;
    case 'recognise-asked':
      return state.phase === 'idle' && state.clips.length > 0
        ? beginVoice(state, { phase: 'recognising', clips: state.clips })
        : state;
    case 'guide-opened':
      return { ...state, guide: event.guide };
    case 'guide-closed':
      return { ...state, guide: undefined };
    case 'translate-asked':
      return isReady(state) ? translate(state) : state;
    case 'translation-arrived':
      return state.phase === 'translating'
        ? rest(state, {
            original: {
              ...state.original,
              language: event.detectedLanguage ?? state.original.language,
            },
            translation: {
              text: event.translatedText,
              language: state.target,
              isPhrase: state.textLanguage !== undefined && state.text === state.phrase,
            },
          })
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
      return { ...state, isLimitShown: true };
    case 'limit-dismissed':
      return { ...state, isLimitShown: false };
    case 'resumed':
      return event.isWanted ? translate({ ...state, ...event.draft }) : { ...state, ...event.draft };
    case 'cancelled':
      return giveUp(state);
    case 'typed':
      return type(state, event.text);
    case 'phrase-picked':
      return throwAway(
        state,
        (event.isFree ? beginTranslation : translate)({
          ...giveUp(state),
          text: event.text,
          phrase: event.text,
          textLanguage: event.language,
          transcript: '',
        }),
      );
    case 'history-picked':
      return throwAway(state, pickTranslation(state, event.picked));
    case 'link-opened':
      // It spends nothing: whoever opens it asks for the translation.
      return throwAway(state, { ...pickText(state, event.linked), linkedRun: state.run + 1 });
    case 'language-picked':
      return pickLanguage(state, event.side, event.code);
    case 'pair-arrived':
      // Never under somebody's hands.
      return state.run === 0 && state.text === ''
        ? { ...state, source: event.source, target: event.target }
        : state;
    case 'swapped':
      return throwAway(state, {
        ...startOfConversation(state.target, sourceFound(state), state.browser),
        ...lastingOf(state),
        discarded: state.discarded,
      });
    case 'text-cleared':
      return isVoice(state.phase)
        ? state
        : throwAway(
            state,
            rest(state, { text: '', textLanguage: undefined, transcript: '', problem: lasting(state) }),
          );
    case 'translation-cleared':
      return state.translation ? throwAway(state, { ...state, translation: undefined }) : state;
    case 'undone':
      return undo(state);
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

/** The language that `text` is in; `auto` where it is to be found out. */
export function languageOfText(state: Conversation): string {
  return state.textLanguage ?? (state.isDetecting ? 'auto' : state.source);
}

/** What the source turned out to be, where it was to be found out and can be picked. */
function sourceFound({ isDetecting, translation, original, source, target }: Conversation): string {
  const { language } = original;
  return isDetecting && translation && isLanguageCode(language) && !sameLanguage(language, target)
    ? language
    : source;
}

/** There is something to translate, and nothing else is going on. */
function isReady(state: Conversation): boolean {
  return state.phase === 'idle' && state.text.trim() !== '' && !isTooLong(state);
}

function tapRecord(state: Conversation): Conversation {
  switch (state.phase) {
    case 'idle':
      return state.allowance.isUsedUp ? showLimit(state) : beginVoice(state, { phase: 'asking' });
    case 'listening':
      return { ...state, phase: 'finishing' };
    default:
      return giveUp(state);
  }
}

function beginVoice(state: Conversation, change: Partial<Conversation>): Conversation {
  const { transcript, problem, guide, clips } = state;
  return work(state, { transcript: '', before: { transcript, problem, guide, clips }, ...change });
}

function giveUp(state: Conversation): Conversation {
  return state.phase === 'idle' ? state : rest(state, state.before);
}

function hear(state: Conversation, heard: Recognised): Conversation {
  const transcript = heard.transcript.trim();
  if (transcript === '') return failVoice(state, { code: 'no-speech', sentence: nothingHeard });
  return translate({
    ...state,
    text: transcript,
    textLanguage: state.isDetecting ? state.source : undefined,
    transcript,
    confidence: heard.confidence,
    voiceFailures: 0,
    clips: [],
  });
}

/** What the server could not recognise now it may recognise later: the clips are kept. */
function failVoice(state: Conversation, failure: VoiceFailure): Conversation {
  const voiceFailures = state.voiceFailures + 1;
  return rest(state, {
    problem: { with: 'voice', ...failure },
    voiceFailures,
    guide: guideAfter(failure, voiceFailures, state.browser),
    clips: failure.code === 'transcription' ? state.clips : [],
  });
}

/** Where the allowance is used up nothing is asked: what was to be translated waits behind the dialog. */
function translate(state: Conversation): Conversation {
  return state.allowance.isUsedUp ? showLimit(state) : beginTranslation(state);
}

function beginTranslation(state: Conversation): Conversation {
  return work(state, {
    phase: 'translating',
    original: { text: state.text.trim(), language: languageOfText(state) },
    translation: undefined,
    before: undefined,
  });
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
    problem: lasting(state),
    discarded: undefined,
  };
}

/** Words that go away with a change can be had back, and before them those that went earlier. */
function throwAway(state: Conversation, changed: Conversation): Conversation {
  const known = giveUp(state);
  const { text, translation, clips } = known;
  const isLost =
    (text !== '' && text !== changed.text) ||
    (translation && translation !== changed.translation) ||
    clips.length > changed.clips.length;
  return { ...changed, discarded: isLost ? known : changed.discarded };
}

/** While the voice is at work nothing but a translation can have been thrown away: the work goes on. */
function undo(state: Conversation): Conversation {
  const { discarded } = state;
  if (!discarded) return state;
  return isVoice(state.phase)
    ? { ...state, translation: discarded.translation, discarded: discarded.discarded }
    : { ...discarded, ...lastingOf(state) };
}

/** What no words take with them, in a run of its own: what is going on is given up. */
function lastingOf({ allowance, isLimitShown, voiceFailures, run }: Conversation) {
  return { allowance, isLimitShown, voiceFailures, run: run + 1 };
}

/** The problem that outlasts a change of text or languages: something said still waits to be recognised. */
function lasting(state: Conversation): Problem | undefined {
  return state.clips.length > 0 ? state.problem : undefined;
}

/** It is shown as it was, and asked of nobody. */
function pickTranslation(state: Conversation, picked: PickedTranslation): Conversation {
  const { text, translatedText, sourceLanguage, targetLanguage } = picked;
  return {
    ...pickText(state, picked),
    original: { text, language: sourceLanguage },
    translation: { text: translatedText, language: targetLanguage },
  };
}

/** Quick phrases have languages that cannot be picked. */
function pickText(state: Conversation, { text, sourceLanguage, targetLanguage }: Linked): Conversation {
  const canPick = isLanguageCode(sourceLanguage);
  return rest(state, {
    run: state.run + 1,
    isDetecting: false,
    source: canPick
      ? sourceLanguage
      : sameLanguage(state.source, targetLanguage)
        ? state.target
        : state.source,
    target: targetLanguage,
    text,
    textLanguage: canPick ? undefined : sourceLanguage,
    transcript: '',
    translation: undefined,
    problem: undefined,
    guide: undefined,
    clips: [],
    discarded: undefined,
  });
}

/**
 * Picking the language of the other side exchanges the two. Work that it makes wrong begins anew. With `auto` the source
 * stays the one that is spoken.
 */
function pickLanguage(state: Conversation, side: 'source' | 'target', code: string): Conversation {
  const other = side === 'source' ? 'target' : 'source';
  const isSource = side === 'source';
  if (sameLanguage(isSource && state.isDetecting ? 'auto' : state[side], code)) return state;
  const pair = code !== 'auto' && {
    [side]: code,
    ...(sameLanguage(state[other], code) && { [other]: state[side] }),
  };
  const picked = { ...state, ...pair, problem: lasting(state) };
  if (isSource) {
    picked.textLanguage = undefined;
    picked.isDetecting = !pair;
  }
  if (state.phase === 'translating') return translate(picked);
  if (picked.source === state.source) return picked;
  if (state.phase === 'recognising') return work(picked, { phase: 'recognising', clips: state.clips });
  // A recording that is being put together is in no language yet.
  return state.phase === 'asking' || state.phase === 'listening' ? work(picked, { phase: 'asking' }) : picked;
}

function sameLanguage(one: string, other: string): boolean {
  return findLanguage(one) === findLanguage(other);
}

function work(state: Conversation, change: Partial<Conversation>): Conversation {
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

function rest(state: Conversation, change: Partial<Conversation> = {}): Conversation {
  return { ...state, phase: 'idle', interim: '', ...change };
}
