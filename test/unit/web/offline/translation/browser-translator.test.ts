import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';

const { signal } = new AbortController();
let browser: typeof import('../../../../../web/offline/translation/browser-translator.ts');

beforeEach(async () => {
  vi.resetModules();
  browser = await import('../../../../../web/offline/translation/browser-translator.ts');
});
afterEach(() => vi.unstubAllGlobals());

test.each([
  ['both ways are there', ['available', 'available'], 'available'],
  ['one way is to be downloaded', ['available', 'downloadable'], 'downloadable'],
  ['one way is missing', ['available', 'unavailable'], 'missing'],
])('a pair counts as translated by the browser only for both ways: %s', async (_, answers, expected) => {
  const queue = [...answers];
  giveTranslator({ availability: async () => queue.shift() ?? '' });
  expect(await browser.findBrowserTranslation('en-US', 'pt-BR')).toBe(expected);
});

test.each([
  ['a document that is not active', new DOMException('The document is not active.', 'InvalidStateError')],
  ['a frame without permission', new DOMException('Blocked by permissions policy.', 'NotAllowedError')],
  ['languages that it cannot parse', new RangeError('Incorrect locale information provided')],
])('ours is offered when the browser’s translator refuses to answer: %s', async (_, error) => {
  giveTranslator({ availability: () => Promise.reject(error) });
  expect(await browser.findBrowserTranslation('en-US', 'pt-BR')).toBe('missing');
});

test('ours is offered when the browser’s translator never answers', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  giveTranslator({ availability: () => new Promise(() => {}) });
  const found = browser.findBrowserTranslation('en-US', 'pt-BR');
  await vi.advanceTimersByTimeAsync(2_000);
  expect(await found).toBe('missing');
});

test.each([
  ['no gesture', new DOMException('Requires handling a user gesture.', 'NotAllowedError')],
  ['an inactive document', new DOMException('The document is not active.', 'InvalidStateError')],
  ['no space', new DOMException('Not enough space to download.', 'QuotaExceededError')],
  ['no connection', new DOMException('Download failed.', 'NetworkError')],
])('ours is offered when the browser refuses the download: %s', async (_, error) => {
  giveTranslator({ create: () => Promise.reject(error) });
  expect(await browser.findBrowserTranslation('en-US', 'pt-BR')).toBe('downloadable');
  await expect(download()).rejects.toBe(error);
  expect(await browser.findBrowserTranslation('en-US', 'pt-BR')).toBe('missing');
});

test('ours is offered when the browser promises a download that never comes', async () => {
  giveTranslator({ create: obey(() => {}) });
  await expect(download({ stallMs: 20 })).rejects.toMatchObject({ name: 'TimeoutError' });
  expect(await browser.findBrowserTranslation('en-US', 'pt-BR')).toBe('missing');
});

test('a cancelled download is no refusal', async () => {
  const controller = new AbortController();
  giveTranslator({ create: obey(() => controller.abort()) });
  await expect(download({ signal: controller.signal })).rejects.toMatchObject({ name: 'AbortError' });
  expect(await browser.findBrowserTranslation('en-US', 'pt-BR')).toBe('downloadable');
});

test.each([
  ['that has translated', async () => 'a casa'],
  ['that fails', () => Promise.reject(new DOMException('Unable to translate.', 'UnknownError'))],
])('a translator %s leaves the memory', async (_, translate) => {
  const destroy = vi.fn();
  giveTranslator({ create: async () => ({ translate, destroy }) });
  await browser.translateByBrowser('the house', 'en-US', 'pt-BR', signal).catch(() => {});
  expect(destroy).toHaveBeenCalledOnce();
});

test('progress is the mean of both ways', async () => {
  const shares: number[] = [];
  giveTranslator({
    create: async ({ monitor }) => {
      monitor({ addEventListener: (_type, listen) => listen({ loaded: 1 }) });
      return { destroy: () => {} };
    },
  });
  await download({ onProgress: (share) => shares.push(share) });
  expect(shares).toEqual([0.5, 1]);
});

function download(options: Partial<Parameters<typeof browser.downloadForBrowser>[2]> = {}) {
  return browser.downloadForBrowser('en-US', 'pt-BR', { signal, onProgress: () => {}, ...options });
}

interface CreateOptions {
  readonly signal: AbortSignal;
  monitor(monitor: {
    addEventListener(type: string, listen: (event: { loaded: number }) => void): void;
  }): void;
}

/** Never answers, and rejects when it is aborted, as Chrome's does. */
function obey(onStart: () => void) {
  return ({ signal }: CreateOptions) =>
    new Promise<never>((_, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason));
      onStart();
    });
}

function giveTranslator(translator: {
  availability?(): Promise<string>;
  create?(options: CreateOptions): Promise<object>;
}): void {
  vi.stubGlobal('Translator', { availability: async () => 'downloadable', ...translator });
}
