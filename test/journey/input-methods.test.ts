import type { Browser, BrowserContext, Page } from 'playwright';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { goTo, guestsInTurn, launchBrowser, toast } from '../support/browser/browser.ts';
import { translatedQuestion } from '../support/browser/heard.ts';
import { signUpIn } from '../support/browser/people.ts';
import { spoken } from '../support/browser/speech.ts';
import { sharedParley } from '../support/parley/shared.ts';
import { makePremium } from '../support/people/premium.ts';

const url = sharedParley.url;
let browser: Browser;
let next: ReturnType<typeof guestsInTurn>;
let context: BrowserContext;
let page: Page;

beforeAll(async () => {
  // The shell's own recogniser never says what it lacks.
  browser = await launchBrowser({ isWhole: true, microphone: spoken('where is the train station') });
  next = guestsInTurn(browser, url);
});
afterAll(() => browser.close());

beforeEach(async () => {
  context = await next();
  page = await context.newPage();
  await page.addInitScript(watch);
});

/** The recogniser alone may take as long as a test mostly does. */
const patient = { timeout: 120_000 };

describe('in Debian’s Chromium, whose own recogniser never hears anything', () => {
  test(
    'the recorder hears what is said after the same tap, and the next tap begins with it',
    patient,
    async () => {
      await open();
      await startRecording();
      await toast(page, 'Switching Input Method').getByText('Trying another way to listen.').waitFor();
      await recordSentence();
      await translatedQuestion(page);

      await toast(page, 'Switching Input Method').waitFor({ state: 'hidden' });
      await startRecording();
      await microphoneOpened(2);
      expect(await seen()).toEqual({ recognisers: 1, streams: 2, mostTogether: 1 });
      expect(await toast(page, 'Switching Input Method').isVisible()).toBe(false);
    },
  );

  test('the session’s next page knows it as well', async () => {
    await open();
    await startRecording();
    // It is found out when the recorder listens, a little after it has opened the microphone.
    await page.waitForFunction(() => sessionStorage.getItem('parley.input-methods') !== null);
    await page.reload();
    await startRecording();
    await microphoneOpened(1);
    expect(await seen()).toMatchObject({ recognisers: 0 });
  });

  test('a language that the server does not know either has no recogniser here, once that is found out', async () => {
    const notice = page.getByText('Speech in Spanish cannot be recognised here. Type the text instead.');
    const isKnown = page.waitForResponse((response) => response.url().endsWith('/api/health'));
    await open();
    await page.getByRole('button', { name: 'Swap languages' }).click();
    await isKnown;
    // Said of what the server lacks, once the page has heard of that.
    await page.getByText(/^Not translated to/).waitFor();
    expect(await notice.count()).toBe(0);
    await startRecording();
    await notice.first().waitFor();
    expect(await seen()).toMatchObject({ streams: 0 });
    await page.getByRole('button', { name: 'Swap languages' }).click();
    await notice.first().waitFor({ state: 'detached' });
  });
});

describe('in a browser whose recogniser works', () => {
  beforeEach(() => page.addInitScript(fakeRecogniser, { heard: 'where is the train station' }));

  test('a guest is heard by it: no microphone is opened, and no speech leaves for the server', async () => {
    const problems = await open();
    const sent = requestsOf();
    await startRecording();
    await page
      .getByTestId('translation')
      .getByText(/dónde .*estación de tren/i)
      .waitFor();
    expect(await seen()).toMatchObject({ recognisers: 1, streams: 0 });
    expect(sent).not.toContain('/api/transcribe-amazon');
    expect(problems).toEqual([]);
  });

  test('Premium is heard by the recorder', patient, async () => {
    const { userId } = await signUpIn(context, url);
    await makePremium(sharedParley.dynamodb, userId);
    await open();
    await page.getByRole('region', { name: 'Usage' }).getByText('Unlimited').waitFor();
    await page.waitForLoadState('networkidle');
    const sent = requestsOf();
    await startRecording();
    await recordSentence();
    await translatedQuestion(page);
    expect(await seen()).toMatchObject({ recognisers: 0, streams: 1 });
    expect(sent).toContain('/api/transcribe-amazon');
  });

  test('Premium whose speech of today is used up is heard by the browser from the next tap on', async () => {
    const { userId } = await signUpIn(context, url);
    await makePremium(sharedParley.dynamodb, userId);
    await context.route('**/api/transcribe-amazon', (route) =>
      route.fulfill({
        status: 429,
        json: {
          error: 'You have used all speech recognition of today.',
          code: 'rate_limited',
          requestId: '1',
        },
      }),
    );
    await open();
    await page.getByRole('region', { name: 'Usage' }).getByText('Unlimited').waitFor();
    await page.waitForLoadState('networkidle');
    await startRecording();
    await recordSentence();
    await toast(page, 'Switching Input Method').getByText('From now on your browser listens.').waitFor();
    await startRecording();
    await page
      .getByTestId('translation')
      .getByText(/dónde .*estación de tren/i)
      .waitFor();
    expect(await seen()).toMatchObject({ recognisers: 1, streams: 1, mostTogether: 1 });
  });

  test('Premium whose recorder breaks is heard by the browser within the same tap', async () => {
    const { userId } = await signUpIn(context, url);
    await makePremium(sharedParley.dynamodb, userId);
    await page.addInitScript(breakMicrophone);
    await open();
    await page.getByRole('region', { name: 'Usage' }).getByText('Unlimited').waitFor();
    await page.waitForLoadState('networkidle');
    await startRecording();
    await toast(page, 'Switching Input Method').waitFor();
    await page
      .getByTestId('translation')
      .getByText(/dónde .*estación de tren/i)
      .waitFor();
    expect(await seen()).toMatchObject({ recognisers: 1 });
  });
});

test('when the recogniser and the recorder both fail, recording has failed, and the text can be typed', async () => {
  await page.addInitScript(fakeRecogniser, { error: 'network' });
  await page.addInitScript(breakMicrophone);
  await open();
  await startRecording();
  await toast(page, 'Recording Failed')
    .getByText('Recording failed: the microphone is in use or was disconnected. Type the text instead.')
    .waitFor();
  await page.getByRole('textbox').fill('the house');
  await page.getByRole('button', { name: 'Translate Text' }).click();
  await page.getByTestId('translation').getByText('casa').waitFor();
});

test('a refused recogniser is told, and no other method asks for the microphone', async () => {
  await page.addInitScript(fakeRecogniser, { error: 'not-allowed' });
  await open();
  await startRecording();
  await toast(page, 'Chrome Voice Setup Needed').waitFor();
  expect(await seen()).toMatchObject({ recognisers: 1, streams: 0 });
});

/** Speech takes its time where everything runs on one machine. */
async function open(): Promise<string[]> {
  const problems = await goTo(page, url);
  page.setDefaultTimeout(30_000);
  return problems;
}

async function startRecording(): Promise<void> {
  await page.getByRole('button', { name: 'Start recording' }).click();
}

/** The sentence lasts 2.5 seconds with its silences, from the moment when the microphone opens. */
async function recordSentence(): Promise<void> {
  await page.waitForFunction(() => performance.now() - (window as unknown as Watched).openedAtMs > 3_000);
  await page.getByRole('button', { name: 'Stop recording' }).click();
}

async function microphoneOpened(count: number): Promise<void> {
  await page.waitForFunction((count) => (window as unknown as Watched).streams === count, count);
}

function requestsOf(): string[] {
  const paths: string[] = [];
  page.on('request', (request) => paths.push(new URL(request.url()).pathname));
  return paths;
}

function seen(): Promise<Pick<Watched, 'recognisers' | 'streams' | 'mostTogether'>> {
  return page.evaluate(() => {
    const { recognisers, streams, mostTogether } = window as unknown as Watched;
    return { recognisers, streams, mostTogether };
  });
}

/** Counts what has the microphone. Observes, and changes nothing. */
function watch(): void {
  const watched = window as unknown as Watched;
  const streams = new Set<MediaStream>();
  const recognisers = new Set<object>();
  Object.assign(watched, {
    recognisers: 0,
    streams: 0,
    openedAtMs: Number.POSITIVE_INFINITY,
    mostTogether: 0,
  });
  const count = () => {
    for (const stream of streams) {
      if (stream.getTracks().every(({ readyState }) => readyState === 'ended')) streams.delete(stream);
    }
    watched.mostTogether = Math.max(watched.mostTogether, streams.size + recognisers.size);
  };
  const { getUserMedia } = MediaDevices.prototype;
  MediaDevices.prototype.getUserMedia = async function observed(constraints) {
    const stream = await getUserMedia.call(this, constraints);
    streams.add(stream);
    watched.streams += 1;
    watched.openedAtMs = performance.now();
    count();
    return stream;
  };
  const { webkitSpeechRecognition } = window as unknown as {
    webkitSpeechRecognition: { prototype: EventTarget & { start(): void; abort(): void } };
  };
  const { start, abort } = webkitSpeechRecognition.prototype;
  webkitSpeechRecognition.prototype.start = function observed() {
    recognisers.add(this);
    this.addEventListener('end', () => recognisers.delete(this));
    watched.recognisers += 1;
    count();
    start.call(this);
  };
  webkitSpeechRecognition.prototype.abort = function observed() {
    recognisers.delete(this);
    abort.call(this);
  };
}

/** A recogniser that hears at once what it is told to hear, or fails at once. */
function fakeRecogniser({ heard, error }: { heard?: string; error?: string }): void {
  const watched = window as unknown as Watched;
  class FakeRecogniser extends EventTarget {
    declare onstart?: () => void;
    declare onresult?: (event: object) => void;
    declare onerror?: (event: object) => void;
    declare onend?: () => void;

    start(): void {
      watched.recognisers += 1;
      setTimeout(() => {
        if (error) this.onerror?.({ error });
        else {
          this.onstart?.();
          this.onresult?.({
            results: [Object.assign([{ transcript: heard, confidence: 0.9 }], { isFinal: true })],
          });
        }
        if (error) this.onend?.();
      });
    }
    stop(): void {
      setTimeout(() => this.onend?.());
    }
    abort(): void {
      this.stop();
    }
  }
  Object.assign(window, { SpeechRecognition: FakeRecogniser, webkitSpeechRecognition: FakeRecogniser });
}

function breakMicrophone(): void {
  navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('', 'NotReadableError'));
}

interface Watched {
  /** Recognisers that were started. */
  recognisers: number;
  /** Microphones that were opened. */
  streams: number;
  /** When the last one was. */
  openedAtMs: number;
  /** Microphones and recognisers that were at work at the same time. */
  mostTogether: number;
}
