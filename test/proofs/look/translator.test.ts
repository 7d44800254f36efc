import type { Page } from 'playwright';
import { describe, expect, test } from 'vitest';
import { violations } from '../../support/browser/axe.ts';
import { looks, newGuest, settled, toast } from '../../support/browser/browser.ts';
import { browserOfTests } from '../../support/browser/hooks.ts';
import { cutOff, isUncovered, overflow, setTextSize, tooSmall } from '../../support/browser/layout.ts';
import { giveRecogniser, recogniserOf } from '../../support/browser/recogniser.ts';
import { userAgents } from '../../support/browser/user-agents.ts';
import { guestWith } from '../../support/component/statuses.ts';
import { sharedParley } from '../../support/parley/shared.ts';

const { url } = sharedParley;
const phone = [390, 844] as const;
const laptop = [1280, 800] as const;
const browser = browserOfTests();

/** A guide: an overlay, or a card in that of speech input. */
const shown = 'dialog, section section';

/** The way to each guide: the browser, the failures in order, and the pressed button. */
const ways = {
  'the trouble card': ['macChrome', ['ends'], undefined, 'Parley stopped listening'],
  'the type-instead card': ['macChrome', ['no-speech', 'no-speech'], undefined, 'Type instead'],
  'the 4-step card': ['iphoneChrome', Array(3).fill('not-allowed'), undefined, 'Allow the microphone'],
  'the 5-step dialog': ['androidChrome', ['not-allowed'], 'Show me step by step', 'Set up voice in Chrome'],
  'the set-up of a computer': ['macChrome', ['not-allowed'], undefined, 'Turn on your microphone in Chrome'],
  'the set-up of an iPhone': [
    'iphoneChrome',
    ['not-allowed'],
    undefined,
    'Turn on your microphone in Chrome',
  ],
  'the set-up of Android': ['androidChrome', ['not-allowed'], undefined, 'Turn on your microphone in Chrome'],
  'the workaround': [
    'iphoneChrome',
    Array(4).fill('not-allowed'),
    undefined,
    'Chrome can’t use the microphone',
  ],
  'the permission': ['iphoneSafari', Array(3).fill('not-allowed'), undefined, 'Set up voice in two steps'],
} as const satisfies Record<string, Way>;

type Way = readonly [
  device: keyof typeof userAgents,
  failures: readonly string[],
  pressed: string | undefined,
  title: string,
];

test.for(Object.entries(ways))(
  '%s has no fault in any look, is never cut off, and its buttons are large enough',
  async ([, way]) => {
    const page = await openGuide(way);
    for await (const look of looks(page, [phone, laptop, [320, 844]])) {
      expect(await violations(page, shown), look).toEqual([]);
    }
    for (const [width, textSize] of [
      [1280, '100%'],
      [320, '100%'],
      [390, '200%'],
    ] as const) {
      await page.setViewportSize({ width, height: 844 });
      await page.evaluate(setTextSize, textSize);
      await settled(page);
      expect(await page.evaluate(cutOff, shown), `${width} px, ${textSize}`).toEqual([]);
      expect(await page.evaluate(tooSmall, shown)).toEqual([]);
    }
  },
);

test('on a phone on its side, the record button covers neither the note nor the link beside it', async () => {
  const context = await newGuest(browser(), { viewport: { width: 844, height: 390 } });
  await giveRecogniser(context);
  const page = await context.newPage();
  await page.route('**/api/subscription-status', (route) => route.fulfill({ json: guestWith(0) }));
  await page.goto(url);
  const options = page.getByRole('button', { name: 'No free translations left. See options.' });
  await options.waitFor();
  expect(await options.evaluate(isUncovered)).toBe(true);
  await page.unrouteAll();
  await page.route('**/api/translate', (route) => route.fulfill({ json: { translatedText: 'la casa' } }));
  await page.reload();
  await page.getByRole('button', { name: 'Start recording' }).click();
  await recogniserOf(page).listening();
  await recogniserOf(page).heard('the house', 0.3);
  await page.getByTestId('translation').waitFor();
  expect(await page.getByText('Parley may have misheard. Check the text.').evaluate(isUncovered)).toBe(true);
});

describe('every state of the translator, in light and in dark', () => {
  test('listening, pending, failed and translated', async () => {
    const context = await newGuest(browser());
    await giveRecogniser(context);
    const page = await context.newPage();
    await page.goto(url);
    const recogniser = recogniserOf(page);
    const parts = '[aria-labelledby="card-speech-input"], [aria-labelledby="card-translation"]';
    await page.getByRole('button', { name: 'Start recording' }).click();
    await recogniser.listening();
    await lookAt(page, 'listening', parts);
    // Listening would end before all looks are checked.
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Start recording' }).click();
    await recogniser.listening();

    const answers = [0, 1].map(() => Promise.withResolvers<{ status: number; json: object }>());
    let asked = 0;
    await page.route('**/api/translate', async (route) => route.fulfill(await answers[asked++]?.promise));
    const isAsked = page.waitForRequest('**/api/translate');
    await recogniser.heard('where is the train station', 0.3);
    await isAsked;
    await page.getByText('Parley may have misheard. Check the text.').waitFor();
    await lookAt(page, 'pending', parts);
    answers[0]?.resolve({
      status: 502,
      json: { error: 'The translator did not answer.', code: 'provider_failed' },
    });
    await toast(page, 'Translation Error').waitFor();
    await lookAt(page, 'failed', `${parts}, .toast`);
    await page
      .getByRole('region', { name: 'Translation' })
      .getByRole('button', { name: 'Try again' })
      .click();
    await page.getByRole('button', { name: 'Translating...' }).waitFor();
    answers[1]?.resolve({ status: 200, json: { translatedText: '¿Dónde está la estación de tren?' } });
    await page.getByTestId('translation').waitFor();
    await lookAt(page, 'translated', parts);
  });
});

async function lookAt(page: Page, state: string, part: string): Promise<void> {
  for await (const look of looks(page, [phone, laptop])) {
    expect(await violations(page, part), `${state}, ${look}`).toEqual([]);
    expect(await page.evaluate(overflow), `${state}, ${look}`).toBe(0);
  }
}

async function openGuide([device, failures, pressed, name]: Way): Promise<Page> {
  const isMobile = device !== 'macChrome';
  const [width, height] = isMobile ? phone : laptop;
  const context = await newGuest(browser(), {
    userAgent: userAgents[device],
    viewport: { width, height },
    isMobile,
    hasTouch: isMobile,
  });
  await giveRecogniser(context);
  const page = await context.newPage();
  await page.goto(url);
  for (const code of failures) {
    // Behind a guide as well, which this closes.
    await page.getByRole('button', { name: 'Start recording' }).dispatchEvent('click');
    await recogniserOf(page).listening();
    if (code === 'ends') await page.evaluate(() => window.recogniser.end());
    else await recogniserOf(page).fail(code);
    await page.getByRole('button', { name: 'Start recording' }).waitFor({ state: 'attached' });
    await settled(page);
  }
  if (pressed) await page.getByRole('button', { name: pressed }).click();
  await page.getByRole('dialog', { name }).or(page.getByRole('region', { name })).waitFor();
  return page;
}
