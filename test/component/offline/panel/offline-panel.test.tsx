import { act, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Catalogue } from '../../../../shared/neural/catalogue.ts';
import { cataloguePath } from '../../../../shared/neural/catalogue.ts';
import { violations } from '../../../support/component/axe.ts';
import { openPage } from '../../../support/component/page.tsx';
import { focused, goOnline, press } from '../../../support/component/translator.ts';

const downloadModels = vi.fn<typeof import('../../../../web/offline/models/download.ts').downloadModels>();
const removePair = vi.fn(async () => false);
let missingBytes = 33_000_000;
let wanted: Catalogue = {};
let isComplete = true;

const file = { kind: 'model', sha256: 'a'.repeat(64), bytes: 1, packedBytes: 1 } as const;
const catalogue: Catalogue = { 'en-it': [file], 'it-en': [file], 'en-pt': [file], 'pt-en': [file] };

beforeEach(() => {
  missingBytes = 33_000_000;
  wanted = {};
  isComplete = true;
  downloadModels.mockReset();
  removePair.mockClear();
  claim('serviceWorker', {});
  vi.stubGlobal('caches', {});
  vi.stubGlobal('Worker', class {});
  vi.doMock('../../../../web/offline/models/download.ts', () => ({
    downloadModels,
    removePair,
    sumMissingBytes: async () => missingBytes,
  }));
  vi.doMock('../../../../web/offline/models/installed.ts', async (importOriginal) => ({
    ...(await importOriginal<object>()),
    canKeepModels: () => true,
    readInstalled: async () => ({
      wanted,
      pairs: wanted === catalogue ? [{ directions: ['en-it', 'it-en'], isComplete }] : [],
      models: missingBytes === 0 ? wanted : {},
    }),
  }));
});
afterEach(() => {
  vi.doUnmock('../../../../web/offline/models/download.ts');
  vi.doUnmock('../../../../web/offline/models/installed.ts');
  for (const name of ['serviceWorker', 'connection', 'storage']) Reflect.deleteProperty(navigator, name);
});

test('it says of each part whether it works, and how large what is missing is', async () => {
  await open();
  expect(parts()).toEqual([
    'ready Phrases Always work.',
    'missing Translation 33 MB to download.',
    'missing Voices No English (US) or Italian voice here. Your device’s settings may have one.',
    'missing Voice input Needs a connection in this browser. Type instead.',
  ]);
  screen.getByText('Get ready for offline · 33 MB');
  expect(await violations(document.body.firstElementChild ?? document)).toEqual([]);
});

test('the download shows how far it is, announces it sparingly, and keeps the focus', async () => {
  const { finish, onProgress } = holdDownload();
  await open();
  press('Get ready for offline · 33 MB');
  const bar = await screen.findByRole('progressbar', { name: 'Downloading for offline use' });
  expect(focused()).toBe('Cancel');
  const announced = new Set<string | null>();
  for (let percent = 1; percent <= 99; percent++) {
    act(() => onProgress((33_000_000 * percent) / 100));
    announced.add(screen.getByText(/download/i, { selector: '.sr-only' }).textContent);
  }
  expect(bar.getAttribute('aria-valuenow')).toBe('99');
  expect(announced.size).toBe(4);
  expect(await violations(document.body.firstElementChild ?? document)).toEqual([]);
  missingBytes = 0;
  wanted = catalogue;
  await act(async () => finish());
  await screen.findByText('Done. This page now works without a connection.');
  expect(parts()[1]).toBe('ready Translation On this device.');
  // Not granted here.
  screen.getByText(/your browser may remove it/);
});

test('a download can be cancelled, and offers the rest', async () => {
  holdDownload();
  await open();
  press('Get ready for offline · 33 MB');
  await screen.findByRole('progressbar');
  missingBytes = 12_000_000;
  press('Cancel');
  await screen.findByText(/^Cancelled\./);
  await screen.findByText('Get ready for offline · 12 MB');
});

test.each([
  ['lost', /The connection broke off/],
  ['webpage', /This network sent a web page instead/],
  ['damaged', /damaged on its way/],
  ['full', /isn’t enough free space/],
] as const)(
  'a download that fails with %s says what to do, and can be tried again',
  async (fault, sentence) => {
    await open();
    const { DownloadFailed } = await import('../../../../web/offline/models/fetch-packed.ts');
    downloadModels.mockRejectedValueOnce(new DownloadFailed(fault));
    press('Get ready for offline · 33 MB');
    const words = await screen.findByText(sentence);
    expect(words.closest('[role=alert]')).not.toBeNull();
    downloadModels.mockResolvedValueOnce();
    press('Get ready for offline · 33 MB');
    await screen.findByText(/^Done/);
  },
);

test('on mobile data it asks first', async () => {
  claim('connection', { saveData: true });
  await open();
  press('Get ready for offline · 33 MB');
  await waitFor(() => expect(focused()).toBe('Download anyway'));
  expect(downloadModels).not.toHaveBeenCalled();
  press('Not now');
  press(await screen.findByText('Get ready for offline · 33 MB').then((each) => each.textContent ?? ''));
  downloadModels.mockResolvedValueOnce();
  press('Download anyway');
  await screen.findByText(/^Done/);
});

test('it asks the browser to keep what it fetches', async () => {
  const persist = vi.fn(async () => true);
  claim('storage', { persist, persisted: async () => persist.mock.calls.length > 0 });
  downloadModels.mockImplementationOnce(async () => {
    missingBytes = 0;
    wanted = catalogue;
  });
  await open();
  press('Get ready for offline · 33 MB');
  await screen.findByText(/^Done/);
  expect(persist).toHaveBeenCalledOnce();
  await waitFor(() => expect(screen.queryByText(/your browser may remove it/)).toBeNull());
});

test.each<[string, (() => Promise<boolean>) | undefined]>([
  // Firefox asks the visitor; without a window it never answers.
  ['the browser’s question stays open', () => new Promise(() => {})],
  ['the visitor refuses', async () => false],
  ['the browser refuses', () => Promise.reject(new TypeError('Not allowed for opaque origins'))],
  ['the browser does not know it', undefined],
])('the download goes on while lasting storage is not promised: %s', async (_, persist) => {
  claim('storage', persist && { persist, persisted: async () => false });
  downloadModels.mockImplementationOnce(async () => {
    missingBytes = 0;
    wanted = catalogue;
  });
  await open();
  press('Get ready for offline · 33 MB');
  await screen.findByText(/^Done/);
  screen.getByText(/your browser may remove it/);
});

test('what is on the device can be removed', async () => {
  missingBytes = 0;
  wanted = catalogue;
  await open();
  missingBytes = 33_000_000;
  wanted = {};
  press('Remove translation from this device');
  await screen.findByText('Removed from this device.');
  expect(removePair).toHaveBeenCalledWith(['en-it', 'it-en']);
  screen.getByText('Get ready for offline · 33 MB');
});

test('what another pair needs stays, and is said to', async () => {
  missingBytes = 0;
  wanted = catalogue;
  removePair.mockResolvedValueOnce(true);
  await open();
  press('Remove translation from this device');
  await screen.findByText('Another pair needs it, so it stays. To free the space, remove that pair too.');
});

test('a download that ended with its page goes on, and nobody is said to have removed it', async () => {
  wanted = catalogue;
  isComplete = false;
  missingBytes = 12_000_000;
  await open();
  expect(parts()[1]).toBe('missing Translation 12 MB to download.');
  screen.getByText('Remove translation from this device');
});

test('what the browser removed is said, and offered again', async () => {
  wanted = catalogue;
  await open();
  expect(parts()[1]).toBe(
    'missing Translation Your browser removed it to make room. 33 MB to download again.',
  );
});

test('a pair without a model says so, and offers no button', async () => {
  await open('en-US', 'cs');
  expect(parts()[1]).toBe('missing Translation Not offered for this pair.');
  expect(screen.queryByText(/^Get ready/)).toBeNull();
});

test('a pair that is on the device stays ready when the list cannot be read', async () => {
  missingBytes = 0;
  wanted = catalogue;
  await open('en-US', 'it', () => Promise.reject(new TypeError('Failed to fetch')));
  expect(parts()[1]).toBe('ready Translation On this device.');
});

test('a list that could not be read is read again', async () => {
  let isReachable = false;
  await open('en-US', 'it', async () => {
    if (isReachable) return Response.json(catalogue);
    throw new TypeError('Failed to fetch');
  });
  expect(parts()[1]).toBe('missing Translation Not on this device. Look again when you’re online.');
  isReachable = true;
  await goOnline(false);
  await goOnline(true);
  await screen.findByText('33 MB to download.');
});

test.each(['pt', 'pt-BR'])('that %s shares its model with the other Portuguese is said', async (target) => {
  await open('en-US', target);
  expect(parts()[1]).toBe(
    'missing Translation 33 MB to download. Offline, all variants of Portuguese are translated alike.',
  );
});

test('a browser without SIMD says so', async () => {
  vi.spyOn(WebAssembly, 'validate').mockReturnValue(false);
  await open();
  expect(parts()[1]).toMatch(/This browser can’t translate offline/);
});

test('without a connection nothing can be fetched', async () => {
  await open();
  await goOnline(false);
  screen.getByText('You’re offline. Downloads need a connection.');
  press('Get ready for offline · 33 MB');
  expect(downloadModels).not.toHaveBeenCalled();
});

test('the browser’s own translator is fetched by the browser, and ours if that refuses', async () => {
  const create = vi.fn(() => Promise.reject(new DOMException('No.', 'NotAllowedError')));
  vi.stubGlobal('Translator', { availability: async () => 'downloadable', create });
  await open();
  expect(parts()[1]).toBe('missing Translation Your browser can download it.');
  press('Get ready for offline');
  await screen.findByText(/Your browser couldn’t download its own translation/);
  expect(create).toHaveBeenCalledTimes(2);
  await screen.findByText('Get ready for offline · 33 MB');
});

test('our models stay ready at the next visit, though the browser promises its own again', async () => {
  vi.stubGlobal('Translator', { availability: async () => 'downloadable' });
  missingBytes = 0;
  wanted = catalogue;
  await open();
  expect(parts()[1]).toBe('ready Translation On this device.');
  screen.getByText('Remove translation from this device');
});

test('the device’s recogniser is installed with the rest', async () => {
  let isInstalled = false;
  const install = vi.fn(async () => {
    isInstalled = true;
    return true;
  });
  const available = async () => (isInstalled ? 'available' : 'downloadable');
  vi.stubGlobal('SpeechRecognition', Object.assign(class {}, { available, install }));
  missingBytes = 0;
  wanted = catalogue;
  await open();
  press('Get ready for offline');
  await waitFor(() => expect(parts()[3]).toBe('ready Voice input On this device.'));
  expect(install).toHaveBeenCalledWith({ langs: ['en-US', 'it-IT'], processLocally: true });
  expect(downloadModels).not.toHaveBeenCalled();
});

async function open(
  source = 'en-US',
  target = 'it',
  list = async () => Response.json(catalogue),
): Promise<void> {
  await openPage('/', {
    part: async () => {
      const { OfflinePanel } = await import('../../../../web/offline/panel/offline-panel.tsx');
      return <OfflinePanel source={source} target={target} />;
    },
  });
  const answerCalls = fetch;
  vi.stubGlobal('fetch', async (url: string, options?: RequestInit) =>
    url === cataloguePath ? list() : answerCalls(url, options),
  );
  await screen.findByText('Phrases');
}

function parts(): string[] {
  return [...document.querySelectorAll('li')].map(
    (part) =>
      `${part.dataset.state} ${[...part.querySelectorAll('.block')].map((each) => each.textContent).join(' ')}`,
  );
}

/** A download that goes on as told, and ends when it is cancelled. */
function holdDownload() {
  const { promise, resolve } = Promise.withResolvers<void>();
  let report = (_bytes: number) => {};
  downloadModels.mockImplementationOnce((_models, { signal, onProgress }) => {
    report = onProgress;
    return Promise.race([
      promise,
      new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
    ]);
  });
  return { finish: resolve, onProgress: (bytes: number) => report(bytes) };
}

function claim(name: string, value: unknown): void {
  Object.defineProperty(navigator, name, { configurable: true, value });
}
