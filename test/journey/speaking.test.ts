import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchBrowser, newGuest } from '../support/browser/browser.ts';
import { signUpIn } from '../support/browser/people.ts';
import { installVoice } from '../support/browser/scripted-voice.ts';
import { sharedParley } from '../support/parley/shared.ts';
import { makePremium } from '../support/people/premium.ts';

// Who speaks, and when, is in `component/speech/speaking.test.tsx`.
const url = sharedParley.url;
let browser: Browser;

beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

test('Premium hears the server’s voice, and the speed follows the slider while it sounds', async () => {
  const context = await newGuest(browser);
  const { userId } = await signUpIn(context, url);
  await makePremium(sharedParley.dynamodb, userId);
  const page = await context.newPage();
  await page.addInitScript(installVoice, {});
  await page.goto(url);
  await page.getByRole('region', { name: 'Usage' }).getByText('Unlimited').waitFor(patient);
  // Long enough to sound until all is looked at.
  await translateTyped(page, 'Where is the train station? I would like to go to the old town. '.repeat(7));
  await page.waitForFunction(() => (window.voice.playing[0]?.currentTime ?? 0) > 0, undefined, patient);
  const sounding = () =>
    page.evaluate(() => {
      const { paused, duration, playbackRate, volume, preservesPitch } = window.voice
        .playing[0] as HTMLMediaElement;
      return { paused, duration, playbackRate, volume, preservesPitch };
    });
  const { duration, ...before } = await sounding();
  expect(before).toEqual({ paused: false, volume: 0.8, playbackRate: 1, preservesPitch: true });
  expect(duration).toBeGreaterThan(10);
  await page.getByRole('slider', { name: 'Speech speed' }).fill('1.5');
  expect(await sounding()).toMatchObject({ paused: false, playbackRate: 1.5, preservesPitch: true });
  await page.evaluate(() => {
    const [audio] = window.voice.playing;
    if (audio) audio.currentTime = audio.duration - 0.2;
  });
  await translationButton(page, 'Speak').waitFor(patient);
  expect(await page.evaluate(() => window.voice.said)).toEqual([]);
  await context.close();
});

test('Safari on an iPhone that is locked is unlocked by a tap of a finger, and says what waited for it', async () => {
  const context = await newGuest(browser, {
    userAgent:
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1',
    hasTouch: true,
    viewport: { width: 390, height: 844 },
  });
  const page = await context.newPage();
  await page.addInitScript(installVoice, { isLocked: true });
  await page.goto(url);
  await translateTyped(page, 'the house');
  await translationButton(page, 'Tap to Hear').and(page.locator('[data-state="queued"]')).waitFor(patient);
  await page.evaluate(() => {
    window.voice.isLocked = false;
    window.voice.sources = [];
  });
  await page.getByTestId('translation').tap();
  await translationButton(page, 'Stop').and(page.locator('[data-state="speaking"]')).waitFor(patient);
  // The silent sound of the tap; the voice is the browser's own.
  expect(await page.evaluate(() => window.voice.sources)).toEqual(['/silence.wav']);
  expect(await page.evaluate(() => window.voice.said.at(-1))).toMatchObject({ lang: 'es-ES', volume: 0.8 });
  expect(await page.evaluate(() => window.parleyAudioUnlocked)).toBe(true);
  await context.close();
});

/** Only what hangs. */
const patient = { timeout: 60_000 };

function translationButton(page: Page, name: string) {
  return page.getByRole('region', { name: 'Translation' }).getByRole('button', { name, exact: true });
}

async function translateTyped(page: Page, text: string): Promise<void> {
  await page.getByRole('textbox').fill(text);
  await page.getByRole('button', { name: 'Translate Text' }).click();
  await page.getByTestId('translation').waitFor(patient);
}
