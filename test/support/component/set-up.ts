import 'fake-indexeddb/auto';
import { act, cleanup, configure, getConfig } from '@testing-library/react';
import { IDBFactory } from 'fake-indexeddb';
import { afterAll, afterEach, beforeEach, expect, vi } from 'vitest';

// The stylesheet of the later parts is a file that jsdom does not load.
vi.mock('../../../web/components/full-stylesheet.ts', () => ({ loadFullStylesheet: async () => {} }));

import { leftByEffects } from './checks/effects.ts';
import { brokenReferences } from './checks/references.ts';

const { getElementError } = getConfig();

configure({
  // A busy machine may take seconds to load the parts of a page, and this kind runs with a low priority.
  asyncUtilTimeout: 60_000,
  // `findBy` asks until it succeeds. Printing the page for each attempt takes half of all time; the last failure prints
  // it anyway.
  getElementError: (message, container) => {
    const { _disableExpensiveErrorDiagnostics: isAttempt } = getConfig() as {
      _disableExpensiveErrorDiagnostics?: boolean;
    };
    if (!isAttempt) return getElementError(message, container);
    return Object.assign(new Error(message ?? ''), { name: 'TestingLibraryElementError' });
  },
});

const errors: string[] = [];

// A page translator replaces text nodes, and React loses those that it owns: it owns no text that is an only child.
const ownedTexts = new Set<string>();
const watching = new MutationObserver((changes) => {
  for (const { addedNodes } of changes) for (const node of addedNodes) collectOwned(node);
});
watching.observe(document, { subtree: true, childList: true });
// The files of a worker share the document.
afterAll(() => watching.disconnect());

function collectOwned(node: Node): void {
  if (node instanceof Text && Object.keys(node).some((key) => key.startsWith('__reactFiber'))) {
    const parent = node.parentElement;
    // Radix announces a toast once, and removes the element with its texts.
    if (!parent?.matches('[role=status][aria-live]')) {
      ownedTexts.add(`${node.data} in ${parent?.outerHTML.slice(0, 160)}`);
    }
  }
  // Lists of children are slow in jsdom.
  for (let child = node.firstChild; child; child = child.nextSibling) collectOwned(child);
}

/** An element that jsdom lacks; parts of a page that load while a test does something else. */
const harmless =
  /^The tag <%s> is unrecognized.* search$|^An update to %s inside a test was not wrapped in act/;

beforeEach(() => {
  errors.length = 0;
  ownedTexts.clear();
  vi.spyOn(console, 'error').mockImplementation((...words) => {
    if (!harmless.test(words.join(' '))) errors.push(words.join(' '));
  });
});

afterEach(() => {
  const broken = brokenReferences();
  cleanup();
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  document.head.replaceChildren();
  document.body.replaceChildren();
  localStorage.clear();
  sessionStorage.clear();
  // biome-ignore lint/suspicious/noDocumentCookie: jsdom has no Cookie Store
  for (const cookie of document.cookie.split('; ')) document.cookie = `${cookie.split('=')[0]}=; max-age=0`;
  // Late writes of a page stay in the databases that it opened.
  globalThis.indexedDB = new IDBFactory();
  expect(errors, 'errors in the console').toEqual([]);
  expect(broken, 'references to elements that are missing').toEqual([]);
  expect(leftByEffects(), 'what effects began and did not end').toEqual([]);
  expect([...ownedTexts], 'texts that a page translator would take from React').toEqual([]);
});

// Without a stylesheet, computed styles only slow down queries by role.
globalThis.getComputedStyle = (element) => (element as HTMLElement).style;

// As in browsers: jsdom's inherits from an Error of another realm.
Object.setPrototypeOf(DOMException.prototype, Error.prototype);

// Functions that jsdom lacks.
Object.assign(globalThis, {
  scrollTo: () => {},
  matchMedia: (media: string) =>
    Object.assign(new EventTarget(), { media, matches: media.includes('prefers-reduced-motion') }),
  requestIdleCallback: (done: () => void) => setTimeout(done),
  ResizeObserver: class {
    observe() {}
    unobserve() {}
    disconnect() {}
  },
  // Everything is near the view.
  IntersectionObserver: class {
    observe: () => void;
    constructor(onChange: (entries: { isIntersecting: boolean }[]) => void) {
      this.observe = () => queueMicrotask(() => act(() => onChange([{ isIntersecting: true }])));
    }
    disconnect() {}
  },
});
Object.defineProperty(document, 'fonts', { value: new EventTarget(), configurable: true });
Element.prototype.scrollIntoView = () => {};
Element.prototype.animate = () => ({ cancel() {} }) as Animation;

HTMLElement.prototype.showPopover = function showPopover() {
  if (!this.isConnected) throw new DOMException('The popover is not in a document.', 'InvalidStateError');
  this.dataset.popover = 'open';
};
HTMLElement.prototype.hidePopover = function hidePopover() {
  delete this.dataset.popover;
};
// Modal dialogs return the focus, and Escape closes the last one. Nothing behind them is inert.
const openers = new WeakMap<HTMLDialogElement, Element | null>();
HTMLDialogElement.prototype.showModal = function showModal() {
  openers.set(this, document.activeElement);
  this.open = true;
};
HTMLDialogElement.prototype.close = function close() {
  this.open = false;
  const opener = openers.get(this);
  if (opener instanceof HTMLElement) opener.focus();
};
window.onkeydown = ({ key, defaultPrevented }) => {
  if (key !== 'Escape' || defaultPrevented) return;
  [...document.querySelectorAll('dialog[open]')]
    .at(-1)
    ?.dispatchEvent(new Event('cancel', { cancelable: true }));
};
