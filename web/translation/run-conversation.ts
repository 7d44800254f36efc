import { ApiError, sentenceOf } from '../api.ts';
import type { Listening } from '../speech/listening.ts';
import {
  type Conversation,
  type ConversationEvent,
  type Heard,
  isGuestLimit,
  languageOfText,
  next,
} from './conversation.ts';

/** A conversation that is going on: a store to read, and the one way to tell it what happened. */
export interface RunningConversation {
  get(): Conversation;
  subscribe(listener: () => void): () => void;
  send(event: ConversationEvent): void;
}

/** What a conversation does to the world. */
export interface World {
  /** Listens to speech in the language; tells how it goes by events. */
  listen(language: string, send: (event: ConversationEvent) => void): Listening;
  recognise(clips: readonly Blob[], language: string, signal: AbortSignal): Promise<Heard>;
  translate(text: string, source: string, target: string, signal: AbortSignal): Promise<string>;
  /** After every change: toasts, speech, what is remembered. */
  changed(state: Conversation, before: Conversation): void;
}

/** Starts the work of a state on entering it, and stops it on leaving it. */
export function runConversation(initial: Conversation, world: World): RunningConversation {
  let state = initial;
  let listening: Listening | undefined;
  let call: AbortController | undefined;
  const listeners = new Set<() => void>();

  function send(event: ConversationEvent): void {
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
        const sentence = `Amazon Transcribe transcription failed: ${sentenceOf(error) ?? 'unknown error'}`;
        const failure = { code: 'transcription', sentence } as const;
        only(run)({ type: 'voice-failed', failure });
      },
    );
  }

  function translate(entered: Conversation): void {
    const { text, target, run } = entered;
    call = new AbortController();
    world.translate(text.trim(), languageOfText(entered), target, call.signal).then(
      (translatedText) => only(run)({ type: 'translation-arrived', translatedText }),
      (error: unknown) => {
        const sentence = sentenceOf(error) ?? 'Failed to translate text';
        only(run)({ type: isLimit(error) ? 'limit-met' : 'translation-failed', sentence });
      },
    );
  }

  /** Work that was given up may still speak: nobody listens. */
  function only(run: number): typeof send {
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

/** The allowance is used up, as opposed to a ceiling against abuse, which has a sentence of its own. */
function isLimit(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false;
  const { code, sentence } = error;
  return code === 'daily_limit_reached' || code === 'guest_limit_reached' || isGuestLimit(sentence);
}
