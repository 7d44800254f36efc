import { expect, test, vi } from 'vitest';
import {
  type ProductError,
  ProviderBusy,
  ProviderFailed,
  ProviderTimeout,
  UnsupportedLanguage,
} from '../../../../functions/errors.ts';
import { askProvider } from '../../../../functions/providers/ask.ts';
import { catchLogLines } from '../../../support/handlers/log-lines.ts';

const lines = catchLogLines();

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

test.each<[string, ProductError, string, number | undefined, ProductError['cost']]>([
  ['a failure costs nothing', new ProviderFailed('speech'), 'provider-failed', undefined, 'uncounted'],
  ['a busy provider costs nothing', new ProviderBusy('speech'), 'provider-failed', undefined, 'uncounted'],
  ['a late provider is paid', new ProviderTimeout('speech'), 'provider-failed', 5, 'counted'],
  ['a reason is paid', new UnsupportedLanguage('Klingon', 'voice'), 'provider-answered', 5, 'counted'],
])('%s, and the error says so', async (_what, error, event, paid, cost) => {
  const asked = askProvider('polly', () => Promise.reject(error), { SpokenCharacters: 5 });
  await expect(asked).rejects.toBe(error);
  expect(lines).toMatchObject([{ event, provider: 'polly' }]);
  expect(lines[0]?.SpokenCharacters).toBe(paid);
  const failure = { code: error.code, ProviderFailures: 1 };
  expect(lines[0]).toMatchObject(event === 'provider-failed' ? failure : {});
  expect(error.cost).toBe(cost);
});

test('the cost may depend on the answer, and then a failure costs nothing', async () => {
  const paidFor = (seconds: number) => ({ TranscribedSeconds: seconds });
  await askProvider('transcribe', async () => 17, paidFor);
  expect(lines).toMatchObject([{ event: 'provider-answered', TranscribedSeconds: 17 }]);
  const late = new ProviderTimeout('recognition');
  await expect(askProvider('transcribe', () => Promise.reject(late), paidFor)).rejects.toBe(late);
  expect(late.cost).toBe('uncounted');
});

test('a refusal of a free call costs nothing', async () => {
  const error = new ProviderTimeout('login');
  await expect(askProvider('cognito', () => Promise.reject(error))).rejects.toBe(error);
  expect(error.cost).toBe('free');
});
