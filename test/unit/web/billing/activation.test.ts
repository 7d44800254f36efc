import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  type Activation,
  type ActivationEvent,
  createActivation,
  next,
  welcomeToast,
} from '../../../../web/billing/purchase/activation.ts';
import { markHistory, readReturn } from '../../../../web/billing/purchase/returned.ts';
import { startActivation } from '../../../../web/billing/purchase/start-activation.ts';
import { type Status, statusQuery } from '../../../../web/billing/status.ts';
import { toasts } from '../../../../web/components/toasts/toasts.ts';
import { queryClient } from '../../../../web/queries.ts';
import { annual, free as never, trialing as trial } from '../../../support/component/statuses.ts';

const card = { brand: 'visa', last4: '4242' };
const free: Status = { ...never, purchase: { state: 'pending', plan: 'parley_monthly', card: null } };
const trialing: Status = { ...trial, ...annual };
const hadTrial: Status = { ...free, purchase: { state: 'card_had_trial', plan: 'parley_monthly', card } };
const unasked = { plan: 'parley_monthly', card } as const;
const outdated: Status = { ...free, purchase: { state: 'terms_outdated', plan: 'parley_monthly', card } };
const declined: Status = { ...free, purchase: { state: 'payment_failed', plan: 'parley_monthly', card } };

describe('an activation', () => {
  test.each<[string, Status, Activation['phase']]>([
    ['Premium is there', trialing, 'done'],
    ['the card has had its trial', hadTrial, 'card-had-trial'],
    ['the first charge has failed', declined, 'payment-failed'],
    ['the price has no consent', outdated, 'terms-outdated'],
    [
      'the bank wants authentication',
      { ...declined, purchase: { ...unasked, state: 'confirmation_needed' } },
      'confirmation-needed',
    ],
    ['the session has ended', { ...free, isGuest: true }, 'signed-out'],
    ['nothing is known yet', free, 'activating'],
    ['a payment is overdue', { ...free, subscriptionStatus: 'past_due' }, 'activating'],
  ])('when %s is %3$s', (_what, status, phase) => {
    expect(run(started, arrives(status, 1)).phase).toBe(phase);
  });

  test.each<[string, ActivationEvent[], Activation['phase']]>([
    ['goes on for 30 seconds', [arrives(free, 29_999)], 'activating'],
    ['is slow from then on', [arrives(free, 30_000)], 'slow'],
    ['goes on through failed questions', [fails(2_000)], 'activating'],
    ['is slow after failed questions, too', [fails(30_000)], 'slow'],
    ['ends where the session has', [{ type: 'check-failed', isSignedOut: true, atMs: 2_000 }], 'signed-out'],
    ['goes on when it is asked to', [fails(30_000), checks(60_000), arrives(free, 89_999)], 'activating'],
    ['goes on for as long again', [fails(30_000), checks(60_000), arrives(free, 90_000)], 'slow'],
    ['hears of Premium from whoever asks', [fails(30_000), arrives(trialing, 99_000)], 'done'],
    ['does not begin again by itself', [fails(30_000), arrives(free, 99_000)], 'slow'],
    ['that is over stays so', [arrives(hadTrial, 1), arrives(trialing, 2), checks(3)], 'card-had-trial'],
  ])('%s', (_, events, phase) => {
    expect(run(started, ...events).phase).toBe(phase);
  });

  test('never begins with a card that was not confirmed', () => {
    const start = createActivation(false, 0);
    expect(start.phase).toBe('not-confirmed');
    expect(run(start, arrives(trialing, 1))).toBe(start);
  });

  const started = createActivation(true, 0);
  function arrives(status: Status, atMs: number): ActivationEvent {
    return { type: 'status-arrived', status, atMs };
  }
  function fails(atMs: number): ActivationEvent {
    return { type: 'check-failed', isSignedOut: false, atMs };
  }
  function checks(atMs: number): ActivationEvent {
    return { type: 'check-requested', atMs };
  }
  function run(state: Activation, ...events: ActivationEvent[]): Activation {
    return events.reduce(next, state);
  }
});

describe('the welcome', () => {
  test('to a trial says when it ends and what is charged then', () => {
    expect(welcomeToast(trialing, 'UTC')).toMatchObject({
      title: '7-Day Trial Started!',
      description:
        'You have Premium now. Your trial ends on November 28, 2026. Then we’ll charge $39.99, unless you cancel first.',
    });
  });

  test('to a subscription without a trial mentions none', () => {
    const active: Status = { ...trialing, subscriptionStatus: 'active', trialEndsAt: null };
    const { title, description } = welcomeToast(active, 'UTC');
    expect(title).toBe('Premium is active');
    expect(description).toBe('Premium Annual, $39.99/year. It renews on November 28, 2026.');
  });

  test('omits unknown facts', () => {
    const unknown = { ...trialing, trialEndsAt: null, nextCharge: null, subscriptionPlan: null };
    expect(welcomeToast(unknown).description).toBe('You have Premium now.');
    expect(welcomeToast({ ...unknown, subscriptionStatus: 'active' }).description).toBe(
      'Translate without limits.',
    );
  });
});

describe('the return address', () => {
  const search = '?a=b&setup_intent=seti_1&setup_intent_client_secret=x&redirect_status=succeeded&c=d';

  test('names the form, and whether the card was confirmed', () => {
    expect(readReturn(search, null)).toEqual({ id: 'seti_1', isConfirmed: true });
    expect(readReturn(search.replace('succeeded', 'failed'), null)).toEqual({
      id: 'seti_1',
      isConfirmed: false,
    });
    expect(readReturn('?a=b', null)).toBeUndefined();
    expect(readReturn('', { idx: 0 })).toBeUndefined();
  });

  test('is replaced by a mark in the history’s state for a reload', () => {
    const kept = markHistory({ idx: 2, key: 'k' }, 'seti_1');
    expect(kept).toMatchObject({ idx: 2, key: 'k' });
    expect(readReturn('', kept)).toEqual({ id: 'seti_1', isConfirmed: true });
    expect(markHistory(kept)).toEqual({ idx: 2, key: 'k' });
    // The first load looks for.
    expect(JSON.stringify(kept)).toContain('setup_intent');
  });
});

describe('returning', () => {
  const search = '?a=b&setup_intent=seti_1&setup_intent_client_secret=x&redirect_status=succeeded';
  let storage: Map<string, string>;
  const begun: ReturnType<typeof startActivation>[] = [];

  beforeEach(() => {
    vi.useFakeTimers();
    storage = new Map();
    vi.stubGlobal('localStorage', {
      getItem: (key: string) => storage.get(key) ?? null,
      setItem: (key: string, value: string) => storage.set(key, value),
    });
  });
  afterEach(() => {
    // One that goes on would ask in the middle of another test.
    for (const each of begun) each?.send({ type: 'check-failed', isSignedOut: true, atMs: Date.now() });
    begun.length = 0;
    vi.useRealTimers();
    vi.unstubAllGlobals();
    queryClient.clear();
  });

  test('removes the client’s secret from the address at once', () => {
    const tab = openTab(search);
    answerWith(() => free);
    comeBack();
    expect(tab.address()).toBe('/?a=b#top');
  });

  test('polls every 2 seconds until Premium is active, and updates the whole page', async () => {
    openTab(search);
    const asked = answerWith((count) => (count < 3 ? free : trialing));
    const activation = comeBack();
    await vi.advanceTimersByTimeAsync(3_999);
    expect(asked()).toBe(2);
    await vi.advanceTimersByTimeAsync(1);
    expect(asked()).toBe(3);
    expect(activation?.get().phase).toBe('done');
    expect(queryClient.getQueryData(statusQuery.queryKey)).toEqual(trialing);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(asked()).toBe(3);
  });

  test('stops after 30 seconds, and polls again on request, every 2 seconds', async () => {
    openTab(search);
    const asked = answerWith(() => free);
    const activation = comeBack();
    await vi.advanceTimersByTimeAsync(30_000);
    expect(activation?.get().phase).toBe('slow');
    expect(asked()).toBe(16);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(asked()).toBe(16);
    activation?.send({ type: 'check-requested', atMs: Date.now() });
    activation?.send({ type: 'check-requested', atMs: Date.now() });
    await vi.advanceTimersByTimeAsync(2_000);
    expect(asked()).toBe(18);
  });

  test('continues after failed answers', async () => {
    openTab(search);
    answerWith((count) => (count === 1 ? undefined : trialing));
    const activation = comeBack();
    await vi.advanceTimersByTimeAsync(2_000);
    expect(activation?.get().phase).toBe('done');
  });

  test('shows the welcome once: not after a reload, nor in another tab', async () => {
    const tab = openTab(search);
    answerWith(() => trialing);
    expect(await welcomes()).toBe(1);
    openTab(tab.search(), tab.state());
    expect(comeBack()).toBeUndefined();
    openTab(search);
    expect(await welcomes()).toBe(0);
    openTab(search.replace('seti_1', 'seti_2'));
    expect(await welcomes()).toBe(1);
  });

  test('continues after a reload', async () => {
    const tab = openTab(search);
    answerWith((count) => (count < 3 ? free : trialing));
    comeBack();
    await vi.advanceTimersByTimeAsync(0);
    openTab(tab.search(), tab.state());
    expect(comeBack()?.get().phase).toBe('activating');
    await vi.advanceTimersByTimeAsync(2_000);
    expect(toasts.get()[0]).toMatchObject({ title: '7-Day Trial Started!' });
  });

  test('with an unconfirmed card reports it once, without requests', async () => {
    const tab = openTab(search.replace('succeeded', 'failed'));
    const asked = answerWith(() => trialing);
    expect(comeBack()?.get().phase).toBe('not-confirmed');
    expect(toasts.get()[0]).toMatchObject({ title: 'Setup Failed', tone: 'destructive' });
    await vi.advanceTimersByTimeAsync(10_000);
    expect(asked()).toBe(0);
    openTab(tab.search(), tab.state());
    expect(comeBack()).toBeUndefined();
  });

  function comeBack() {
    const activation = startActivation();
    begun.push(activation);
    return activation;
  }

  /** @returns the number of toasts after a start */
  async function welcomes(): Promise<number> {
    const show = vi.spyOn(toasts, 'show');
    comeBack();
    await vi.advanceTimersByTimeAsync(0);
    const count = show.mock.calls.length;
    show.mockRestore();
    return count;
  }
});

/** A tab with this address. A reload keeps its history's state. */
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

/** @param answer by number of the request; without one the request fails */
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
