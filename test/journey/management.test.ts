import type { Browser, BrowserContext, Locator, Page, Request } from 'playwright';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Status } from '../../web/billing/status.ts';
import { violations } from '../support/browser/axe.ts';
import { keepProcess, launchBrowser, settled, toast } from '../support/browser/browser.ts';
import { sharedParley } from '../support/parley/shared.ts';

// Stripe and its answers are tested elsewhere: here the page is shown each of them at once.
const url = sharedParley.url;
const address = `${url}/subscription-management`;
let browser: Browser;
let context: BrowserContext;
let page: Page;
/** What the server says next; undefined is a failure. */
let status: Status | undefined;
let statusReads: number;
/** The actions that were asked for, with what was sent. */
let asked: [path: string, body: unknown][];

const at = '2026-11-28T15:00:00.000Z';
const date = 'November 28, 2026';
const free: Status = {
  subscriptionStatus: 'free',
  isPremium: false,
  subscriptionPlan: null,
  trialEndsAt: null,
  subscriptionEndsAt: null,
  nextCharge: null,
  purchase: null,
  translationsUsed: 2,
  translationsRemaining: 8,
  limit: 10,
  resetsAt: null,
  isGuest: false,
  trialAvailable: true,
};
const active: Status = {
  ...free,
  subscriptionStatus: 'active',
  isPremium: true,
  subscriptionPlan: 'parley_monthly',
  subscriptionEndsAt: at,
  nextCharge: { at, amountCents: 499, currency: 'usd' },
  translationsRemaining: null,
  limit: null,
  trialAvailable: false,
};
const annual: Status = {
  ...active,
  subscriptionPlan: 'parley_annual',
  nextCharge: { at, amountCents: 3_999, currency: 'usd' },
};
const trialing: Status = { ...active, subscriptionStatus: 'trialing', trialEndsAt: at };
const canceled: Status = { ...active, subscriptionStatus: 'canceled', nextCharge: null };
const pastDue: Status = { ...active, subscriptionStatus: 'past_due', nextCharge: null };

beforeAll(async () => {
  browser = await launchBrowser();
  context = await newContext();
  await keepProcess(context, url);
});
afterAll(() => browser.close());

beforeEach(async () => {
  statusReads = 0;
  asked = [];
  page = await newPage(context);
});
afterEach(() => page.close());

const states: readonly State[] = [
  {
    name: 'free',
    status: free,
    badge: 'Free',
    says: ['Free Plan', 'You have 10 free translations a day.'],
    offers: ['Upgrade Now'],
  },
  {
    name: 'trialing',
    status: trialing,
    badge: 'Free Trial',
    says: [
      'Premium Monthly',
      `Trial Ends${date}`,
      `Next Billing${date} · $4.99`,
      `Your 7-day trial ends on ${date}. Your saved payment method will be charged $4.99/month unless you cancel`,
    ],
    offers: ['Cancel Subscription', 'Payment method and invoices'],
  },
  {
    name: 'active, by the year',
    status: annual,
    badge: 'Active',
    says: ['Premium Annual', '$39.99/year', `Next Billing${date} · $39.99`],
    offers: ['Cancel Subscription', 'Payment method and invoices'],
  },
  {
    name: 'cancelled',
    status: canceled,
    badge: 'Cancelled',
    says: [
      'Premium Monthly',
      `Access Ends${date}`,
      `Your subscription is cancelled. You keep access until ${date}.`,
    ],
    offers: ['Reactivate', 'Payment method and invoices'],
  },
  {
    name: 'past due with Premium',
    status: pastDue,
    badge: 'Past Due',
    says: ['Premium Monthly', 'Premium is still on for now.', 'Payment Failed'],
    offers: ['Update Payment', 'Payment method and invoices'],
  },
  {
    name: 'past due without Premium',
    status: { ...pastDue, isPremium: false },
    badge: 'Past Due',
    says: ['Free Plan', 'Premium is paused until it is paid.', 'Payment Failed'],
    offers: ['Update Payment', 'Payment method and invoices'],
  },
];

interface State {
  readonly name: string;
  readonly status: Status;
  readonly badge: string;
  readonly says: readonly string[];
  readonly offers: readonly string[];
}

test('each status is told with what can be done about it, and axe finds nothing', async () => {
  await open(free);
  for (const state of states) {
    await comeBack(state.status);
    await page.getByText(`Status: ${state.badge}`, { exact: true }).waitFor();
    const text = () => page.getByRole('main').textContent();
    for (const words of state.says) await expect.poll(text, { message: state.name }).toContain(words);
    const actions = page.getByRole('region', { name: 'Subscription Actions' }).getByRole('button');
    expect(await actions.allTextContents(), state.name).toEqual(state.offers);
    expect(await violationsInMain(), state.name).toEqual([]);
  }
});

test('in the dark axe finds nothing either, and on the smallest phone nothing is cut off', async () => {
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
  await page.setViewportSize({ width: 320, height: 568 });
  await open(trialing);
  for (const [badge, next] of [
    ['Free Trial', trialing],
    ['Cancelled', canceled],
    ['Past Due', pastDue],
  ] as const) {
    await comeBack(next);
    await page.getByText(`Status: ${badge}`, { exact: true }).waitFor();
    expect(await violationsInMain(), badge).toEqual([]);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(overflow, badge).toBeLessThanOrEqual(0);
  }
});

test('help names the address for billing, the way to another plan, and what becomes of the history', async () => {
  await open(free);
  const help = page.getByRole('region', { name: 'Need Help?' });
  await help.getByText('cancel your subscription, and start the other plan').waitFor();
  await help.getByText('Your translation history stays accessible after you cancel').waitFor();
  expect(await help.getByRole('link').getAttribute('href')).toBe('mailto:hello@parley.example');
  await page.getByRole('link', { name: 'Back to the translator' }).click();
  await page.getByRole('button', { name: 'Start recording' }).waitFor();
});

test('upgrading loads the document of the plans', async () => {
  await open(free);
  const left = page.waitForRequest(
    (request) => request.isNavigationRequest() && pathOf(request) === '/subscription',
  );
  await page.getByRole('button', { name: 'Upgrade Now' }).click();
  await left;
  await page.waitForURL('**/subscription', { waitUntil: 'commit' });
});

describe('loading', () => {
  test('is told', async () => {
    const gate = Promise.withResolvers<void>();
    await page.route('**/api/subscription-status', async (route) => {
      await gate.promise;
      await route.fallback();
    });
    status = active;
    await page.goto(address);
    await page.getByText('Loading your subscription…').waitFor();
    expect(await violationsInMain()).toEqual([]);
    gate.resolve();
    await page.getByRole('region', { name: 'Current Subscription' }).waitFor();
  });

  test('that fails says so, can be tried again, and leads home', async () => {
    await open(undefined);
    const alert = page.getByRole('alert');
    await alert.getByRole('heading', { name: 'Unable to Load Subscription' }).waitFor();
    await alert.getByText('There was an error loading your subscription details.').waitFor();
    expect(await violationsInMain()).toEqual([]);
    status = active;
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('region', { name: 'Current Subscription' }).waitFor();
    await expect.poll(() => focusedText()).toBe('Manage Subscription');

    status = undefined;
    await page.reload();
    await page.getByRole('link', { name: 'Return Home' }).click();
    await page.getByRole('button', { name: 'Start recording' }).waitFor();
  });

  test('is done again when the browser brings the page back', async () => {
    await open(pastDue);
    await comeBack(active);
    await page.getByText('Status: Active').waitFor();
    expect(statusReads).toBe(2);
  });
});

describe('cancelling', () => {
  test('says what is lost and when, waits, is told, and shows how things are then', async () => {
    const answer = answerLater('cancel-subscription');
    await open(trialing);
    await press('Cancel Subscription');
    const dialog = page.getByRole('dialog', { name: 'Cancel your subscription?' });
    await dialog.waitFor();
    expect(await dialog.getByRole('listitem').allTextContents()).toEqual([
      'Unlimited translations',
      'Premium speech recognition',
      'High-quality audio synthesis',
      'Translation history',
    ]);
    await dialog.getByText(`You keep access until ${date}.`).waitFor();
    expect(await violationsInMain()).toEqual([]);
    await dialog.getByRole('button', { name: 'Yes, Cancel' }).click();
    const pending = dialog.getByRole('button', { name: 'Cancelling…' });
    await pending.waitFor();
    expect(await pending.isDisabled()).toBe(true);
    expect(await dialog.getByRole('button', { name: 'Keep Subscription' }).isDisabled()).toBe(true);
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await pending.waitFor();
    status = { ...canceled, trialEndsAt: at };
    answer({ json: {} });
    await toast(page, 'Subscription Cancelled')
      .getByText(
        "Your subscription has been cancelled. You'll retain access until the end of your billing period.",
      )
      .waitFor();
    await dialog.waitFor({ state: 'detached' });
    await page.getByText('Status: Cancelled').waitFor();
    expect(asked).toEqual([['/api/cancel-subscription', {}]]);
    // Who works with the keyboard goes on where they were.
    await expect.poll(() => focusedText()).toBe('Reactivate');
  });

  test('is not done by who keeps the subscription', async () => {
    await open(active);
    for (const keep of ['Keep Subscription', 'Close']) {
      await press('Cancel Subscription');
      await page.getByRole('dialog').getByRole('button', { name: keep }).click();
      await page.getByRole('dialog').waitFor({ state: 'detached' });
    }
    expect(asked).toEqual([]);
  });

  test('that fails closes the dialog and gives the server’s reason', async () => {
    await answerWith(
      'cancel-subscription',
      failure(503, 'payments_unavailable', 'Payments are not set up here.'),
    );
    await open(active);
    await press('Cancel Subscription');
    await page.getByRole('button', { name: 'Yes, Cancel' }).click();
    const failed = toast(page, 'Cancellation Failed');
    await failed.getByText('Payments are not set up here.').waitFor();
    expect(await failed.getAttribute('data-tone')).toBe('destructive');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await expect.poll(() => statusReads).toBe(2);
    await expect.poll(() => focusedText()).toBe('Cancel Subscription');
  });

  test('works by keyboard alone, and Escape leads out of it', async () => {
    await answerWith('cancel-subscription', { json: {} });
    await open(active);
    const button = page.getByRole('button', { name: 'Cancel Subscription' });
    await tabTo('Cancel Subscription');
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog');
    await dialog.waitFor();
    await expect.poll(() => focusedText()).toBe('Cancel your subscription?');
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    expect(await button.evaluate((element) => element === document.activeElement)).toBe(true);
    expect(asked).toEqual([]);
    await page.keyboard.press('Enter');
    await dialog.waitFor();
    await tabTo('Yes, Cancel');
    status = canceled;
    await page.keyboard.press('Enter');
    await page.getByText('Status: Cancelled').waitFor();
    await expect.poll(() => focusedText()).toBe('Reactivate');
  });

  test('is asked for once, however often it is pressed', async () => {
    const answer = answerLater('cancel-subscription');
    await open(active);
    await press('Cancel Subscription');
    await page.getByRole('button', { name: 'Yes, Cancel' }).evaluate((button: HTMLButtonElement) => {
      button.click();
      button.click();
    });
    await page.getByRole('button', { name: 'Cancelling…' }).click({ force: true });
    status = canceled;
    answer({ json: {} });
    await page.getByText('Status: Cancelled').waitFor();
    expect(asked).toHaveLength(1);
  });

  test('whose status cannot be read afterwards shows none that may be over', async () => {
    await answerWith('cancel-subscription', { json: {} });
    await open(active);
    await press('Cancel Subscription');
    status = undefined;
    await page.getByRole('button', { name: 'Yes, Cancel' }).click();
    await toast(page, 'Subscription Cancelled').waitFor();
    await page.getByText('Unable to Load Subscription').waitFor();
    expect(await page.getByText('Status: Active').count()).toBe(0);
  });
});

describe('reactivating', () => {
  test('waits, is asked for once, is told, and shows how things are then', async () => {
    const answer = answerLater('reactivate-subscription');
    await open(canceled);
    await page.getByRole('button', { name: 'Reactivate' }).evaluate((button: HTMLButtonElement) => {
      button.click();
      button.click();
    });
    const pending = page.getByRole('button', { name: 'Reactivating…' });
    await pending.waitFor();
    expect(await pending.isDisabled()).toBe(true);
    status = active;
    answer({ json: {} });
    await toast(page, 'Subscription Reactivated')
      .getByText('Your subscription has been reactivated successfully.')
      .waitFor();
    await page.getByText('Status: Active').waitFor();
    await page.getByRole('button', { name: 'Cancel Subscription' }).waitFor();
    expect(asked).toEqual([['/api/reactivate-subscription', {}]]);
  });

  test('that comes too late gives the reason, and shows that it is over', async () => {
    await answerWith('reactivate-subscription', failure(409, 'conflict', 'Your subscription has ended.'));
    await open(canceled);
    status = free;
    await press('Reactivate');
    await toast(page, 'Reactivation Failed').getByText('Your subscription has ended.').waitFor();
    await page.getByText('Status: Free').waitFor();
  });
});

describe('paying', () => {
  test.for([
    ['Update Payment', 'card'],
    ['Payment method and invoices', 'invoices'],
  ] as const)('%s leaves for Stripe’s page', async ([name, opens]) => {
    const portal = 'https://billing.stripe.example/session';
    await page.route(portal, (route) => route.fulfill({ contentType: 'text/html', body: 'Stripe' }));
    await answerWith('billing-portal', { json: { url: portal } });
    await open(pastDue);
    await press(name);
    await page.waitForURL(portal);
    expect(asked).toEqual([['/api/billing-portal', { opens }]]);
  });

  test('where Stripe’s page cannot be had says why, and can be tried again', async () => {
    await answerWith('billing-portal', failure(503, 'payments_unavailable', 'Payments are not set up here.'));
    await open(pastDue);
    await press('Update Payment');
    await toast(page, 'Payment Page Not Opened').getByText('Payments are not set up here.').waitFor();
    await expect.poll(() => page.getByRole('button', { name: 'Update Payment' }).isDisabled()).toBe(false);
  });

  test('is looked for after a change of card, every 2 s, and shown when it has gone through', async () => {
    await withClock();
    await page.clock.pauseAt(Date.now() + 60_000);
    status = pastDue;
    await page.goto(`${address}?returned=card`);
    const line = page.getByRole('main').getByRole('status');
    await comes(line.getByText('Checking your payment…'));
    await expect.poll(() => page.url()).toBe(address);
    await page.clock.runFor(2_000);
    const answeredAt = async () => (await times('/api/subscription-status')).answeredAtMs;
    await expect.poll(answeredAt).toHaveLength(2);
    const [first = 0, second = 0] = await answeredAt();
    expect(second - first).toBeGreaterThanOrEqual(2_000);
    expect(second - first).toBeLessThan(4_000);
    status = active;
    await page.clock.runFor(2_000);
    await comes(line.getByText('Your payment has gone through.'));
    await comes(page.getByText('Status: Active'));
    const readsThen = statusReads;
    await page.clock.runFor(10_000);
    expect(statusReads).toBe(readsThen);
  });

  test('that does not come within 30 s is said to be late, and is looked for again when asked', async () => {
    await withClock();
    await open(pastDue, '?returned=card');
    const line = page.getByRole('main').getByRole('status');
    await line.getByText('Checking your payment…').waitFor();
    await page.clock.runFor(30_000);
    await line.getByText('The payment has not gone through yet.').waitFor();
    await page.getByRole('button', { name: 'Check again' }).click();
    await line.getByText('Checking your payment…').waitFor();
    await expect.poll(() => focusedText()).toBe('Manage Subscription');
    status = active;
    await page.clock.runFor(2_000);
    await line.getByText('Your payment has gone through.').waitFor();
  });
});

test('an action after the session’s end leads to the login, 1.5 s after it was told', async () => {
  await withClock();
  await answerWith('reactivate-subscription', failure(401, 'unauthenticated', 'Please sign in to continue.'));
  // An answer without content changes nothing: the page can still say when it has left.
  await page.route('**/api/login?*', (route) => route.fulfill({ status: 204 }));
  await open(canceled);
  const left = page.waitForRequest('**/api/login?returnTo=%2Fsubscription-management');
  await press('Reactivate');
  await toast(page, 'Session Expired').getByText('Please log in again to continue.').waitFor();
  await page.clock.runFor(1_500);
  await left;
  const { answeredAtMs, leftAtMs } = await times('/api/reactivate-subscription');
  expect(leftAtMs - (answeredAtMs[0] ?? 0)).toBeGreaterThanOrEqual(1_500);
});

test('who is not signed in is told so and led to the login', async () => {
  await page.close();
  const signedOut = await newContext();
  await signedOut.clearCookies();
  page = await newPage(signedOut);
  // On a busy machine the half second may be over before anybody looks: an answer without content changes nothing.
  await page.route('**/api/login?*', (route) => route.fulfill({ status: 204 }));
  const left = page.waitForRequest('**/api/login?returnTo=%2Fsubscription-management');
  await page.goto(address);
  await toast(page, 'Unauthorized').waitFor();
  await left;
});

/** A browser in which somebody is signed in. */
async function newContext(): Promise<BrowserContext> {
  const made = await browser.newContext({
    viewport: { width: 390, height: 844 },
    reducedMotion: 'reduce',
    timezoneId: 'UTC',
  });
  await made.addCookies([{ name: 'parley_signed_in', value: '1', url }]);
  // The session is a played one: the server itself would end it.
  await made.route('**/api/**', (route) => route.abort());
  const user = { id: 'u', email: 'ada@parley.example', firstName: 'Ada', lastName: 'Lovelace', groups: [] };
  await made.route('**/api/auth/user', (route) => route.fulfill({ json: user }));
  await made.route('**/api/subscription-status', (route) => {
    statusReads += 1;
    return status ? route.fulfill({ json: status }) : route.abort();
  });
  return made;
}

async function newPage(where: BrowserContext): Promise<Page> {
  const made = await where.newPage();
  made.setDefaultTimeout(10_000);
  made.on('request', (request) => {
    if (request.method() === 'POST') asked.push([pathOf(request), request.postDataJSON()]);
  });
  return made;
}

/** A page with a clock of its own, in a browser of its own: the clock is the whole browser's. */
async function withClock(): Promise<void> {
  await page.close();
  page = await newPage(await newContext());
  await page.clock.install();
  await page.addInitScript(() => {
    const answeredAtMs: Record<string, number[]> = {};
    const times = { answeredAtMs, leftAtMs: 0 };
    Object.assign(window, { times });
    const ask = window.fetch;
    window.fetch = async (...call) => {
      const answer = await ask(...call);
      const path = String(call[0]);
      answeredAtMs[path] = [...(answeredAtMs[path] ?? []), Date.now()];
      return answer;
    };
    navigation.addEventListener('navigate', () => {
      times.leftAtMs = Date.now();
    });
  });
}

/** Waits for something while the page's time stands still, but for the few milliseconds that answers take to be shown. */
async function comes(what: Locator): Promise<void> {
  await expect
    .poll(async () => {
      await page.clock.runFor(1);
      return what.count();
    })
    .toBe(1);
}

/** By the page's clock, when each call of an address was answered, and when the page was last left. */
async function times(path: string): Promise<{ answeredAtMs: number[]; leftAtMs: number }> {
  const known = await page.evaluate(() => (window as unknown as { times: Times }).times);
  return { answeredAtMs: known.answeredAtMs[path] ?? [], leftAtMs: known.leftAtMs };
}

interface Times {
  readonly answeredAtMs: Record<string, number[]>;
  readonly leftAtMs: number;
}

async function open(first: Status | undefined, query = ''): Promise<void> {
  status = first;
  await page.goto(address + query);
  await page
    .getByRole('heading', { level: first ? 2 : 1 })
    .first()
    .waitFor();
}

/** The browser brings the page back as it was left, by its button; meanwhile things have changed. */
async function comeBack(to: Status): Promise<void> {
  status = to;
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })));
}

function press(name: string): Promise<void> {
  return page.getByRole('button', { name }).click();
}

async function tabTo(name: string): Promise<void> {
  for (let presses = 0; presses < 20; presses += 1) {
    await page.keyboard.press('Tab');
    if ((await focusedText()) === name) return;
  }
  throw new Error(`The keyboard does not reach ${name}.`);
}

function focusedText(): Promise<string | null | undefined> {
  return page.evaluate(() => document.activeElement?.textContent);
}

async function answerWith(name: string, answer: Answer): Promise<void> {
  await page.route(`**/api/${name}`, (route) => route.fulfill(answer));
}

/** @returns gives the answer */
function answerLater(name: string): (answer: Answer) => void {
  const gate = Promise.withResolvers<Answer>();
  page.route(`**/api/${name}`, async (route) => route.fulfill(await gate.promise));
  return gate.resolve;
}

interface Answer {
  readonly status?: number;
  readonly json: unknown;
}

function failure(statusCode: number, code: string, error: string): Answer {
  return { status: statusCode, json: { error, code, requestId: '' } };
}

async function violationsInMain() {
  await settled(page);
  return violations(page, 'main');
}

function pathOf(request: Request): string {
  return new URL(request.url()).pathname;
}
