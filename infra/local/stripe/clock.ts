import { forgetOldEvents } from './event.ts';
import { forgetOldAnswers } from './idempotency.ts';
import type { OpenAccount } from './open-account.ts';
import { nextDue, runDue } from './time.ts';

/** The stand-in's time, in seconds since 1970: the real one, or ahead of it. */
export interface Clock {
  now(): number;
  /**
   * Moves ahead, and does everything that falls due on the way in its own time.
   *
   * @throws RangeError where that would be back, or more than 20 years ahead
   */
  advanceTo(seconds: number): Promise<void>;
}

export interface RunningClock extends Clock {
  stop(): void;
}

/**
 * Does by itself what falls due in real time, and what did while nobody was here.
 *
 * @param commit writes what was changed, and has its events delivered
 */
export function startClock(
  account: OpenAccount,
  commit: () => Promise<void>,
  say: (line: string) => void,
): RunningClock {
  // Whoever comes while the clock is moving waits for it.
  let moving: Promise<void> = Promise.resolve();
  const advanceTo = (seconds: number) => {
    const moved = moving.then(() => move(seconds));
    moving = moved.catch(() => undefined);
    return moved;
  };
  const tick = () => {
    const due = nextDue(account);
    if (due === undefined || due > account.now()) return forgetOld();
    return advanceTo(account.now());
  };
  const ticking = setInterval(() => {
    Promise.resolve(tick()).catch((error: Error) => say(`[stripe] ${error.stack}`));
  }, 1_000).unref();
  return { now: account.now, advanceTo, stop: () => clearInterval(ticking) };

  async function move(target: number): Promise<void> {
    const start = account.now();
    if (!(target >= start - 1)) throw new RangeError('Time does not go back.');
    if (target > start + maxSeconds) throw new RangeError('That is more than 20 years ahead.');
    for (let due = nextDue(account); due !== undefined && due <= target; due = nextDue(account)) {
      const moment = due;
      goTo(moment);
      account.at(moment, () => runDue(account));
      await commit();
    }
    goTo(target);
    await forgetOld();
  }

  /** What fell due earlier is done in its own time, while the clock goes on. */
  function goTo(moment: number): void {
    const missing = moment - account.now();
    if (missing > 0) account.setAhead(account.aheadSeconds() + missing);
  }

  async function forgetOld(): Promise<void> {
    forgetOldAnswers(account);
    forgetOldEvents(account);
    if (account.hasChanged()) await commit();
  }
}

const maxSeconds = 20 * 366 * 86_400;
