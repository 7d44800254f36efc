import { setTimeout as pause } from 'node:timers/promises';

/** @throws Error after `timeoutMs` */
export async function until<Answer>(
  what: string | (() => string),
  ask: () => Promise<Answer | undefined | false | null>,
  timeoutMs = 30_000,
): Promise<Answer> {
  const endMs = Date.now() + timeoutMs;
  for (;;) {
    const answer = await ask();
    if (answer) return answer;
    if (Date.now() > endMs) throw new Error(`${typeof what === 'string' ? what : what()} did not come`);
    await pause(50);
  }
}
