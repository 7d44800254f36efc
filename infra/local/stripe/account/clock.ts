import { findNextDueTime, runDue } from '../billing/due.ts';
import type { Account } from './account.ts';

export type Clock = ReturnType<typeof startClock>;

/** Also runs what falls due in real time. @param commit writes changes and delivers their events */
export function startClock(account: Account, commit: () => Promise<void>, say: (line: string) => void) {
  let moving: Promise<void> = Promise.resolve();
  /** Runs what falls due on the way, each at its time. @throws RangeError for the past */
  const advanceTo = (seconds: number) => {
    const moved = moving.then(() => move(account, seconds, commit));
    moving = moved.catch(() => undefined);
    return moved;
  };
  const ticking = setInterval(() => {
    const due = findNextDueTime(account);
    if (due === undefined || due > account.now()) return;
    advanceTo(account.now()).catch((error: Error) => say(`[stripe] ${error.stack}`));
  }, 1_000).unref();
  return { now: () => account.now(), advanceTo, stop: () => clearInterval(ticking) };
}

async function move(account: Account, target: number, commit: () => Promise<void>): Promise<void> {
  if (!(target >= account.now() - 1)) throw new RangeError('Time does not go back.');
  for (
    let due = findNextDueTime(account);
    due !== undefined && due <= target;
    due = findNextDueTime(account)
  ) {
    const moment = due;
    account.moveTo(moment);
    account.at(moment, () => runDue(account));
    await commit();
  }
  account.moveTo(target);
  await commit();
}
