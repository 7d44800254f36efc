import http from 'node:http';
import { performance } from 'node:perf_hooks';

/** Latencies and throughput of one run. */
export interface Speed {
  readonly p50Ms: number;
  readonly p95Ms: number;
  readonly requestsPerSecond: number;
}

/**
 * Sends `requests` translations over `concurrency` kept-alive connections, each as soon as the one before has
 * been answered.
 *
 * @throws Error when an answer is not 200
 */
export async function benchTranslate(options: {
  url: string;
  concurrency: number;
  requests: number;
  text: string;
  sourceLanguage: string;
  targetLanguage: string;
}): Promise<Speed> {
  const { url, concurrency, requests, text, sourceLanguage, targetLanguage } = options;
  const agent = new http.Agent({ keepAlive: true, maxSockets: concurrency });
  const body = JSON.stringify({ text, sourceLanguage, targetLanguage });
  const speed = await measure(concurrency, requests, () => postOnce(`${url}/api/translate`, body, agent));
  agent.destroy();
  return speed;
}

/** Runs `work` `times` times, at most `concurrency` at once. */
export async function measure(concurrency: number, times: number, work: () => Promise<void>): Promise<Speed> {
  const durations: number[] = [];
  let left = times;
  const worker = async () => {
    while (left-- > 0) {
      const startedAt = performance.now();
      await work();
      durations.push(performance.now() - startedAt);
    }
  };
  const startedAt = performance.now();
  await Promise.all(Array.from({ length: concurrency }, worker));
  const seconds = (performance.now() - startedAt) / 1000;
  durations.sort((a, b) => a - b);
  const at = (share: number) =>
    durations[Math.min(durations.length - 1, Math.floor(durations.length * share))] ?? 0;
  return { p50Ms: at(0.5), p95Ms: at(0.95), requestsPerSecond: times / seconds };
}

function postOnce(url: string, body: string, agent: http.Agent): Promise<void> {
  const headers = {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
    'sec-fetch-site': 'same-origin',
  };
  return new Promise((resolve, reject) => {
    const request = http.request(url, { method: 'POST', agent, headers }, (response) => {
      response.resume();
      response.on('end', () =>
        response.statusCode === 200 ? resolve() : reject(new Error(`answered ${response.statusCode}`)),
      );
    });
    request.on('error', reject);
    request.end(body);
  });
}
