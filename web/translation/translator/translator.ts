import type { ErrorCode } from '../../../shared/api/error-codes.ts';
import { findLanguage } from '../../../shared/languages.ts';
import { limits } from '../../../shared/limits.ts';
import { hasText } from '../../../shared/text/has-text.ts';
import type { Browser } from '../../speech/browser.ts';
import type { Guide } from '../../speech/guides/guide.ts';
import type { FailureTexts, VoiceFailure } from '../../speech/recognise/listening.ts';
import type { Transcript } from '../../speech/transcribe/transcript.ts';
import type { Health } from '../../system/health.ts';

/** The translator's state. `transitions.ts` changes it, and `run-translator.ts` runs the work that a phase starts. */
export interface TranslatorState {
  readonly browser: Browser;
  readonly phase: Phase;
  /** Number of the current recording or translation. Late answers from earlier runs are ignored. */
  readonly run: number;
  readonly source: string;
  readonly target: string;
  /** The language of typed text is detected; speech is in `source`. */
  readonly isDetecting?: boolean | undefined;
  readonly text: string;
  /** Language of `text` if known: that of a quick phrase, or of speech while detecting. */
  readonly textLanguage: string | undefined;
  /** Text of the last picked quick phrase. */
  readonly pickedPhrase?: string;
  readonly interim: string;
  readonly transcript: string;
  readonly confidence: number;
  /** The text that was translated; the text area may have changed since. */
  readonly original: Original;
  readonly translation: Translation | undefined;
  readonly problem: Problem | undefined;
  readonly voiceFailures: number;
  readonly guide: Guide | undefined;
  /** The run that a link started. Its languages are not saved as the visitor's own. */
  readonly linkedRun?: number;
  /** Speech being recognised, in order. Kept after a failure, to retry. */
  readonly clips: readonly Blob[];
  /** State before voice input, restored when that is cancelled. */
  readonly beforeVoice: BeforeVoice | undefined;
  /** State restored by Undo; dropped once the user does something new. */
  readonly discarded?: TranslatorState | undefined;
  readonly allowance: Allowance;
  readonly isLimitShown: boolean;
}

/** While it is unknown everything is allowed, because the server decides. */
export interface Allowance {
  readonly isUsedUp: boolean;
  readonly textCharacters: number;
}

export type Phase = 'idle' | 'asking' | 'listening' | 'finishing' | 'recognising' | 'translating';

type BeforeVoice = Pick<TranslatorState, 'transcript' | 'problem' | 'guide' | 'clips'>;

interface Original {
  readonly text: string;
  readonly language: string;
  /** The phrasebook has its translation. */
  readonly isPhrase?: boolean;
  /** Detection was requested. If it failed, `language` is still `auto`. */
  readonly wasDetecting?: boolean;
}

interface Translation extends Pick<Translated, 'uncounted' | 'isOnDevice'> {
  readonly text: string;
  readonly language: string;
  readonly isPhrase?: boolean;
}

export interface Problem extends FailureTexts, Partial<Omit<VoiceFailure, keyof FailureTexts>> {
  readonly kind: 'voice' | 'translation' | 'limit';
  /** Which limit, with `kind: 'limit'`. */
  readonly limit?: LimitCode;
}

export type LimitCode = Extract<ErrorCode, 'guest_limit_reached' | 'daily_limit_reached'>;

export type TranslatorEvent =
  | { readonly type: 'record-tapped' }
  | { readonly type: 'listening-started' }
  /** An input method failed, and the next one takes over. */
  | { readonly type: 'listening-switched' }
  | { readonly type: 'interim-heard'; readonly text: string }
  | { readonly type: 'speech-recorded'; readonly clips: readonly Blob[] }
  | { readonly type: 'voice-failed'; readonly failure: VoiceFailure }
  | ({ readonly type: 'transcript-arrived' } & Transcript)
  | { readonly type: 'recognition-requested' }
  | { readonly type: 'guide-opened'; readonly guide: Guide }
  | { readonly type: 'guide-closed' }
  | { readonly type: 'translation-requested' }
  | ({ readonly type: 'translation-arrived' } & Translated)
  | ({ readonly type: 'translation-failed' } & FailureTexts)
  | { readonly type: 'allowance-updated'; readonly allowance: Allowance }
  | ({ readonly type: 'limit-reached'; readonly limit: LimitCode } & FailureTexts)
  | { readonly type: 'limit-dialog-opened' }
  | { readonly type: 'limit-dialog-closed' }
  | { readonly type: 'draft-restored'; readonly draft: Draft; readonly shouldTranslate: boolean }
  | { readonly type: 'cancelled' }
  /** Hidden by the browser, or another page of the app is shown. */
  | { readonly type: 'page-left' }
  | { readonly type: 'typed'; readonly text: string }
  | ({ readonly type: 'phrase-picked' } & PickedPhrase)
  | { readonly type: 'history-picked'; readonly picked: PickedTranslation }
  | { readonly type: 'link-opened'; readonly linked: LinkedText }
  | { readonly type: 'language-picked'; readonly side: 'source' | 'target'; readonly code: string }
  | { readonly type: 'pair-picked'; readonly source: string; readonly target: string }
  /** The server's settings have different languages from this browser's. */
  | { readonly type: 'pair-arrived'; readonly source: string; readonly target: string }
  | { readonly type: 'swapped' }
  /** The other person answers: the languages are swapped, and listening begins. */
  | { readonly type: 'replied' }
  /** The shown translation is closed, after the other person has answered. */
  | { readonly type: 'returned'; readonly to: TranslatorState }
  | { readonly type: 'text-cleared' }
  | { readonly type: 'translation-cleared' }
  | { readonly type: 'undone' };

export interface MachineProps {
  translator: TranslatorState;
  send: (event: TranslatorEvent) => void;
}

export interface TranslatorProps extends MachineProps {
  health: Health | undefined;
}

export interface Translated {
  readonly translatedText: string;
  readonly detectedLanguage?: string | undefined;
  /** Why it used no translation. */
  readonly uncounted?: 'unchanged' | 'no-words' | 'phrase' | undefined;
  /** Without the server. */
  readonly isOnDevice?: boolean | undefined;
}

export interface PickedPhrase {
  readonly text: string;
  readonly language: string;
}

export interface PickedTranslation extends LinkedText {
  readonly translatedText: string;
}

export interface LinkedText {
  readonly text: string;
  readonly sourceLanguage: string;
  readonly targetLanguage: string;
}

/** Saved in the tab, for the next load of the page. */
export interface Draft
  extends Pick<TranslatorState, 'text' | 'textLanguage' | 'source' | 'target' | 'isDetecting'> {
  readonly answer?: Answer | undefined;
}

export interface Answer {
  readonly original: Original;
  readonly translation: Translation;
}

export const lowConfidence = 0.5;

/** The text is speech that may have been misheard. */
export function isUnsure({ text, transcript, confidence }: TranslatorState): boolean {
  return text !== '' && text === transcript && confidence < lowConfidence;
}

export function createTranslator(
  source: string,
  target: string,
  browser: Browser = { id: 'other', device: 'desktop', isChrome: false, isInstalled: false },
): TranslatorState {
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
    beforeVoice: undefined,
    allowance: { isUsedUp: false, textCharacters: limits.textCharacters.guest },
    isLimitShown: false,
  };
}

export function isVoicePhase(phase: Phase): boolean {
  return phase !== 'idle' && phase !== 'translating';
}

export function canSubmit(state: TranslatorState): boolean {
  return isReadyToTranslate(state) && !isBlocked(state);
}

/** Phrases use no translation. */
export function isBlocked(state: TranslatorState): boolean {
  return state.allowance.isUsedUp && !isPhrase(state);
}

export function isPhrase({ text, textLanguage, pickedPhrase }: TranslatorState): boolean {
  return textLanguage !== undefined && text === pickedPhrase;
}

/** The start of a text, for a field to hold. */
export function cutToField(text: string): string {
  // Not in the middle of a surrogate pair.
  return text.slice(0, limits.fieldCharacters).replace(/[\uD800-\uDBFF]$/, '');
}

/** Whether the field holds no more, so that the text may have been cut. */
export function fillsField({ text }: TranslatorState): boolean {
  return text.length >= limits.fieldCharacters - 1;
}

export function isTooLong(state: TranslatorState): boolean {
  return state.text.trim().length > state.allowance.textCharacters;
}

/** The part of the input that is no longer the translation's. */
export function findOutdated({ text, original, translation, target }: TranslatorState): Outdated | undefined {
  if (!translation) return undefined;
  if (text.trim() !== original.text.trim()) return 'text';
  return isSameLanguage(translation.language, target) ? undefined : 'language';
}

/** Whether translating the text is the next step: it is ready, and its translation is not there. */
export function isTranslatingNext(state: TranslatorState): boolean {
  return canSubmit(state) && (!state.translation || findOutdated(state) !== undefined);
}

export type Outdated = 'text' | 'language';

export function getTextLanguage(state: TranslatorState): string {
  return state.textLanguage ?? (state.isDetecting ? 'auto' : state.source);
}

export function isReadyToTranslate(state: TranslatorState): boolean {
  return state.phase === 'idle' && hasText(state.text) && !isTooLong(state);
}

export function isSameLanguage(one: string, other: string): boolean {
  return findLanguage(one) === findLanguage(other);
}
