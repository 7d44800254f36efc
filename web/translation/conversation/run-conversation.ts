import { ApiError, sentenceOf } from '../../api.ts';
import type { Listening } from '../../speech/recognise/listening.ts';
import {
  type Conversation,
  type ConversationEvent,
  type Heard,
  isGuestLimit,
  next,
  type Translated,
} from './conversation.ts';

/** A conversation that is going on: a store to read, and the one way to tell it what happened. */
export interface RunningConversation<State = Conversation, Event = ConversationEvent> {
  get(): State;
  subscribe(listener: () => void): () => void;
  send(event: Event): void;
}

/** What a conversation does to the world. */
export interface World<State = Conversation> {
  /** Listens to speech in the language; tells how it goes by events. */
  listen(language: string, send: (event: ConversationEvent) => void): Listening;
  recognise(clips: readonly Blob[], language: string, signal: AbortSignal): Promise<Heard>;
  /** @param source `auto` where it is to be found out */
  translate(text: string, source: string, target: string, signal: AbortSignal): Promise<Translated>;
  /** After every change: toasts, speech, what is remembered. */
  changed(state: State, before: State): void;
}

/** Starts the work of a state on entering it, and stops it on leaving it. */
export function runConversation(initial: Conversation, world: World): RunningConversation {
  return runBy(next, initial, world);
}

/** The same for a machine that is more than a conversation. */
export function runBy<State extends Conversation, Event>(
  next: (state: State, event: Event | ConversationEvent) => State,
  initial: State,
  world: World<State>,
): RunningConversation<State, Event | ConversationEvent> {
  let state = initial;
  let listening: Listening | undefined;
  let call: AbortController | undefined;
  const listeners = new Set<() => void>();

  function send(event: Event | ConversationEvent): void {
    const before = state;
    state = next(before, event);
    if (state === before) return;
    if (state.phase !== before.phase || state.run !== before.run) enter(state, before);
    world.changed(state, before);
    for (const listener of listeners) listener();
  }

  function enter(entered: Conversation, before: Conversation): void {
    if (entered.run !== before.run || entered.phase === 'idle') {
      listening?.discard();
      listening = undefined;
      call?.abort();
      call = undefined;
    }
    // In the same run, listening goes on by other means.
    if (entered.phase === 'asking' && entered.run !== before.run)
      listening = world.listen(entered.source, only(entered.run));
    if (entered.phase === 'finishing') listening?.finish();
    if (entered.phase === 'recognising') recognise(entered);
    if (entered.phase === 'translating') translate(entered);
  }

  function recognise({ clips, source, run }: Conversation): void {
    call = new AbortController();
    world.recognise(clips, source, call.signal).then(
      (heard) => only(run)({ type: 'transcript-arrived', ...heard }),
      (error: unknown) => {
        const why = explain(error, 'unknown error. Please try again.', 'No translation was counted.');
        const sentence = `Amazon Transcribe transcription failed: ${why}`;
        const failure = { code: 'transcription', sentence } as const;
        only(run)({ type: 'voice-failed', failure });
      },
    );
  }

  function translate({ original, target, run }: Conversation): void {
    call = new AbortController();
    world.translate(original.text, original.language, target, call.signal).then(
      (translated) => only(run)({ type: 'translation-arrived', ...translated }),
      (error: unknown) => {
        const sentence = explain(
          error,
          'Failed to translate text. Please try again.',
          'Trying again is not counted twice.',
        );
        only(run)({ type: isLimit(error) ? 'limit-met' : 'translation-failed', sentence });
      },
    );
  }

  /** Work that was given up may still speak: nobody listens. */
  function only(run: number): (event: ConversationEvent) => void {
    return (event) => {
      if (state.run === run && state.phase !== 'idle') send(event);
    };
  }

  return {
    get: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    send,
  };
}

/** The server says itself what it has counted. Where its answer is lost nobody knows, and `cost` says what matters. */
export function explain(error: unknown, otherwise: string, cost: string): string {
  const sentence = sentenceOf(error) ?? otherwise;
  return error instanceof ApiError && error.code ? sentence : `${sentence.replace(/\.?$/, '.')} ${cost}`;
}

/** The allowance is used up, as opposed to a ceiling against abuse, which has a sentence of its own. */
function isLimit(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false;
  const { code, sentence } = error;
  return code === 'daily_limit_reached' || code === 'guest_limit_reached' || isGuestLimit(sentence);
}
