import type { Browser } from 'playwright';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { launchBrowser, openPage, toast } from './browser.ts';
import { silent, spoken } from './speech.ts';

const url = inject('parley');

describe('with a microphone that hears "where is the train station"', () => {
  let browser: Browser;

  beforeAll(async () => {
    browser = await launchBrowser({ microphone: spoken('where is the train station') });
  });
  afterAll(() => browser.close());

  test('the page ends with the Spanish translation and sounds it', async () => {
    const context = await browser.newContext();
    await context.addInitScript(listenToPlayback);
    const { page, problems } = await openPage(context, url);
    await page.getByRole('button', { name: 'Start recording' }).click();
    // The sentence lasts 2.5 seconds with its silences.
    await page.locator('[data-elapsed="3"]').waitFor();
    await page.getByRole('button', { name: 'Stop recording' }).click();

    await page.getByTestId('transcript').getByText('where is the train station').waitFor();
    expect(await page.getByTestId('translation').textContent()).toMatch(/dónde .*estación de tren/i);
    expect(await page.getByTestId('translation').getAttribute('lang')).toBe('es');
    const translation = page.getByRole('region', { name: 'Translation' });
    await translation.locator('[data-state="speaking"]').waitFor();
    const seconds = await page.evaluate(() => (window as unknown as Listening).heardSeconds);
    expect(seconds).toBeGreaterThan(0.5);
    await translation.getByRole('button', { name: 'Speak' }).waitFor();
    expect(await page.getByRole('textbox').inputValue()).toBe('where is the train station');
    expect(problems).toEqual([]);
    await context.close();
  });

  test('a tap while the microphone is being opened gives up, and nothing is sent', async () => {
    const context = await browser.newContext();
    const { page } = await openPage(context, url);
    const sent: string[] = [];
    page.on('request', (request) => sent.push(new URL(request.url()).pathname));
    await page.getByRole('button', { name: 'Start recording' }).click();
    await page.getByRole('button', { name: 'Stop recording' }).waitFor();
    await page.getByRole('button', { name: 'Swap languages' }).click();
    await page.getByRole('button', { name: 'Start recording' }).waitFor();
    expect(sent).not.toContain('/api/transcribe-amazon');
    await context.close();
  });
});

describe('with a microphone that hears nothing', () => {
  let browser: Browser;

  beforeAll(async () => {
    browser = await launchBrowser({ microphone: silent() });
  });
  afterAll(() => browser.close());

  test('silence is told as such, first as itself, from the second time on with the way out', async () => {
    const context = await browser.newContext();
    const { page } = await openPage(context, url);
    for (const text of [
      'No speech detected. Please speak into your microphone.',
      'You can type instead or try voice again.',
    ]) {
      await page.getByRole('button', { name: 'Start recording' }).click();
      await page.locator('[data-elapsed="1"]').waitFor();
      await page.getByRole('button', { name: 'Stop recording' }).click();
      await toast(page, 'Voice Input Issue').getByText(text).waitFor();
    }
    await context.close();
  });
});

describe('without a microphone to use', () => {
  let browser: Browser;

  beforeAll(async () => {
    browser = await launchBrowser();
  });
  afterAll(() => browser.close());

  test.for([
    ['NotAllowedError', 'Microphone permission denied. Please allow microphone access and try again.'],
    ['NotFoundError', 'No microphone found. Please check your audio devices.'],
  ] as const)('%s says what to do, and typing still works', async ([name, sentence]) => {
    const context = await browser.newContext();
    await context.addInitScript((name) => {
      navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('', name));
    }, name);
    const { page } = await openPage(context, url);
    await page.getByRole('button', { name: 'Start recording' }).click();
    await toast(page, 'Voice Input Issue').getByText(sentence).waitFor();
    await page.getByRole('textbox').fill('the house');
    await page.getByRole('button', { name: 'Translate Text' }).click();
    await page.getByTestId('translation').getByText('casa').waitFor();
    await context.close();
  });

  test('a language that nobody recognises here says so before recording', async () => {
    const context = await browser.newContext();
    const { page } = await openPage(context, url);
    await page.getByRole('button', { name: 'Swap languages' }).click();
    await page.getByText('Speech in Spanish cannot be recognised here. Type the text instead.').waitFor();
    const asked = await page.evaluate(() => {
      let count = 0;
      navigator.mediaDevices.getUserMedia = () => Promise.reject(new Error(String(++count)));
      document.querySelector<HTMLButtonElement>('[aria-label="Start recording"]')?.click();
      return count;
    });
    expect(asked).toBe(0);
    await context.close();
  });
});

/** Keeps how long the longest sound was that the page began to play. Observes, and changes nothing. */
function listenToPlayback(): void {
  const listening = window as unknown as Listening;
  listening.heardSeconds = 0;
  const play = HTMLMediaElement.prototype.play;
  HTMLMediaElement.prototype.play = function observed(this: HTMLMediaElement) {
    this.addEventListener('playing', () => {
      listening.heardSeconds = Math.max(listening.heardSeconds, this.duration);
    });
    return play.call(this);
  };
}

interface Listening {
  heardSeconds: number;
}
