import { findNextDueTime, runDue } from '../billing/due.ts';
import type { Account } from './account.ts';

export type Clock = ReturnType<typeof startClock>;

/** Runs billing steps when they fall due. @param commit writes changes and delivers their events */
export function startClock(account: Account, commit: () => Promise<void>, log: (line: string) => void) {
  let lastMove: Promise<void> = Promise.resolve();
  /** Runs each billing step on the way at its own time. @throws RangeError for the past */
  const advanceTo = (seconds: number) => {
    const moved = lastMove.then(() => move(account, seconds, commit));
    lastMove = moved.catch(() => undefined);
    return moved;
  };
  const timer = setInterval(() => {
    const due = findNextDueTime(account);
    if (due === undefined || due > account.now()) return;
    advanceTo(account.now()).catch((error: Error) => log(`[stripe] ${error.stack}`));
  }, 1_000).unref();
  return { now: () => account.now(), advanceTo, stop: () => clearInterval(timer) };
}

async function move(account: Account, target: number, commit: () => Promise<void>): Promise<void> {
  if (!(target >= account.now() - 1)) throw new RangeError('The clock can only be moved to a later time.');
  for (;;) {
    const due = findNextDueTime(account);
    if (due === undefined || due > target) break;
    account.moveTo(due);
    account.runAt(due, () => runDue(account));
    await commit();
  }
  account.moveTo(target);
  await commit();
}
