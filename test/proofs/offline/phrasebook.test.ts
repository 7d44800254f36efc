import type { BrowserContext, Page } from 'playwright';
import { expect, test } from 'vitest';
import { phrases } from '../../../shared/phrases.ts';
import { newGuest } from '../../support/browser/browser.ts';
import { browserOfTests } from '../../support/browser/hooks.ts';
import { signUpIn } from '../../support/browser/people.ts';
import { watchSounding } from '../../support/browser/sounding.ts';
import { sharedParley } from '../../support/parley/shared.ts';
import { makePremium } from '../../support/people/premium.ts';

const url = sharedParley.url;
const browser = browserOfTests();

test('phrases in all languages, and a sound that was heard, stay on this device: offline, after a reload and after Premium', async () => {
  const context = await newGuest(browser());
  const { userId } = await signUpIn(context, url);
  await makePremium(sharedParley.dynamodb, userId);
  const first = await open(context);
  await first.page.getByRole('region', { name: 'Usage' }).getByText('Unlimited').waitFor();
  await hear(first);
  expect(first.asked.filter((each) => each.includes('/api/speak'))).toEqual(['POST /api/speak']);

  // The browser has no room, and then has.
  const devtools = await context.newCDPSession(first.page);
  await devtools.send('Storage.overrideQuotaForOrigin', { origin: url, quotaSize: 1 });
  await first.card.getByRole('button', { name: 'Save all languages' }).click();
  await first.card
    .getByText(/This device has no space left for Parley\. 1 of \d+ languages/)
    .first()
    .waitFor();
  await devtools.send('Storage.overrideQuotaForOrigin', { origin: url });
  const held = Promise.withResolvers<void>();
  await first.page.route('**/api/phrases?target=fr', async (route) => {
    await held.promise;
    await route.fallback().catch(() => {});
  });
  const isAsked = first.page.waitForRequest('**/api/phrases?target=fr');
  await first.card.getByRole('button', { name: 'Continue' }).click();
  await isAsked;
  await first.page.close();
  held.resolve();

  // After Premium, on a page that continues where the first one stopped.
  const second = await open(context, { isPremium: false });
  await second.card.getByText(/are saved in all \d+ languages, as of /).waitFor();
  await context.setOffline(true);
  second.asked.length = 0;
  await hear(second);
  await second.page
    .getByTestId('translation')
    .getByText(/cu[aá]nto/i)
    .waitFor();
  await second.page.getByRole('button', { name: /^To/ }).click();
  await second.page.getByRole('row', { name: /Italian/ }).click();
  await second.card.getByRole('button', { name: 'Where is the train station?' }).click();
  await second.page.getByTestId('translation').getByText('[it] Where is the train station?').waitFor();
  expect(second.asked).toEqual([]);
  await context.setOffline(false);
  await second.page
    .getByRole('button', { name: 'Delete my data' })
    .or(second.page.getByRole('button', { name: 'Delete my account' }))
    .click();
  const dialog = second.page.getByRole('dialog');
  await dialog.getByRole('textbox').fill('DELETE');
  await dialog.getByRole('textbox').press('Enter');
  await second.page.waitForURL('**/landing');
  expect(await second.page.evaluate(() => caches.keys())).toEqual([]);
});

/** A page whose phrases in Spanish are kept: of the server's translations these are the real ones. */
async function open(context: BrowserContext, status: object = {}) {
  const page = await context.newPage();
  const sounds = await watchSounding(page);
  /** Calls of the API: method and path. */
  const asked: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/api/')) asked.push(`${request.method()} ${pathname}`);
  });
  await page.route('**/api/subscription-status', async (route) => {
    const response = await route.fetch();
    const free = 'isPremium' in status && { subscriptionStatus: 'free' };
    await route.fulfill({ response, json: { ...(await response.json()), ...free, ...status } });
  });
  // Starting the engines of all languages would take most of the test's time.
  await page.route(/\/api\/phrases\?target=(?!es$)/, async (route) => {
    const target = new URL(route.request().url()).searchParams.get('target');
    const translated = phrases.map(({ id, text }) => ({ id, text, translatedText: `[${target}] ${text}` }));
    await route.fulfill({ json: { target, phrases: translated } });
  });
  await page.goto(url);
  const card = page.getByRole('region', { name: 'Quick Actions' });
  await card.getByText(/phrases are saved offline/).waitFor();
  return { page, card, sounds, asked };
}

async function hear({ page, card, sounds }: Awaited<ReturnType<typeof open>>): Promise<void> {
  await card.getByRole('button', { name: 'How much does this cost?' }).click();
  await sounds();
  await translationButton(page, 'Speak').waitFor();
}

function translationButton(page: Page, name: string) {
  return page.getByRole('region', { name: 'Translation' }).getByRole('button', { name, exact: true });
}
