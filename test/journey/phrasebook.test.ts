import type { Browser, BrowserContext, Locator, Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { phrases } from '../../shared/phrases.ts';
import { violations } from '../support/browser/axe.ts';
import { guestsInTurn, launchBrowser } from '../support/browser/browser.ts';
import { signUpIn } from '../support/browser/people.ts';
import { watchSounding } from '../support/browser/sounding.ts';
import { sharedParley } from '../support/parley/shared.ts';
import { makePremium } from '../support/people/premium.ts';

const url = sharedParley.url;
let browser: Browser;
let next: ReturnType<typeof guestsInTurn>;
let page: Page;
/** Calls of the API: method, path and query. */
let asked: string[];
/** Waits until something is spoken, or was since it was asked last. */
let sounds: () => Promise<void>;

beforeAll(async () => {
  browser = await launchBrowser();
  next = guestsInTurn(browser, url);
});
afterAll(() => browser.close());

test('without a connection a kept phrase is translated at once, by no call, also when the allowance is used up', async () => {
  const context = await next();
  await open(context, { isUsedUp: true });
  await page.getByRole('button', { name: 'See how to go on' }).waitFor();
  await phrase('Where is the train station?').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  await context.setOffline(true);
  await page.getByText('You are offline. Kept phrases still work.').waitFor();
  asked = [];
  await phrase('Where is the train station?').click();
  await translation()
    .getByText(/estación de tren/i)
    .waitFor();
  await page.getByRole('textbox').fill('the house');
  expect(asked).toEqual([]);
});

test('without a connection what is not kept cannot be picked, and own words are told to need one', async () => {
  const context = await next();
  await open(context);
  await context.setOffline(true);
  await page.getByRole('button', { name: /^To/ }).click();
  await page
    .getByRole('row', { name: /French/ })
    .first()
    .click();
  const station = phrase('Where is the train station?').and(page.locator('[aria-disabled]'));
  await station.waitFor();
  const whyNot = page.locator(`[id="${await station.getAttribute('aria-describedby')}"]`);
  expect(await whyNot.textContent()).toMatch(/not kept in French on this device cannot be picked/);
  expect(await violations(page, 'section:has(#card-quick-actions)')).toEqual([]);
  await page.getByRole('textbox').fill('the house');
  await page.getByRole('button', { name: 'Translate Text' }).click();
  await page
    .getByRole('region', { name: 'Translation' })
    .getByText('You are offline. Your own words need a connection; kept quick phrases do not.')
    .waitFor();
  await context.setOffline(false);
  await card().getByText('The phrases in French are on this device').waitFor();
  await expect.poll(() => phrase('Where is the train station?').getAttribute('aria-disabled')).toBeNull();
});

test('premium hears a phrase from the server once, and from then on from this device: without a connection, and after Premium', async () => {
  const context = await next();
  const { userId } = await signUpIn(context, url);
  await makePremium(sharedParley.dynamodb, userId);
  await open(context);
  await page.getByRole('region', { name: 'Usage' }).getByText('Unlimited').waitFor();
  const hear = async () => {
    await phrase('How much does this cost?').click();
    await sounds();
    await button('Speak').waitFor();
  };
  await hear();
  expect(asked.filter((each) => each.includes('/api/speak'))).toEqual(['POST /api/speak']);
  await context.setOffline(true);
  asked = [];
  await hear();
  await button('Speak').click();
  await sounds();
  // Another phrase's sound is not here, and neither is a voice of this browser's.
  await phrase('I am sorry, I do not understand.').click();
  await page
    .getByRole('region', { name: 'Translation' })
    .getByText('You are offline, and no voice for Spanish is on this device.')
    .waitFor();
  expect(asked).toEqual([]);
  await page.close();
  await context.setOffline(false);
  await open(context, { isPremium: false });
  await hear();
  await page.getByRole('textbox').fill('the house');
  await page.getByRole('button', { name: 'Translate Text' }).click();
  await translation().getByText(/casa/).waitFor();
  await button('Speak').and(page.locator('[aria-disabled]')).waitFor();
  expect(asked.filter((each) => each.includes('/api/speak'))).toEqual([]);
  const keptSounds = await page.evaluate(
    async () => (await (await caches.open('parley-phrase-audio')).keys()).length,
  );
  expect(keptSounds).toBe(1);
});

test('all languages are kept by a button, with their number; it stops, goes on after a reload, and they are removed', async () => {
  const context = await next();
  await open(context);
  const held = Promise.withResolvers<void>();
  await page.route('**/api/phrases?target=fr', async (route) => {
    await held.promise;
    await route.fallback().catch(() => {});
  });
  const keepAll = card().getByRole('button', { name: 'Keep all languages offline' });
  await keepAll.click();
  await card().getByText('7 of 13 languages').waitFor();
  expect(
    await card().getByRole('progressbar', { name: 'Languages kept' }).getAttribute('aria-valuenow'),
  ).toBe('7');
  await card().getByRole('button', { name: 'Stop' }).click();
  await card().getByText('7 of 13 languages are here.').waitFor();
  const heading = card().getByRole('heading', { name: 'Offline phrasebook' });
  await expect.poll(() => heading.evaluate((it) => it === document.activeElement)).toBe(true);
  await keepAll.click();
  await card().getByRole('button', { name: 'Stop' }).waitFor();
  held.resolve();
  await page.close();
  await open(context);
  await card()
    .getByText(/on this device in all 13 languages, as of /)
    .waitFor();
  await context.setOffline(true);
  await page.getByRole('button', { name: /^To/ }).click();
  await page.getByRole('row', { name: /Italian/ }).click();
  await phrase('Where is the train station?').click();
  await translation().getByText('[it] Where is the train station?').waitFor();
  await card().getByRole('button', { name: 'Remove from this device' }).click();
  await card().getByText('The phrases in Italian are not on this device.').waitFor();
});

test('where there is no room it is said when it is asked for, and can be continued; deleting one’s data takes what is kept along', async () => {
  const context = await next();
  await open(context);
  const devtools = await context.newCDPSession(page);
  await devtools.send('Storage.overrideQuotaForOrigin', { origin: url, quotaSize: 1 });
  await card().getByRole('button', { name: 'Keep all languages offline' }).click();
  await card()
    .getByText('There is no room left on this device for Parley. 1 of 13 languages')
    .first()
    .waitFor();
  await phrase('Where is the train station?').click();
  await translation()
    .getByText(/estación de tren/i)
    .waitFor();
  await devtools.send('Storage.overrideQuotaForOrigin', { origin: url });
  await card().getByRole('button', { name: 'Continue' }).click();
  await card()
    .getByText(/on this device in all 13 languages/)
    .waitFor();
  await page.getByRole('button', { name: 'Delete my data' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox').fill('DELETE');
  await dialog.getByRole('textbox').press('Enter');
  await page.waitForURL('**/landing');
  expect(await page.evaluate(() => caches.keys())).toEqual([]);
});

/** A page whose phrases in Spanish are kept: of the server's translations these are the real ones. */
async function open(
  context: BrowserContext,
  status: { isUsedUp?: true; isPremium?: false } = {},
): Promise<void> {
  page = await context.newPage();
  sounds = await watchSounding(page);
  asked = [];
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url());
    if (pathname.startsWith('/api/')) asked.push(`${request.method()} ${pathname}${search}`);
  });
  await page.route('**/api/subscription-status', async (route) => {
    const response = await route.fetch();
    const used = status.isUsedUp && { translationsRemaining: 0 };
    const free = status.isPremium === false && { isPremium: false, subscriptionStatus: 'free' };
    await route.fulfill({ response, json: { ...(await response.json()), ...used, ...free } });
  });
  // Starting the engines of all languages would take most of the test's time.
  await page.route(/\/api\/phrases\?target=(?!es$)/, async (route) => {
    const target = new URL(route.request().url()).searchParams.get('target');
    const translated = phrases.map(({ id, text }) => ({ id, text, translatedText: `[${target}] ${text}` }));
    await route.fulfill({ json: { target, phrases: translated } });
  });
  await page.goto(url);
  await card()
    .getByText(/are on this device/)
    .waitFor();
}

function card(): Locator {
  return page.getByRole('region', { name: 'Quick Actions' });
}

function phrase(name: string): Locator {
  return card().getByRole('button', { name });
}

function translation(): Locator {
  return page.getByTestId('translation');
}

/** A button of the translation's card. */
function button(name: string): Locator {
  return page.getByRole('region', { name: 'Translation' }).getByRole('button', { name, exact: true });
}
