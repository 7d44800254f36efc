import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { goTo, guestsInTurn, launchBrowser, recordedFor, toast } from '../../support/browser/browser.ts';
import { signUpIn } from '../../support/browser/people.ts';
import { recorderOf, watchRecorder } from '../../support/browser/recorder.ts';
import { silent, spoken } from '../../support/browser/speech.ts';
import { sharedParley } from '../../support/parley/shared.ts';
import { makePremium } from '../../support/people/premium.ts';

// Real speech at its real pace, understood by the real engine: times are compared, so the machine has to be idle.
const url = sharedParley.url;
const patient = { timeout: 120_000 };

describe('with a microphone that hears one soft sentence twice', patient, () => {
  const sentence = 'where is the train station';
  const { open } = browserWith(() => spoken([sentence, sentence], { volume: 0.05 }));

  test('what is sent is a 16 kHz WAV that is on its way within 300 ms of the tap', async () => {
    const { page, recorder, record, problems } = await open();
    await record(3);
    await heardQuestion(page);
    const { sent, stoppedAtMs } = await recorder.report();
    expect(sent).toHaveLength(1);
    expect(sent[0]).toMatchObject({ type: 'audio/wav', sampleRate: 16_000, interim: null });
    expect(sent[0]?.seconds).toBeGreaterThan(1.5);
    expect((sent[0]?.atMs ?? 0) - stoppedAtMs).toBeLessThan(300);
    expect(problems).toEqual([]);
    await recorder.closed();
  });

  test('sensitivity makes the samples that are sent, and the level that is shown, louder or softer', async () => {
    const loud: { sent: number; shown: number }[] = [];
    for (const sensitivity of [1, 5, 10]) {
      const { recorder, record } = await open({ sensitivity });
      await record(4);
      const [clip] = await recorder.sent();
      loud.push({ sent: clip?.loudness ?? 0, shown: (await recorder.report()).loudestBar });
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
    const { page, recorder } = await open({ sensitivity: 1 });
    await page.getByRole('button', { name: 'Start recording' }).click();
    await recordedFor(page, 2);
    await page.getByRole('slider', { name: 'Microphone sensitivity' }).fill('10');
    await recordedFor(page, 5);
    await page.getByRole('button', { name: 'Stop recording' }).click();
    const [clip] = await recorder.sent();
    expect(clip?.loudnessOfHalves[1]).toBeGreaterThan(2 * (clip?.loudnessOfHalves[0] ?? 1));
  });

  test.for([
    [
      'without worklets',
      'audio/wav',
      () => Reflect.deleteProperty(BaseAudioContext.prototype, 'audioWorklet'),
    ],
    [
      'whose sound contexts do not run',
      'audio/wav',
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
    ['without sound contexts', 'audio/wav', () => Reflect.deleteProperty(window, 'AudioContext')],
    ['without a recorder', 'audio/wav', () => Reflect.deleteProperty(window, 'MediaRecorder')],
  ] as const)('a browser %s sends one clip of %s, which is understood', async ([, type, cripple]) => {
    const { page, recorder, record, problems } = await open({ cripple });
    await record(3);
    await heardQuestion(page);
    expect((await recorder.sent()).map((clip) => clip.type)).toEqual([type]);
    expect(problems).toEqual([]);
    await recorder.closed();
  });

  test('Premium reads the last words while they are spoken, one request at a time', async () => {
    const { page, recorder } = await open({ isPremium: true });
    await page.getByRole('button', { name: 'Start recording' }).click();
    await page.getByTestId('transcript').getByText('train station').waitFor({ timeout: 30_000 });
    await recordedFor(page, 10, { timeout: 20_000 });
    await page.getByRole('button', { name: 'Stop recording' }).click();
    await heardQuestion(page, { times: 2 });
    const { sent } = await recorder.report();
    const interim = sent.filter(({ interim }) => interim === 'true');
    expect(interim.length).toBeGreaterThan(1);
    for (const [index, { seconds, atMs }] of interim.entries()) {
      expect(seconds).toBeLessThanOrEqual(3);
      expect(atMs).toBeGreaterThanOrEqual(interim[index - 1]?.answeredAtMs ?? 0);
    }
    expect(sent.filter(({ interim }) => interim === null)).toHaveLength(1);
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

  test('the recording ends by itself after 29 seconds, and nothing is sent', async () => {
    const { page, recorder } = await open();
    await page.getByRole('button', { name: 'Start recording' }).click();
    const told = toast(page, 'Voice Input Issue');
    const sentence = 'No speech detected. Please speak into your microphone.';
    await told.getByText(sentence).waitFor({ timeout: 40_000 });
    expect((await recorder.report()).sent).toEqual([]);
    await recorder.closed();
  });
});

describe('with a microphone that hears somebody speak for more than a minute', { timeout: 240_000 }, () => {
  const { open } = browserWith(() => spoken(sentences, { between: 2 }));

  test('it arrives as clips of at most 30 seconds, the first ones meanwhile, and nothing is lost', async () => {
    const { page, recorder, record } = await open();
    await record(72);
    // The translation appears once everything is recognised.
    await page.getByTestId('translation').waitFor({ timeout: 140_000 });
    const heard = await page.getByRole('textbox').inputValue();
    const missed = sentences.filter((sentence) => !heard.includes(sentence));
    // The recogniser may mistake a word. A clip that is lost, or one that comes twice, is five sentences.
    expect(missed.length, `${heard}, without ${missed.join(', ')}`).toBeLessThanOrEqual(2);
    expect(heard.split(' ').length - sentences.join(' ').split(' ').length).toBeLessThanOrEqual(4);
    const { sent, stoppedAtMs } = await recorder.report();
    expect(sent.length).toBeGreaterThan(2);
    for (const { seconds, type } of sent) {
      expect(type).toBe('audio/wav');
      expect(seconds).toBeLessThanOrEqual(30);
    }
    expect(sent[0]?.atMs).toBeLessThan(stoppedAtMs - 35_000);
    expect(sent[1]?.atMs).toBeLessThan(stoppedAtMs - 5_000);
    await recorder.closed();
  });
});

/** Waits until a page has heard the question by its microphone, or says what it shows instead. */
async function heardQuestion(page: Page, { times = 1 } = {}): Promise<void> {
  const words = Array(times).fill('where is the train station').join(' ');
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
  async function open({ sensitivity, cripple, isPremium }: Circumstances = {}) {
    // The bars walk, as for most.
    const context = await next({ reducedMotion: 'no-preference' });
    if (isPremium) await makePremium(sharedParley.dynamodb, (await signUpIn(context, url)).userId);
    const page = await context.newPage();
    if (cripple) await page.addInitScript(cripple);
    await watchRecorder(page);
    await page.addInitScript(prepare, sensitivity);
    const problems = await goTo(page, url);
    // Premium has to be known when the microphone is opened.
    if (isPremium) await page.getByRole('region', { name: 'Usage' }).getByText('Unlimited').waitFor();
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
  readonly isPremium?: boolean;
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
