import { beforeEach, expect, test, vi } from 'vitest';
import { askProvider } from '../../../functions/ask-provider.ts';
import { ProviderFailed, ProviderTimeout, UnsupportedLanguage } from '../../../functions/errors.ts';

let lines: Record<string, unknown>[] = [];

beforeEach(() => {
  lines = [];
  vi.spyOn(process.stdout, 'write').mockImplementation((chunk) => {
    lines.push(JSON.parse(`${chunk}`));
    return true;
  });
});

test('an answer is timed, and what it costs is counted', async () => {
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

test.each([
  [new ProviderFailed('speech'), 'provider_failed'],
  [new ProviderTimeout('speech'), 'provider_timeout'],
])('%s counts as a failure of the provider, and costs nothing', async (error, code) => {
  const asked = askProvider('polly', () => Promise.reject(error), { SpokenCharacters: 5 });
  await expect(asked).rejects.toBe(error);
  expect(lines).toMatchObject([{ event: 'provider-failed', provider: 'polly', code, ProviderFailures: 1 }]);
  expect(lines[0]).not.toHaveProperty('SpokenCharacters');
});

test('a provider that says why not has answered, and costs nothing', async () => {
  const error = new UnsupportedLanguage('Klingon', 'voice');
  const asked = askProvider('polly', () => Promise.reject(error), { SpokenCharacters: 5 });
  await expect(asked).rejects.toBe(error);
  expect(lines).toMatchObject([{ event: 'provider-answered', provider: 'polly' }]);
  expect(lines[0]).not.toHaveProperty('SpokenCharacters');
});
