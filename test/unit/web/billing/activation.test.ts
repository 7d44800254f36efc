import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  type Activation,
  type ActivationEvent,
  next,
  startOfActivation,
  welcomeOf,
} from '../../../../web/billing/activation.ts';
import { marked, returnedFrom, withoutReturn } from '../../../../web/billing/returned.ts';
import { startActivation } from '../../../../web/billing/start-activation.ts';
import { type Status, statusQuery } from '../../../../web/billing/status.ts';
import { toasts } from '../../../../web/components/toasts.ts';
import { queryClient } from '../../../../web/queries.ts';

const free: Status = {
  subscriptionStatus: 'free',
  isPremium: false,
  subscriptionPlan: null,
  trialEndsAt: null,
  subscriptionEndsAt: null,
  nextCharge: null,
  purchase: { state: 'pending', plan: 'parley_monthly', card: null },
  translationsUsed: 1,
  translationsRemaining: 9,
  limit: 10,
  resetsAt: null,
  isGuest: false,
  trialAvailable: true,
};
const trialing: Status = {
  ...free,
  subscriptionStatus: 'trialing',
  isPremium: true,
  subscriptionPlan: 'parley_annual',
  trialEndsAt: '2026-11-28T12:00:00.000Z',
  subscriptionEndsAt: '2026-11-28T12:00:00.000Z',
  nextCharge: { at: '2026-11-28T12:00:00.000Z', amountCents: 3_999, currency: 'usd' },
  purchase: null,
};
const card = { brand: 'visa', last4: '4242' };
const hadTrial: Status = {
  ...free,
  purchase: { state: 'card_had_trial', plan: 'parley_monthly', card },
};
const declined: Status = {
  ...free,
  purchase: { state: 'payment_failed', plan: 'parley_monthly', card },
};

describe('an activation', () => {
  test.each<[string, Status, Activation['phase']]>([
    ['Premium is there', trialing, 'done'],
    ['the card has had its trial', hadTrial, 'card-had-trial'],
    ['the first charge has failed', declined, 'payment-failed'],
    ['nobody is signed in any more', { ...free, isGuest: true }, 'signed-out'],
    ['nothing is known yet', free, 'activating'],
    ['the subscription waits for money', { ...free, subscriptionStatus: 'past_due' }, 'activating'],
  ])('when %s is %3$s', (_what, status, phase) => {
    expect(run(started, { type: 'status-arrived', status, atMs: 1 }).phase).toBe(phase);
  });

  test('goes on for 30 seconds, and is slow from then on', () => {
    const arrivesAt = (atMs: number) => run(started, { type: 'status-arrived', status: free, atMs });
    expect(arrivesAt(29_999).phase).toBe('activating');
    expect(arrivesAt(30_000).phase).toBe('slow');
  });

  test('goes on through failed questions, within the same time', () => {
    const failsAt = (atMs: number) => run(started, { type: 'asking-failed', isSignedOut: false, atMs });
    expect(failsAt(2_000)).toEqual(started);
    expect(failsAt(30_000).phase).toBe('slow');
  });

  test('ends where the session has', () => {
    const event = { type: 'asking-failed', isSignedOut: true, atMs: 2_000 } as const;
    expect(run(started, event).phase).toBe('signed-out');
  });

  test('that is slow goes on for as long again when it is asked to', () => {
    const again = run(slow, { type: 'check-asked', atMs: 60_000 });
    const arrivesAt = (atMs: number) => run(again, { type: 'status-arrived', status: free, atMs });
    expect(again.phase).toBe('activating');
    expect(arrivesAt(89_999).phase).toBe('activating');
    expect(arrivesAt(90_000).phase).toBe('slow');
  });

  test('that is slow hears of Premium from whoever asks', () => {
    expect(run(slow, { type: 'status-arrived', status: trialing, atMs: 99_000 }).phase).toBe('done');
    expect(run(slow, { type: 'status-arrived', status: free, atMs: 99_000 })).toEqual(slow);
  });

  test('that is over stays so', () => {
    const over = run(started, { type: 'status-arrived', status: hadTrial, atMs: 1 });
    const later = run(
      over,
      { type: 'status-arrived', status: trialing, atMs: 2 },
      { type: 'check-asked', atMs: 3 },
    );
    expect(later).toBe(over);
  });

  test('never begins with a card that was not confirmed', () => {
    const start = startOfActivation(false, 0);
    expect(start.phase).toBe('not-confirmed');
    expect(run(start, { type: 'status-arrived', status: trialing, atMs: 1 })).toBe(start);
  });

  const started = startOfActivation(true, 0);
  const slow = run(started, { type: 'asking-failed', isSignedOut: false, atMs: 30_000 });
  function run(state: Activation, ...events: ActivationEvent[]): Activation {
    return events.reduce(next, state);
  }
});

describe('the welcome', () => {
  test('to a trial says when it ends and what is charged then', () => {
    expect(welcomeOf(trialing, 'UTC')).toMatchObject({
      title: '7-Day Trial Started!',
      description:
        'You have Premium now. Your trial ends on November 28, 2026. Then $39.99 is charged, unless you cancel first.',
    });
  });

  test('to a subscription without a trial speaks of none', () => {
    const active: Status = { ...trialing, subscriptionStatus: 'active', trialEndsAt: null };
    const { title, description } = welcomeOf(active, 'UTC');
    expect(title).toBe('Premium is active');
    expect(description).toBe('Premium Annual, $39.99/year. It renews on November 28, 2026.');
  });

  test('says nothing that is not known', () => {
    const unknown = { ...trialing, trialEndsAt: null, nextCharge: null, subscriptionPlan: null };
    expect(welcomeOf(unknown).description).toBe('You have Premium now.');
    expect(welcomeOf({ ...unknown, subscriptionStatus: 'active' }).description).toBe(
      'Translate without a limit.',
    );
  });
});

describe('the address that one comes back to', () => {
  const search = '?a=b&setup_intent=seti_1&setup_intent_client_secret=x&redirect_status=succeeded&c=d';

  test('tells of the form, and whether the card was confirmed', () => {
    expect(returnedFrom(search, null)).toEqual({ id: 'seti_1', isConfirmed: true });
    expect(returnedFrom(search.replace('succeeded', 'failed'), null)).toEqual({
      id: 'seti_1',
      isConfirmed: false,
    });
    expect(returnedFrom('?a=b', null)).toBeUndefined();
    expect(returnedFrom('', { idx: 0 })).toBeUndefined();
  });

  test('is cleaned of it, and of nothing else', () => {
    expect(withoutReturn(search)).toBe('?a=b&c=d');
    expect(withoutReturn('?setup_intent=seti_1&redirect_status=failed')).toBe('');
  });

  test('leaves a mark for a reload beside what else the history remembers', () => {
    const kept = marked({ idx: 2, key: 'k' }, 'seti_1');
    expect(kept).toMatchObject({ idx: 2, key: 'k' });
    expect(returnedFrom('', kept)).toEqual({ id: 'seti_1', isConfirmed: true });
    expect(marked(kept)).toEqual({ idx: 2, key: 'k' });
    // What the first load looks for.
    expect(JSON.stringify(kept)).toContain('setup_intent');
  });
});

describe('coming back', () => {
  const search = '?a=b&setup_intent=seti_1&setup_intent_client_secret=x&redirect_status=succeeded';
  let storage: Map<string, string>;

  beforeEach(() => {
    vi.useFakeTimers();
    storage = new Map();
    vi.stubGlobal('localStorage', {
      getItem: (key: string) => storage.get(key) ?? null,
      setItem: (key: string, value: string) => storage.set(key, value),
    });
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
    queryClient.clear();
  });

  test('takes the client’s secret out of the address at once', () => {
    const tab = openTab(search);
    answerWith(() => free);
    startActivation();
    expect(tab.address()).toBe('/?a=b#top');
  });

  test('asks every 2 seconds until Premium is there, and gives everything on the page the answer', async () => {
    openTab(search);
    const asked = answerWith((count) => (count < 3 ? free : trialing));
    const activation = startActivation();
    await vi.advanceTimersByTimeAsync(3_999);
    expect(asked()).toBe(2);
    await vi.advanceTimersByTimeAsync(1);
    expect(asked()).toBe(3);
    expect(activation?.get().phase).toBe('done');
    expect(queryClient.getQueryData(statusQuery.queryKey)).toEqual(trialing);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(asked()).toBe(3);
  });

  test('gives up after 30 seconds, and asks again when it is told to, once every 2 seconds', async () => {
    openTab(search);
    const asked = answerWith(() => free);
    const activation = startActivation();
    await vi.advanceTimersByTimeAsync(30_000);
    expect(activation?.get().phase).toBe('slow');
    expect(asked()).toBe(16);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(asked()).toBe(16);
    activation?.send({ type: 'check-asked', atMs: Date.now() });
    activation?.send({ type: 'check-asked', atMs: Date.now() });
    await vi.advanceTimersByTimeAsync(2_000);
    expect(asked()).toBe(18);
  });

  test('goes on through answers that fail', async () => {
    openTab(search);
    answerWith((count) => (count === 1 ? undefined : trialing));
    const activation = startActivation();
    await vi.advanceTimersByTimeAsync(2_000);
    expect(activation?.get().phase).toBe('done');
  });

  test('is welcomed once: not after a reload, nor in another tab', async () => {
    const tab = openTab(search);
    answerWith(() => trialing);
    expect(await welcomes()).toBe(1);
    openTab(tab.search(), tab.state());
    expect(startActivation()).toBeUndefined();
    openTab(search);
    expect(await welcomes()).toBe(0);
    openTab(search.replace('seti_1', 'seti_2'));
    expect(await welcomes()).toBe(1);
  });

  test('goes on after a reload in between', async () => {
    const tab = openTab(search);
    answerWith((count) => (count < 3 ? free : trialing));
    startActivation();
    await vi.advanceTimersByTimeAsync(0);
    openTab(tab.search(), tab.state());
    expect(startActivation()?.get().phase).toBe('activating');
    await vi.advanceTimersByTimeAsync(2_000);
    expect(toasts.get()[0]).toMatchObject({ title: '7-Day Trial Started!' });
  });

  test('from a card that was not confirmed is told so once, and asks nothing', async () => {
    const tab = openTab(search.replace('succeeded', 'failed'));
    const asked = answerWith(() => trialing);
    expect(startActivation()?.get().phase).toBe('not-confirmed');
    expect(toasts.get()[0]).toMatchObject({ title: 'Setup Failed', tone: 'destructive' });
    await vi.advanceTimersByTimeAsync(10_000);
    expect(asked()).toBe(0);
    openTab(tab.search(), tab.state());
    expect(startActivation()).toBeUndefined();
  });

  test('works where storage is forbidden', async () => {
    vi.stubGlobal('localStorage', undefined);
    openTab(search);
    answerWith(() => trialing);
    expect(await welcomes()).toBe(1);
  });

  /** How many toasts a start brings. */
  async function welcomes(): Promise<number> {
    const show = vi.spyOn(toasts, 'show');
    startActivation();
    await vi.advanceTimersByTimeAsync(0);
    const count = show.mock.calls.length;
    show.mockRestore();
    return count;
  }
});

/** A tab with this address; its history's state is what a reload finds again. */
function openTab(search: string, historyState: unknown = null) {
  let address = '';
  const history = {
    state: structuredClone(historyState),
    replaceState(state: unknown, _title: string, to?: string) {
      history.state = structuredClone(state);
      if (to !== undefined) address = to;
    },
  };
  vi.stubGlobal('location', { pathname: '/', search, hash: '#top' });
  vi.stubGlobal('history', history);
  return {
    address: () => address,
    search: () => new URL(address, 'https://parley.example').search,
    state: () => history.state,
  };
}

/** @param answer by how often it was asked; without one the question fails */
function answerWith(answer: (count: number) => Status | undefined): () => number {
  let count = 0;
  vi.stubGlobal('fetch', async () => {
    count += 1;
    const status = answer(count);
    if (!status) throw new TypeError('fetch failed');
    return Response.json(status);
  });
  return () => count;
}
