import { once } from 'node:events';
import { Agent, type IncomingMessage, type RequestOptions, request } from 'node:http';
import { quantile } from '../../proofs/proof.ts';

export interface Speed {
  readonly p50Ms: number;
  readonly p95Ms: number;
  readonly requestsPerSecond: number;
}

/** Sends translations over one kept-alive connection. */
export async function benchTranslate(
  url: string,
  requests: number,
  { input, headers }: { input: object; headers: () => Record<string, string> },
): Promise<Speed> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const body = JSON.stringify(input);
  const common = { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' };
  const speed = await measure(requests, () =>
    send({ agent, method: 'POST', headers: { ...common, ...headers() } }, url, body),
  );
  agent.destroy();
  return speed;
}

export async function measure(times: number, work: () => Promise<void>): Promise<Speed> {
  const durations: number[] = [];
  const startedAt = performance.now();
  for (let left = times; left > 0; left -= 1) {
    const before = performance.now();
    await work();
    durations.push(performance.now() - before);
  }
  const seconds = (performance.now() - startedAt) / 1000;
  return {
    p50Ms: quantile(durations, 0.5),
    p95Ms: quantile(durations, 0.95),
    requestsPerSecond: times / seconds,
  };
}

export function medianOf(speeds: readonly Speed[]): Speed {
  const median = (name: keyof Speed) =>
    quantile(
      speeds.map((speed) => speed[name]),
      0.5,
    );
  return {
    p50Ms: median('p50Ms'),
    p95Ms: median('p95Ms'),
    requestsPerSecond: median('requestsPerSecond'),
  };
}

/** @throws Error for an answer other than 200 */
async function send(options: RequestOptions, url: string, body: string): Promise<void> {
  const sent = request(`${url}/api/translate`, options).end(body);
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  await once(answer.resume(), 'end');
  if (answer.statusCode !== 200) throw new Error(`The answer is ${answer.statusCode}.`);
}
