import { beforeEach, expect, test, vi } from 'vitest';
import {
  ProviderBusy,
  ProviderFailed,
  ProviderTimeout,
  UnsupportedLanguage,
} from '../../../functions/errors.ts';
import { askProvider } from '../../../functions/providers/ask.ts';

let lines: Record<string, unknown>[] = [];

beforeEach(() => {
  lines = [];
  vi.spyOn(process.stdout, 'write').mockImplementation((chunk) => {
    lines.push(JSON.parse(`${chunk}`));
    return true;
  });
});

test('an answer is timed, and its cost is counted', async () => {
  vi.useFakeTimers();
  const call = async () => {
    vi.advanceTimersByTime(120);
    return 'Hola';
  };
  expect(await askProvider('translate', call, { TranslatedCharacters: 5 })).toBe('Hola');
  expect(lines).toMatchObject([
    {
      event: 'provider-answered',
      provider: 'translate',
      durationMs: 120,
      ProviderLatency: 120,
      TranslatedCharacters: 5,
    },
  ]);
  vi.useRealTimers();
});

test('a failure of the provider costs nothing', async () => {
  const error = new ProviderFailed('speech');
  const asked = askProvider('polly', () => Promise.reject(error), { SpokenCharacters: 5 });
  await expect(asked).rejects.toBe(error);
  const code = 'provider_failed';
  expect(lines).toMatchObject([{ event: 'provider-failed', provider: 'polly', code, ProviderFailures: 1 }]);
  expect(lines[0]).not.toHaveProperty('SpokenCharacters');
  expect(error.cost).toBe('uncounted');
});

test('a busy provider counts as failed, and costs nothing', async () => {
  const error = new ProviderBusy('recognition');
  const asked = askProvider('transcribe', () => Promise.reject(error), { TranscribedSeconds: 15 });
  await expect(asked).rejects.toBe(error);
  expect(lines).toMatchObject([{ event: 'provider-failed', code: 'rate_limited', ProviderFailures: 1 }]);
  expect(error.cost).toBe('uncounted');
});

test('the cost may depend on the answer, and then a failure costs nothing', async () => {
  const paidFor = (seconds: number) => ({ TranscribedSeconds: seconds });
  await askProvider('transcribe', async () => 17, paidFor);
  expect(lines).toMatchObject([{ event: 'provider-answered', TranscribedSeconds: 17 }]);
  const late = new ProviderTimeout('recognition');
  await expect(askProvider('transcribe', () => Promise.reject(late), paidFor)).rejects.toBe(late);
  expect(late.cost).toBe('uncounted');
});

test('a late provider is paid, and the error says so', async () => {
  const error = new ProviderTimeout('speech');
  const asked = askProvider('polly', () => Promise.reject(error), { SpokenCharacters: 5 });
  await expect(asked).rejects.toBe(error);
  const failed = { event: 'provider-failed', code: 'provider_timeout', ProviderFailures: 1 };
  expect(lines).toMatchObject([{ ...failed, SpokenCharacters: 5 }]);
  expect(error.cost).toBe('counted');
});

test('a provider that gives a reason is paid, and the error says so', async () => {
  const error = new UnsupportedLanguage('Klingon', 'voice');
  const asked = askProvider('polly', () => Promise.reject(error), { SpokenCharacters: 5 });
  await expect(asked).rejects.toBe(error);
  expect(lines).toMatchObject([{ event: 'provider-answered', provider: 'polly', SpokenCharacters: 5 }]);
  expect(error.cost).toBe('counted');
});

test('a refusal of a free call costs nothing', async () => {
  const error = new ProviderTimeout('login');
  await expect(askProvider('cognito', () => Promise.reject(error))).rejects.toBe(error);
  expect(error.cost).toBe('free');
});
