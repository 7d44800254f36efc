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
  ['a busy provider costs nothing', new ProviderBusy(), 'provider-failed', undefined, 'uncounted'],
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

test('the cost may be known only after the call, and then a failure costs it, too', async () => {
  let seconds = 17;
  const paidFor = () => (seconds > 0 ? { TranscribedSeconds: seconds } : {});
  await askProvider('transcribe', async () => 'words', paidFor);
  expect(lines).toMatchObject([{ event: 'provider-answered', TranscribedSeconds: 17 }]);
  const failed = new ProviderFailed('recognition');
  await expect(askProvider('transcribe', () => Promise.reject(failed), paidFor)).rejects.toBe(failed);
  expect(failed.cost).toBe('counted');
  expect(lines[1]).toMatchObject({ event: 'provider-failed', TranscribedSeconds: 17 });
  seconds = 0;
  const unheard = new ProviderFailed('recognition');
  await expect(askProvider('transcribe', () => Promise.reject(unheard), paidFor)).rejects.toBe(unheard);
  expect(unheard.cost).toBe('uncounted');
});

test('a refusal of a free call costs nothing', async () => {
  const error = new ProviderTimeout('login');
  await expect(askProvider('cognito', () => Promise.reject(error))).rejects.toBe(error);
  expect(error.cost).toBe('free');
});
