import type { Browser } from '../../speech/browser.ts';
import {
  type Conversation,
  type ConversationEvent,
  isVoice,
  next as nextOfConversation,
  startOfConversation,
} from '../conversation/conversation.ts';

/**
 * Two people with one screen between them. Pure, and a conversation at heart: whoever speaks is its source, the other
 * its target. What it adds is whose turn it is, and what was said so far.
 */
export interface Dialogue extends Conversation {
  /** Who speaks, or spoke last: the conversation's source is that side's language. */
  readonly side: Side;
  /** In the order in which they were begun. */
  readonly turns: readonly Turn[];
  /** The turn that is worked at. */
  readonly current: number | undefined;
  /** Who has asked for the microphone, and has it when the other's turn is over and its translation spoken. */
  readonly waiting: Side | undefined;
  /** What each side has typed and not sent. */
  readonly drafts: Readonly<Record<Side, string>>;
  /** Translations are not spoken by themselves. */
  readonly isMuted: boolean;
  /** What was cleared away and can be had back until something new is said. */
  readonly cleared: readonly Turn[];
}

/** `near` is whoever holds the phone. */
export type Side = 'near' | 'far';

/** Something that one side has said or typed. Nothing of it is lost on the way to its translation. */
export interface Turn {
  readonly id: number;
  readonly side: Side;
  /** Its sound, as long as nothing has understood it. */
  readonly clips: readonly Blob[];
  /** Empty until it is understood. */
  readonly text: string;
  readonly language: string;
  /** The recogniser doubts what it has heard. */
  readonly isUnsure: boolean;
  readonly translation: string | undefined;
  readonly translationLanguage: string;
  /** Why it came no further, for people. */
  readonly problem: string | undefined;
}

/** What happened, beside what happens to any conversation. */
export type DialogueEvent =
  /** The view is shown, with the pair of the page. */
  | { readonly type: 'opened'; readonly source: string; readonly target: string }
  | { readonly type: 'closed' }
  /** What an earlier document of this tab has kept. */
  | { readonly type: 'brought-back'; readonly kept: KeptDialogue }
  | { readonly type: 'talk-tapped'; readonly side: Side }
  /** A translation has been spoken, or there is nothing to speak it. */
  | { readonly type: 'voice-ended' }
  | { readonly type: 'drafted'; readonly side: Side; readonly text: string }
  | { readonly type: 'draft-sent'; readonly side: Side }
  | { readonly type: 'turn-retried'; readonly id: number }
  | { readonly type: 'side-language-picked'; readonly side: Side; readonly code: string }
  | { readonly type: 'sides-swapped' }
  | { readonly type: 'mute-switched' }
  | { readonly type: 'turns-cleared' }
  | { readonly type: 'clearing-undone' };

/** What outlives the document. */
export interface KeptDialogue {
  readonly languages: Readonly<Record<Side, string>>;
  readonly drafts: Dialogue['drafts'];
  readonly turns: readonly Turn[];
}

export function startOfDialogue(source: string, target: string, browser: Browser): Dialogue {
  return {
    ...startOfConversation(source, target, browser),
    side: 'near',
    turns: [],
    current: undefined,
    waiting: undefined,
    drafts: { near: '', far: '' },
    isMuted: false,
    cleared: [],
  };
}

/** An event that means nothing in a state leaves it as it is. */
export function next(state: Dialogue, event: DialogueEvent | ConversationEvent): Dialogue {
  switch (event.type) {
    case 'opened':
      // What was said is in its own languages.
      return state.phase === 'idle' && state.turns.length === 0
        ? { ...state, side: 'near', source: event.source, target: event.target }
        : state;
    case 'closed':
      return {
        ...tell(state, { type: 'cancelled' }),
        waiting: undefined,
        problem: undefined,
        isLimitShown: false,
        cleared: [],
      };
    case 'brought-back':
      return bringBack(state, event.kept);
    case 'talk-tapped':
      return tapTalk(state, event.side);
    case 'voice-ended':
      return state.phase === 'idle' && state.waiting ? beginToListen(state, state.waiting) : state;
    case 'drafted':
      return { ...state, drafts: { ...state.drafts, [event.side]: event.text } };
    case 'draft-sent':
      return sendDraft(state, event.side);
    case 'turn-retried':
      return retry(state, event.id);
    case 'side-language-picked': {
      const side = event.side === state.side ? 'source' : 'target';
      return tell(state, { type: 'language-picked', side, code: event.code });
    }
    case 'sides-swapped':
      return {
        ...state,
        side: otherSide(state.side),
        waiting: state.waiting && otherSide(state.waiting),
        turns: state.turns.map(onOtherSide),
        drafts: { near: state.drafts.far, far: state.drafts.near },
        cleared: state.cleared.map(onOtherSide),
      };
    case 'mute-switched':
      return { ...state, isMuted: !state.isMuted };
    case 'turns-cleared': {
      const { turns, ...rest } = face(tell(state, { type: 'cancelled' }), state.side);
      return { ...rest, turns: [], translation: undefined, cleared: turns };
    }
    case 'clearing-undone':
      return { ...state, turns: [...state.cleared, ...state.turns], cleared: [] };
    default:
      return tell(state, event);
  }
}

export function languageOf({ side, source, target }: Dialogue, of: Side): string {
  return of === side ? source : target;
}

export function otherSide(side: Side): Side {
  return side === 'near' ? 'far' : 'near';
}

/** Whether the side's draft is more than one translation takes. */
export function isDraftTooLong({ drafts, allowance }: Dialogue, side: Side): boolean {
  return drafts[side].trim().length > allowance.textCharacters;
}

export function canSendDraft(state: Dialogue, side: Side): boolean {
  return state.phase === 'idle' && state.drafts[side].trim() !== '' && !isDraftTooLong(state, side);
}

/** What the conversation makes of an event, and what becomes of the turn by it. */
function tell(state: Dialogue, event: ConversationEvent): Dialogue {
  const told = nextOfConversation(state, event);
  return told === state ? state : follow(state, { ...state, ...told });
}

function follow(before: Dialogue, after: Dialogue): Dialogue {
  if (after.run !== before.run) {
    if (after.phase === 'recognising') return note(after, { clips: after.clips });
    if (after.phase === 'translating') return note(after, { text: after.text.trim(), ...heardIn(after) });
  }
  return after.phase === 'idle' && before.phase !== 'idle' ? endTurn(before, after) : after;
}

/** Writes down what is known of the turn that is worked at; it begins with that. */
function note(state: Dialogue, known: Partial<Turn>): Dialogue {
  const {
    side,
    source,
    textLanguage: language = source,
    target: translationLanguage,
    turns,
    current,
  } = state;
  const noted = { language, translationLanguage, problem: undefined, ...known };
  if (current !== undefined)
    return { ...state, turns: turns.map((turn) => (turn.id === current ? { ...turn, ...noted } : turn)) };
  const id = (turns.at(-1)?.id ?? 0) + 1;
  const begun: Turn = {
    id,
    side,
    clips: [],
    text: '',
    isUnsure: false,
    translation: undefined,
    ...noted,
  };
  return { ...state, turns: [...turns, begun], current: id, cleared: [] };
}

function heardIn({ transcript, confidence }: Dialogue): Partial<Turn> {
  return { clips: [], isUnsure: transcript !== '' && confidence < unsure };
}

/** Below this a recogniser doubts what it has heard. */
const unsure = 0.5;

/** Whoever waits has the microphone after a translation alone: what went wrong is looked at first. */
function endTurn(before: Dialogue, after: Dialogue): Dialogue {
  const { translation, transcript, problem, clips } = after;
  if (translation && translation !== before.translation)
    return { ...note(after, { translation: translation.text }), current: undefined };
  const ended = (state: Dialogue): Dialogue => ({ ...state, current: undefined, waiting: undefined });
  // Understood, but the allowance is used up.
  if (isVoice(before.phase) && transcript !== '')
    return ended(note(after, { text: transcript, ...heardIn(after) }));
  const turn = after.turns.find(({ id }) => id === after.current);
  if (!turn) return ended(after);
  // A recording that was given up, or in which nobody spoke.
  if (turn.text === '' && clips.length === 0)
    return ended({ ...after, turns: after.turns.filter((other) => other !== turn) });
  return ended(note(after, { problem: problem?.with === 'limit' ? undefined : problem?.sentence }));
}

function tapTalk(state: Dialogue, side: Side): Dialogue {
  if (state.phase === 'idle') return beginToListen(state, side);
  if (side === state.side) return tell(state, { type: 'record-tapped' });
  // Nothing has been said yet.
  if (state.phase === 'asking') return beginToListen(tell(state, { type: 'cancelled' }), side);
  if (state.waiting === side) return { ...state, waiting: undefined };
  const ended = state.phase === 'listening' ? tell(state, { type: 'record-tapped' }) : state;
  return { ...ended, waiting: side };
}

function beginToListen(state: Dialogue, side: Side): Dialogue {
  return tell(face(state, side), { type: 'record-tapped' });
}

function sendDraft(state: Dialogue, side: Side): Dialogue {
  if (!canSendDraft(state, side)) return state;
  const text = state.drafts[side].trim();
  const sent = note(face(state, side, { text, drafts: { ...state.drafts, [side]: '' } }), { text });
  return translateTurn(sent);
}

function retry(state: Dialogue, id: number): Dialogue {
  const turn = state.turns.find((turn) => turn.id === id);
  if (state.phase !== 'idle' || !turn || turn.translation !== undefined) return state;
  const { side, text, clips } = turn;
  // The side may have taken another language since.
  if (text !== '')
    return translateTurn(face(state, side, { text, textLanguage: turn.language, current: id }));
  return tell(face(state, side, { clips, current: id }), { type: 'recognise-asked' });
}

/** Where the allowance is used up the turn stays as it is. */
function translateTurn(state: Dialogue): Dialogue {
  const told = tell(state, { type: 'translate-asked' });
  return told.phase === 'idle' ? { ...told, current: undefined } : told;
}

/** Turns to a side, with nothing said yet. The last translation stays: screen readers may still be telling it. */
function face(state: Dialogue, side: Side, change: Partial<Dialogue> = {}): Dialogue {
  return {
    ...state,
    side,
    source: languageOf(state, side),
    target: languageOf(state, otherSide(side)),
    text: '',
    textLanguage: undefined,
    transcript: '',
    problem: undefined,
    guide: undefined,
    clips: [],
    current: undefined,
    waiting: undefined,
    ...change,
  };
}

/** Never under somebody's hands. */
function bringBack(state: Dialogue, { languages, drafts, turns }: KeptDialogue): Dialogue {
  if (state.run > 0 || state.turns.length > 0 || state.drafts.near || state.drafts.far) return state;
  return { ...state, side: 'near', source: languages.near, target: languages.far, drafts, turns };
}

function onOtherSide(turn: Turn): Turn {
  return { ...turn, side: otherSide(turn.side) };
}
