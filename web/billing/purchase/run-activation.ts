import { ApiError } from '../../api.ts';
import type { Status } from '../status.ts';
import { type Activation, type ActivationEvent, askEveryMs, next } from './activation.ts';

/** An activation that is going on: a store to read, and the one way to tell it what happened. */
export interface RunningActivation {
  get(): Activation;
  subscribe(listener: () => void): () => void;
  send(event: ActivationEvent): void;
}

/** What an activation does to the world. */
export interface ActivationWork {
  /** Asks how it stands; everything on the page that shows it has the answer as well. */
  ask(): Promise<Status>;
  /** After every change. */
  changed(state: Activation): void;
}

/** Asks for as long as the state says so, each time a while after the last answer. */
export function runActivation(initial: Activation, work: ActivationWork): RunningActivation {
  let state = initial;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const listeners = new Set<() => void>();

  function send(event: ActivationEvent): void {
    const before = state;
    state = next(before, event);
    if (state === before) return;
    if (state.phase === 'activating') ask();
    work.changed(state);
    for (const listener of listeners) listener();
  }

  async function ask(): Promise<void> {
    clearTimeout(timer);
    try {
      const status = await work.ask();
      send({ type: 'status-arrived', status, atMs: Date.now() });
    } catch (error) {
      send({ type: 'asking-failed', isSignedOut: is401(error), atMs: Date.now() });
    }
    if (state.phase === 'activating') timer = setTimeout(ask, askEveryMs);
  }

  if (state.phase === 'activating') ask();
  return {
    get: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    send,
  };
}

function is401(error: unknown): boolean {
  return error instanceof ApiError && error.status === 401;
}
