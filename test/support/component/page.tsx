import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, render, screen } from '@testing-library/react';
import userEvent, { PointerEventsCheckLevel, type UserEvent } from '@testing-library/user-event';
import type { ReactElement } from 'react';
import { onTestFinished, vi } from 'vitest';
import { type EndpointId, endpoints } from '../../../shared/api/index.ts';
import type { Received } from '../../../web/api.ts';

/** The whole app in jsdom, at one address, with the API's answers stubbed. */
export interface OpenPage {
  readonly user: UserEvent;
  /** The calls so far, in order: endpoint and JSON body. */
  readonly asked: [id: EndpointId, body: unknown][];
  count(id: EndpointId): number;
  /** Replaces answers from now on. */
  answer(answers: Answers): void;
  /** Addresses of other documents that the page navigated to. */
  readonly left: string[];
}

/** JSON to answer with, a `Response`, a promise of either, or a function; `undefined` fails like a lost connection. */
export type Answers = { [Id in EndpointId]?: Answer<Received<Id>> };

type Answer<Body> = Value<Body> | ((body: unknown, address: URL) => Value<Body>);
type Value<Body> = Body | Response | undefined | Promise<Body | Response | undefined>;

/**
 * Loads the app again, as a new document does, and renders it.
 *
 * @param options `isSignedIn` sets the cookie that says so; then `auth.user` answers Ada unless told otherwise. A call
 *   without an answer fails like a lost connection. `part` imports what to render instead of the whole page.
 */
export async function openPage(address: string, options: PageOptions = {}): Promise<OpenPage> {
  cleanup();
  vi.resetModules();
  delete window.parleyAudioUnlocked;
  history.replaceState(null, '', address);
  document.documentElement.lang = 'en';
  // biome-ignore lint/suspicious/noDocumentCookie: jsdom has no Cookie Store
  if (options.isSignedIn) document.cookie = 'parley_signed_in=1';
  else sessionStorage.setItem('parley.entered', '1');
  // The database needs no timers, only turns of the event loop.
  if (options.clock)
    vi.useFakeTimers(options.clock === 'manual' ? {} : { shouldAdvanceTime: true, toFake: timers });
  const answers: Answers = { ...(options.isSignedIn && { 'auth.user': ada }), ...options.answers };
  const asked: OpenPage['asked'] = [];
  vi.stubGlobal(
    'fetch',
    async (input: string, init?: RequestInit) =>
      options.files?.[input]?.() ?? answerCall(input, init, answers, asked),
  );
  const left = watchLeaving();
  // Before listeners are dropped, because it adds its own only once.
  const user = userEvent.setup({
    pointerEventsCheck: PointerEventsCheckLevel.Never,
    ...(options.clock && { advanceTimers: vi.advanceTimersByTime }),
  });
  dropListenersWithTest();
  if (options.part) {
    const [part, { queryClient }] = await Promise.all([options.part(), import('../../../web/queries.ts')]);
    render(<QueryClientProvider client={queryClient}>{part}</QueryClientProvider>);
  } else {
    const [{ App }, { watchSession }] = await Promise.all([
      import('../../../web/app.tsx'),
      import('../../../web/auth/session.ts'),
    ]);
    watchSession();
    render(<App />);
  }
  // Much of the page loads for somebody who uses it.
  if (!options.isUntouched) act(() => void dispatchEvent(new Event('pointermove')));
  return {
    user,
    asked,
    count: (id) => asked.filter(([each]) => each === id).length,
    answer: (more) => void Object.assign(answers, more),
    left,
  };
}

export interface PageOptions {
  readonly answers?: Answers;
  /** Files of the site, by path. */
  readonly files?: Readonly<Record<string, () => Response>>;
  readonly isSignedIn?: boolean;
  /** Timers are fake. They also advance with real time, unless they are `manual`. */
  readonly clock?: boolean | 'manual';
  readonly part?: () => Promise<ReactElement>;
  /** The pointer has not moved yet. */
  readonly isUntouched?: boolean;
}

const timers: FakeTimers = [
  'setTimeout',
  'clearTimeout',
  'setInterval',
  'clearInterval',
  'requestAnimationFrame',
  'cancelAnimationFrame',
  'Date',
  'performance',
];

type FakeTimers = NonNullable<NonNullable<Parameters<typeof vi.useFakeTimers>[0]>['toFake']>;

/** The visible toast, not its announcement. */
export async function findToast(title: string): Promise<HTMLElement> {
  const words = await screen.findByText(title, { selector: '.toast *' });
  return words.closest<HTMLElement>('.toast') as HTMLElement;
}

/** An error as the API answers it. */
export function failure(status: number, code: string, error: string): Response {
  return Response.json({ error, code, requestId: '' }, { status });
}

/** Restores the page from the back-forward cache. */
export function comeBack(): void {
  dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
}

const ada: Received<'auth.user'> = {
  id: 'u',
  email: 'ada@parley.example',
  firstName: 'Ada',
  lastName: 'Lovelace',
  groups: [],
  seesDashboards: true,
};

async function answerCall(
  input: string,
  init: RequestInit | undefined,
  answers: Answers,
  asked: OpenPage['asked'],
): Promise<Response> {
  const address = new URL(input, location.href);
  const id = endpointOf(init?.method ?? 'GET', address.pathname);
  const body = typeof init?.body === 'string' ? JSON.parse(init.body) : init?.body;
  if (!id) throw new TypeError('Failed to fetch');
  asked.push([id, body]);
  const answer = answers[id] as unknown;
  const value: unknown = await Promise.race([
    typeof answer === 'function' ? answer(body, address) : answer,
    aborted(init?.signal),
  ]);
  if (value === undefined) throw new TypeError('Failed to fetch');
  if (value instanceof Response) return value.clone();
  return value instanceof Blob ? new Response(value) : Response.json(value);
}

/** An aborted request fails at once, whatever its server does. */
function aborted(signal: AbortSignal | null | undefined): Promise<never> {
  return new Promise((_, reject) => {
    if (signal?.aborted) reject(signal.reason);
    signal?.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}

const rows = Object.entries(endpoints).map(([id, { method, path }]) => ({
  id: id as EndpointId,
  method: method as string,
  pattern: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
}));

function endpointOf(method: string, path: string): EndpointId | undefined {
  return rows.find((row) => row.method === method && row.pattern.test(path))?.id;
}

/** The next page is another document, without listeners of this one. */
export function dropListenersWithTest(): void {
  const gone = new AbortController();
  for (const target of [globalThis, document]) {
    const add = target.addEventListener;
    target.addEventListener = (
      type: string,
      listener: EventListener,
      options?: AddEventListenerOptions | boolean,
    ) =>
      add.call(target, type, listener, {
        // React adds this one once for all roots.
        ...(type !== 'selectionchange' && { signal: gone.signal }),
        ...(typeof options === 'object' ? options : { capture: options ?? false }),
      });
    onTestFinished(() => {
      target.addEventListener = add;
    });
  }
  onTestFinished(() => gone.abort());
}

/** jsdom has one document: navigation is recorded, and does not happen. */
export function watchLeaving(): string[] {
  const left: string[] = [];
  const note = (address: string | URL) => void left.push(String(address));
  const real = location;
  vi.stubGlobal(
    'location',
    // A copy, because the methods of the real one cannot be replaced.
    new Proxy({} as Location, {
      get(_, name) {
        if (name === 'assign' || name === 'replace') return note;
        if (name === 'reload') return () => note(real.href);
        const value: unknown = Reflect.get(real, name);
        return typeof value === 'function' ? value.bind(real) : value;
      },
      set(_, name, value) {
        if (name === 'href') note(value);
        return name === 'href';
      },
    }),
  );
  const follow = (event: MouseEvent) => {
    const link = event.target instanceof Element ? event.target.closest('a[href]') : null;
    if (!link || event.defaultPrevented) return;
    event.preventDefault();
    note(link.getAttribute('href') ?? '');
  };
  addEventListener('click', follow);
  onTestFinished(() => removeEventListener('click', follow));
  return left;
}
