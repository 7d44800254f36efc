import type { Browser, BrowserContext, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  goTo,
  guestsInTurn,
  launchBrowser,
  newGuest,
  recordedFor,
  toast,
} from '../support/browser/browser.ts';
import { heardQuestion, translatedQuestion } from '../support/browser/heard.ts';
import { signUpIn } from '../support/browser/people.ts';
import {
  giveRecogniser,
  hideRecogniser,
  recogniserOf,
  type ScriptedRecogniser,
} from '../support/browser/recogniser.ts';
import { watchSounding } from '../support/browser/sounding.ts';
import { silent, spoken } from '../support/browser/speech.ts';
import { sharedParley } from '../support/parley/shared.ts';
import { makePremium } from '../support/people/premium.ts';

const url = sharedParley.url;

describe('with a microphone that hears "where is the train station"', { timeout: 120_000 }, () => {
  let browser: Browser;
  let next: ReturnType<typeof guestsInTurn>;

  beforeAll(async () => {
    browser = await launchBrowser({ microphone: spoken('where is the train station') });
    next = guestsInTurn(browser, url);
  });
  afterAll(() => browser.close());

  test('the page ends with the Spanish translation and sounds it', async () => {
    const context = await newGuest(browser);
    const { userId } = await signUpIn(context, url);
    await makePremium(sharedParley.dynamodb, userId);
    const page = await context.newPage();
    await page.addInitScript(watch);
    const sounds = await watchSounding(page);
    const problems = await goTo(page, url);
    await page.getByRole('region', { name: 'Usage' }).getByText('Unlimited').waitFor();
    await page.waitForLoadState('networkidle');
    await page.getByRole('button', { name: 'Start recording' }).click();
    // The sentence lasts 2.5 seconds with its silences.
    await recordedFor(page, 3);
    await page.getByRole('button', { name: 'Stop recording' }).click();

    await translatedQuestion(page);
    const heard = await page.getByTestId('transcript').locator('p').first().innerText();
    expect(await page.getByTestId('translation').getAttribute('lang')).toBe('es');
    const translation = page.getByRole('region', { name: 'Translation' });
    await sounds();
    await page.waitForFunction(() => (window as unknown as Watched).heardSeconds > 0.5);
    await translation.getByRole('button', { name: 'Speak' }).waitFor();
    expect(await page.getByRole('textbox').inputValue()).toBe(heard);
    await microphonesClosed(page);
    const { told, tracks, contexts, addresses } = await page.evaluate(report);
    expect(told).toEqual([
      'Listening',
      'Recognising…',
      heard,
      await page.getByTestId('translation').textContent(),
    ]);
    expect(tracks).toEqual(['ended']);
    expect(contexts).toEqual(['closed']);
    expect(addresses).toEqual([]);
    expect(problems).toEqual([]);
    await context.close();
  });

  test('a recording that is given up, and one whose page is left, close the microphone', async () => {
    const page = await openRecording(await next(), watch);
    await page.getByRole('button', { name: 'Start recording' }).click();
    await page.getByRole('button', { name: 'Stop recording' }).waitFor();
    await page.getByRole('button', { name: 'Swap languages' }).click();
    await page.getByRole('button', { name: 'Swap languages' }).click();
    await page.getByRole('button', { name: 'Start recording' }).click();
    await page.getByRole('button', { name: 'Stop recording' }).waitFor();
    await page.evaluate(() => {
      history.pushState({}, '', '/nowhere');
      dispatchEvent(new PopStateEvent('popstate'));
    });
    await page.getByRole('heading', { name: 'Page Not Found' }).waitFor();
    await microphonesClosed(page);
    const { tracks, contexts } = await page.evaluate(report);
    expect(tracks).toEqual(['ended', 'ended']);
    expect(contexts).toEqual(['closed', 'closed']);
  });

  test('who wants no motion sees the voice as light', async () => {
    const page = await openRecording(await next());
    // A first recording brings whatever else shows the voice: the words are over soon.
    await page.getByRole('button', { name: 'Start recording' }).click();
    await page.locator('.level-bar').first().waitFor();
    await page.locator('.level-ring').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Start recording' }).click();
    // Watched from within: the words last a second, which looks from outside may miss on a busy machine.
    await page.waitForFunction(
      () => document.querySelector<HTMLElement>('.level-bar')?.style.opacity === '1',
    );
    const transforms = await page
      .locator('.level-bar, .level-ring')
      .evaluateAll((shown) => shown.map((each) => getComputedStyle(each).transform));
    expect([...new Set(transforms)].sort()).toEqual([
      'matrix(1, 0, 0, 0.12, 0, 0)',
      'matrix(1.2, 0, 0, 1.2, 0, 0)',
    ]);
  });

  test('two taps at once open no microphone that stays open', async () => {
    const page = await openRecording(await next(), watch);
    await page.getByRole('button', { name: 'Start recording' }).waitFor();
    await page.evaluate(() => {
      const button = document.querySelector<HTMLButtonElement>('[aria-label="Start recording"]');
      button?.click();
      button?.click();
    });
    await page.getByText('Tap to speak').waitFor();
    await page.waitForFunction(() =>
      (window as unknown as Watched).tracks.every(({ readyState }) => readyState === 'ended'),
    );
    await page.getByRole('button', { name: 'Start recording' }).click();
    await page.getByRole('button', { name: 'Stop recording' }).waitFor();
    const { tracks } = await page.evaluate(report);
    expect(tracks.filter((state) => state === 'live')).toHaveLength(1);
  });

  test('held for a while, it hears until it is let go, wherever that is', async () => {
    const page = await openRecording(await next());
    await page.locator('[data-holdable]').hover();
    await page.mouse.down();
    await recordedFor(page, 3);
    await page.mouse.move(5, 5);
    await page.mouse.up();
    await heardQuestion(page);
  });

  test('what the server could not recognise is kept, and recognised when it is tried again', async () => {
    const page = await openRecording(await next());
    const sent: number[] = [];
    await page.route('**/api/transcribe-amazon', (route) => {
      sent.push(route.request().postDataBuffer()?.byteLength ?? 0);
      if (sent.length > 1) return route.continue();
      const error = 'The speech could not be recognised.';
      return route.fulfill({ status: 502, json: { error, code: 'provider_failed', requestId: '1' } });
    });
    await page.getByRole('button', { name: 'Start recording' }).click();
    await recordedFor(page, 3);
    await page.getByRole('button', { name: 'Stop recording' }).click();
    const sentence = 'Amazon Transcribe transcription failed: The speech could not be recognised.';
    const card = page.getByRole('region', { name: 'Speech input' });
    await card.getByText(sentence).waitFor();
    await page.getByRole('textbox').fill('meanwhile');
    // A new attempt that is given up takes nothing away.
    await page.getByRole('button', { name: 'Start recording' }).click();
    await page.getByRole('button', { name: 'Stop recording' }).waitFor();
    await page.keyboard.press('Escape');
    await card.getByRole('button', { name: 'Try again' }).click();
    await heardQuestion(page);
    expect(await page.getByRole('textbox').inputValue()).toBe(
      await page.getByTestId('transcript').locator('p').first().innerText(),
    );
    expect(sent).toHaveLength(2);
    // Boundaries between the fields of a form have chance in them, not their length.
    expect(sent[1]).toBe(sent[0]);
    expect(await card.getByText(sentence).count()).toBe(0);
  });

  test('a tap while the microphone is being opened gives up, and nothing is sent', async () => {
    const page = await openRecording(await next());
    const sent: string[] = [];
    page.on('request', (request) => sent.push(new URL(request.url()).pathname));
    await page.getByRole('button', { name: 'Start recording' }).click();
    await page.getByRole('button', { name: 'Stop recording' }).waitFor();
    await page.getByRole('button', { name: 'Swap languages' }).click();
    await page.getByRole('button', { name: 'Start recording' }).waitFor();
    expect(sent).not.toContain('/api/transcribe-amazon');
  });
});

describe('with a microphone that hears nothing', () => {
  let browser: Browser;
  let next: ReturnType<typeof guestsInTurn>;

  beforeAll(async () => {
    browser = await launchBrowser({ microphone: silent() });
    next = guestsInTurn(browser, url);
  });
  afterAll(() => browser.close());

  test('silence is told as such, first as itself, from the second time on with the way out', async () => {
    const page = await openRecording(await next());
    for (const text of [
      'No speech detected. Please speak into your microphone.',
      'You can type instead or try voice again.',
    ]) {
      await page.getByRole('button', { name: 'Start recording' }).click();
      await recordedFor(page, 1);
      await page.getByRole('button', { name: 'Stop recording' }).click();
      await toast(page, 'Voice Input Issue').getByText(text).waitFor();
    }
  });
});

describe('without a microphone to use', () => {
  let browser: Browser;
  let next: ReturnType<typeof guestsInTurn>;

  beforeAll(async () => {
    browser = await launchBrowser();
    next = guestsInTurn(browser, url);
  });
  afterAll(() => browser.close());

  test.for([
    [
      'NotAllowedError',
      'Chrome Voice Setup Needed',
      'Microphone permission denied. Please allow microphone access and try again.',
    ],
    ['NotFoundError', 'Voice Input Issue', 'No microphone found. Please check your audio devices.'],
  ] as const)('%s says what to do, and typing still works', async ([name, title, sentence]) => {
    const refuse = (name: string) => {
      navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('', name));
    };
    const page = await openRecording(await next(), refuse, name);
    await page.getByRole('button', { name: 'Start recording' }).click();
    await toast(page, title).getByText(sentence).waitFor();
    if (name === 'NotAllowedError') await page.getByRole('dialog').press('Escape');
    await page.getByRole('textbox').fill('the house');
    await page.getByRole('button', { name: 'Translate Text' }).click();
    await page.getByTestId('translation').getByText('casa').waitFor();
  });

  test('a language that nobody recognises here says so before recording', async () => {
    const page = await openRecording(await next());
    await page.getByRole('button', { name: 'Swap languages' }).click();
    await page.getByText('Speech in Spanish cannot be recognised here. Type the text instead.').waitFor();
    const asked = await page.evaluateHandle(() => {
      const asked = { count: 0 };
      navigator.mediaDevices.getUserMedia = () => Promise.reject(new Error(String(++asked.count)));
      document.querySelector<HTMLButtonElement>('[aria-label="Start recording"]')?.click();
      return asked;
    });
    await toast(page, 'Voice Input Issue').waitFor();
    expect(await asked.evaluate(({ count }) => count)).toBe(0);
  });
});

describe('with a recogniser that hears what it is told', () => {
  let browser: Browser;
  let next: ReturnType<typeof guestsInTurn>;

  beforeAll(async () => {
    browser = await launchBrowser();
    next = guestsInTurn(browser, url);
  });
  afterAll(() => browser.close());

  test('what seems to be said is shown and replaced, and moves nothing', async () => {
    const { page, recogniser } = await open(await next());
    const transcript = page.getByTestId('transcript');
    const button = recordButton(page);
    // From the button on, and both at once: the page scrolls to the translation.
    const below = () =>
      button.evaluate((button) => {
        const area = document.querySelector('textarea');
        return Number(area?.getBoundingClientRect().top) - button.getBoundingClientRect().top;
      });
    const before = await below();
    await page.getByRole('button', { name: 'Start recording' }).click();
    await recogniser.listening();
    await page.getByText('Listening', { exact: true }).first().waitFor();
    expect(await below()).toEqual(before);
    for (const text of [
      'were',
      'where is',
      'where is the train station and how much does it cost '.repeat(4),
    ]) {
      await recogniser.talking(text);
      await expect.poll(() => transcript.textContent()).toBe(text.trim());
      expect(await below()).toEqual(before);
    }
    // The latest words are those that are in sight.
    const interim = transcript.getByTestId('interim');
    const lines = await interim.evaluate((text) => {
      const { bottom, height } = text.getBoundingClientRect();
      return { height, isCutBelow: bottom > (text.parentElement?.getBoundingClientRect().bottom ?? 0) + 1 };
    });
    expect(lines.height).toBeGreaterThan(80);
    expect(lines.isCutBelow).toBe(false);
    await recogniser.heard('where is it');
    await expect.poll(() => transcript.locator('p').first().textContent()).toBe('where is it');
    expect(await below()).toEqual(before);
  });

  test('a ring runs out in exactly the silence that ends it, and begins anew with every word', async () => {
    const { page, recogniser } = await open(await next({ reducedMotion: 'no-preference' }));
    await page.getByRole('button', { name: 'Start recording' }).click();
    await recogniser.listening();
    const ring = page.getByTestId('silence-ring').locator('circle');
    await ring.waitFor({ state: 'attached' });
    expect(await ring.evaluate(isRunning)).toBe(false);
    // Watched from within: it may have run out before anybody looks from outside.
    const [first, second] = await ring.evaluate(hearTwice);
    expect(first).toMatchObject({ duration: 2_000, easing: 'linear' });
    // Begun half a second apart; times of animations are those of frames.
    expect(second.startTime - first.startTime).toBeGreaterThan(480);
    // Silence from now on.
    await page.getByTestId('translation').waitFor();
    expect(await ring.count()).toBe(0);
  });

  test('who wants no motion sees the ring run out in steps', async () => {
    const { page, recogniser } = await open(await next());
    await page.getByRole('button', { name: 'Start recording' }).click();
    await recogniser.listening();
    const ring = page.getByTestId('silence-ring').locator('circle');
    await ring.waitFor({ state: 'attached' });
    const [first] = await ring.evaluate(hearTwice);
    expect(first).toMatchObject({ duration: 2_000, easing: expect.stringMatching(/^steps\(4/) });
  });

  test('words that were not heard clearly are to be checked, until they are changed', async () => {
    const { page, recogniser } = await open(await next());
    const remark = page.getByText('Not heard clearly. Check the words.');
    await speak(page, recogniser, 'where is the rain station', 0.49);
    await remark.waitFor();
    await page.getByRole('textbox').fill('where is the train station');
    expect(await remark.count()).toBe(0);
    await speak(page, recogniser, 'where is the train station', 0.5);
    expect(await remark.count()).toBe(0);
  });

  test('what was heard is edited and translated again, which costs nothing where it stays the same', async () => {
    const { page, recogniser } = await open(await next());
    const keys: (string | undefined)[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/api/translate')) keys.push(request.headers()['idempotency-key']);
    });
    await speak(page, recogniser, 'where is the rain station');
    await page.getByRole('button', { name: 'Translate Text' }).click();
    await expect.poll(() => keys.length).toBe(2);
    await page.getByTestId('translation').waitFor();
    await page.getByTestId('transcript').getByRole('button', { name: 'Edit' }).click();
    const area = page.getByRole('textbox');
    expect(await area.evaluate((area) => area === document.activeElement)).toBe(true);
    await page.keyboard.type(', please');
    expect(await area.inputValue()).toBe('where is the rain station, please');
    await page.keyboard.press('Control+Enter');
    await expect.poll(() => keys.length).toBe(3);
    expect(keys[1]).toBe(keys[0]);
    expect(keys[2]).not.toBe(keys[0]);
    await page.getByText('1 of 3 free translations left.').waitFor();
  });

  test('a tap begins and ends it', async () => {
    const { page, recogniser } = await open(await next());
    await page.getByRole('button', { name: 'Start recording' }).click();
    await recogniser.listening();
    await recogniser.keeping('where is it');
    await page.getByRole('button', { name: 'Stop recording' }).click();
    await expectHeard(page, 'where is it');
  });

  test.each(['mouse', 'finger', 'Space'] as const)('held by %s, it ends when it is let go', async (by) => {
    const { page, recogniser } = await open(await next({ hasTouch: by === 'finger' }));
    const hold = await holdBy(page, by);
    await hold.press();
    await recogniser.listening();
    await recogniser.keeping('where is it');
    await expect.poll(() => state(page)).toBe('listening');
    await hold.release();
    await expectHeard(page, 'where is it');
    expect(await recogniser.seen()).toEqual({ starts: 1, isAtWork: false });
  });

  test('held through a silence, it goes on until it is let go', async () => {
    const { page, recogniser } = await open(await next());
    const hold = await holdBy(page, 'mouse');
    await hold.press();
    await recogniser.listening();
    await recogniser.hearing('where is');
    // Silence ends it after two seconds where it is not held.
    await recordedFor(page, 4);
    expect(await state(page)).toBe('listening');
    await hold.release();
    await expectHeard(page, 'where is');
  });

  test.each(['mouse', 'finger', 'Space'] as const)(
    'held by %s and let go while a permission is asked for, it stays on as after a tap',
    async (by) => {
      const { page, recogniser } = await open(await next({ hasTouch: by === 'finger' }), { begins: false });
      const hold = await holdBy(page, by);
      await hold.press();
      await expect.poll(async () => (await recogniser.seen()).starts).toBe(1);
      await hold.release();
      expect(await state(page)).toBe('asking');
      await recogniser.begin();
      await expect.poll(() => state(page)).toBe('listening');
      await recogniser.keeping('where is it');
      await page.getByRole('button', { name: 'Stop recording' }).click();
      await expectHeard(page, 'where is it');
    },
  );

  test('a short press by Space or Enter is a tap, and Enter that is held is one, too', async () => {
    const { page, recogniser } = await open(await next());
    for (const key of ['Space', 'Enter']) {
      await page.getByRole('button', { name: 'Start recording' }).focus();
      await pressShortly(page, key);
      await recogniser.listening();
      await expect.poll(() => state(page)).toBe('listening');
      await pressShortly(page, key);
      await expect.poll(() => state(page)).toBe('idle');
    }
    // A key that is down already repeats.
    for (let times = 0; times < 6; times += 1) await page.keyboard.down('Enter');
    await recogniser.listening();
    await expect.poll(() => state(page)).toBe('listening');
    await page.keyboard.up('Enter');
    expect(await state(page)).toBe('listening');
  });

  test('a press that is dragged away begins nothing', async () => {
    const { page, recogniser } = await open(await next());
    await page.getByRole('button', { name: 'Start recording' }).hover();
    // At once: who does not move is about to hold it.
    await Promise.all([page.mouse.down(), page.mouse.move(5, 5)]);
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 500)));
    await page.mouse.up();
    expect(await state(page)).toBe('idle');
    expect((await recogniser.seen()).starts).toBe(0);
  });

  test('a finger that rests on the button opens no menu, marks no text and does not scroll', async () => {
    const { page, recogniser } = await open(await next({ hasTouch: true }));
    const hold = await holdBy(page, 'finger');
    await hold.press();
    await recogniser.listening();
    await page.getByRole('button', { name: 'Stop recording' }).waitFor();
    const allowed = await page.evaluate(() => {
      const button = document.querySelector('[data-state="listening"]');
      const menu = new PointerEvent('contextmenu', { pointerType: 'touch', bubbles: true, cancelable: true });
      const move = new TouchEvent('touchmove', { bubbles: true, cancelable: true });
      return {
        menu: button?.dispatchEvent(menu),
        scroll: button?.dispatchEvent(move),
        selection: button && getComputedStyle(button).userSelect,
      };
    });
    expect(allowed).toEqual({ menu: false, scroll: false, selection: 'none' });
    await hold.release();
  });

  test('a double click on its end throws nothing away', async () => {
    const { page, recogniser } = await open(await next());
    await page.getByRole('button', { name: 'Start recording' }).click();
    await recogniser.listening();
    await recogniser.keeping('where is it');
    await page.getByRole('button', { name: 'Stop recording' }).dblclick();
    await expectHeard(page, 'where is it');
  });

  test('Escape gives up wherever the focus is, and leaves everything as it was', async () => {
    const { page, recogniser } = await open(await next());
    await speak(page, recogniser, 'the house');
    const card = page.getByRole('region', { name: 'Speech input' });
    const before = await card.textContent();
    const translation = await page.getByTestId('translation').textContent();
    await page.getByRole('button', { name: 'Start recording' }).click();
    await recogniser.listening();
    await recogniser.talking('where is it');
    await page.getByTestId('transcript').getByText('where is it').waitFor();
    await page.getByRole('button', { name: /^From/ }).focus();
    await page.keyboard.press('Escape');
    await expect.poll(() => state(page)).toBe('idle');
    expect(await card.textContent()).toBe(before);
    expect(await page.getByTestId('translation').textContent()).toBe(translation);
    await expect.poll(async () => (await recogniser.seen()).isAtWork).toBe(false);
    expect(await page.locator('.toast').count()).toBe(0);
  });

  test('Escape is the list’s or the dialog’s that is open', async () => {
    const { page, recogniser } = await open(await next());
    await page.getByRole('button', { name: 'Start recording' }).click();
    await recogniser.listening();
    await page.getByRole('button', { name: /^To/ }).click();
    await page.getByRole('grid').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('grid').waitFor({ state: 'detached' });
    expect(await state(page)).toBe('listening');
    await page.evaluate(() => {
      const dialog = document.body.appendChild(document.createElement('dialog'));
      dialog.showModal();
    });
    await page.keyboard.press('Escape');
    expect(await state(page)).toBe('listening');
    await page.keyboard.press('Escape');
    await expect.poll(() => state(page)).toBe('idle');
  });

  test('long speech is timed on, and nothing says that it ends', async () => {
    const context = await newGuest(browser);
    await context.clock.install({ time: 0 });
    const { page, recogniser } = await open(context);
    await page.clock.pauseAt(60_000);
    await page.getByRole('button', { name: 'Start recording' }).click();
    // What listens may still be on its way when the clock is set going.
    await expect
      .poll(async () => {
        await page.clock.runFor(100);
        return (await recogniser.seen()).starts;
      })
      .toBe(1);
    await recogniser.listening();
    for (let seconds = 0; seconds < 15; seconds += 1) {
      await recogniser.hearing('where is it'.repeat(seconds + 1));
      await page.clock.runFor(1_000);
    }
    await page.getByText('0:15', { exact: true }).waitFor();
    await context.close();
  });
});

async function open(
  context: BrowserContext,
  options?: { begins: boolean },
): Promise<{ page: Page; recogniser: ScriptedRecogniser }> {
  const page = await context.newPage();
  await giveRecogniser(page, options);
  await goTo(page, url);
  await page.locator('[data-holdable]').waitFor();
  await page.waitForLoadState('networkidle');
  return { page, recogniser: recogniserOf(page) };
}

/** Speaks a sentence and waits for its translation. */
async function speak(
  page: Page,
  recogniser: ScriptedRecogniser,
  text: string,
  confidence?: number,
): Promise<void> {
  await page.getByRole('button', { name: 'Start recording' }).click();
  await recogniser.listening();
  await recogniser.heard(text, confidence);
  await expectHeard(page, text);
}

/** Whatever it reads. */
function recordButton(page: Page) {
  return page.getByRole('region', { name: 'Speech input' }).getByRole('button').first();
}

async function expectHeard(page: Page, text: string): Promise<void> {
  await page.getByTestId('transcript').getByText(text, { exact: true }).waitFor();
  await page.getByTestId('translation').waitFor();
  expect(await page.getByRole('textbox').inputValue()).toBe(text);
}

/** However slow the machine: what is down for longer is held. */
async function pressShortly(page: Page, key: string): Promise<void> {
  await Promise.all([page.keyboard.down(key), page.keyboard.up(key)]);
}

/** The phase that the record button shows. */
function state(page: Page): Promise<string | null> {
  return recordButton(page).getAttribute('data-state');
}

async function holdBy(page: Page, by: 'mouse' | 'finger' | 'Space') {
  const button = recordButton(page);
  await button.scrollIntoViewIfNeeded();
  if (by === 'Space') {
    await button.focus();
    return { press: () => page.keyboard.down('Space'), release: () => page.keyboard.up('Space') };
  }
  const box = await button.boundingBox();
  if (!box) throw new Error('the button is not to be seen');
  const { x, y, width, height } = box;
  const point = { x: Math.round(x + width / 2), y: Math.round(y + height / 2) };
  if (by === 'mouse') {
    await page.mouse.move(point.x, point.y);
    return { press: () => page.mouse.down(), release: () => page.mouse.up() };
  }
  const devtools = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchEnd') =>
    devtools.send('Input.dispatchTouchEvent', { type, touchPoints: type === 'touchStart' ? [point] : [] });
  return { press: () => touch('touchStart'), release: () => touch('touchEnd') };
}

function isRunning(element: Element): boolean {
  return element.getAnimations().length > 0;
}

/** In the page: hears a word, and half a second later another. How the element runs after each. */
async function hearTwice(element: Element) {
  const after = async (until: (run: { startTime: number; currentTime: number }) => boolean) => {
    for (;;) {
      const [animation] = element.getAnimations();
      const [startTime, currentTime] = [animation?.startTime, animation?.currentTime].map(Number) as [
        number,
        number,
      ];
      const { duration, easing } = animation?.effect?.getTiming() ?? {};
      const run = { duration, easing, startTime, currentTime };
      if (until(run)) return run;
      await new Promise((resolve) => requestAnimationFrame(resolve));
    }
  };
  window.recogniser.hear(['where']);
  const first = await after(({ currentTime }) => currentTime > 500);
  window.recogniser.hear(['where is']);
  const second = await after(({ startTime }) => startTime > first.startTime);
  return [first, second] as const;
}

/** The page of a browser without a recogniser of its own: speech is recorded. */
async function openRecording<Given>(
  context: BrowserContext,
  script: (given: Given) => void = () => {},
  given?: Given,
): Promise<Page> {
  const page = await context.newPage();
  await hideRecogniser(page);
  await page.addInitScript(script as (given: unknown) => void, given);
  await goTo(page, url);
  // It can be held, and given up by Escape.
  await page.locator('[data-holdable]').waitFor();
  return page;
}

/** Sound contexts are closed a little after the microphone's tracks. */
async function microphonesClosed(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    (window as unknown as Watched).contexts.every(({ state }) => state === 'closed'),
  );
}

/** Keeps what the page plays, opens and tells screen readers. Observes, and changes nothing. */
function watch(): void {
  const watched = window as unknown as Watched;
  Object.assign(watched, { heardSeconds: 0, told: [], tracks: [], contexts: [], addresses: new Set() });
  const { play } = HTMLMediaElement.prototype;
  HTMLMediaElement.prototype.play = function observed(this: HTMLMediaElement) {
    this.addEventListener('playing', () => {
      watched.heardSeconds = Math.max(watched.heardSeconds, this.duration);
    });
    return play.call(this);
  };
  const { getUserMedia } = MediaDevices.prototype;
  MediaDevices.prototype.getUserMedia = async function observed(constraints) {
    const stream = await getUserMedia.call(this, constraints);
    watched.tracks.push(...stream.getTracks());
    return stream;
  };
  const { createMediaStreamSource } = AudioContext.prototype;
  AudioContext.prototype.createMediaStreamSource = function observed(stream) {
    watched.contexts.push(this);
    return createMediaStreamSource.call(this, stream);
  };
  const { createObjectURL, revokeObjectURL } = URL;
  URL.createObjectURL = (blob) => {
    const address = createObjectURL(blob);
    watched.addresses.add(address);
    return address;
  };
  URL.revokeObjectURL = (address) => {
    watched.addresses.delete(address);
    revokeObjectURL(address);
  };
  new MutationObserver((changes) => {
    const regions = new Set(
      changes.flatMap(({ target }) => {
        const element = target instanceof Element ? target : target.parentElement;
        return element?.closest('[role="status"], [role="alert"], [aria-live]') ?? [];
      }),
    );
    for (const region of regions) if (region.textContent) watched.told.push(region.textContent);
  }).observe(document, { childList: true, characterData: true, subtree: true });
}

function report() {
  const { told, tracks, contexts, addresses } = window as unknown as Watched;
  return {
    told: told.filter((text) => text !== 'Starting…'),
    tracks: tracks.map(({ readyState }) => readyState),
    contexts: contexts.map(({ state }) => state),
    addresses: [...addresses],
  };
}

interface Watched {
  heardSeconds: number;
  /** What the live regions said, in order. */
  told: string[];
  tracks: MediaStreamTrack[];
  /** Those that listened to a microphone. */
  contexts: AudioContext[];
  /** Blob addresses that were made and not revoked. */
  addresses: Set<string>;
}
