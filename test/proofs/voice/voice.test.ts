import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { spoken } from '../../support/audio/speech.ts';
import { goTo, launchBrowser, newGuest } from '../../support/browser/browser.ts';
import { signUpIn } from '../../support/browser/people.ts';
import { watchRecorder } from '../../support/browser/recorder.ts';
import { watchSounding } from '../../support/browser/sounding.ts';
import { sharedParley } from '../../support/parley/shared.ts';
import { makePremium } from '../../support/people/premium.ts';

// From a real voice to a real voice.
const url = sharedParley.url;
const patient = { timeout: 120_000 };
const folder = mkdtempSync(path.join(tmpdir(), 'parley-voice-'));
/** Chromium reads this file whenever the microphone is opened; the next words are copied there. */
const microphone = path.join(folder, 'microphone.wav');
let browser: Browser;

beforeAll(async () => {
  copyFileSync(spoken('where is the train station'), microphone);
  // The shell's own recogniser never says what it lacks.
  browser = await launchBrowser({ isWhole: true, microphone });
});
afterAll(async () => {
  try {
    await browser.close();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test('what each of two people says is recognised, translated, and spoken to the other', patient, async () => {
  const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } as const;
  const { page, problems, sounds } = await openPremium(phone);
  await page.getByRole('button', { name: 'Conversation', exact: true }).click();
  await page.getByRole('dialog', { name: 'Conversation' }).waitFor();

  const question = await hearSpoken(page, sounds, 'Your side', {
    said: 'where is the train station',
    meant: 'dónde es la estación de tren',
  });
  // The people change places: English is spoken from the far side.
  await page.getByRole('button', { name: 'Swap sides' }).tap();
  copyFileSync(spoken('thank you very much for your help'), microphone);
  const thanks = await hearSpoken(page, sounds, 'Their side', {
    said: 'thank you very much for your help',
    meant: 'gracias mucho para vuestra ayuda',
  });
  const texts = (side: Side) => half(page, side).getByRole('listitem').locator('p[lang]').allTextContents();
  expect(await texts('Your side')).toEqual([question.meant, question.said, thanks.meant, thanks.said]);
  expect(await texts('Their side')).toEqual([question.said, question.meant, thanks.said, thanks.meant]);

  const again = nextSpeech(page);
  await half(page, 'Your side').getByRole('button', { name: 'Speak again' }).first().tap();
  expect(await again).toEqual({ text: question.meant, language: 'es-ES', type: 'audio/mpeg' });
  expect(problems).toEqual([]);
  await page.context().close();
});

type Side = 'Your side' | 'Their side';

async function openPremium(options = {}) {
  const context = await newGuest(browser, options);
  await makePremium(sharedParley.dynamodb, (await signUpIn(context, url)).userId);
  const page = await context.newPage();
  await watchRecorder(page);
  const sounds = await watchSounding(page);
  const problems = await goTo(page, url);
  await page.getByRole('region', { name: 'Usage' }).getByText('Unlimited').waitFor();
  await page.locator('[data-holdable]').waitFor();
  return { page, problems, sounds };
}

function half(page: Page, side: Side) {
  return page.getByRole('region', { name: side });
}

/**
 * Speaks into the microphone and stops after the words; the other side reads and hears it.
 *
 * @returns what was heard, and its translation
 */
async function hearSpoken(
  page: Page,
  sounds: () => Promise<void>,
  side: Side,
  expected: { said: string; meant: string },
) {
  const talk = half(page, side).getByRole('button', { name: 'Speak English (US)' });
  await Promise.all([wordsOver(page), talk.tap()]);
  const hearing = nextSpeech(page);
  await half(page, side).getByRole('button', { name: 'Stop recording' }).tap();
  const other = half(page, side === 'Your side' ? 'Their side' : 'Your side');
  await other.getByText(expected.meant).waitFor({ timeout: 60_000 });
  const latest = other.getByRole('listitem').filter({ hasText: expected.meant }).locator('p[lang]');
  const [meant = '', said = ''] = await latest.allTextContents();
  expect({ said, meant }).toEqual(expected);
  expect(await hearing).toEqual({ text: meant, language: 'es-ES', type: 'audio/mpeg' });
  await sounds();
  await other.getByRole('button', { name: 'Speak again' }).last().waitFor();
  return { said, meant };
}

/** Waits until the microphone has been loud, and then quiet for longer than between two words. */
async function wordsOver(page: Page): Promise<void> {
  await page.evaluate(() => {
    window.quietFrames = undefined;
  });
  await page.waitForFunction(() => {
    const ring = document.querySelector<HTMLElement>('.level-ring');
    if (Number(ring?.style.getPropertyValue('--level')) > 0.1) window.quietFrames = 0;
    else if (window.quietFrames !== undefined) window.quietFrames += 1;
    return (window.quietFrames ?? 0) > 30;
  });
}

/** The next text for the server's voice, and its answer. */
async function nextSpeech(page: Page) {
  const response = await page.waitForResponse('**/api/speak', { timeout: 60_000 });
  const { text, language } = response.request().postDataJSON();
  return { text, language, type: response.headers()['content-type'] };
}

declare global {
  interface Window {
    /** Since the microphone was loud; undefined before. */
    quietFrames: number | undefined;
  }
}
