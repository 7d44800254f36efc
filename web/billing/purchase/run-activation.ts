import { ApiError } from '../../api.ts';
import { type Machine, runMachine } from '../../browser/machine.ts';
import type { Status } from '../status.ts';
import { type Activation, type ActivationEvent, askEveryMs, next } from './activation.ts';

export type RunningActivation = Machine<Activation, ActivationEvent>;

export interface ActivationEffects {
  /** Asks for the status; the whole page gets the answer. */
  ask(): Promise<Status>;
  onChange(state: Activation): void;
}

/** Asks while activating, each time a while after the last answer. */
export function runActivation(initial: Activation, effects: ActivationEffects): RunningActivation {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const machine = runMachine(next, initial, (state: Activation) => {
    if (state.phase === 'activating') ask();
    effects.onChange(state);
  });

  async function ask(): Promise<void> {
    clearTimeout(timer);
    try {
      const status = await effects.ask();
      machine.send({ type: 'status-arrived', status, atMs: Date.now() });
    } catch (error) {
      machine.send({ type: 'check-failed', isSignedOut: is401(error), atMs: Date.now() });
    }
    if (machine.get().phase === 'activating') timer = setTimeout(ask, askEveryMs);
  }

  if (initial.phase === 'activating') ask();
  return machine;
}

function is401(error: unknown): boolean {
  return error instanceof ApiError && error.status === 401;
}
