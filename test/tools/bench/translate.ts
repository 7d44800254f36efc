import { once } from 'node:events';
import net, { type Socket } from 'node:net';

export interface Speed {
  readonly p50Ms: number;
  readonly p95Ms: number;
  readonly requestsPerSecond: number;
}

/**
 * Sends translations over one kept-alive connection, with as little work in the client as possible.
 *
 * @throws Error for an answer other than 200
 */
export async function benchTranslate(
  url: string,
  requests: number,
  request: { input: object; headers: () => Record<string, string> },
): Promise<Speed> {
  const body = JSON.stringify(request.input);
  const socket = await connect(url);
  const speed = await measure(requests, () => exchange(socket, writeRequest(url, request.headers(), body)));
  socket.destroy();
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
  durations.sort((a, b) => a - b);
  const at = (share: number) => durations[Math.floor((durations.length - 1) * share)] ?? 0;
  return { p50Ms: at(0.5), p95Ms: at(0.95), requestsPerSecond: times / seconds };
}

export function medianOf(speeds: readonly Speed[]): Speed {
  const median = (name: keyof Speed) =>
    speeds.map((speed) => speed[name]).sort((a, b) => a - b)[speeds.length >> 1] ?? 0;
  return {
    p50Ms: median('p50Ms'),
    p95Ms: median('p95Ms'),
    requestsPerSecond: median('requestsPerSecond'),
  };
}

async function connect(url: string): Promise<Socket> {
  const socket = net.connect(Number(new URL(url).port), '127.0.0.1');
  socket.setNoDelay(true);
  await once(socket, 'connect');
  return socket;
}

function writeRequest(url: string, headers: Record<string, string>, body: string): string {
  const head = [
    'POST /api/translate HTTP/1.1',
    `host: ${new URL(url).host}`,
    'content-type: application/json',
    `content-length: ${Buffer.byteLength(body)}`,
    'sec-fetch-site: same-origin',
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
  ];
  return `${head.join('\r\n')}\r\n\r\n${body}`;
}

function exchange(socket: Socket, request: string): Promise<void> {
  return new Promise((resolve, reject) => {
    let answer = '';
    const read = (chunk: Buffer) => {
      answer += chunk.toString('latin1');
      const head = answer.indexOf('\r\n\r\n');
      if (head < 0 || answer.length < head + 4 + contentLength(answer)) return;
      finish(answer.startsWith('HTTP/1.1 200') ? undefined : new Error(answer.slice(0, 15)));
    };
    const finish = (error?: Error) => {
      socket.off('data', read).off('close', closed);
      if (error) reject(error);
      else resolve();
    };
    const closed = () => finish(new Error('The connection was closed'));
    socket.on('data', read).once('close', closed);
    socket.write(request);
  });
}

function contentLength(answer: string): number {
  return Number(/\r\ncontent-length: (\d+)/i.exec(answer)?.[1]);
}
