import { afterEach, beforeEach, expect, test, vi } from 'vitest';

let recognition: typeof import('../../../../../web/offline/panel/local-recognition.ts');

beforeEach(async () => {
  vi.resetModules();
  vi.useFakeTimers();
  recognition = await import('../../../../../web/offline/panel/local-recognition.ts');
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test.each([
  ['available', 'available'],
  ['downloadable', 'downloadable'],
  ['downloading', 'downloadable'],
  ['unavailable', 'missing'],
])('a recogniser that says it is %s is %s', async (answer, expected) => {
  giveRecogniser({ available: async () => answer });
  expect(await find()).toBe(expected);
});

test.each([
  ['without one', undefined],
  ['with one that knows nothing of devices', {}],
  ['with one that throws', { available: () => Promise.reject(new TypeError('Invalid language')) }],
  ['with one that never answers', { available: () => new Promise<string>(() => {}) }],
])('a browser %s recognises only with a connection', async (_, recogniser) => {
  if (recogniser) giveRecogniser(recogniser);
  const found = find();
  await vi.advanceTimersByTimeAsync(2_000);
  expect(await found).toBe('missing');
});

test.each<[string, () => Promise<boolean>]>([
  ['the browser refuses', async () => false],
  ['the browser throws', () => Promise.reject(new DOMException('Not now.', 'InvalidStateError'))],
  ['nothing comes for a minute', () => new Promise(() => {})],
])(
  'after an installation that fails it is missing until the page is loaded again: %s',
  async (_, install) => {
    giveRecogniser({ available: async () => 'downloadable', install });
    const installed = recognition.installLocalRecognition('en-US', 'pt-BR', new AbortController().signal);
    await vi.advanceTimersByTimeAsync(60_000);
    await installed;
    expect(await find()).toBe('missing');
  },
);

test('a cancelled installation is no refusal', async () => {
  const controller = new AbortController();
  giveRecogniser({ available: async () => 'downloadable', install: () => new Promise(() => {}) });
  const installed = recognition.installLocalRecognition('en-US', 'pt-BR', controller.signal);
  controller.abort();
  await installed;
  expect(await find()).toBe('downloadable');
});

function find() {
  return recognition.findLocalRecognition('en-US', 'pt-BR');
}

function giveRecogniser(recogniser: { available?(): Promise<string>; install?(): Promise<boolean> }): void {
  vi.stubGlobal('SpeechRecognition', recogniser);
}
