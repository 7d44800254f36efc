import { fork } from 'node:child_process';
import { once } from 'node:events';

/**
 * A share of some work, done in a process of its own.
 *
 * @param worker a module that takes one message, the share, sends one, the answer, and ends
 */
export async function runShare<Share extends object, Answer>(worker: URL, share: Share): Promise<Answer> {
  const child = fork(worker);
  const answered = once(child, 'message');
  const ended = once(child, 'exit');
  child.send(share);
  const [answer] = await Promise.race([
    answered,
    ended.then(([code]) => {
      throw new Error(`A process of ${worker.pathname} ended with ${code}, and had not answered.`);
    }),
  ]);
  await ended;
  return answer;
}
