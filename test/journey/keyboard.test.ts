import type { Browser, BrowserContext, Page } from 'playwright';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { failUntilPressed, launchBrowser, newGuest, openPage, toast } from '../support/browser/browser.ts';
import { focused, seeEveryStop, stop, tabTo } from '../support/browser/keys.ts';
import { signUpIn } from '../support/browser/people.ts';
import { giveRecogniser, recogniserOf } from '../support/browser/recogniser.ts';
import { sharedParley } from '../support/parley/shared.ts';
import { keepTranslations } from '../support/people/premium.ts';

const url = sharedParley.url;
const laptop = {
  permissions: ['clipboard-read', 'clipboard-write'],
  viewport: { width: 1280, height: 800 },
};
let browser: Browser;
let context: BrowserContext;
let page: Page;

beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

/** Keys that are pressed one after the other. */
async function press(...keys: string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key);
}

// One page: each test goes by Tab to where it begins, and leaves the settings as they were.
describe('the translator, without a mouse', () => {
  const region = (name: string) => page.getByRole('region', { name, exact: true });
  let translator: Page;
  let problems: string[];

  beforeAll(async () => {
    context = await newGuest(browser, laptop);
    const { userId } = await signUpIn(context, url);
    const numbers = Array.from({ length: 7 }, (_, index) => index + 1);
    await keepTranslations(
      sharedParley.dynamodb,
      userId,
      numbers.map((number) => ({ text: `sentence ${number}`, translatedText: `frase ${number}` })),
    );
    await context.addInitScript(giveVoice);
    await giveRecogniser(context);
    ({ page, problems } = await openPage(context, url));
    translator = page;
    await region('Your data').waitFor();
    for (const name of ['Quick Actions', 'Settings', 'Usage']) await region(name).waitFor();
    await region('History').getByText('frase 7').waitFor();
    await page
      .getByText(/are saved offline/)
      .first()
      .waitFor();
  });

  beforeEach(() => {
    page = translator;
  });

  afterAll(() => {
    // But for the failures that were asked for.
    expect(problems.filter((problem) => !/ERR_FAILED|502/.test(problem))).toEqual([]);
  });

  test('every stop is seen, in the order of the page, and after the last comes the first', async () => {
    // From the last stop, so that the first comes next.
    await tabTo(page, 'Contact');
    const stops = await seeEveryStop(page, 12);
    const landmarks = [
      'Account menuAL',
      'Swap languages',
      'Start recording',
      'Type your text',
      'How much does this cost?',
      'Search your history',
      'Speech speed',
      'Auto-play',
      'Test speech',
      'Download my data',
      'Contact',
    ];
    expect(stops.filter((name) => landmarks.includes(name))).toEqual(landmarks);
  });

  test('languages are picked from the list, given up by Escape, and swapped', async () => {
    await tabTo(page, /^From/);
    await press('Enter');
    await expect.poll(() => stop(page)).toMatchObject({ name: 'From', faults: [] });
    await press('End', 'Escape');
    await expect.poll(() => focused(page)).toBe('FromEnglish (US)');
    await press('Enter', 'Home', 'ArrowDown', 'ArrowDown');
    expect(await page.locator('[role="row"][data-active]').textContent()).toContain('Catalan');
    await press('Enter');
    await expect.poll(() => focused(page)).toBe('FromCatalà');
    await tabTo(page, 'Swap languages');
    await press('Enter');
    expect(await page.locator('[data-code]').evaluateAll(codes)).toEqual(['es-ES', 'ca']);
    await expect.poll(() => focused(page)).toBe('Swap languages');
    await tabTo(page, /^To/);
    await press('Space', 'e', 'n', 'g', 'Enter');
    await press('Shift+Tab', 'Enter');
    expect(await page.locator('[data-code]').evaluateAll(codes)).toEqual(['en-US', 'es-ES']);
  });

  test('text is typed, translated, heard, copied and cleared', async () => {
    await tabTo(page, 'Type your text');
    await press('Control+a');
    await page.keyboard.type('the house');
    await tabTo(page, 'Translate Text');
    await press('Enter');
    await page.getByTestId('translation').waitFor();
    await expect.poll(() => focused(page)).toBe('Translate Text');
    // It is spoken by itself.
    await region('Translation').getByRole('button', { name: 'Stop' }).waitFor();
    await tabTo(page, 'Stop');
    await press('Enter');
    await region('Translation').getByRole('button', { name: 'Speak' }).waitFor();
    await expect.poll(() => focused(page)).toBe('Speak');
    await press('Enter');
    await region('Translation').getByRole('button', { name: 'Stop' }).waitFor();
    await press('Space');
    await tabTo(page, 'Copy');
    await press('Enter');
    await toast(page, 'Copied!').waitFor();
    await expect.poll(() => focused(page)).toBe('Copy');

    // Toasts are in nobody's way, and F8 goes to them.
    await press('F8');
    await tabTo(page, 'Dismiss');
    await press('Enter');
    await toast(page, 'Copied!').waitFor({ state: 'hidden' });
    await expect.poll(() => focused(page)).not.toBe(undefined);

    await tabTo(page, 'Clear translation');
    await press('Enter');
    await expect.poll(() => focused(page)).toBe('Translation');
    await tabTo(page, 'Clear text', { back: true });
    await press('Enter');
    await expect.poll(() => focused(page)).toBe('Type your text');
  });

  test('what goes wrong is tried again, and the focus stays in its card', async () => {
    await page.route('**/api/translate', (route) => route.fulfill({ status: 502, body: 'no' }), { times: 1 });
    const theNextPressIsIt = await failUntilPressed(page, '**/api/subscription-status');
    await tabTo(page, 'Type your text');
    await press('Control+a');
    await page.keyboard.type('the street');
    await press('Control+Enter');
    await region('Translation').getByRole('button', { name: 'Try again' }).waitFor();
    await tabTo(page, 'Try again');
    await press('Enter');
    await expect.poll(() => focused(page)).toBe('Translation');
    await page.getByTestId('translation').waitFor();
    await expect.poll(() => focused(page)).toBe('Translation');

    // The usage is read anew after each translation, and once more by what says what a check of it costs.
    await region('Translation').getByRole('button', { name: 'Translate back' }).waitFor();
    await region('Usage').getByRole('button', { name: 'Try again' }).waitFor();
    await tabTo(page, 'Try again');
    await theNextPressIsIt();
    await press('Enter');
    await region('Usage').getByText('of 10').waitFor();
    await expect.poll(() => focused(page)).toBe('Usage');
  });

  test('a phrase is translated, and speech is recorded and stopped', async () => {
    await tabTo(page, 'How much does this cost?');
    await press('Enter');
    await expect.poll(() => page.getByTestId('translation').textContent()).toMatch(/cu[aá]nto/i);
    await expect.poll(() => focused(page)).toBe('How much does this cost?');
    await tabTo(page, 'Start recording', { back: true });
    await press('Enter');
    const recogniser = recogniserOf(page);
    await recogniser.listening();
    await expect.poll(() => focused(page)).toBe('Stop recording');
    await recogniser.keeping('the dog');
    await press('Enter');
    await page.getByTestId('translation').getByText('perro').waitFor();
    await expect.poll(() => focused(page)).toBe('Start recording');
    await tabTo(page, 'Edit');
    await press('Enter');
    await expect.poll(() => focused(page)).toBe('Type your text');
  });

  test('the history is searched, unfolded, used again, and rows are removed and brought back', async () => {
    await tabTo(page, 'Search your history');
    await page.route('**/api/translations/search', (route) => route.abort(), { times: 1 });
    // At once: what is typed slowly is searched for more than once.
    await page.keyboard.insertText('frase 3');
    await region('History').getByRole('button', { name: 'Try again' }).waitFor();
    await tabTo(page, 'Try again');
    await press('Enter');
    await region('History').getByText('1 found').waitFor();
    await expect.poll(() => focused(page)).toBe('History');
    await tabTo(page, 'Clear search');
    await press('Enter');
    await expect.poll(() => focused(page)).toBe('Search your history');
    await region('History').getByText('frase 7').waitFor();

    await tabTo(page, 'Show more');
    await press('Enter');
    const sixth = region('History').getByRole('listitem').nth(5);
    await expect.poll(async () => (await focused(page)) === (await sixth.textContent())).toBe(true);
    expect((await stop(page))?.faults).toEqual([]);
    const translated = (await sixth.locator('p[lang]').last().textContent()) ?? '';
    await tabTo(page, 'Use again');
    await press('Enter');
    await page.getByTestId('translation').getByText(translated).waitFor();
    await expect.poll(() => focused(page)).toBe('Use again');
    await tabTo(page, 'Remove');
    await press('Enter');
    await expect.poll(() => focused(page)).toBe('Undo');
    await press('Enter');
    await expect.poll(() => focused(page)).toContain(translated);
  });

  test('sliders and switch are set', async () => {
    const speed = page.getByRole('slider', { name: 'Speech speed' });
    const keys = [
      ['Home', '0.5x'],
      ['ArrowUp', '0.6x'],
      ['PageUp', '1.6x'],
      ['End', '2.0x'],
      ['PageDown', '1.0x'],
    ] as const;
    await tabTo(page, 'Speech speed');
    for (const [key, shown] of keys) {
      await press(key);
      expect(await speed.getAttribute('aria-valuetext'), key).toBe(shown);
    }
    await tabTo(page, 'Auto-play');
    await press('Space');
    expect(await page.getByRole('switch', { name: 'Auto-play' }).isChecked()).toBe(false);
    await press('Space');
    await tabTo(page, 'Test speech');
    await press('Enter');
    await region('Settings').getByRole('button', { name: 'Stop' }).waitFor();
    await press('Enter');
    await expect.poll(() => focused(page)).toBe('Test speech');
  });

  test('the visitor’s data is taken along, and a deletion is thought over', async () => {
    await tabTo(page, 'Download my data');
    const download = page.waitForEvent('download');
    await press('Enter');
    await download;
    await expect.poll(() => focused(page)).toBe('Download my data');
    await tabTo(page, 'Delete my account');
    await press('Enter');
    await expect.poll(() => focused(page)).toBe('Delete your account?');
    await tabTo(page, 'Keep it');
    await press('Enter');
    await expect.poll(() => focused(page)).toBe('Delete my account');
  });

  test('the account menu shows where one is in it, and leads on', async () => {
    await tabTo(page, /^Account menu/);
    await press('Enter');
    await expect.poll(() => focused(page)).toBe('Manage Subscription');
    await press('ArrowDown');
    await expect.poll(() => stop(page)).toMatchObject({ name: 'Upgrade to Premium', faults: [] });
    await press('Escape');
    await expect.poll(() => focused(page)).toMatch(/^Account menu/);
  });
});

test('every stop of another page is seen, in the order of the page, and after the last comes the first', async () => {
  await visit('/android-setup');
  await page.getByRole('heading', { level: 1 }).waitFor();
  await seeEveryStop(page, 3);
});

test('a plan is chosen and a card given', async () => {
  await visit('/subscription');
  await page.getByRole('button', { name: '(Premium Monthly)' }).waitFor();
  await tabTo(page, /\(Premium Monthly\)$/);
  await press('Enter');
  await page.getByLabel('Card number').waitFor();
  await expect.poll(() => focused(page)).toBe('Start your free trial');
  await tabTo(page, 'Card number');
  await page.keyboard.type('4242424242424242');
  await tabTo(page, 'Expiration date');
  await page.keyboard.type('1234');
  await tabTo(page, 'Security code');
  await page.keyboard.type('123');
  await tabTo(page, 'Start free trial');
  await press('Enter');
  await page.waitForURL(`${url}/`);
  await toast(page, '7-Day Trial Started!').waitFor();
});

/** Somebody new with an account, at an address. */
async function visit(path: string): Promise<void> {
  context = await newGuest(browser, laptop);
  await signUpIn(context, url);
  page = await context.newPage();
  await page.goto(url + path);
}

function codes(buttons: (HTMLElement | SVGElement)[]): (string | undefined)[] {
  return buttons.map((button) => button.dataset.code);
}

/** A Spanish and an English voice, for want of any in this browser, that speak until they are stopped. */
function giveVoice(): void {
  class Utterance {
    onstart?: () => void;
  }
  class Synthesis extends EventTarget {
    getVoices() {
      return ['es-ES', 'en-US'].map((lang) => ({ lang, localService: true }));
    }
    speak(utterance: Utterance) {
      queueMicrotask(() => utterance.onstart?.());
    }
    cancel() {}
    resume() {}
  }
  Object.defineProperty(window, 'SpeechSynthesisUtterance', { value: Utterance });
  Object.defineProperty(window, 'speechSynthesis', { value: new Synthesis() });
}
