import type { Browser, BrowserContext, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { violations } from '../support/browser/axe.ts';
import {
  failUntilPressed,
  fillSignUp,
  guestsInTurn,
  launchBrowser,
  looks,
  newGuest,
  openPage,
  toast,
} from '../support/browser/browser.ts';
import { signUpIn } from '../support/browser/people.ts';
import { sharedParley } from '../support/parley/shared.ts';
import { makePremium } from '../support/people/premium.ts';
import { visit } from '../support/people/session.ts';

const url = sharedParley.url;
let browser: Browser;
let next: ReturnType<typeof guestsInTurn>;

beforeAll(async () => {
  browser = await launchBrowser();
  next = guestsInTurn(browser, url);
});
afterAll(() => browser.close());

describe('a guest', () => {
  test('uses three, meets the dialog, makes an account, and what was typed is translated', async () => {
    const context = await next();
    const { page, problems } = await openPage(context, url);
    const banner = page.getByRole('region', { name: 'Guest translations' });
    await banner.getByText('3 of 3 free translations left.').waitFor();
    await translate(page, 'the house');
    await banner.getByText('2 of 3 free translations left.').waitFor();
    expect(await banner.getByRole('button').count()).toBe(0);
    await translate(page, 'the street');
    await banner
      .getByText('1 of 3 free translations left. Sign up for 10 free translations per day.')
      .waitFor();
    await banner.getByRole('button', { name: 'Sign up' }).waitFor();
    await translate(page, 'the city');
    await banner.getByText('0 of 3 free translations left.').waitFor();
    expect(await page.getByText('left today').count()).toBe(0);

    await page.getByRole('button', { name: 'Swap languages' }).click();
    await page.getByRole('textbox').fill('la casa roja');
    const button = page.getByRole('button', { name: 'Translate Text' });
    expect(await button.isDisabled()).toBe(true);
    await page.getByRole('button', { name: 'See how to go on' }).click();
    const dialog = page.getByRole('dialog');
    await dialog
      .getByText(
        "You've used 3 of 3 guest translations. Create an account to get 10 free translations per day",
      )
      .waitFor();
    expect(await toast(page, 'Translation Limit Reached').count()).toBe(0);

    await dialog.getByRole('button', { name: 'Create Free Account' }).click();
    const person = await fillSignUp(page);
    await page.getByTestId('translation').getByText('red').waitFor();
    expect(await page.getByRole('textbox').inputValue()).toBe('la casa roja');
    expect(await page.getByRole('button', { name: /^From/ }).getAttribute('data-code')).toBe('es-ES');
    expect(await page.getByRole('button', { name: /^To/ }).getAttribute('data-code')).toBe('en-US');
    expect(await banner.count()).toBe(0);
    await page.getByRole('region', { name: 'Usage' }).getByText('1 of 10').waitFor();
    await page.getByRole('button', { name: 'Account menu' }).click();
    const menu = page.getByRole('menu');
    await menu.getByText(`${person.firstName} ${person.lastName}`).waitFor();
    await menu.getByText(person.email).waitFor();

    // It is forgotten once it was there.
    await page.reload();
    await page.getByRole('region', { name: 'Usage' }).getByText('1 of 10').waitFor();
    expect(await page.getByRole('textbox').inputValue()).toBe('');
    expect(problems).toEqual([]);
  });

  test('who signs up with something left finds the text again, and translates it when they want', async () => {
    const context = await next();
    const { page } = await openPage(context, url);
    await page.getByRole('textbox').fill('the house');
    await page.getByRole('banner').getByRole('button', { name: 'Sign up' }).click();
    await fillSignUp(page);
    await page.getByRole('region', { name: 'Usage' }).getByText('0 of 10').waitFor();
    expect(await page.getByRole('textbox').inputValue()).toBe('the house');
    expect(await page.getByTestId('translation').count()).toBe(0);
  });

  test('one that the server refuses gets the dialog and the toast', async () => {
    const context = await next();
    const { page } = await openPage(context, url);
    // Before it is known what is left, nobody is a guest who could be one elsewhere.
    await page.getByText('3 of 3 free translations left.').waitFor();
    for (const text of ['the house', 'the street', 'the city']) await elsewhere(context, text);
    await page.getByRole('textbox').fill('the red house');
    await page.getByRole('button', { name: 'Translate Text' }).click();
    await page.getByRole('dialog').getByText('guest translations').waitFor();
    await toast(page, 'Translation Limit Reached')
      .getByText('Sign up to get 10 free translations per day!')
      .waitFor();
    expect(await page.getByRole('textbox').inputValue()).toBe('the red house');
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.getByRole('region', { name: 'Guest translations' }).getByText('0 of 3').waitFor();
  });

  test('one that is refused before the page knows why is told how many were used, not how many it knew of', async () => {
    const context = await next();
    const { page } = await openPage(context, url);
    await page.getByText('3 of 3 free translations left.').waitFor();
    await refuse(page);
    const gate = Promise.withResolvers<void>();
    await page.route('**/api/subscription-status', async (route) => {
      await gate.promise;
      await route.fulfill({ json: guestStatus(3) });
    });
    const button = page.getByRole('button', { name: 'Translate Text' });
    await page.getByRole('textbox').fill('the house');
    await button.click();
    await page.getByRole('dialog').getByText("You've used 3 of 3 guest translations.").waitFor();

    // Where it turns out that there are some left, they can be used.
    gate.resolve();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(await button.isDisabled()).toBe(false);
    await button.click();
    await page.getByTestId('translation').getByText('casa').waitFor();
  });

  test('a phrase, the keyboard and the microphone open the dialog by themselves, and nothing is asked', async () => {
    const context = await next();
    const { page } = await openPage(context, url);
    for (const text of ['the house', 'the street', 'the city']) await translate(page, text);
    const line = page.getByRole('button', { name: 'See how to go on' });
    await line.waitFor();
    const asked: string[] = [];
    page.on(
      'request',
      (request) => request.method() === 'POST' && asked.push(new URL(request.url()).pathname),
    );
    const dialog = page.getByRole('dialog');
    const closes = async () => {
      await dialog.getByRole('button', { name: 'Not now' }).click();
      await dialog.waitFor({ state: 'detached' });
    };
    await page.getByRole('button', { name: 'How much does this cost?' }).click();
    await closes();
    expect(await page.getByRole('textbox').inputValue()).toBe('How much does this cost?');
    await page.getByRole('textbox').press('Control+Enter');
    await closes();
    await page.getByRole('button', { name: 'Start recording' }).click();
    await closes();
    expect(asked.filter((path) => /translate|transcribe/.test(path))).toEqual([]);
  });

  test('the dialog has the focus, lets go of it by Escape, and gives it back', async () => {
    const context = await next();
    await context.route('**/api/subscription-status', (route) => route.fulfill({ json: guestStatus(0) }));
    const { page } = await openPage(context, url);
    const line = page.getByRole('button', { name: 'See how to go on' });
    await line.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'That was your last guest translation' });
    await dialog.waitFor();
    const isInside = () => dialog.evaluate((element) => element.contains(document.activeElement));
    expect(await isInside()).toBe(true);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    expect(await line.evaluate((element) => element === document.activeElement)).toBe(true);
  });

  test('whose status cannot be read may translate all the same', async () => {
    const page = await (await next()).newPage();
    const theNextPressIsIt = await failUntilPressed(page, '**/api/subscription-status');
    await page.goto(url);
    await translate(page, 'the house');
    const usage = page.getByRole('region', { name: 'Usage' });
    await usage.getByText('Your usage could not be read.').waitFor();
    await theNextPressIsIt();
    await usage.getByRole('button', { name: 'Try again' }).click();
    await usage.getByText('1 of 3').waitFor();
  });

  test('is one guest, however early the first text is sent', async () => {
    // Its clock stays.
    const context = await newGuest(browser);
    const page = await context.newPage();
    // The first answer comes in time, however long it takes: the page waits for it by this clock.
    await page.clock.install({ time: 0 });
    await page.clock.pauseAt(1_000);
    const gate = Promise.withResolvers<void>();
    await page.route('**/api/subscription-status', async (route) => {
      await gate.promise;
      await route.continue();
    });
    const sent: string[] = [];
    page.on('request', (request) => sent.push(new URL(request.url()).pathname));
    await page.goto(url);
    await page.getByRole('textbox').fill('the house');
    await page.getByRole('button', { name: 'Translate Text' }).click();
    await page.getByRole('button', { name: 'Translating...' }).waitFor();
    expect(sent).not.toContain('/api/translate');
    const isKnown = page.waitForResponse('**/api/subscription-status');
    gate.resolve();
    await isKnown;
    await page.clock.resume();
    await page.getByTestId('translation').getByText('casa').waitFor();
    await page.getByRole('region', { name: 'Usage' }).getByText('1 of 3').waitFor();
    await context.close();
  });
});

describe('somebody with an account', () => {
  test('is told of the last three, meets the dialog after ten, and goes on to Premium', async () => {
    const context = await next();
    await signUpIn(context, url);
    const { page, problems } = await openPage(context, url);
    await page.getByText('0 / 5,000').waitFor();
    for (let count = 1; count <= 6; count += 1) await translate(page, `the house ${count}`);
    await page.getByRole('region', { name: 'Usage' }).getByText('6 of 10').waitFor();
    expect(await page.getByText('left today').count()).toBe(0);
    await translate(page, 'the house 7');
    await page.getByText('3 free translations left today').waitFor();
    for (const count of [8, 9]) await translate(page, `the house ${count}`);
    await page.getByText('1 free translation left today').waitFor();
    await translate(page, 'the house 10');
    const usage = page.getByRole('region', { name: 'Usage' });
    await usage.getByText('10 of 10').waitFor();
    await usage.getByText(/^Resets at \d{1,2}:\d{2}\s[AP]M (today|tomorrow)\.$/).waitFor();
    await page.getByRole('textbox').press('Control+Enter');
    const dialog = page.getByRole('dialog');
    await dialog.getByText("You've used all 10 free translations today.").waitFor();
    expect(await page.locator('.toast').count()).toBe(0);
    await dialog.getByRole('button', { name: 'Subscribe Now' }).click();
    await page.waitForURL('**/subscription');
    expect(problems).toEqual([]);
  });

  test('with Premium has no limit and no warning', async () => {
    const context = await next();
    const { userId } = await signUpIn(context, url);
    await makePremium(sharedParley.dynamodb, userId);
    const { page } = await openPage(context, url);
    await page.getByRole('region', { name: 'Usage' }).getByText('Unlimited').waitFor();
    expect(await page.getByText('left today').count()).toBe(0);
    expect(await page.getByRole('meter').count()).toBe(0);
  });

  test('signs out by the menu, and is a guest again', async () => {
    const context = await next();
    await signUpIn(context, url);
    const { page, problems } = await openPage(context, url);
    const trigger = page.getByRole('button', { name: 'Account menu' });
    await trigger.focus();
    await page.keyboard.press('Enter');
    await page.getByRole('menuitem').first().waitFor();
    expect(await page.getByRole('menuitem').allTextContents()).toEqual([
      'Manage Subscription',
      'Upgrade to Premium',
      'User Analytics',
      'Performance Dashboard',
      'Logout',
    ]);
    await page.keyboard.press('Escape');
    await page.getByRole('menu').waitFor({ state: 'detached' });
    // The menu is gone a moment before the focus is back.
    await expect.poll(() => trigger.evaluate((element) => element === document.activeElement)).toBe(true);
    await page.keyboard.press('Enter');
    await page.getByRole('menuitem', { name: 'Logout' }).press('Enter');
    await page.getByRole('button', { name: 'Sign up' }).waitFor();
    await page.getByRole('region', { name: 'Guest translations' }).waitFor();
    expect(problems).toEqual([]);
  });

  test('who has signed out leaves nothing on a page that the way back brings again', async () => {
    const keeper = await launchBrowser({ bringsPagesBack: true });
    const context = await newGuest(keeper);
    await signUpIn(context, url);
    const { page } = await openPage(context, url);
    await translate(page, 'the house');
    // A page that still waits for something may not be kept.
    await page.waitForLoadState('networkidle');
    const isBroughtBack = Promise.withResolvers<void>();
    await page.exposeFunction('toldBack', isBroughtBack.resolve);
    await page.evaluate(() =>
      addEventListener('pageshow', ({ persisted }) => {
        if (persisted) (window as unknown as { toldBack(): void }).toldBack();
      }),
    );
    await page.getByRole('button', { name: 'Account menu' }).click();
    await page.getByRole('menuitem', { name: 'Logout' }).click();
    await page.getByRole('button', { name: 'Sign up' }).waitFor();
    await page.evaluate(() => history.back());
    await isBroughtBack.promise;
    await page.getByRole('button', { name: 'Sign up' }).waitFor();
    await expect.poll(() => page.getByRole('textbox').inputValue()).toBe('');
    expect(await page.getByTestId('translation').count()).toBe(0);
    await keeper.close();
  });

  test('whose session ends is told so, loses nothing, and goes on as a guest', async () => {
    const context = await next();
    await signUpIn(context, url);
    const { page } = await openPage(context, url);
    await page.getByRole('region', { name: 'Usage' }).getByText('0 of 10').waitFor();
    await page.getByRole('textbox').fill('the house');
    await spoilSession(context);
    await page.getByRole('button', { name: 'Translate Text' }).click();
    await toast(page, 'Session Expired').getByText('Please log in again to continue.').waitFor();
    await page.getByRole('button', { name: 'Sign up' }).waitFor();
    await page.getByRole('region', { name: 'Guest translations' }).waitFor();
    expect(await page.getByRole('textbox').inputValue()).toBe('the house');
    await page.getByRole('button', { name: 'Translate Text' }).click();
    await page.getByTestId('translation').getByText('casa').waitFor();
  });

  test('whose session had ended before is told when the page opens', async () => {
    const context = await next();
    await signUpIn(context, url);
    await spoilSession(context);
    const page = await context.newPage();
    await page.goto(url);
    await toast(page, 'Session Expired').waitFor();
    await page.getByRole('region', { name: 'Guest translations' }).getByText('3 of 3').waitFor();
  });
});

describe('a page for who is signed in', () => {
  test('tells anybody else so, and comes back to it from the login', async () => {
    const context = await next();
    // On a busy machine the half second may be over before anybody looks: an answer without content changes nothing.
    await context.route('**/api/login?*', (route) => route.fulfill({ status: 204 }), { times: 1 });
    const isSent = context.waitForEvent('request', (request) => request.url().includes('/api/login?'));
    const { page, problems } = await openPage(context, `${url}/analytics`);
    await toast(page, 'Unauthorized').getByText('You are logged out. Logging in again...').waitFor();
    expect(await page.getByText('Page Not Found').count()).toBe(0);
    await isSent;
    await page.getByRole('button', { name: 'Log in' }).click();
    await page.getByRole('link', { name: 'Create a free account' }).click();
    await fillSignUp(page);
    await page.waitForURL(`${url}/analytics`);
    await page.getByRole('heading', { name: 'User Analytics' }).waitFor();
    expect(problems).toEqual([]);
  });

  test('waits 0.5 s with it', async () => {
    const context = await newGuest(browser);
    await signUpIn(context, url);
    const gate = Promise.withResolvers<void>();
    await context.route('**/api/auth/user', async (route) => {
      await gate.promise;
      await route.fulfill({ status: 401, json: { error: 'Please sign in.', code: 'unauthenticated' } });
    });
    const page = await context.newPage();
    await page.clock.install({ time: 0 });
    await page.goto(`${url}/performance`);
    await page.getByText('One moment…').waitFor();
    await page.clock.pauseAt(60_000);
    const left = page.waitForRequest('**/api/login?returnTo=%2Fperformance');
    let hasLeft = false;
    left.then(() => {
      hasLeft = true;
    });
    gate.resolve();
    // The answer reaches the page by timers, which take a few of the milliseconds.
    const isTold = async () => {
      await page.clock.runFor(1);
      return toast(page, 'Unauthorized').count();
    };
    await expect.poll(isTold, { timeout: 10_000 }).toBe(1);
    await page.clock.runFor(250);
    expect(hasLeft).toBe(false);
    await page.clock.runFor(250);
    await left;
    await context.close();
  });

  test('is quiet while it is not known who is there', async () => {
    const context = await next();
    await signUpIn(context, url);
    const gate = Promise.withResolvers<void>();
    await context.route('**/api/auth/user', async (route) => {
      await gate.promise;
      await route.continue();
    });
    const { page } = await openPage(context, `${url}/analytics`);
    await page.getByText('One moment…').waitFor();
    expect(await page.locator('.toast').count()).toBe(0);
    gate.resolve();
    await page.getByRole('heading', { name: 'User Analytics' }).waitFor();
  });
});

test('a login that failed is told, and its mark leaves the address', async () => {
  const context = await next();
  const { page } = await openPage(context, `${url}/?signin=failed`);
  await toast(page, 'Sign-In Failed').getByText('You are not signed in. Please try again.').waitFor();
  await expect.poll(() => page.url()).toBe(`${url}/`);
});

test('who signs in in another tab is signed in in this one when they come back to it', async () => {
  const context = await next();
  const { page } = await openPage(context, url);
  await page.getByRole('textbox').fill('the house');
  await signUpIn(context, url);
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await page.getByRole('button', { name: 'Account menu' }).waitFor();
  await page.getByRole('region', { name: 'Usage' }).getByText('0 of 10').waitFor();
  expect(await page.getByRole('textbox').inputValue()).toBe('the house');
});

test('a tab out of view notices that somebody signed out and somebody else in', async () => {
  const context = await next();
  await signUpIn(context, url);
  const { page } = await openPage(context, url);
  await translate(page, 'the house');
  const usage = page.getByRole('region', { name: 'Usage' });
  await usage.getByText('1 of 10').waitFor();
  // Headless pages are always in view.
  await page.evaluate(() => Object.defineProperty(document, 'hidden', { value: true }));
  const other = await context.newPage();
  await other.goto(`${url}/api/logout`);
  await page.getByRole('button', { name: 'Account menu' }).waitFor({ state: 'detached' });
  await other.goto(`${url}/api/login?signup`);
  await fillSignUp(other);
  await page.getByRole('button', { name: 'Account menu' }).waitFor();
  await usage.getByText('0 of 10').waitFor();
});

test('two tabs can be at the login at once, and both come back signed in', async () => {
  const context = await newGuest(browser);
  const [{ page: one }, { page: other }] = [await openPage(context, url), await openPage(context, url)];
  for (const page of [one, other]) {
    await page.getByRole('button', { name: 'Sign up' }).click();
    await page.getByRole('button', { name: 'Create account' }).waitFor();
  }
  const person = await fillSignUp(one);
  await one.getByRole('button', { name: 'Account menu' }).waitFor();
  await other.getByRole('link', { name: 'Sign in' }).click();
  await other.getByLabel('E-mail address').fill(person.email);
  await other.getByLabel('Password').fill(person.password);
  await other.getByRole('button', { name: 'Sign in' }).click();
  await other.getByRole('button', { name: 'Account menu' }).waitFor();
  await context.close();
});

test('on phones and desktops, light and dark, axe finds nothing', async () => {
  const sizes = [
    [390, 844],
    [1280, 800],
  ] as const;
  const guest = await next();
  await guest.route('**/api/subscription-status', (route) => route.fulfill({ json: guestStatus(0) }));
  const { page } = await openPage(guest, url);
  await page.getByRole('region', { name: 'Usage' }).getByText('3 of 3').waitFor();
  for await (const look of looks(page, sizes)) {
    expect(await violations(page), `banner and usage, ${look}`).toEqual([]);
  }
  await page.getByRole('button', { name: 'See how to go on' }).click();
  await page.getByRole('dialog').waitFor();
  for await (const look of looks(page, sizes)) {
    expect(await violations(page), `dialog, ${look}`).toEqual([]);
  }

  const user = await next();
  await signUpIn(user, url);
  const { page: own } = await openPage(user, url);
  await own.getByRole('button', { name: 'Account menu' }).click();
  await own.getByRole('menuitem').first().waitFor();
  for await (const look of looks(own, sizes)) {
    expect(await own.getByRole('menuitem').first().isVisible()).toBe(true);
    expect(await violations(own), `menu, ${look}`).toEqual([]);
  }
});

async function translate(page: Page, text: string): Promise<void> {
  await page.getByRole('textbox').fill(text);
  const answered = page.waitForResponse('**/api/translate');
  await page.getByRole('button', { name: 'Translate Text' }).click();
  await answered;
  await page.getByTestId('translation').waitFor();
}

/** The server refuses the next translation. */
async function refuse(page: Page): Promise<void> {
  const json = { error: 'Guest translation limit reached.', code: 'guest_limit_reached', requestId: '' };
  await page.route('**/api/translate', (route) => route.fulfill({ status: 429, json }), { times: 1 });
}

/** The same visitor translates without this page knowing. */
async function elsewhere(context: BrowserContext, text: string): Promise<void> {
  const visitor = visit(url);
  for (const { name, value } of await context.cookies(url)) visitor.cookies.set(name, value);
  const body = { text, sourceLanguage: 'en-US', targetLanguage: 'es-ES' };
  expect((await visitor.post('/api/translate', body)).status).toBe(200);
}

/** What is in the session's cookies is worth nothing any more; the sign that there is one stays. */
async function spoilSession(context: BrowserContext): Promise<void> {
  const cookies = await context.cookies(url);
  const spoilt = cookies.filter(({ name }) => /access|refresh/.test(name));
  expect(spoilt).toHaveLength(2);
  await context.addCookies(spoilt.map((cookie) => ({ ...cookie, value: 'spoilt' })));
}

function guestStatus(left: number) {
  return {
    subscriptionStatus: 'free',
    isPremium: false,
    subscriptionPlan: null,
    trialEndsAt: null,
    subscriptionEndsAt: null,
    translationsUsed: 3 - left,
    translationsRemaining: left,
    limit: 3,
    resetsAt: null,
    isGuest: true,
    trialAvailable: true,
  };
}
