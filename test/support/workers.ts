import { fork } from 'node:child_process';
import { once } from 'node:events';

/**
 * Does a share of the work in another process.
 *
 * @param module the address of the module that exports `work`
 */
export async function runShare<Share extends object, Answer>(
  module: string,
  work: (share: Share) => Promise<Answer>,
  share: Share,
): Promise<Answer> {
  const child = fork(new URL('./share.ts', import.meta.url), [module, work.name]);
  const answered = once(child, 'message');
  const ended = once(child, 'exit');
  child.send(share);
  const [answer] = await Promise.race([
    answered,
    ended.then(([code]) => {
      throw new Error(`The process of ${work.name} ended with ${code} before it answered.`);
    }),
  ]);
  await ended;
  return answer;
}
