import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { goTo, guestsInTurn, launchBrowser, recordedFor, toast } from '../../support/browser/browser.ts';
import { recorderOf, watchRecorder } from '../../support/browser/recorder.ts';
import { silent, spoken } from '../../support/browser/speech.ts';
import { sharedParley } from '../../support/parley/shared.ts';

// Real speech at its real pace, understood by the real engine: times are compared, so the machine has to be idle.
const url = sharedParley.url;
const patient = { timeout: 120_000 };

describe('with a microphone that hears one soft sentence twice', patient, () => {
  const sentence = 'where is the train station';
  const { open } = browserWith(() => spoken([sentence, sentence], { volume: 0.05 }));

  test('the end of the speech is on its way within 300 ms of the tap', async () => {
    const { page, recorder, record, problems } = await open();
    await record(3);
    await heardQuestion(page);
    const { sent, chunks, stoppedAtMs } = await recorder.report();
    expect(sent).toEqual([]);
    expect((chunks.find(({ isLast }) => isLast)?.atMs ?? 0) - stoppedAtMs).toBeLessThan(300);
    expect(problems).toEqual([]);
    await recorder.closed();
  });

  test('sensitivity makes the samples that are sent, and the level that is shown, louder or softer', async () => {
    const loud: Loud[] = [];
    for (const sensitivity of [1, 5, 10]) {
      const { page, recorder, record } = await open({ sensitivity });
      await record(4);
      await page.getByRole('button', { name: 'Start recording' }).waitFor(patient);
      const { chunks, loudestBar } = await recorder.report();
      loud.push({ sent: loudest(chunks), shown: loudestBar });
    }
    const [least, usual, most] = loud as [Loud, Loud, Loud];
    expect(least.sent / usual.sent).toBeGreaterThan(0.25);
    expect(least.sent / usual.sent).toBeLessThan(0.42);
    expect(most.sent / usual.sent).toBeGreaterThan(2.5);
    expect(most.sent / usual.sent).toBeLessThan(5);
    expect(least.shown).toBeLessThan(usual.shown - 0.1);
    expect(usual.shown).toBeLessThan(most.shown - 0.1);
  });

  test('sensitivity that is changed while somebody speaks is heard from then on', async () => {
    const { page, recorder } = await open({ sensitivity: 3 });
    await page.getByRole('button', { name: 'Start recording' }).click();
    await recordedFor(page, 2);
    const { chunks: before } = await recorder.report();
    await page.getByRole('slider', { name: 'Microphone sensitivity' }).fill('10');
    await recordedFor(page, 5);
    const { chunks } = await recorder.report();
    expect(loudest(chunks)).toBeGreaterThan(2 * loudest(before));
  });

  test.for([
    ['without worklets', () => Reflect.deleteProperty(BaseAudioContext.prototype, 'audioWorklet')],
    [
      'whose sound contexts do not run',
      () => {
        const Context = AudioContext;
        window.AudioContext = class extends Context {
          constructor() {
            super();
            this.suspend();
          }
          override resume = async () => {};
        };
      },
    ],
    ['without sound contexts', () => Reflect.deleteProperty(window, 'AudioContext')],
  ] as const)('a browser %s sends a clip at the end, which is understood', async ([, cripple]) => {
    const { page, recorder, record, problems } = await open({ cripple });
    await record(3);
    await heardQuestion(page);
    const { sent, chunks } = await recorder.report();
    expect(sent).toEqual([expect.objectContaining({ type: 'audio/wav', sampleRate: 16_000, channels: 1 })]);
    expect([chunks, problems]).toEqual([[], []]);
    await recorder.closed();
  });

  test('a browser without a recorder streams', async () => {
    const cripple = () => Reflect.deleteProperty(window, 'MediaRecorder');
    const { page, recorder, record } = await open({ cripple });
    await record(3);
    await heardQuestion(page);
    expect((await recorder.report()).sent).toEqual([]);
  });
});

describe('with a microphone in which nobody speaks', patient, () => {
  const { open } = browserWith(() => silent(60));

  test('one that vanishes says so', async () => {
    const { page, recorder } = await open();
    await page.getByRole('button', { name: 'Start recording' }).click();
    await recordedFor(page, 1);
    await recorder.unplug();
    const told = toast(page, 'Voice Input Issue');
    await told.getByText('Recording failed: the microphone was disconnected').waitFor();
    await recorder.closed();
  });

  test('the recording ends by itself after half a minute, and nothing is sent', async () => {
    const { page, recorder } = await open();
    await page.getByRole('button', { name: 'Start recording' }).click();
    const told = toast(page, 'Voice Input Issue');
    const sentence = 'No speech detected. Please speak into your microphone.';
    await told.getByText(sentence).waitFor({ timeout: 40_000 });
    expect(await recorder.report()).toMatchObject({ sent: [], streams: [] });
    await recorder.closed();
  });
});

describe('with a microphone that hears somebody speak for more than a minute', { timeout: 240_000 }, () => {
  const { open } = browserWith(() => spoken(sentences, { between: 2 }));

  test('it goes on from stream to stream, and nothing is lost', async () => {
    const { page, recorder, record } = await open();
    await record(72);
    // The translation appears once everything is recognised.
    await page.getByTestId('translation').waitFor({ timeout: 140_000 });
    const heard = (await page.getByTestId('transcript').textContent()) ?? '';
    const missed = sentences.filter((sentence) => !heard.includes(sentence));
    // The recogniser may mistake a word. A seam that loses or doubles something changes more.
    expect(missed.length, `${heard}, without ${missed.join(', ')}`).toBeLessThanOrEqual(2);
    expect(heard.split(' ').length - sentences.join(' ').split(' ').length).toBeLessThanOrEqual(4);
    const { sent, streams, stoppedAtMs } = await recorder.report();
    expect(sent).toEqual([]);
    expect(streams.length).toBeGreaterThan(2);
    for (const { atMs, answeredAtMs = Number.NaN } of streams)
      expect(answeredAtMs - atMs).toBeLessThan(26_000);
    expect((streams.at(-1)?.answeredAtMs ?? 0) - stoppedAtMs).toBeLessThan(1_500);
    await recorder.closed();
  });
});

function loudest(chunks: readonly { readonly loudness: number }[]): number {
  return Math.max(...chunks.map(({ loudness }) => loudness));
}

/** Waits until a page has heard the question by its microphone, or says what it shows instead. */
async function heardQuestion(page: Page): Promise<void> {
  const words = 'where is the train station';
  const card = page.getByRole('region', { name: 'Speech input', exact: true });
  try {
    await card.filter({ hasText: words }).waitFor({ timeout: 60_000 });
  } catch (cause) {
    throw new Error(`It does not say "${words}" but "${await card.innerText()}"`, { cause });
  }
}

interface Loud {
  readonly sent: number;
  readonly shown: number;
}

/** A browser for the tests of a `describe`. */
function browserWith(microphone: () => string) {
  let browser: Browser;
  let next: ReturnType<typeof guestsInTurn>;
  beforeAll(async () => {
    browser = await launchBrowser({ microphone: microphone() });
    next = guestsInTurn(browser, url);
  });
  afterAll(() => browser.close());

  /** A page of a guest whose browser has no recogniser. */
  async function open({ sensitivity, cripple }: Circumstances = {}) {
    // The bars walk, as for most.
    const context = await next({ reducedMotion: 'no-preference' });
    const page = await context.newPage();
    if (cripple) await page.addInitScript(cripple);
    await watchRecorder(page);
    await page.addInitScript(prepare, sensitivity);
    const problems = await goTo(page, url);
    async function record(seconds: number): Promise<void> {
      await page.getByRole('button', { name: 'Start recording' }).click();
      await recordedFor(page, seconds, { timeout: 10_000 + seconds * 1_000 });
      await page.getByRole('button', { name: 'Stop recording' }).click();
    }
    return { page, problems, record, recorder: recorderOf(page) };
  }
  return { open };
}

interface Circumstances {
  readonly sensitivity?: number;
  /** Takes something away from the browser. */
  readonly cripple?: () => void;
}

/** Runs in the page. */
function prepare(sensitivity: number | undefined): void {
  if (location.protocol !== 'http:') return;
  if (sensitivity) localStorage.setItem('parley.settings', JSON.stringify({ micSensitivity: sensitivity }));
  // The level is read off its style: to draw it sixty times a second takes as much of the machine as to record.
  const sheet = new CSSStyleSheet();
  sheet.replaceSync('.level-bar, .level-ring { display: none }');
  document.adoptedStyleSheets = [sheet];
}

/** The recogniser understands each of them word by word. */
const sentences = [
  'where is the train station',
  'i would like to go to the museum',
  'we are going to the beach tomorrow',
  'can you help me find my hotel',
  'the weather is very nice today',
  'thank you very much for your help',
  'what time is it now',
  'my sister works in a big hospital',
  'the train was late this morning',
  'he wants to learn another language',
  'i do not understand this question',
  'she is reading a book about history',
  'we will meet again next summer',
  'this is the best day of my life',
  'where can i change some money',
  'the museum opens at nine in the morning',
];
