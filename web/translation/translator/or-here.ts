import { ConnectionError } from '../../api.ts';
import { delay } from '../../browser/delay.ts';

/**
 * The server's answer. Without a connection, or when it takes too long, that of this device, if it has one.
 *
 * @param translateHere undefined if this device is not ready for it
 */
export async function translateOrHere<Answer extends object>(
  ask: (signal: AbortSignal) => Promise<Answer>,
  translateHere: (signal: AbortSignal) => Promise<Answer | undefined>,
  signal: AbortSignal,
  patienceMs = 8_000,
): Promise<Answer> {
  const work = new AbortController();
  signal.addEventListener('abort', () => work.abort(signal.reason), { signal: work.signal });
  let here: Promise<Answer | undefined> | undefined;
  const getHere = () => (here ??= translateHere(work.signal));
  const asked = ask(work.signal).catch(async (error: unknown) => {
    const answer = error instanceof ConnectionError ? await getHere() : undefined;
    if (answer === undefined) throw error;
    return answer;
  });
  const late = delay(patienceMs, work.signal)
    .then(getHere)
    .catch(() => undefined)
    .then((answer) => answer ?? asked);
  try {
    const answer = await Promise.race([asked, late]);
    signal.throwIfAborted();
    return answer;
  } finally {
    work.abort();
  }
}
