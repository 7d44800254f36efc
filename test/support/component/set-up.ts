import 'fake-indexeddb/auto';
import { cleanup, configure } from '@testing-library/react';
import { afterEach, beforeEach, expect, vi } from 'vitest';

// The stylesheet of the later parts is a file that jsdom does not load.
vi.mock('../../../web/components/parts-style.ts', () => ({ loadPartsStyle: async () => {} }));

// A busy machine may take seconds to load the parts of a page.
configure({ asyncUtilTimeout: 15_000 });

const errors: string[] = [];

beforeEach(() => {
  errors.length = 0;
  vi.spyOn(console, 'error').mockImplementation((...words) => void errors.push(words.join(' ')));
});

afterEach(async () => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  document.head.replaceChildren();
  document.body.replaceChildren();
  localStorage.clear();
  sessionStorage.clear();
  // biome-ignore lint/suspicious/noDocumentCookie: jsdom has no Cookie Store
  for (const cookie of document.cookie.split('; ')) document.cookie = `${cookie.split('=')[0]}=; max-age=0`;
  for (const { name = '' } of await indexedDB.databases()) indexedDB.deleteDatabase(name);
  expect(errors, 'errors in the console').toEqual([]);
});

// What jsdom lacks, as a browser has it that shows a page at rest.
vi.stubGlobal('scrollTo', () => {});
Object.assign(globalThis, {
  matchMedia: (media: string) =>
    Object.assign(new EventTarget(), { media, matches: media.includes('prefers-reduced-motion') }),
  requestIdleCallback: (done: () => void) => setTimeout(done),
  ResizeObserver: class {
    observe() {}
    unobserve() {}
    disconnect() {}
  },
});
Element.prototype.scrollIntoView = () => {};
