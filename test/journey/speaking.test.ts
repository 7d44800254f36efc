import type { Browser, BrowserContext, BrowserContextOptions, Locator, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { guestsInTurn, launchBrowser } from '../support/browser/browser.ts';
import { signUpIn } from '../support/browser/people.ts';
import { watchSounding } from '../support/browser/sounding.ts';
import { sharedParley } from '../support/parley/shared.ts';
import { makePremium } from '../support/people/premium.ts';

const url = sharedParley.url;
let browser: Browser;
let next: ReturnType<typeof guestsInTurn>;
let page: Page;
/** Calls of the server's voice. */
let asked: string[];
/** Waits until something is spoken, or was since it was asked last. */
let sounds: () => Promise<void>;
let release: () => void;

beforeAll(async () => {
  browser = await launchBrowser();
  next = guestsInTurn(browser, url);
});
afterAll(() => browser.close());

describe('a guest’s page', () => {
  test('speaks a translation by itself, at volume 0.8 and 100 ms after it came', async () => {
    await open();
    await translateTyped('the house');
    await page.waitForFunction(() => window.voice.said.length > 0);
    const { said, translatedAtMs } = await script();
    expect(said).toMatchObject([{ lang: 'es-ES', volume: 0.8, rate: 1, pitch: 1 }]);
    expect(said[0]?.text).toMatch(/casa/);
    expect((said[0]?.atMs ?? 0) - translatedAtMs).toBeGreaterThanOrEqual(99);
    expect(asked).toEqual([]);
  });

  test('of two quick translations shows and speaks the last alone', async () => {
    await open();
    for (const name of ['How much does this cost?', 'Where is the train station?']) {
      await page.getByRole('button', { name }).dispatchEvent('click');
    }
    await page.getByTestId('translation').getByText('estación').waitFor();
    await page.waitForFunction(() => window.voice.said.length > 0);
    expect((await script()).said.map(({ text }) => text)).toEqual([expect.stringMatching(/estación/)]);
  });

  test('has a Stop for what is spoken alone, and a tap on it stops it', async () => {
    await open();
    await translateTyped('the house');
    await speaking().waitFor();
    const testSpeech = page.getByRole('button', { name: 'Test speech' });
    const stopTest = page.getByRole('region', { name: 'Settings' }).getByRole('button', { name: 'Stop' });
    await testSpeech.click();
    await button('Speak').waitFor();
    await stopTest.and(page.locator('[data-state="speaking"]')).click();
    await testSpeech.waitFor();
    await button('Speak').click();
    await speaking().click();
    await button('Speak').waitFor();
    expect((await script()).said.map(({ volume }) => volume)).toEqual([0.8, 1, 1]);
  });

  test('stops the voice when the translation is cleared and when it is left', async () => {
    await open();
    await translateTyped('the house');
    await speaking().waitFor();
    await button('Clear translation').click();
    expect(await page.evaluate(() => speechSynthesis.speaking)).toBe(false);
    await page.getByRole('button', { name: 'Test speech' }).click();
    await page.waitForFunction(() => speechSynthesis.speaking);
    await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pagehide')));
    expect(await page.evaluate(() => speechSynthesis.speaking)).toBe(false);
  });

  test('stops the voice when recording begins, and says nothing while the microphone is open', async () => {
    await open();
    await translateTyped('the house');
    await speaking().waitFor();
    await page.getByRole('button', { name: 'Start recording' }).click();
    await button('Speak').waitFor();
    expect(await page.evaluate(() => speechSynthesis.speaking)).toBe(false);
    await page.getByRole('button', { name: 'Test speech' }).click();
    await page.getByText('Stop recording to hear it.').waitFor();
    expect((await script()).said).toHaveLength(1);
    await page.getByRole('button', { name: 'Swap languages' }).click();
    await page.getByRole('button', { name: 'Start recording' }).waitFor();
    await page.getByRole('button', { name: 'Test speech' }).click();
    await page.waitForFunction(() => window.voice.said.length === 2);
  });

  test('says that a voice has failed, and never asks for the server’s', async () => {
    await open({ mode: 'fail' });
    await translateTyped('the house');
    await page.getByText('The voice of this browser has failed. Please try again.').waitFor();
    await button('Speak').waitFor();
    expect(asked).toEqual([]);
  });

  test('waits for voices that come late, of which no event tells', async () => {
    await open({ voicesAfterMs: 400 }, { holdsVoice: true });
    await page.getByRole('button', { name: 'Test speech' }).click();
    release();
    await page.waitForFunction(() => window.voice.said.length > 0);
    const { said, askedAtMs } = await script();
    expect((said[0]?.atMs ?? 0) - askedAtMs).toBeGreaterThanOrEqual(400);
    expect(asked).toEqual([]);
  });

  test('has buttons that follow when it is learnt late that there is no voice', async () => {
    await open({ voicesAfterMs: Number.POSITIVE_INFINITY }, { holdsStatus: true });
    await page.waitForFunction(
      () => window.voice.askedAtMs > 0 && performance.now() - window.voice.askedAtMs > 2_100,
    );
    const testSpeech = page.getByRole('button', { name: 'Test speech' });
    expect(await testSpeech.getAttribute('aria-disabled')).toBeNull();
    release();
    await page.getByText('There is no voice for Spanish here. Premium has one.').first().waitFor();
    expect(await testSpeech.getAttribute('aria-disabled')).toBe('true');
  });

  test('says where the browser has no voice that Premium has one, and where nobody has, that', async () => {
    await open({ voicesAfterMs: Number.POSITIVE_INFINITY });
    const card = page.getByRole('region', { name: 'Translation' });
    await card.getByText('There is no voice for Spanish here. Premium has one.').waitFor();
    expect(await button('Speak').getAttribute('aria-disabled')).toBe('true');
    await page.getByRole('button', { name: /^To/ }).click();
    await page.getByRole('row', { name: /Catalan/ }).click();
    await card.getByText('There is no voice for Catalan here. Premium has one.').waitFor();
    await page.getByRole('button', { name: /^To/ }).click();
    await page.getByRole('row', { name: /Thai/ }).click();
    await card.getByText('There is no voice for Thai here.', { exact: true }).waitFor();
    expect(asked).toEqual([]);
  });

  test.each([
    ['never begins', 'drop'],
    ['ends at once', 'end-at-once'],
  ] as const)('says what %s with the next tap anywhere', async (_what, mode) => {
    await open({ mode });
    await translateTyped('the house');
    await button('Tap to Hear').waitFor();
    expect(await button('Tap to Hear').getAttribute('data-state')).toBe('queued');
    const dropped = (await script()).said.length;
    await page.evaluate(() => {
      window.voice.mode = 'speak';
    });
    await page.getByTestId('translation').click();
    await speaking().waitFor();
    const { said, clickedAtMs } = await script();
    expect(said).toHaveLength(dropped + 1);
    expect(said.at(-1)).toMatchObject({ text: said[0]?.text, volume: 0.8 });
    expect((said.at(-1)?.atMs ?? 0) - clickedAtMs).toBeGreaterThanOrEqual(200);
  });

  test('says no more of what waits for a tap once it is cleared', async () => {
    await open({ mode: 'end-at-once' });
    await translateTyped('the house');
    await button('Tap to Hear').waitFor();
    await page.evaluate(() => {
      window.voice.mode = 'speak';
    });
    await button('Clear translation').click();
    await page.getByRole('button', { name: 'Test speech' }).click();
    await page.waitForFunction(() => window.voice.said.at(-1)?.volume === 1);
    expect((await script()).said).toHaveLength(2);
  });

  test('gives up what is dropped after every tap', async () => {
    await open({ mode: 'end-at-once' });
    await translateTyped('the house');
    for (const times of [1, 2]) {
      await page.waitForFunction((times) => window.voice.said.length === times, times);
      await button('Tap to Hear').waitFor();
      await page.getByTestId('translation').click();
    }
    await page.getByText('The voice did not start. Please try again.').waitFor();
  });

  // The voice lasts as long as a real one, but a hundredth of the time; after 14 seconds it is silent for good.
  test('speaks a long text at half speed in pieces that Chrome does not cut', async () => {
    await open({ mode: 'finish' });
    await setSpeed(5);
    const sentence = 'We would like to have a table for two near the window this evening. ';
    await page.getByRole('button', { name: 'Swap languages' }).click();
    await page.evaluate((text) => {
      window.voice.translations = text;
    }, sentence.repeat(10));
    await translateTyped('la casa');
    await page.waitForFunction(() => window.voice.said.length > 1);
    await button('Speak').waitFor();
    const { said, cuts } = await script();
    expect(cuts).toBe(0);
    expect(said.every(({ rate }) => rate === 0.5)).toBe(true);
    expect(said.map(({ text }) => text).join(' ')).toBe(sentence.repeat(10).trim());
  });

  test('takes a new speed from the next piece on, and stops between two', async () => {
    await open({ mode: 'wait' });
    await page.evaluate(() => {
      window.voice.translations = 'Esta frase es larga, y otra vendrá después de ella. '.repeat(12);
    });
    await translateTyped('the house');
    await page.waitForFunction(() => window.voice.said.length === 1);
    await setSpeed(13);
    expect((await script()).said).toHaveLength(1);
    await page.evaluate(() => window.voice.finish());
    await page.waitForFunction(() => window.voice.said.length === 2);
    // From within: a piece that does not begin is given up after a while.
    await button('Stop').evaluate(async (stop: HTMLButtonElement) => {
      window.voice.mode = 'drop';
      await window.voice.finish();
      while (window.voice.said.length < 3) await new Promise((resolve) => setTimeout(resolve));
      stop.click();
    });
    await button('Speak').waitFor();
    await page.evaluate(() => window.voice.finish());
    expect((await script()).said.map(({ rate }) => rate)).toEqual([1, 1.3, 1.3]);
    expect(await button('Speak').getAttribute('data-state')).toBe('silent');
  });

  test.each([
    ['what speaks is loaded', false],
    ['voices are waited for', true],
  ])('stops while %s', async (_what, stopsLater) => {
    await open({ voicesAfterMs: 400 }, { holdsVoice: true });
    await page.getByRole('button', { name: 'Test speech' }).click();
    await page.evaluate((stopsLater) => {
      const settings = document.querySelector('section:has(input[type="range"])');
      const stop = () => settings?.querySelector<HTMLButtonElement>('[data-state="preparing"]')?.click();
      if (stopsLater) window.voice.onAsked = () => setTimeout(stop);
      else stop();
    }, stopsLater);
    release();
    await page.waitForFunction(() => window.voice.askedAtMs > 0 && speechSynthesis.getVoices().length > 0);
    await page.getByRole('button', { name: 'Test speech' }).waitFor();
    await translateTyped('the house');
    await page.waitForFunction(() => window.voice.said.length > 0);
    expect((await script()).said).toMatchObject([{ text: expect.stringMatching(/casa/) }]);
  });
});

describe('premium', () => {
  test('hears the server’s voice really sound, and the speed follows the slider at once', async () => {
    await openPremium();
    // Long enough to sound until all is looked at.
    await translateTyped('Where is the train station? I would like to go to the old town. '.repeat(5));
    await sounds();
    const sounding = () =>
      page.evaluate(() => {
        const [audio] = window.voice.audio;
        const { paused, duration, currentTime, playbackRate, volume, preservesPitch } = audio as MediaElement;
        return { paused, duration, currentTime, playbackRate, volume, preservesPitch };
      });
    await page.waitForFunction(() => (window.voice.audio[0]?.currentTime ?? 0) > 0);
    expect(await sounding()).toMatchObject({
      paused: false,
      volume: 0.8,
      playbackRate: 1,
      preservesPitch: true,
    });
    expect((await sounding()).duration).toBeGreaterThan(0.5);
    await setSpeed(15);
    expect(await sounding()).toMatchObject({ paused: false, playbackRate: 1.5, preservesPitch: true });
    await page.evaluate(() => {
      const [audio] = window.voice.audio;
      if (audio) audio.currentTime = audio.duration - 0.2;
    });
    await button('Speak').waitFor();
    expect(asked).toEqual(['es-ES']);
    expect((await script()).said).toEqual([]);
  });

  test.each([
    ['fails', 502],
    ['is used up for today', 429],
  ])('hears the browser’s voice where the server’s %s', async (_what, status) => {
    await openPremium();
    await page.route('**/api/speak', (route) => route.fulfill({ status, json: {} }));
    await translateTyped('the house');
    await page.waitForFunction(() => window.voice.said.length > 0);
    await speaking().waitFor();
    expect(asked).toEqual(['es-ES']);
  });

  test('hears the browser’s voice without a connection, and the server’s where the browser has none', async () => {
    await openPremium();
    await page.route('**/api/speak', (route) => route.abort());
    await translateTyped('the house');
    await page.waitForFunction(() => window.voice.said.length > 0);
    await page.unroute('**/api/speak');
    await page.evaluate(() => {
      speechSynthesis.getVoices = () => [];
    });
    await button('Stop').click();
    // What has sounded before counts no more.
    await sounds();
    await button('Speak').click();
    await page.waitForFunction(() => window.voice.audio.length > 0);
    await sounds();
  });

  test('is told what the server says where neither voice speaks', async () => {
    await openPremium({ mode: 'fail' });
    await page.evaluate(() => {
      speechSynthesis.getVoices = () => [];
    });
    const error = 'You have used all speech output of today.';
    await page.route('**/api/speak', (route) =>
      route.fulfill({ status: 429, json: { error, code: 'rate_limited', requestId: '1' } }),
    );
    await translateTyped('the house');
    await page.getByText(error).waitFor();
  });

  test('stops what is being fetched, and what sounds', async () => {
    await openPremium();
    const held = Promise.withResolvers<void>();
    await page.route('**/api/speak', async (route) => {
      await held.promise;
      await route.continue().catch(() => {});
    });
    const asking = page.waitForRequest('**/api/speak');
    // Long enough to sound until it is stopped.
    await translateTyped('the house '.repeat(20));
    const given = await asking;
    await button('Stop').click();
    await expect.poll(() => given.failure()?.errorText).toMatch(/ABORTED/i);
    held.resolve();
    await button('Speak').click();
    await page.waitForFunction(() => window.voice.audio.length > 0);
    await button('Stop').click();
    await button('Speak').waitFor();
    expect(await page.evaluate(() => window.voice.audio.every(({ paused }) => paused))).toBe(true);
    expect(await page.evaluate(() => window.voice.audio.length)).toBe(1);
  });

  test('hears with the next tap what the browser lets sound only then, and it is fetched once', async () => {
    await openPremium({ isLocked: true });
    await translateTyped('the house');
    await button('Tap to Hear').waitFor();
    await page.evaluate(() => {
      window.voice.isLocked = false;
    });
    await page.getByTestId('translation').click();
    await sounds();
    await button('Speak').waitFor();
    expect(asked).toEqual(['es-ES']);
    expect((await script()).said).toEqual([]);
  });
});

describe('Safari on an iPhone', () => {
  const iphone: BrowserContextOptions = {
    userAgent:
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1',
    hasTouch: true,
    viewport: { width: 390, height: 844 },
  };

  test('that is locked waits with a translation for a tap, and says it 200 ms after', async () => {
    await open({ isLocked: true }, { browser: iphone });
    await setSpeed(5);
    await translateTyped('the house');
    await button('Tap to Hear').and(page.locator('[data-state="queued"]')).waitFor();
    expect((await heard()).length).toBe(0);
    await page.getByTestId('translation').tap();
    await page.waitForFunction(() => window.voice.plays > 2);
    expect(await page.evaluate(() => window.parleyAudioUnlocked)).toBeUndefined();
    await page.evaluate(() => {
      window.voice.isLocked = false;
    });
    await page.getByTestId('translation').tap();
    await speaking().waitFor();
    const [spoken] = await heard();
    expect(spoken).toMatchObject({ rate: 0.5, volume: 0.8 });
    expect((spoken?.atMs ?? 0) - (await script()).touchedAtMs).toBeGreaterThanOrEqual(200);
    expect(await page.evaluate(() => window.parleyAudioUnlocked)).toBe(true);
    expect(await page.evaluate(() => localStorage.getItem('parley.audio-unlocked'))).not.toBeNull();
  });

  test('that was unlocked on an earlier visit speaks by itself, between 0.7 and 1', async () => {
    await open({ isLocked: true }, { browser: iphone });
    await page.evaluate(() => localStorage.setItem('parley.audio-unlocked', '1'));
    await setSpeed(5);
    await translateTyped('the house');
    await speaking().waitFor();
    expect(await heard()).toMatchObject([{ rate: 0.7, volume: 0.8 }]);
    await setSpeed(20);
    await button('Stop').click();
    await button('Tap to Hear').click();
    await speaking().waitFor();
    expect((await heard()).at(-1)).toMatchObject({ rate: 1, volume: 1 });
  });

  test('is unlocked in the tap on the microphone, by a silent sound, silent speech and the audio context', async () => {
    await open({}, { browser: iphone });
    await page.evaluate(() => {
      window.voice.inTap = () => {
        const { said, plays, sources, resumes } = window.voice;
        window.voice.foundInTap = { said: said.map(({ volume }) => volume), plays, sources, resumes };
      };
    });
    // What unlocks comes when the page is idle.
    const isSay = ({ name }: PerformanceEntry) => /\/assets\/say-/.test(name);
    const address = await page.waitForFunction(
      `performance.getEntriesByType('resource').find(${isSay})?.name`,
    );
    await page.evaluate(`import('${await address.jsonValue()}').then(() => {})`);
    await page.getByRole('button', { name: 'Start recording' }).click();
    await page.waitForFunction(() => window.parleyAudioUnlocked === true);
    expect(await page.evaluate(() => window.voice.foundInTap)).toEqual({
      said: [0],
      plays: 1,
      sources: ['/silence.wav'],
      resumes: 1,
    });
    await page.getByRole('button', { name: 'Swap languages' }).click();
    await page.getByRole('button', { name: 'Start recording' }).waitFor();
    expect(await page.evaluate(() => window.voice.plays)).toBe(1);
  });

  test('that has no audio context is unlocked all the same', async () => {
    await open({ isLocked: true }, { browser: iphone });
    await page.evaluate(() => Reflect.deleteProperty(window, 'AudioContext'));
    await translateTyped('the house');
    await button('Tap to Hear').and(page.locator('[data-state="queued"]')).waitFor();
    await page.evaluate(() => {
      window.voice.isLocked = false;
    });
    await page.getByTestId('translation').tap();
    await speaking().waitFor();
  });

  test('drops what waits for a tap where the tap is on the microphone', async () => {
    await open({ isLocked: true }, { browser: iphone });
    await translateTyped('the house');
    await button('Tap to Hear').and(page.locator('[data-state="queued"]')).waitFor();
    await page.evaluate(() => {
      window.voice.isLocked = false;
    });
    await page.getByRole('button', { name: 'Start recording' }).tap();
    await button('Tap to Hear').and(page.locator('[data-state="silent"]')).waitFor();
    await page.getByRole('button', { name: 'Swap languages' }).click();
    await page.getByRole('button', { name: 'Test speech' }).click();
    await page.waitForFunction(() => window.voice.said.some(({ volume }) => volume === 1));
    expect(await heard()).toHaveLength(1);
  });
});

async function open(scripted: Scripted = {}, options: OpenOptions = {}): Promise<void> {
  const context = await next(options.browser);
  await visit(context, scripted, options);
}

async function openPremium(scripted: Scripted = {}): Promise<void> {
  const context = await next();
  const { userId } = await signUpIn(context, url);
  await makePremium(sharedParley.dynamodb, userId);
  await visit(context, scripted);
}

interface OpenOptions {
  readonly browser?: BrowserContextOptions;
  /** What speaks is not loaded before `release()`. */
  readonly holdsVoice?: boolean;
  /** The server does not say before `release()` what the visitor may do. */
  readonly holdsStatus?: boolean;
}

async function visit(
  context: BrowserContext,
  scripted: Scripted,
  { holdsVoice, holdsStatus }: OpenOptions = {},
): Promise<void> {
  // What is sent to the page has no infinity.
  const voicesAfterMs = Math.min(scripted.voicesAfterMs ?? 0, Number.MAX_SAFE_INTEGER);
  page = await context.newPage();
  await page.addInitScript(giveVoice, { ...scripted, voicesAfterMs });
  sounds = await watchSounding(page);
  asked = [];
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === '/api/speak') asked.push(request.postDataJSON().language);
  });
  await page.route('**/api/translate', async (route) => {
    const text = await page.evaluate(() => window.voice.translations);
    if (text) await route.fulfill({ json: { translatedText: text } });
    else await route.continue();
  });
  const held = Promise.withResolvers<void>();
  release = held.resolve;
  const hold = (address: string | RegExp) =>
    page.route(address, async (route) => {
      await held.promise;
      await route.continue();
    });
  if (holdsVoice) await hold(/\/assets\/say-/);
  if (holdsStatus) await hold('**/api/subscription-status');
  const hasStatus = holdsStatus ? undefined : page.waitForResponse('**/api/subscription-status');
  await page.goto(url);
  await hasStatus;
  await page.getByRole('slider', { name: 'Speech speed' }).waitFor();
}

/** A button of the translation's card. */
function button(name: string): Locator {
  return page.getByRole('region', { name: 'Translation' }).getByRole('button', { name, exact: true });
}

/** The button of a translation that is being said, as opposed to one whose voice is still being prepared. */
function speaking(): Locator {
  return button('Stop').and(page.locator('[data-state="speaking"]'));
}

/** What was said to be heard. */
async function heard(): Promise<Said[]> {
  return (await script()).said.filter(({ volume }) => volume > 0);
}

function script() {
  return page.evaluate(() => {
    const { said, askedAtMs, translatedAtMs, clickedAtMs, touchedAtMs, cuts } = window.voice;
    return { said, askedAtMs, translatedAtMs, clickedAtMs, touchedAtMs, cuts };
  });
}

/** @param tenths of the voice's own speed */
async function setSpeed(tenths: number): Promise<void> {
  const slider = page.getByRole('slider', { name: 'Speech speed' });
  await slider.fill(`${tenths / 10}`);
}

async function translateTyped(text: string): Promise<void> {
  await page.getByRole('textbox').fill(text);
  await page.getByRole('button', { name: 'Translate Text' }).click();
  await page.getByTestId('translation').waitFor();
}

/** A Spanish and an English voice, for want of any in this browser: it keeps what it is told to say, and is scripted. */
function giveVoice(scripted: Scripted): void {
  const voice: Script = {
    mode: 'speak',
    voicesAfterMs: 0,
    isLocked: false,
    translations: '',
    said: [],
    cuts: 0,
    askedAtMs: 0,
    onAsked: () => {},
    translatedAtMs: 0,
    clickedAtMs: 0,
    touchedAtMs: 0,
    audio: [],
    plays: 0,
    sources: [],
    resumes: 0,
    inTap: () => {},
    foundInTap: undefined,
    finish: async () => {},
    ...scripted,
  };
  window.voice = voice;
  new MutationObserver(() => {
    if (document.querySelector('[data-testid="translation"]')) voice.translatedAtMs ||= performance.now();
  }).observe(document, { childList: true, subtree: true });
  addEventListener(
    'touchend',
    () => {
      voice.touchedAtMs = performance.now();
    },
    true,
  );
  addEventListener(
    'click',
    () => {
      voice.clickedAtMs = performance.now();
    },
    true,
  );
  addEventListener('click', () => voice.inTap());

  class Utterance {
    lang = '';
    rate = 1;
    pitch = 1;
    volume = 1;
    text: string;
    onstart: (() => void) | null = null;
    onend: (() => void) | null = null;
    onerror: ((event: { error: string }) => void) | null = null;
    constructor(text: string) {
      this.text = text;
    }
  }
  class Synthesis extends EventTarget {
    speaking = false;
    pending = false;
    cancelledAtMs = Number.NEGATIVE_INFINITY;
    getVoices() {
      if (voice.askedAtMs === 0) voice.onAsked();
      voice.askedAtMs ||= performance.now();
      if (performance.now() - voice.askedAtMs < voice.voicesAfterMs) return [];
      return ['es-ES', 'en-US'].map((lang) => ({ lang, localService: true }));
    }
    speak(utterance: Utterance) {
      const { text, lang, rate, pitch, volume } = utterance;
      // Chrome drops what comes right after `cancel()`.
      if (performance.now() - this.cancelledAtMs < 50) return;
      voice.said.push({ text, lang, rate, pitch, volume, atMs: performance.now() });
      if (volume === 0 || voice.mode === 'drop') return;
      if (voice.mode === 'fail') {
        queueMicrotask(() => utterance.onerror?.({ error: 'synthesis-failed' }));
        return;
      }
      this.speaking = true;
      const end = () => {
        this.speaking = false;
        utterance.onend?.();
      };
      if (voice.mode === 'end-at-once') {
        queueMicrotask(end);
        return;
      }
      queueMicrotask(() => utterance.onstart?.());
      const startedMs = performance.now();
      if (voice.mode === 'wait') {
        voice.finish = async () => {
          // What ends sooner is taken for what was never said.
          while (performance.now() - startedMs < 100) await new Promise((resolve) => setTimeout(resolve));
          end();
        };
      }
      if (voice.mode !== 'finish') return;
      const seconds = text.length / 14 / rate;
      if (seconds < 14) setTimeout(end, seconds * 10);
      else voice.cuts += 1;
    }
    cancel() {
      this.speaking = false;
      this.cancelledAtMs = performance.now();
    }
    resume() {}
  }
  Object.defineProperty(window, 'SpeechSynthesisUtterance', { value: Utterance });
  Object.defineProperty(window, 'speechSynthesis', { value: new Synthesis() });

  const play = HTMLMediaElement.prototype.play;
  HTMLMediaElement.prototype.play = function () {
    voice.plays += 1;
    voice.sources.push(new URL(this.src).pathname);
    if (voice.isLocked) return Promise.reject(new DOMException('A tap is wanted.', 'NotAllowedError'));
    if (!voice.audio.includes(this)) voice.audio.push(this);
    return play.call(this);
  };
  const resume = AudioContext.prototype.resume;
  AudioContext.prototype.resume = function () {
    voice.resumes += 1;
    return resume.call(this);
  };
}

interface Script {
  /**
   * What it does with an utterance: speaks until it is stopped, until `finish()`, or as long as it takes; fails, never
   * begins, or ends at once.
   */
  mode: 'speak' | 'wait' | 'finish' | 'fail' | 'drop' | 'end-at-once';
  /** After they were asked for first. */
  voicesAfterMs: number;
  /** Audio elements want a tap. */
  isLocked: boolean;
  /** Takes the place of what the server translates. */
  translations: string;
  said: Said[];
  /** Utterances that Chrome would have cut. */
  cuts: number;
  /** When its voices were asked for first. */
  askedAtMs: number;
  onAsked: () => void;
  translatedAtMs: number;
  clickedAtMs: number;
  touchedAtMs: number;
  /** Elements that have played. */
  audio: HTMLMediaElement[];
  plays: number;
  sources: string[];
  resumes: number;
  /** Runs at the end of each click. */
  inTap: () => void;
  foundInTap: unknown;
  /** Ends what is being said, once it has lasted as long as the shortest word does. */
  finish: () => Promise<void>;
}

/** What a test says of it beforehand. */
type Scripted = Partial<Pick<Script, 'mode' | 'voicesAfterMs' | 'isLocked'>>;

interface Said {
  readonly text: string;
  readonly lang: string;
  readonly rate: number;
  readonly pitch: number;
  readonly volume: number;
  readonly atMs: number;
}

type MediaElement = HTMLMediaElement;

declare global {
  interface Window {
    voice: Script;
    parleyAudioUnlocked?: boolean;
  }
}
