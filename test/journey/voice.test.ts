import type { BrowserContext, Page } from 'playwright';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { goTo, newGuest, openCard, settled } from '../support/browser/browser.ts';
import { browserOfTests } from '../support/browser/hooks.ts';
import { signUpIn } from '../support/browser/people.ts';
import { giveRecogniser, recogniserOf } from '../support/browser/recogniser.ts';
import { installVoice } from '../support/browser/scripted-voice.ts';
import { sharedParley } from '../support/parley/shared.ts';
import { makePremium } from '../support/people/premium.ts';

// Recognition is in `component/speech/listening.test.tsx`; here is what needs a browser's
// layout, pointers, keys and top layer.
const url = sharedParley.url;
const browser = browserOfTests();
describe('listening, on one page', () => {
  let context: BrowserContext;
  let page: Page;
  let recogniser: ReturnType<typeof recogniserOf>;

  beforeAll(async () => {
    context = await newGuest(browser(), { hasTouch: true });
    // A guest's three translations are too few.
    await signUpIn(context, url);
    page = await context.newPage();
    await giveRecogniser(page);
    await page.addInitScript(installVoice, {});
    await goTo(page, url);
    page.setDefaultTimeout(60_000);
    // The last part to arrive: nothing moves afterwards.
    await page.getByRole('region', { name: 'Your data' }).waitFor();
    await settled(page);
    recogniser = recogniserOf(page);
  });

  beforeEach(async () => {
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Start recording' }).waitFor();
  });

  test('interim text is shown and replaced without layout shifts', async () => {
    const transcript = page.getByTestId('transcript');
    // From the button on, and both at once: the page scrolls to the translation.
    const below = () =>
      page.evaluate(() => {
        const [foot, button] = ['[type="submit"]', '[data-dock] [data-state]'].map((each) =>
          document.querySelector(each),
        );
        return Number(foot?.getBoundingClientRect().top) - Number(button?.getBoundingClientRect().top);
      });
    const before = await below();
    await page.getByRole('button', { name: 'Start recording' }).click();
    await recogniser.listening();
    await page.getByText('Listening', { exact: true }).first().waitFor();
    expect(await below()).toEqual(before);
    const long = 'where is the train station and how much does it cost '.repeat(4).trim();
    for (const text of ['were', 'where is', long]) {
      await recogniser.talking(text);
      await transcript.getByText(text, { exact: true }).waitFor();
      expect(await below()).toEqual(before);
    }
    // The latest words are visible.
    const { height, isCutBelow } = await transcript.getByTestId('interim').evaluate((text) => {
      const { bottom, height } = text.getBoundingClientRect();
      return { height, isCutBelow: bottom > (text.parentElement?.getBoundingClientRect().bottom ?? 0) + 1 };
    });
    expect(height).toBeGreaterThan(80);
    expect(isCutBelow).toBe(false);
  });

  test('Space and Enter are taps, and so is a held Enter', async () => {
    for (const key of ['Space', 'Enter']) {
      await page.getByRole('button', { name: 'Start recording' }).focus();
      await page.keyboard.press(key);
      await page.getByRole('button', { name: 'Stop recording' }).waitFor();
      await page.keyboard.press(key);
      await page.getByRole('button', { name: 'Start recording' }).waitFor();
    }
    // A key that is down already repeats.
    for (let times = 0; times < 6; times += 1) await page.keyboard.down('Enter');
    await page.getByRole('button', { name: 'Stop recording' }).waitFor();
    await page.keyboard.up('Enter');
    expect(await page.locator('[data-dock] [data-state]').getAttribute('data-state')).toBe('listening');
  });

  test('Escape belongs to an open list or dialog first', async () => {
    await page.getByRole('button', { name: 'Start recording' }).click();
    await recogniser.listening();
    await page.getByRole('button', { name: /^To/ }).click();
    await page.getByRole('grid').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('grid').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Stop recording' }).waitFor();
    await page.evaluate(() => document.body.appendChild(document.createElement('dialog')).showModal());
    await page.keyboard.press('Escape');
    expect(await page.locator('[data-dock] [data-state]').getAttribute('data-state')).toBe('listening');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Start recording' }).waitFor();
  });
});

test('Premium hears the server’s voice, and the slider changes its speed at once', async () => {
  const context = await newGuest(browser());
  const { userId } = await signUpIn(context, url);
  await makePremium(sharedParley.dynamodb, userId);
  const page = await context.newPage();
  await page.addInitScript(installVoice, {});
  await page.goto(url);
  await page.getByRole('region', { name: 'Usage' }).getByText('Unlimited').waitFor(patient);
  // Long enough to play until the end of the test.
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
  // The words are highlighted at their times, through the real endpoint and the browser's own highlighting.
  await expect.poll(async () => (await spokenPlaces(page)).length, patient).toBe(1);
  await openCard(page, 'Settings');
  await page.getByRole('slider', { name: 'Speech speed' }).fill('1.5');
  expect(await sounding()).toMatchObject({ paused: false, playbackRate: 1.5, preservesPitch: true });
  const seek = (place: number) =>
    page.evaluate((place) => {
      const [audio] = window.voice.playing;
      if (audio) audio.currentTime = place * audio.duration;
    }, place);
  await seek(0.6);
  await expect.poll(async () => (await spokenPlaces(page))[0], patient).toBeGreaterThan(0.55);
  await seek(0.99);
  await translationButton(page, 'Speak').waitFor(patient);
  expect(await page.evaluate(() => window.voice.said)).toEqual([]);
  expect(await spokenPlaces(page)).toEqual([]);
  await context.close();
});

/** Where the highlighted words are in the translation: 0 at its start, 1 at its end. */
function spokenPlaces(page: Page): Promise<number[]> {
  return page.evaluate(() =>
    [...(CSS.highlights.get('spoken') ?? [])].map(
      ({ endOffset, endContainer }) => endOffset / (endContainer.textContent ?? '').length,
    ),
  );
}

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
