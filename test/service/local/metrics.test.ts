import type { IncomingMessage, ServerResponse } from 'node:http';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { answered, invoicePaid, providerAnswered, signedIn } from '../../../functions/telemetry/events.ts';
import { collectMetrics, type LocalMetrics } from '../../../infra/local/metrics.ts';

let printed: string[] = [];
let metrics: LocalMetrics;

beforeEach(() => {
  printed = [];
  vi.spyOn(process.stdout, 'write').mockImplementation((chunk) => {
    printed.push(String(chunk));
    return true;
  });
  metrics = collectMetrics();
});
afterEach(() => metrics.stop());

test('what functions count is counted, and told apart as on AWS', async () => {
  const request = { requestId: 'request-1', durationMs: 5 };
  answered({ ...request, endpoint: 'auth.login', status: 302 });
  answered({ ...request, endpoint: 'auth.login', status: 429 });
  answered({ ...request, endpoint: 'auth.user', status: 500 });
  const text = await read();
  expect(text).toContain('parley_requests_total{endpoint="auth.login"} 2');
  expect(text).toContain('parley_refusals_total{endpoint="auth.login"} 1');
  expect(text).toContain('parley_server_errors_total{endpoint="auth.login"} 0');
  expect(text).toContain('parley_server_errors_total{endpoint="auth.user"} 1');
});

test('what functions measure is summed up with its quantiles', async () => {
  for (const durationMs of [10, 20, 30]) {
    providerAnswered({ provider: 'translate', durationMs, paidFor: { TranslatedCharacters: 7 } });
  }
  providerAnswered({ provider: 'transcribe', durationMs: 900, paidFor: { TranscribedSeconds: 15 } });
  const text = await read();
  expect(text).toContain('parley_provider_latency_milliseconds_sum{provider="translate"} 60');
  expect(text).toContain('parley_provider_latency_milliseconds_count{provider="translate"} 3');
  expect(text).toMatch(/parley_provider_latency_milliseconds\{quantile="0.5",provider="translate"\} 20/);
  expect(text).toContain('parley_translated_characters_total 21');
  expect(text).toContain('parley_transcribed_seconds_sum 15');
});

test('amounts are added up', async () => {
  for (const amountCents of [499, 4_999]) invoicePaid({ plan: 'monthly', amountCents, currency: 'usd' });
  expect(await read()).toMatch(/^parley_revenue_total 5498$/m);
});

test('the terminal shows a line without what is there for counting', () => {
  signedIn({ requestId: 'request-1', isNew: true });
  expect(printed).toHaveLength(1);
  expect(JSON.parse(printed[0] ?? '')).toEqual({
    time: expect.any(String),
    level: 'info',
    event: 'signed-in',
    requestId: 'request-1',
    isNew: true,
  });
});

test.each(['Parley is ready\n', '{"_aws": not JSON\n', '{"_aws":{}}\n', '{"_aws":null}\n', ''])(
  'output that is no metric goes through as it is: %j',
  (text) => {
    process.stdout.write(text);
    process.stdout.write(Buffer.from(text));
    expect(printed).toEqual([text, text]);
  },
);

test('answers at its own address alone', () => {
  const isFor = (method: string, url: string) => metrics.isFor({ method, url } as IncomingMessage);
  expect(isFor('GET', '/metrics')).toBe(true);
  expect(isFor('GET', '/metrics?name=x')).toBe(true);
  expect(isFor('POST', '/metrics')).toBe(false);
  expect(isFor('GET', '/metrics/')).toBe(false);
});

/** What Prometheus would be told. */
async function read(): Promise<string> {
  let text = '';
  const response = {
    setHeader: () => undefined,
    end: (body: string) => {
      text = body;
    },
  };
  await metrics.answer({} as IncomingMessage, response as unknown as ServerResponse);
  return text;
}
