import type { Browser, BrowserContext, Page } from 'playwright';
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import { launchBrowser, newGuest } from './browser.ts';

const url = inject('parley');
let browser: Browser;
let context: BrowserContext;
let page: Page;

beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

beforeEach(async () => {
  context = await newGuest(browser, { reducedMotion: 'reduce' });
  await context.addInitScript(giveVoices);
  page = await context.newPage();
  await page.goto(url);
  await page.getByRole('slider', { name: 'Speech speed' }).waitFor();
});
afterEach(() => context.close());

test('a translation is spoken by itself, at volume 0.8 and 100 ms after it came', async () => {
  await translateTyped('the house');
  await page.waitForFunction(() => (window as unknown as Voices).said.length > 0);
  const { said, translatedAtMs } = await voices();
  expect(said).toMatchObject([{ lang: 'es-ES', volume: 0.8, rate: 1, pitch: 1 }]);
  expect(said[0]?.text).toMatch(/casa/);
  expect((said[0]?.atMs ?? 0) - translatedAtMs).toBeGreaterThanOrEqual(99);
});

test('of two quick translations the last alone is shown and spoken', async () => {
  for (const name of ['How much does this cost?', 'Where is the train station?']) {
    await page.getByRole('button', { name }).dispatchEvent('click');
  }
  await page.getByTestId('translation').getByText('estación').waitFor();
  await page.waitForFunction(() => (window as unknown as Voices).said.length > 0);
  const { said } = await voices();
  expect(said.map(({ text }) => text)).toEqual([expect.stringMatching(/estación/)]);
});

test('only what is spoken has a Stop, and a tap on it stops it', async () => {
  await translateTyped('the house');
  const card = page.getByRole('region', { name: 'Translation' });
  await card.locator('[data-state="speaking"]').getByText('Stop').waitFor();
  const testSpeech = page.getByRole('button', { name: 'Test speech' });
  await testSpeech.click();
  await card.getByRole('button', { name: 'Speak' }).waitFor();
  await page.getByRole('region', { name: 'Settings' }).getByRole('button', { name: 'Stop' }).click();
  await testSpeech.waitFor();
  await card.getByRole('button', { name: 'Speak' }).click();
  await card.getByRole('button', { name: 'Stop' }).click();
  await card.getByRole('button', { name: 'Speak' }).waitFor();
  const { said } = await voices();
  expect(said.map(({ volume }) => volume)).toEqual([0.8, 1, 1]);
});

test('clearing the translation and leaving the page stop the voice', async () => {
  await translateTyped('the house');
  const card = page.getByRole('region', { name: 'Translation' });
  await card.getByRole('button', { name: 'Stop' }).waitFor();
  await card.getByRole('button', { name: 'Clear translation' }).click();
  expect(await page.evaluate(() => speechSynthesis.speaking)).toBe(false);
  await page.getByRole('button', { name: 'Test speech' }).click();
  await page.waitForFunction(() => speechSynthesis.speaking);
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pagehide')));
  expect(await page.evaluate(() => speechSynthesis.speaking)).toBe(false);
});

test('a voice that fails is replaced by the server’s', async () => {
  await page.evaluate(() => {
    (window as unknown as Voices).isBroken = true;
  });
  const asked = page.waitForRequest('**/api/speak');
  await translateTyped('the house');
  expect((await asked).postDataJSON()).toMatchObject({ language: 'es-ES' });
  await page.getByRole('region', { name: 'Translation' }).locator('[data-state="speaking"]').waitFor();
});

function voices(): Promise<Pick<Voices, 'said' | 'translatedAtMs'>> {
  return page.evaluate(() => {
    const { said, translatedAtMs } = window as unknown as Voices;
    return { said, translatedAtMs };
  });
}

async function translateTyped(text: string): Promise<void> {
  await page.getByRole('textbox').fill(text);
  await page.getByRole('button', { name: 'Translate Text' }).click();
  await page.getByTestId('translation').waitFor();
}

/** A Spanish voice, for want of one in this browser: it keeps what it is told to say, and speaks until it is stopped. */
function giveVoices(): void {
  const voices = Object.assign(window as unknown as Voices, { said: [], isBroken: false, translatedAtMs: 0 });
  new MutationObserver(() => {
    if (document.querySelector('[data-testid="translation"]')) voices.translatedAtMs ||= performance.now();
  }).observe(document, { childList: true, subtree: true });
  class Utterance {
    lang = '';
    rate = 1;
    pitch = 1;
    volume = 1;
    text: string;
    onstart?: () => void;
    onerror?: () => void;
    constructor(text: string) {
      this.text = text;
    }
  }
  class Synthesis extends EventTarget {
    speaking = false;
    pending = false;
    getVoices = () => [{ lang: 'es-ES', localService: true }];
    speak(utterance: Utterance) {
      if (voices.isBroken) return queueMicrotask(() => utterance.onerror?.());
      const { text, lang, rate, pitch, volume } = utterance;
      voices.said.push({ text, lang, rate, pitch, volume, atMs: performance.now() });
      this.speaking = true;
      utterance.onstart?.();
    }
    cancel() {
      this.speaking = false;
    }
  }
  Object.defineProperty(window, 'SpeechSynthesisUtterance', { value: Utterance });
  Object.defineProperty(window, 'speechSynthesis', { value: new Synthesis() });
}

interface Voices {
  said: { text: string; lang: string; rate: number; pitch: number; volume: number; atMs: number }[];
  isBroken: boolean;
  translatedAtMs: number;
}
