import type { Browser, Page, Route } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Status } from '../../web/billing/status.ts';
import { violations } from '../support/browser/axe.ts';
import { guestsInTurn, launchBrowser, looks, newGuest, settled } from '../support/browser/browser.ts';
import { signUpIn } from '../support/browser/people.ts';
import { sharedParley } from '../support/parley/shared.ts';

const url = sharedParley.url;
const phone = { width: 390, height: 844 };
const options = { viewport: phone } as const;
let browser: Browser;
let next: ReturnType<typeof guestsInTurn>;

beforeAll(async () => {
  browser = await launchBrowser();
  next = guestsInTurn(browser, url);
});
afterAll(() => browser.close());

test('in the login’s forms, wrong and right, axe finds nothing, and every link is as high as a finger', async () => {
  const context = await next(options);
  const page = await context.newPage();
  await page.goto(`${url}/api/login`);
  await page.getByLabel('E-mail address').fill('nobody@parley.example');
  await page.getByLabel('Password').fill('wrong');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('alert').waitFor();
  await expectGoodLooks(page, 'signing in');
  expect(await lowest(page, 'a')).toBeGreaterThanOrEqual(44);

  await page.getByRole('link', { name: 'Create a free account' }).click();
  await page.getByLabel('First name').fill('Ada');
  await page.getByLabel('Last name').fill('Lovelace');
  await page.getByLabel('E-mail address').fill('ada@parley.example');
  await page.getByLabel('Password').fill('weak');
  await page.getByRole('button', { name: 'Create account' }).click();
  await page.getByRole('alert').waitFor();
  await expectGoodLooks(page, 'signing up');
  expect(await lowest(page, 'a')).toBeGreaterThanOrEqual(44);

  const login = new URL(page.url());
  await page.goto(`${login.origin}/oauth2/authorize?client_id=nobody`);
  await page.getByRole('heading', { name: 'That did not work' }).waitFor();
  await expectGoodLooks(page, 'what cannot go on');
  expect(await lowest(page, 'a')).toBeGreaterThanOrEqual(44);
});

test('in what is seen while one buys, light and dark, axe finds nothing', async () => {
  const context = await next(options);
  await signUpIn(context, url);
  const page = await context.newPage();
  let status: Partial<Status> = {};
  let key: string | null | undefined;
  await page.route('**/api/subscription-status', async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ json: { ...(await answer.json()), ...status } });
  });
  await page.route('**/api/stripe-config', (route) =>
    key === undefined ? route.continue() : route.fulfill({ json: { publishableKey: key } }),
  );
  const show = async (path: string, words: string) => {
    await page.goto(url + path);
    await page.getByText(words).first().waitFor();
    await expectGoodLooks(page, words);
  };

  await page.goto(`${url}/subscription`);
  await page
    .getByRole('button', { name: /free trial/ })
    .first()
    .click();
  await page.getByLabel('Card number').waitFor();
  await page.locator('button[type=submit]:not([aria-disabled])').waitFor();
  await expectGoodLooks(page, 'the card’s form');

  key = null;
  await show('/subscription', 'Payments are not set up here');
  key = undefined;
  status = hasPremium;
  await show('/subscription', 'Premium Active');
  status = { purchase: { state: 'card_had_trial', plan: 'parley_monthly', card } };
  await show('/?setup_intent=seti_1&redirect_status=succeeded', 'has already had its free trial');
  await show('/subscription', 'has already had its free trial');

  // A label of several lines has room in its button.
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%';
  });
  await settled(page);
  const room = await page.getByRole('button', { name: 'Start now for $4.99' }).evaluate((button) => {
    const label = document.createRange();
    label.selectNodeContents(button);
    return label.getBoundingClientRect().top - button.getBoundingClientRect().top;
  });
  expect(room).toBeGreaterThan(8);
});

test('in a page that is closed to its visitor axe finds nothing', async () => {
  const context = await next(options);
  await signUpIn(context, url);
  const page = await context.newPage();
  await page.route('**/api/performance/**', (route) =>
    route.fulfill({ status: 403, json: { error: 'For operators.', code: 'forbidden', requestId: '' } }),
  );
  await page.goto(`${url}/performance`);
  await page.getByRole('heading', { name: 'For operators only' }).waitFor();
  await expectGoodLooks(page, 'closed');
});

test.for([
  ['/privacy-policy', 'Privacy Policy'],
  ['/analytics', 'User Analytics'],
] as const)(
  'nothing moves while %s comes on a slow line, and the footer stands below it',
  async ([path, title]) => {
    const context = await newGuest(browser, { viewport: phone });
    await signUpIn(context, url);
    const page = await context.newPage();
    await page.addInitScript(() => {
      const counted = window as unknown as { shift: number };
      counted.shift = 0;
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries() as unknown as { value: number }[]) counted.shift += entry.value;
      }).observe({ type: 'layout-shift', buffered: true });
    });
    await page.route(/-page-.*\.js$/, afterFirstPaint);
    await page.goto(url + path);
    const footer = page.getByRole('contentinfo');
    await page.getByRole('heading', { name: title, level: 1 }).waitFor();
    await footer.waitFor();
    await settled(page);
    expect(await page.evaluate(() => (window as unknown as { shift: number }).shift)).toBeLessThan(0.01);
    await context.close();
  },
);

/** In light and in dark. */
async function expectGoodLooks(page: Page, what: string): Promise<void> {
  for await (const look of looks(page, [[phone.width, phone.height]])) {
    expect(await violations(page), `${what}, ${look}`).toEqual([]);
  }
}

/** How high the lowest of some elements is. */
function lowest(page: Page, selector: string): Promise<number> {
  return page
    .locator(selector)
    .evaluateAll((elements) =>
      Math.min(...elements.map((element) => element.getBoundingClientRect().height)),
    );
}

/** Holds a file back until the page has drawn something without it. */
async function afterFirstPaint(route: Route): Promise<void> {
  const painted = () => performance.getEntriesByName('first-contentful-paint').length > 0;
  await route.request().frame().page().waitForFunction(painted);
  await route.continue();
}

const card = { brand: 'visa', last4: '4242' };
const at = '2099-01-01T00:00:00.000Z';
const hasPremium: Partial<Status> = {
  subscriptionStatus: 'active',
  isPremium: true,
  subscriptionPlan: 'parley_monthly',
  subscriptionEndsAt: at,
  nextCharge: { at, amountCents: 499, currency: 'usd' },
};
