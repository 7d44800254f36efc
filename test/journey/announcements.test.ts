import type { Browser, BrowserContext, Page } from 'playwright';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { goTo, guestsInTurn, launchBrowser, toast } from '../support/browser/browser.ts';
import { giveRecogniser, recogniserOf, type ScriptedRecogniser } from '../support/browser/recogniser.ts';
import { sharedParley } from '../support/parley/shared.ts';

const url = sharedParley.url;
let browser: Browser;
let next: ReturnType<typeof guestsInTurn>;
let context: BrowserContext;
let page: Page;
let recogniser: ScriptedRecogniser;

beforeAll(async () => {
  browser = await launchBrowser();
  next = guestsInTurn(browser, url);
});
afterAll(() => browser.close());

beforeEach(async () => {
  context = await next();
  page = await context.newPage();
  await giveRecogniser(page);
  await page.addInitScript(hearLiveRegions);
  await page.addInitScript(giveVoice);
  await page.route('**/api/translate', (route) => {
    const { text } = route.request().postDataJSON();
    return route.fulfill({ json: { translatedText: `${text} (es)` } });
  });
  await goTo(page, url);
  await page.getByText('3 of 3 free translations left.').waitFor();
  await page
    .getByText(/are on this device/)
    .first()
    .waitFor();
  await page.getByRole('region', { name: 'Your data' }).waitFor();
  await page.locator('[data-holdable]').waitFor();
  await page.waitForLoadState('networkidle');
  await page.evaluate(() => window.told.splice(0));
  recogniser = recogniserOf(page);
});

test('speech that is heard is told once each: how it goes, the words, what they mean', async () => {
  await startRecording();
  await recogniser.talking('were');
  await recogniser.talking('where is');
  await page.getByTestId('transcript').getByText('where is').waitFor();
  await recogniser.heard('where is it');
  await page.getByTestId('translation').waitFor();
  expect(await told()).toEqual([...started, 'where is it', 'where is it (es)']);
});

test('what seems to be said is not in the accessibility tree at all', async () => {
  const devtools = await context.newCDPSession(page);
  const names = async () => {
    const { nodes } = await devtools.send('Accessibility.getFullAXTree');
    return nodes.flatMap(({ ignored, name }) => (ignored ? [] : [String(name?.value ?? '')]));
  };
  await startRecording();
  await recogniser.talking('where is');
  await page.getByTestId('transcript').getByText('where is').waitFor();
  expect((await names()).filter((name) => name.includes('where is'))).toEqual([]);
  await recogniser.heard('where is it');
  await page.getByTestId('translation').waitFor();
  expect((await names()).filter((name) => name === 'where is it (es)')).not.toEqual([]);
});

test('a failure is told by its toast alone', async () => {
  await startRecording();
  await recogniser.fail('no-speech');
  await toast(page, 'Voice Input Issue').getByText(noSpeech).waitFor();
  expect(await told()).toEqual([...started, `Notification Voice Input Issue ${noSpeech}`]);
});

test('a second failure is told by its toast alone, though a guide opens', async () => {
  await startRecording();
  await recogniser.fail('no-speech');
  await toast(page, 'Voice Input Issue').getByText(noSpeech).waitFor();
  await told();
  await startRecording();
  await recogniser.fail('no-speech');
  const wayOut = 'Voice input not working. You can type instead or try voice again.';
  await toast(page, 'Voice Input Issue').getByText(wayOut).waitFor();
  await page.getByRole('region', { name: 'Type instead' }).waitFor();
  expect(await told()).toEqual([...started, `Notification Voice Input Issue ${wayOut}`]);
});

test('a failure that opens a guide over the page is told there, where the focus goes', async () => {
  await startRecording();
  expect(await told()).toEqual(started);
  await recogniser.fail('not-allowed');
  await page.getByRole('dialog').getByText('Microphone access denied.').waitFor();
  // A toast that came before it is cut off by it.
  expect((await told()).filter((text) => !text.includes('Chrome Voice Setup Needed'))).toEqual([]);
  await expect.poll(() => isFocusInDialog()).toBe(true);
});

test('a change of the input method is told once, and the new beginning', async () => {
  await startRecording();
  await recogniser.fail('network');
  await page.waitForFunction(() => window.told.some((text) => text.includes('Switching')));
  await page.getByRole('button', { name: 'Stop recording' }).waitFor();
  const toastText = 'Notification Switching Input Method Trying another way to listen.';
  const all = await told();
  expect(all.filter((text) => text === toastText)).toHaveLength(1);
  // Toasts are told a moment after they are shown.
  expect(all.filter((text) => text !== toastText)).toEqual([...started, ...started]);
});

test('a limit is told after the words by its dialog, where the focus goes', async () => {
  const error = 'Guest translation limit reached. Create an account.';
  await page.route('**/api/translate', (route) =>
    route.fulfill({ status: 429, json: { error, code: 'guest_limit_reached', requestId: '1' } }),
  );
  await page.route('**/api/subscription-status', async (route) => {
    const status = await (await route.fetch()).json();
    return route.fulfill({ json: { ...status, translationsUsed: 3, translationsRemaining: 0 } });
  });
  await startRecording();
  await recogniser.heard('where is it');
  await page.getByRole('dialog').waitFor();
  expect(await told()).toEqual([...started, 'where is it']);
  await expect.poll(() => isFocusInDialog()).toBe(true);
});

test('an attempt that is given up tells nothing of what was there before it', async () => {
  await startRecording();
  await recogniser.heard('where is it');
  await page.getByTestId('translation').waitFor();
  await told();
  await startRecording();
  await recogniser.talking('what');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Start recording' }).waitFor();
  expect(await told()).toEqual(started);
});

test('what is translated again tells of the work and of the translation, not of what was heard', async () => {
  await startRecording();
  await recogniser.heard('where is it');
  await page.getByTestId('translation').waitFor();
  await told();
  await page.getByRole('textbox').fill('where is she');
  await page.getByRole('button', { name: 'Translate Text' }).click();
  await page.getByTestId('translation').getByText('where is she').waitFor();
  expect(await told()).toEqual(['Translating…', 'where is she (es)']);
});

test('while it listens the button that has the focus has no description that changes', async () => {
  const button = page.getByRole('region', { name: 'Speech input' }).locator('button').first();
  await button.focus();
  expect(await button.getAttribute('aria-describedby')).toBe('record-status');
  await startRecording();
  expect(await button.getAttribute('aria-describedby')).toBeNull();
});

test('that there is no voice for a language is told once, and read at both buttons', async () => {
  await page.getByRole('button', { name: /^To/ }).click();
  await page.getByRole('row', { name: /Catalan/ }).click();
  const none = 'There is no voice for Catalan here. Premium has one.';
  await page.getByRole('region', { name: 'Translation' }).getByText(none).waitFor();
  await page.getByRole('region', { name: 'Settings' }).getByText(none).waitFor();
  const testSpeech = page.getByRole('button', { name: 'Test speech', description: none });
  expect(await testSpeech.getAttribute('aria-disabled')).toBe('true');
  expect((await told()).filter((text) => text === none)).toEqual([none]);
});

const started = ['Starting…', 'Listening'];
const noSpeech = 'No speech detected. Please speak into your microphone.';

async function startRecording(): Promise<void> {
  await page.getByRole('button', { name: 'Start recording' }).click();
  await recogniser.listening();
  await page.getByRole('button', { name: 'Stop recording' }).waitFor();
}

function isFocusInDialog(): Promise<boolean> {
  return page.evaluate(() => document.activeElement?.closest('dialog') instanceof HTMLDialogElement);
}

/** What was told since it was asked last, once all of it is told: toasts are told a moment after they are shown. */
async function told(): Promise<string[]> {
  await page.evaluate(async () => {
    for (let quiet = 0, before = -1; quiet < 10; quiet = before === window.told.length ? quiet + 1 : 0) {
      before = window.told.length;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  });
  return page.evaluate(() => window.told.splice(0));
}

/** A Spanish voice, for want of one in this browser: it takes 100 ms for whatever it is told to say. */
function giveVoice(): void {
  class Utterance {
    declare onstart?: () => void;
    declare onend?: () => void;
  }
  class Synthesis extends EventTarget {
    speaking = false;
    pending = false;
    getVoices = () => [{ lang: 'es-ES', localService: true }];
    cancel() {}
    resume() {}
    speak(utterance: Utterance) {
      setTimeout(() => utterance.onstart?.());
      setTimeout(() => utterance.onend?.(), 100);
    }
  }
  Object.defineProperty(window, 'SpeechSynthesisUtterance', { value: Utterance });
  Object.defineProperty(window, 'speechSynthesis', { value: new Synthesis() });
}

/**
 * Keeps what a screen reader tells of live regions: each text that comes into one, unless it is there already. Of what
 * lies behind a modal dialog it knows nothing.
 */
function hearLiveRegions(): void {
  window.told = [];
  const last = new WeakMap<Element, string>();
  const live = '[role="status"], [role="alert"], [aria-live]';
  new MutationObserver((changes) => {
    const regions = changes.flatMap(({ target, addedNodes }) => {
      const element = target instanceof Element ? target : target.parentElement;
      const added = [...addedNodes].flatMap((node) =>
        node instanceof Element
          ? [...(node.matches(live) ? [node] : []), ...node.querySelectorAll(live)]
          : [],
      );
      return [element?.closest(live) ?? [], added].flat();
    });
    for (const region of new Set(regions)) {
      const text = wordsOf(region);
      if (last.get(region) === text) continue;
      last.set(region, text);
      const modal = document.querySelector(':modal');
      const isHeard = region.isConnected && region.ariaLive !== 'off' && (!modal || modal.contains(region));
      if (text !== '' && isHeard) window.told.push(text);
    }
  }).observe(document, { childList: true, characterData: true, subtree: true });

  function wordsOf(region: Element): string {
    const texts = document.createTreeWalker(region, NodeFilter.SHOW_TEXT);
    const words: string[] = [];
    while (texts.nextNode()) words.push(texts.currentNode.textContent?.trim() ?? '');
    return words.filter(Boolean).join(' ');
  }
}

declare global {
  interface Window {
    told: string[];
  }
}
