import { hasText } from '../../../shared/text/has-text.ts';
import type { Browser } from '../../speech/browser.ts';
import type { FailureTexts } from '../../speech/recognise/listening.ts';
import { next as nextTranslator } from '../translator/transitions.ts';
import {
  createTranslator,
  isUnsure,
  isVoicePhase,
  lowConfidence,
  type Problem,
  type TranslatorEvent,
  type TranslatorState,
} from '../translator/translator.ts';

/** A conversation between two people. `source` is the language of the side whose turn it is. */
export interface Conversation extends TranslatorState {
  readonly side: Side;
  readonly turns: readonly Turn[];
  readonly turnId: number | undefined;
  /** Gets the microphone once the other side's translation has been spoken. */
  readonly nextSide: Side | undefined;
  readonly drafts: Readonly<Record<Side, string>>;
  readonly isMuted: boolean;
  /** After a spoken turn the other side listens by itself. */
  readonly isAutomatic: boolean;
  readonly cleared: readonly Turn[];
}

/** `near` is the person who holds the phone. */
export type Side = 'near' | 'far';

export interface Turn {
  readonly id: number;
  readonly side: Side;
  readonly clips: readonly Blob[];
  /** Empty until it is recognised. */
  readonly text: string;
  readonly language: string;
  readonly isUnsure: boolean;
  readonly translation: string | undefined;
  readonly translationLanguage: string;
  /** Translated without the server. */
  readonly isOnDevice?: boolean | undefined;
  readonly problem: FailureTexts | undefined;
}

export type ConversationEvent =
  | { readonly type: 'opened'; readonly source: string; readonly target: string }
  | { readonly type: 'closed' }
  | { readonly type: 'restored'; readonly saved: SavedConversation }
  | { readonly type: 'talk-tapped'; readonly side: Side }
  /** A translation was spoken, or cannot be spoken. */
  | { readonly type: 'speaking-ended' }
  | { readonly type: 'drafted'; readonly side: Side; readonly text: string }
  | { readonly type: 'draft-sent'; readonly side: Side }
  | { readonly type: 'turn-retried'; readonly id: number }
  | { readonly type: 'side-language-picked'; readonly side: Side; readonly code: string }
  | { readonly type: 'sides-swapped' }
  | { readonly type: 'mute-toggled' }
  | { readonly type: 'automatic-toggled' }
  | { readonly type: 'turns-cleared' }
  | { readonly type: 'clearing-undone' };

export interface SavedConversation {
  readonly languages: Readonly<Record<Side, string>>;
  readonly drafts: Conversation['drafts'];
  readonly turns: readonly Turn[];
}

export function createConversation(source: string, target: string, browser: Browser): Conversation {
  return {
    ...createTranslator(source, target, browser),
    side: 'near',
    turns: [],
    turnId: undefined,
    nextSide: undefined,
    drafts: { near: '', far: '' },
    isMuted: false,
    isAutomatic: false,
    cleared: [],
  };
}

export function next(state: Conversation, event: ConversationEvent | TranslatorEvent): Conversation {
  switch (event.type) {
    case 'opened':
      // Existing turns have their own languages.
      return state.phase === 'idle' && state.turns.length === 0
        ? { ...state, side: 'near', source: event.source, target: event.target }
        : state;
    case 'closed':
      return {
        ...applyEvent(state, { type: 'cancelled' }),
        nextSide: undefined,
        problem: undefined,
        isLimitShown: false,
        cleared: [],
      };
    case 'restored':
      return restore(state, event.saved);
    case 'talk-tapped':
      return tapTalk(state, event.side);
    case 'speaking-ended':
      return state.phase === 'idle' && state.nextSide ? startListening(state, state.nextSide) : state;
    case 'drafted':
      return { ...state, drafts: { ...state.drafts, [event.side]: event.text } };
    case 'draft-sent':
      return sendDraft(state, event.side);
    case 'turn-retried':
      return retry(state, event.id);
    case 'side-language-picked': {
      const side = event.side === state.side ? 'source' : 'target';
      return applyEvent(state, { type: 'language-picked', side, code: event.code });
    }
    case 'sides-swapped':
      return {
        ...state,
        side: getOtherSide(state.side),
        nextSide: state.nextSide && getOtherSide(state.nextSide),
        turns: state.turns.map(switchSide),
        drafts: { near: state.drafts.far, far: state.drafts.near },
        cleared: state.cleared.map(switchSide),
      };
    case 'automatic-toggled':
      return { ...state, isAutomatic: !state.isAutomatic, nextSide: undefined };
    case 'voice-failed':
      // Silence ends automatic turns, and is no problem.
      return state.isAutomatic && event.failure.code === 'no-speech'
        ? applyEvent(state, { type: 'cancelled' })
        : applyEvent(state, event);
    case 'mute-toggled':
      return { ...state, isMuted: !state.isMuted };
    case 'turns-cleared': {
      const { turns, ...rest } = beginTurn(applyEvent(state, { type: 'cancelled' }), state.side);
      return { ...rest, turns: [], translation: undefined, cleared: turns };
    }
    case 'clearing-undone':
      return { ...state, turns: [...state.cleared, ...state.turns], cleared: [] };
    default:
      return applyEvent(state, event);
  }
}

export function languageOf({ side, source, target }: Conversation, of: Side): string {
  return of === side ? source : target;
}

export function getOtherSide(side: Side): Side {
  return side === 'near' ? 'far' : 'near';
}

export function isDraftTooLong({ drafts, allowance }: Conversation, side: Side): boolean {
  return drafts[side].trim().length > allowance.textCharacters;
}

export function canSendDraft(state: Conversation, side: Side): boolean {
  return state.phase === 'idle' && hasText(state.drafts[side]) && !isDraftTooLong(state, side);
}

function applyEvent(state: Conversation, event: TranslatorEvent): Conversation {
  const changed = nextTranslator(state, event);
  return changed === state ? state : updateTurns(state, { ...state, ...changed });
}

function updateTurns(before: Conversation, after: Conversation): Conversation {
  if (after.run !== before.run) {
    if (after.phase === 'recognising') return upsertTurn(after, { clips: after.clips });
    if (after.phase === 'translating')
      return upsertTurn(after, { text: after.text.trim(), ...buildSpeechFields(after) });
  }
  return after.phase === 'idle' && before.phase !== 'idle' ? endTurn(before, after) : after;
}

function upsertTurn(state: Conversation, fields: Partial<Turn>): Conversation {
  const { side, turns, turnId, cleared, source } = state;
  const { textLanguage: language = source, target: translationLanguage } = state;
  const changes = { language, translationLanguage, problem: undefined, ...fields };
  if (turnId !== undefined)
    return { ...state, turns: turns.map((turn) => (turn.id === turnId ? { ...turn, ...changes } : turn)) };
  const id = ((turns.at(-1) ?? cleared.at(-1))?.id ?? 0) + 1;
  const turn: Turn = { id, side, clips: [], text: '', isUnsure: false, translation: undefined, ...changes };
  return { ...state, turns: [...turns, turn], turnId: id, cleared: [] };
}

function buildSpeechFields({ transcript, confidence }: Conversation): Partial<Turn> {
  return { clips: [], ...(transcript !== '' && { isUnsure: confidence < lowConfidence }) };
}

/** Without a new translation, the other side does not get the microphone. */
function endTurn(before: Conversation, after: Conversation): Conversation {
  const { translation, text, problem, clips } = after;
  if (translation && translation !== before.translation) {
    const { nextSide = findNextSide(after) } = after;
    const { text: translated, isOnDevice } = translation;
    return { ...upsertTurn(after, { translation: translated, isOnDevice }), turnId: undefined, nextSide };
  }
  const end = (state: Conversation): Conversation => ({ ...state, turnId: undefined, nextSide: undefined });
  // Heard but not translated: voice input failed, the text is too long, or the allowance is used up.
  if (isVoicePhase(before.phase) && text !== '') {
    const fields = clips.length > 0 ? { problem: findTurnProblem(problem) } : buildSpeechFields(after);
    return end(upsertTurn(after, { text, ...fields }));
  }
  const turn = after.turns.find(({ id }) => id === after.turnId);
  if (!turn) return end(after);
  if (turn.text === '' && clips.length === 0)
    return end({ ...after, turns: after.turns.filter((other) => other !== turn) });
  return end(upsertTurn(after, { problem: findTurnProblem(problem) }));
}

/** Typed turns and words that may have been misheard wait for a tap. */
function findNextSide(state: Conversation): Side | undefined {
  const isSpoken = state.transcript !== '' && !isUnsure(state);
  return state.isAutomatic && isSpoken ? getOtherSide(state.side) : undefined;
}

function findTurnProblem(problem: Problem | undefined): FailureTexts | undefined {
  if (!problem || problem.kind === 'limit') return undefined;
  const { text, advice, isOutage } = problem;
  return { text, advice, isOutage };
}

function tapTalk(state: Conversation, side: Side): Conversation {
  if (state.phase === 'idle') return startListening(state, side);
  if (side === state.side) return applyEvent(state, { type: 'record-tapped' });
  if (state.phase === 'asking') return startListening(applyEvent(state, { type: 'cancelled' }), side);
  if (state.nextSide === side) return { ...state, nextSide: undefined };
  const ended = state.phase === 'listening' ? applyEvent(state, { type: 'record-tapped' }) : state;
  return { ...ended, nextSide: side };
}

function startListening(state: Conversation, side: Side): Conversation {
  return applyEvent(beginTurn(state, side), { type: 'record-tapped' });
}

function sendDraft(state: Conversation, side: Side): Conversation {
  if (!canSendDraft(state, side)) return state;
  const text = state.drafts[side].trim();
  const sent = upsertTurn(beginTurn(state, side, { text, drafts: { ...state.drafts, [side]: '' } }), {
    text,
  });
  return translateTurn(sent);
}

function retry(state: Conversation, id: number): Conversation {
  const turn = state.turns.find((turn) => turn.id === id);
  if (state.phase !== 'idle' || !turn || !canRetry(turn)) return state;
  const { side, text, clips } = turn;
  // The side may have another language by now.
  if (clips.length === 0)
    return translateTurn(beginTurn(state, side, { text, textLanguage: turn.language, turnId: id }));
  return applyEvent(beginTurn(state, side, { clips, turnId: id }), { type: 'recognition-requested' });
}

/** The server may translate better than the device. */
export function canRetry({ translation, isOnDevice }: Turn): boolean {
  return translation === undefined || isOnDevice === true;
}

function translateTurn(state: Conversation): Conversation {
  const changed = applyEvent(state, { type: 'translation-requested' });
  return changed.phase === 'idle' ? { ...changed, turnId: undefined } : changed;
}

/** Begins a turn of a side. Keeps the last translation, which screen readers may still be reading. */
function beginTurn(state: Conversation, side: Side, change: Partial<Conversation> = {}): Conversation {
  return {
    ...state,
    side,
    source: languageOf(state, side),
    target: languageOf(state, getOtherSide(side)),
    text: '',
    textLanguage: undefined,
    transcript: '',
    problem: undefined,
    guide: undefined,
    clips: [],
    turnId: undefined,
    nextSide: undefined,
    ...change,
  };
}

function restore(state: Conversation, { languages, drafts, turns }: SavedConversation): Conversation {
  if (state.run > 0 || state.turns.length > 0 || state.drafts.near || state.drafts.far) return state;
  return { ...state, side: 'near', source: languages.near, target: languages.far, drafts, turns };
}

function switchSide(turn: Turn): Turn {
  return { ...turn, side: getOtherSide(turn.side) };
}
