import type { Page } from 'playwright';
import { describe, expect, test } from 'vitest';
import { routes } from '../../../shared/routes.ts';
import type { Status } from '../../../web/billing/status.ts';
import { violations } from '../../support/browser/axe.ts';
import { looks, newGuest, openCard, settled } from '../../support/browser/browser.ts';
import { browserOfTests } from '../../support/browser/hooks.ts';
import { comeAfterFirstPaint, countShift, overflow, shiftOf } from '../../support/browser/look.ts';
import { signUpIn } from '../../support/browser/people.ts';
import { active, canceled, free, guestWith, pastDue, trialing } from '../../support/component/statuses.ts';
import { sharedParley } from '../../support/parley/shared.ts';

/** Every page and state on every size, light and dark: axe finds nothing, and nothing is cut off. */
const url = sharedParley.url;
const phone = { width: 390, height: 844 };
const sizes = [
  [320, 568],
  [390, 844],
  [768, 1024],
  [1440, 900],
] as const;
const browser = browserOfTests();

const hadTrial: Status = {
  ...free,
  purchase: {
    state: 'card_had_trial',
    plan: 'parley_monthly',
    card: { brand: 'visa', last4: '4242' },
    discount: null,
  },
};

interface State {
  readonly name: string;
  readonly path: string;
  readonly isGuest?: boolean;
  readonly status?: Status;
  /** Endpoints with an answer that is not the server's. */
  readonly answers?: Readonly<Record<string, { status?: number; json: unknown }>>;
  /** Leads to what is looked at. */
  readonly reach?: (page: Page) => Promise<unknown>;
}

const closed = { status: 403, json: { error: 'For operators.', code: 'forbidden', requestId: '' } };
const manage = '/subscription-management';
const states: readonly State[] = [
  { name: 'landing page', path: '/landing', isGuest: true },
  { name: 'unknown address', path: '/nowhere', isGuest: true },
  { name: 'privacy policy', path: '/privacy-policy', isGuest: true },
  { name: 'terms', path: '/terms', isGuest: true },
  { name: 'refunds', path: '/refunds', isGuest: true },
  { name: 'status', path: '/status', isGuest: true },
  {
    name: 'translator with a translation',
    path: '/',
    reach: async (page) => {
      await page.getByRole('textbox').fill('the house');
      await page.getByRole('button', { name: 'Translate Text' }).click();
      await page.getByTestId('translation').waitFor();
      for (const title of ['History', 'Settings', 'Usage', 'Account', 'Your data'])
        await openCard(page, title);
      await page.getByRole('slider', { name: 'Speech speed' }).waitFor();
    },
  },
  { name: 'guest banner', path: '/', isGuest: true, status: guestWith(1) },
  {
    name: 'used-up allowance',
    path: '/',
    isGuest: true,
    status: guestWith(0),
    reach: (page) => page.getByRole('button', { name: 'See options' }).click(),
  },
  {
    name: 'list of languages',
    path: '/',
    isGuest: true,
    reach: async (page) => {
      await page.evaluate(() =>
        localStorage.setItem('parley.languages', '{"pinned":["ca"],"recent":["fr"]}'),
      );
      await page.reload();
      await page.getByRole('button', { name: /^To/ }).click();
      await page.getByRole('grid').waitFor();
    },
  },
  {
    name: 'account menu',
    path: '/',
    reach: async (page) => {
      await page.getByRole('button', { name: 'Account menu' }).click();
      await page.getByRole('menuitem').first().waitFor();
    },
  },
  {
    name: 'dialog that deletes',
    path: '/',
    reach: async (page) => {
      await openCard(page, 'Your data');
      await page.getByRole('button', { name: 'Delete my account' }).click();
      await page.getByRole('dialog').getByRole('textbox').fill('DELETE');
    },
  },
  { name: 'plans', path: '/subscription' },
  {
    name: 'card form',
    path: '/subscription',
    reach: async (page) => {
      await page
        .getByRole('button', { name: /free trial/ })
        .first()
        .click();
      await page.locator('button[type=submit]:not([aria-disabled])').waitFor();
    },
  },
  {
    name: 'plans without payments',
    path: '/subscription',
    answers: { 'stripe-config': { json: { publishableKey: null } } },
  },
  { name: 'plans with Premium', path: '/subscription', status: active },
  { name: 'plans after a trial of the card', path: '/subscription', status: hadTrial },
  {
    name: 'translator after a trial of the card',
    path: '/?setup_intent=seti_1&redirect_status=succeeded',
    status: hadTrial,
  },
  { name: 'subscription, free', path: manage, status: free },
  { name: 'subscription, trialing', path: manage, status: trialing },
  { name: 'subscription, cancelled', path: manage, status: canceled },
  { name: 'subscription, past due', path: manage, status: pastDue },
  {
    name: 'dialog that cancels',
    path: manage,
    status: active,
    reach: (page) => page.getByRole('button', { name: 'Cancel Subscription' }).click(),
  },
  { name: 'analytics', path: '/analytics' },
  { name: 'performance', path: '/performance' },
  {
    name: 'closed page',
    path: '/performance',
    answers: { 'performance/**': closed },
  },
  {
    name: 'Android files',
    path: '/android-setup',
    isGuest: true,
    reach: async (page) => {
      await page.getByRole('button', { name: 'Generate Android Config' }).click();
      await page.getByText('Show as table').click();
    },
  },
];

/** A page without a state above is looked at as it opens. */
const others: readonly State[] = routes
  .filter(({ page }) => !states.some(({ path }) => findPage(path) === page))
  .map(({ path, access }) => ({ name: path, path, isGuest: access === 'all' }));

function findPage(path: string): string | undefined {
  return routes.find((route) => route.path === path)?.page;
}

// Axe takes seconds for the list of languages.
test.for([...states, ...others])(
  '$name has no fault on any screen',
  { timeout: 300_000 },
  async ({ path, isGuest, status, answers = {}, reach }) => {
    const context = await newGuest(browser());
    if (!isGuest) await signUpIn(context, url);
    const page = await context.newPage();
    if (path === '/landing') await page.addInitScript(() => sessionStorage.clear());
    const all = { ...answers, ...(status && { 'subscription-status': { json: status } }) };
    for (const [endpoint, answer] of Object.entries(all))
      await page.route(`**/api/${endpoint}`, (route) => route.fulfill(answer));
    await page.goto(url + path);
    await page.getByRole('main').getByRole('heading').first().waitFor();
    await reach?.(page);
    for await (const look of looks(page, sizes)) {
      expect(await violations(page), look).toEqual([]);
      expect(await overflow(page), look).toBe(0);
    }
    await page.setViewportSize(phone);
    await page.evaluate(() => {
      document.documentElement.style.fontSize = '200%';
    });
    await settled(page);
    expect(await overflow(page), 'text of twice the size').toBe(0);
    await context.close();
  },
);

test('the forms of the login, wrong and right, have no fault, and every link is as high as a finger', async () => {
  const page = await (await newGuest(browser())).newPage();
  await page.goto(`${url}/api/login`);
  await page.getByLabel('Email address').fill('nobody@parley.example');
  await page.getByLabel('Password').fill('wrong');
  await page.getByRole('button', { name: 'Log in' }).click();
  await page.getByRole('alert').waitFor();
  await expectGoodForm(page);
  await page.getByRole('link', { name: 'Create a free account' }).click();
  await page.getByLabel('First name').fill('Ada');
  await page.getByLabel('Last name').fill('Lovelace');
  await page.getByLabel('Email address').fill('ada@parley.example');
  await page.getByLabel('Password').fill('weak');
  await page.getByRole('button', { name: 'Create account' }).click();
  await page.getByRole('alert').waitFor();
  await expectGoodForm(page);
  await page.goto(`${new URL(page.url()).origin}/oauth2/authorize?client_id=nobody`);
  await page.getByRole('heading', { name: 'That didn’t work' }).waitFor();
  await expectGoodForm(page);
});

describe('nothing moves', () => {
  test.for([
    ['/', 'guest', /nothing/],
    ['/', 'user', /nothing/],
    ['/privacy-policy', 'user', /-page-.*\.js$/],
    ['/analytics', 'user', /-page-.*\.js$/],
  ] as const)('while %s comes for a %s, parts of it late', async ([path, who, late]) => {
    const context = await newGuest(browser(), { viewport: phone, reducedMotion: 'no-preference' });
    if (who === 'user') await signUpIn(context, url);
    await comeAfterFirstPaint(context, late);
    await countShift(context);
    const page = await context.newPage();
    await page.goto(url + path);
    const last = path === '/' ? page.getByRole('region', { name: 'Usage' }) : page.getByRole('contentinfo');
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    await last.waitFor();
    await settled(page);
    expect(await shiftOf(page)).toBeLessThan(0.02);
    await context.close();
  });
});

async function expectGoodForm(page: Page): Promise<void> {
  for await (const look of looks(page, sizes)) expect(await violations(page), look).toEqual([]);
  const heights = await page
    .locator('a')
    .evaluateAll((links) => links.map((link) => link.getBoundingClientRect().height));
  expect(Math.min(...heights)).toBeGreaterThanOrEqual(44);
}
