import { setTimeout as pause } from 'node:timers/promises';

/** @throws Error after 30 seconds */
export async function until<Answer>(
  what: string | (() => string),
  ask: () => Promise<Answer | undefined | false | null>,
): Promise<Answer> {
  const endMs = Date.now() + 30_000;
  for (;;) {
    const answer = await ask();
    if (answer) return answer;
    if (Date.now() > endMs) throw new Error(`${typeof what === 'string' ? what : what()} did not come`);
    await pause(50);
  }
}
