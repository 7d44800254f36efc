import { copyFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { violations } from '../support/browser/axe.ts';
import { goTo, guestsInTurn, launchBrowser, looks, newGuest } from '../support/browser/browser.ts';
import { signUpIn } from '../support/browser/people.ts';
import { giveRecogniser, hideRecogniser, recogniserOf } from '../support/browser/recogniser.ts';
import { watchSounding } from '../support/browser/sounding.ts';
import { spoken } from '../support/browser/speech.ts';
import { sharedParley } from '../support/parley/shared.ts';
import { makePremium } from '../support/people/premium.ts';

const url = sharedParley.url;
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } as const;
const folder = mkdtempSync(path.join(tmpdir(), 'parley-dialogue-'));
/** Chromium reads it anew whenever the microphone is opened: who speaks next is copied there. */
const microphone = path.join(folder, 'microphone.wav');
let browser: Browser;
let page: Page;
let problems: string[];
/** Waits until something is spoken, or was since it was asked last. */
let sounds: () => Promise<void>;

beforeAll(async () => {
  copyFileSync(spoken('where is the train station'), microphone);
  browser = await launchBrowser({ microphone });
});
afterAll(async () => {
  try {
    await browser.close();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test('on a phone, what each of two people says is recorded, recognised, translated, and spoken to the other', {
  timeout: 120_000,
}, async () => {
  const context = await newGuest(browser, phone);
  await hideRecogniser(context);
  await makePremium(sharedParley.dynamodb, (await signUpIn(context, url)).userId);
  page = await context.newPage();
  sounds = await watchSounding(page);
  problems = await goTo(page, url);
  await openConversation();
  expect(await turnOf('near')).toBe('none');
  expect(await turnOf('far')).toBe('180deg');

  const question = await hearSpoken('near', 'English (United States)', {
    said: 'where is the train station',
    meant: 'dónde es la estación de tren',
  });

  // The people change places: now English is spoken from the far side.
  await page.getByRole('button', { name: 'Swap sides' }).tap();
  copyFileSync(spoken('thank you very much for your help'), microphone);
  const thanks = await hearSpoken('far', 'English (United States)', {
    said: 'thank you very much for your help',
    meant: 'gracias mucho para vuestra ayuda',
  });
  const texts = (side: Side) => half(side).getByRole('listitem').locator('p[lang]').allTextContents();
  expect(await texts('near')).toEqual([question.meant, question.said, thanks.meant, thanks.said]);
  expect(await texts('far')).toEqual([question.said, question.meant, thanks.said, thanks.meant]);

  const again = waitForSpeech();
  await half('near').getByRole('button', { name: 'Speak again' }).first().tap();
  expect(await again).toEqual({
    text: question.meant,
    language: 'es-ES',
    type: 'audio/mpeg',
  });
  expect(problems).toEqual([]);
  await context.close();
});

describe('a guest at a desk, by the browser’s recogniser', () => {
  let next: ReturnType<typeof guestsInTurn>;

  test('talks in both directions, tries again what failed, and is told what is left', async () => {
    next = guestsInTurn(browser, url);
    const context = await next({ viewport: { width: 1280, height: 800 } });
    page = await context.newPage();
    await giveRecogniser(page);
    problems = await goTo(page, url);
    await page.getByLabel('Type your text').fill('the page’s own');
    await openConversation();
    expect(await turnOf('far')).toBe('none');
    await half('near').getByText('3 free translations left. Each turn uses one.').waitFor();
    const recogniser = recogniserOf(page);

    // The first Escape gives up what is heard, and leaves the view open.
    await talk('near', 'English (United States)').press('Enter');
    await recogniser.listening();
    await page.keyboard.press('Escape');
    await talk('near', 'English (United States)').press('Enter');
    await recogniser.listening();
    await recogniser.talking('where is');
    await half('near').getByText('where is').waitFor();
    await half('far').getByText('The other side is speaking.').waitFor();
    // The other side's button ends it properly, and listens when it was translated.
    await recogniser.keeping('the house is big');
    await talk('far', 'Spanish').click();
    const meant = half('far').getByText('la casa es grande');
    await meant.waitFor();
    expect(await meant.getAttribute('lang')).toBe('es');
    await page.getByRole('dialog').getByRole('status').getByText('la casa es grande').waitFor();
    await recogniser.listening();
    expect(await recogniser.seen()).toEqual({ starts: 3, isAtWork: true });
    await recogniser.heard('buenas noches', 0.3);
    await half('near').getByText('good night').waitFor();
    await half('far').getByText('Not heard clearly. Check the words.').waitFor();
    await half('near').getByText('1 free translation left. Each turn uses one.').waitFor();

    await page.route('**/api/translate', (route) =>
      route.fulfill({ status: 502, json: { error: 'No answer.', code: 'provider_failed' } }),
    );
    await page.getByRole('button', { name: 'Type in Spanish' }).click();
    await page.keyboard.type('la mesa');
    await page.keyboard.press('Enter');
    await half('far').getByRole('alert').getByText('No answer.').waitFor();
    await page.unroute('**/api/translate');
    await half('far').getByRole('button', { name: 'Try again' }).press('Enter');
    await half('near').getByText('the table').waitFor();
    await page.waitForFunction(() => document.activeElement?.matches('[data-talk]'));

    // How many are left is read anew.
    await half('near').getByRole('button', { name: 'Create Free Account' }).waitFor();
    await talk('far', 'Spanish').click();
    await half('far').getByText('The free translations are used up.').waitFor();
    expect(problems).toEqual([expect.stringContaining('502')]);
  });

  test('finds no fault with its look on any screen, and reaches both buttons on the smallest', async () => {
    for await (const look of looks(page, [
      [1280, 800],
      [640, 360],
      [360, 640],
    ])) {
      // The desk has a phone's colours in the dark, and a phone on its side what a desk has.
      if (look === '1280 px, light' || look.startsWith('360'))
        expect(await violations(page, 'dialog'), look).toEqual([]);
      for (const button of [
        talk('near', 'English (United States)'),
        talk('far', 'Spanish'),
        page.getByRole('button', { name: 'Close', exact: true }),
        page.getByRole('dialog').getByRole('button', { name: 'More' }),
      ]) {
        const box = await button.boundingBox();
        const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
        expect(Math.min(box?.width ?? 0, box?.height ?? 0), look).toBeGreaterThanOrEqual(44);
        expect(box?.x, look).toBeGreaterThanOrEqual(0);
        expect(box?.y, look).toBeGreaterThanOrEqual(0);
        expect((box?.x ?? 0) + (box?.width ?? 0), look).toBeLessThanOrEqual(width);
        expect((box?.y ?? 0) + (box?.height ?? 0), look).toBeLessThanOrEqual(height);
      }
    }
    await expect.poll(() => turnOf('far')).toBe('180deg');
    await page.getByRole('button', { name: 'Turn the far side round' }).click();
    await expect.poll(() => turnOf('far')).toBe('none');
  });

  test('saves and copies it, clears it and thinks better of it', async () => {
    const text =
      'English (United States): the house is big\nSpanish: la casa es grande\n\n' +
      'Spanish: buenas noches\nEnglish (United States): good night\n\n' +
      'Spanish: la mesa\nEnglish (United States): the table';
    const downloading = page.waitForEvent('download');
    await choose('Save as text file');
    const download = await downloading;
    expect(download.suggestedFilename()).toMatch(/^parley-conversation-\d{4}-\d\d-\d\d\.txt$/);
    expect(readFileSync(await download.path(), 'utf8')).toContain(text);
    await half('near').getByText('is among your downloads.').waitFor();

    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await choose('Copy conversation');
    await half('near').getByText('Conversation copied to clipboard').waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(text);

    await choose('Clear conversation');
    expect(await page.getByRole('dialog').getByRole('listitem').filter({ hasText: 'casa' }).count()).toBe(0);
    await page.getByRole('dialog').getByRole('button', { name: 'Undo' }).press('Enter');
    await half('far').getByText('la casa es grande').waitFor();
    await page.waitForFunction(() => document.activeElement?.matches('[data-talk]'));
  });

  test('closes it, finds the page as it was, and the conversation again, also when the page was loaded anew', async () => {
    // The first Escape closes the menu alone.
    await page.getByRole('dialog').getByRole('button', { name: 'More' }).click();
    await page.getByRole('menu').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('menu').waitFor({ state: 'detached' });
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.waitForFunction(() => document.activeElement?.textContent === 'Conversation');
    expect(await page.getByLabel('Type your text').inputValue()).toBe('the page’s own');
    expect(await page.getByTestId('translation').count()).toBe(0);

    await openConversation();
    await half('near').getByText('good night').waitFor();
    await page.reload();
    await openConversation();
    await half('near').getByText('good night').waitFor();
    await half('far').getByText('la mesa').waitFor();
  });
});

type Side = 'near' | 'far';

async function openConversation(): Promise<void> {
  await page.getByRole('button', { name: 'Conversation', exact: true }).click();
  await page.getByRole('dialog', { name: 'Conversation' }).waitFor();
}

function half(side: Side) {
  return page.getByRole('region', { name: side === 'near' ? 'Near side' : 'Far side' });
}

function talk(side: Side, language: string) {
  return half(side).getByRole('button', { name: `Speak ${language}` });
}

/**
 * One speaks into the microphone, stops when the words are over, and the other reads and hears it.
 *
 * @returns what was heard, and its translation
 */
async function hearSpoken(side: Side, language: string, expected: { said: string; meant: string }) {
  await Promise.all([wordsOver(), talk(side, language).tap()]);
  const hearing = waitForSpeech();
  await half(side).getByRole('button', { name: 'Stop recording' }).tap();
  const other = half(side === 'near' ? 'far' : 'near');
  // Recognisers take their time while other tests run.
  await other.getByText(expected.meant).waitFor({ timeout: 60_000 });
  const latest = other.getByRole('listitem').filter({ hasText: expected.meant }).locator('p[lang]');
  const [meant = '', said = ''] = await latest.allTextContents();
  expect({ said, meant }).toEqual(expected);
  expect(await hearing).toEqual({
    text: meant,
    language: 'es-ES',
    type: 'audio/mpeg',
  });
  await sounds();
  await other.getByRole('button', { name: 'Speak again' }).last().waitFor();
  return { said, meant };
}

/** Waits until the microphone has been loud, and then quiet for longer than between two words. */
async function wordsOver(): Promise<void> {
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

declare global {
  interface Window {
    /** Since the microphone was loud; undefined before. */
    quietFrames: number | undefined;
  }
}

/** What the server's voice is asked to say next, and what comes back. */
async function waitForSpeech() {
  const response = await page.waitForResponse('**/api/speak', { timeout: 60_000 });
  const { text, language } = response.request().postDataJSON();
  return { text, language, type: response.headers()['content-type'] };
}

/** How far the half is turned. */
function turnOf(side: Side): Promise<string> {
  return half(side).evaluate((element) => getComputedStyle(element).rotate);
}

async function choose(entry: string): Promise<void> {
  await page.getByRole('dialog').getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: entry }).click();
}
