import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { goTo, guestsInTurn, launchBrowser, recordedFor } from '../support/browser/browser.ts';
import { heardQuestion } from '../support/browser/heard.ts';
import { signUpIn } from '../support/browser/people.ts';
import { sharedParley } from '../support/parley/shared.ts';
import { makePremium } from '../support/people/premium.ts';

const url = sharedParley.url;
const folder = mkdtempSync(path.join(tmpdir(), 'parley-recording-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The microphones are recorded side by side, what one hears in turn: who waits for words needs little of the machine. */
const inTurn = { concurrent: false, timeout: 120_000 };

describe.concurrent('with a microphone that hears one soft sentence twice', () => {
  const sentence = 'where is the train station';
  let browser: Browser;
  let next: ReturnType<typeof guestsInTurn>;

  beforeAll(async () => {
    browser = await launchBrowser({ microphone: spoken([sentence, sentence], { volume: 0.05 }) });
    next = guestsInTurn(browser, url);
  });
  afterAll(() => browser.close());

  test('what is sent is a 16 kHz WAV that is on its way within 300 ms of the tap', inTurn, async () => {
    const { page, problems } = await open(next);
    await record(page, 3);
    await heardQuestion(page);
    const { sent, stoppedAtMs } = await report(page);
    expect(sent).toHaveLength(1);
    expect(sent[0]).toMatchObject({ type: 'audio/wav', sampleRate: 16_000, interim: null });
    expect(sent[0]?.seconds).toBeGreaterThan(1.5);
    expect((sent[0]?.atMs ?? 0) - stoppedAtMs).toBeLessThan(300);
    expect(problems).toEqual([]);
    await expectClosed(page);
  });

  test(
    'sensitivity makes the samples that are sent, and the level that is shown, louder or softer',
    inTurn,
    async () => {
      const loud: { sent: number; shown: number }[] = [];
      for (const sensitivity of [1, 5, 10]) {
        const { page } = await open(next, { sensitivity });
        await record(page, 4);
        await page.waitForFunction(() => (window as unknown as Watched).sent.length > 0);
        const { sent, loudestBar } = await report(page);
        loud.push({ sent: sent[0]?.loudness ?? 0, shown: loudestBar });
      }
      const [least, usual, most] = loud as [Loud, Loud, Loud];
      expect(least.sent / usual.sent).toBeGreaterThan(0.25);
      expect(least.sent / usual.sent).toBeLessThan(0.42);
      expect(most.sent / usual.sent).toBeGreaterThan(2.5);
      expect(most.sent / usual.sent).toBeLessThan(5);
      expect(least.shown).toBeLessThan(usual.shown - 0.1);
      expect(usual.shown).toBeLessThan(most.shown - 0.1);
    },
  );

  test('sensitivity that is changed while somebody speaks is heard from then on', inTurn, async () => {
    const { page } = await open(next, { sensitivity: 1 });
    await page.getByRole('button', { name: 'Start recording' }).click();
    await recordedFor(page, 2);
    await page.getByRole('slider', { name: 'Microphone sensitivity' }).fill('10');
    await recordedFor(page, 5);
    await page.getByRole('button', { name: 'Stop recording' }).click();
    await page.waitForFunction(() => (window as unknown as Watched).sent.length > 0);
    const { sent } = await report(page);
    expect(sent[0]?.loudnessOfHalves[1]).toBeGreaterThan(2 * (sent[0]?.loudnessOfHalves[0] ?? 1));
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
  ] as const)(
    'a browser %s records by its recorder, and sends a WAV all the same',
    inTurn,
    async ([, cripple]) => {
      const { page, problems } = await open(next, { cripple });
      await record(page, 3);
      await heardQuestion(page);
      const { sent } = await report(page);
      expect(sent).toHaveLength(1);
      expect(sent[0]).toMatchObject({ type: 'audio/wav', sampleRate: 16_000 });
      expect(problems).toEqual([]);
      await expectClosed(page);
    },
  );

  test('a browser that cannot read its own recording either sends the recording', inTurn, async () => {
    const { page } = await open(next, {
      cripple: () => {
        Reflect.deleteProperty(BaseAudioContext.prototype, 'audioWorklet');
        OfflineAudioContext.prototype.decodeAudioData = () =>
          Promise.reject(new DOMException('', 'EncodingError'));
      },
    });
    await record(page, 3);
    await heardQuestion(page);
    const { sent } = await report(page);
    expect(sent.map(({ type }) => type)).toEqual(['audio/webm;codecs=opus']);
    await expectClosed(page);
  });

  test('a browser without a recorder needs none', inTurn, async () => {
    const { page } = await open(next, {
      cripple: () => Reflect.deleteProperty(window, 'MediaRecorder'),
    });
    await record(page, 3);
    await heardQuestion(page);
    await expectClosed(page);
  });

  test('a browser with neither says that recording failed', inTurn, async () => {
    const { page } = await open(next, {
      cripple: () => {
        Reflect.deleteProperty(window, 'MediaRecorder');
        Reflect.deleteProperty(BaseAudioContext.prototype, 'audioWorklet');
      },
    });
    await page.getByRole('button', { name: 'Start recording' }).click();
    await page.locator('.toast').getByText('Recording error occurred').waitFor();
    await expectClosed(page);
  });

  test('a microphone that vanishes delivers what was said until then', inTurn, async () => {
    const { page } = await open(next);
    await page.getByRole('button', { name: 'Start recording' }).click();
    await recordedFor(page, 3);
    await page.evaluate(pullMicrophone);
    await heardQuestion(page);
    await expectClosed(page);
  });

  test('a microphone that was muted for a moment goes on', inTurn, async () => {
    const { page } = await open(next);
    await page.getByRole('button', { name: 'Start recording' }).click();
    await recordedFor(page, 1);
    await page.evaluate(() => {
      for (const track of (window as unknown as Watched).tracks) track.dispatchEvent(new Event('mute'));
    });
    await recordedFor(page, 3);
    await page.getByRole('button', { name: 'Stop recording' }).click();
    await heardQuestion(page);
  });

  test('a recording that is given up sends nothing and leaves nothing open', inTurn, async () => {
    const { page } = await open(next);
    await page.getByRole('button', { name: 'Start recording' }).click();
    await recordedFor(page, 2);
    await page.getByRole('button', { name: 'Swap languages' }).click();
    await page.getByRole('button', { name: 'Start recording' }).waitFor();
    await expectClosed(page);
    expect((await report(page)).sent).toEqual([]);
  });

  test('premium reads the last words while they are spoken, one request at a time', inTurn, async () => {
    const { page } = await open(next, { isPremium: true });
    await page.getByRole('button', { name: 'Start recording' }).click();
    await page.getByTestId('transcript').getByText('train station').waitFor({ timeout: 30_000 });
    await recordedFor(page, 10, { timeout: 20_000 });
    await page.getByRole('button', { name: 'Stop recording' }).click();
    await heardQuestion(page, { times: 2 });
    const { sent } = await report(page);
    const interim = sent.filter(({ interim }) => interim === 'true');
    expect(interim.length).toBeGreaterThan(1);
    for (const [index, { seconds, atMs }] of interim.entries()) {
      expect(seconds).toBeLessThanOrEqual(3);
      expect(atMs).toBeGreaterThanOrEqual(interim[index - 1]?.answeredAtMs ?? 0);
    }
    expect(sent.filter(({ interim }) => interim === null)).toHaveLength(1);
  });
});

describe.concurrent('with a microphone in which nobody speaks', () => {
  let browser: Browser;
  let next: ReturnType<typeof guestsInTurn>;

  beforeAll(async () => {
    browser = await launchBrowser({ microphone: silent(60) });
    next = guestsInTurn(browser, url);
  });
  afterAll(() => browser.close());

  test('a microphone that vanishes says so', inTurn, async () => {
    const { page } = await open(next);
    await page.getByRole('button', { name: 'Start recording' }).click();
    await recordedFor(page, 1);
    await page.evaluate(pullMicrophone);
    await page.locator('.toast').getByText('Recording failed: the microphone was disconnected').waitFor();
    await expectClosed(page);
  });

  test('the recording ends by itself after 29 seconds, and nothing is sent', inTurn, async () => {
    const { page } = await open(next);
    await page.getByRole('button', { name: 'Start recording' }).click();
    await page
      .locator('.toast')
      .getByText('No speech detected. Please speak into your microphone.')
      .waitFor({ timeout: 40_000 });
    expect((await report(page)).sent).toEqual([]);
    await expectClosed(page);
  });
});

describe.concurrent('with a microphone that hears somebody speak for more than a minute', () => {
  let browser: Browser;
  let next: ReturnType<typeof guestsInTurn>;

  beforeAll(async () => {
    browser = await launchBrowser({ microphone: spoken(sentences, { between: 2 }) });
    next = guestsInTurn(browser, url);
  });
  afterAll(() => browser.close());

  test('it arrives as clips of at most 30 seconds, the first ones meanwhile, and nothing is lost', {
    timeout: 240_000,
  }, async () => {
    const { page } = await open(next);
    await record(page, 72);
    // What is translated has been heard to its end.
    await page.getByTestId('translation').waitFor({ timeout: 60_000 });
    const heard = (await page.getByTestId('transcript').textContent()) ?? '';
    const missed = sentences.filter((sentence) => !heard.includes(sentence));
    // The recogniser may mistake a word. A clip that is lost, or one that comes twice, is five sentences.
    expect(missed.length, `${heard}, without ${missed.join(', ')}`).toBeLessThanOrEqual(2);
    expect(heard.split(' ').length - sentences.join(' ').split(' ').length).toBeLessThanOrEqual(4);
    const { sent, stoppedAtMs } = await report(page);
    expect(sent.length).toBeGreaterThan(2);
    for (const { seconds, type } of sent) {
      expect(type).toBe('audio/wav');
      expect(seconds).toBeLessThanOrEqual(30);
    }
    expect(sent[0]?.atMs).toBeLessThan(stoppedAtMs - 35_000);
    expect(sent[1]?.atMs).toBeLessThan(stoppedAtMs - 5_000);
    await expectClosed(page);
  });
});

interface Loud {
  readonly sent: number;
  readonly shown: number;
}

/** A page of a guest whose browser has no recogniser. */
async function open(next: ReturnType<typeof guestsInTurn>, options: Circumstances = {}) {
  const { sensitivity, cripple, isPremium } = options;
  // The bars walk, as for most.
  const context = await next({ reducedMotion: 'no-preference' });
  if (isPremium) await makePremium(sharedParley.dynamodb, (await signUpIn(context, url)).userId);
  const page = await context.newPage();
  if (cripple) await page.addInitScript(cripple);
  await page.addInitScript(watch, sensitivity);
  const problems = await goTo(page, url);
  // Who has Premium is known to have it when the microphone is opened.
  if (isPremium) await page.getByRole('region', { name: 'Usage' }).getByText('Unlimited').waitFor();
  return { page, problems };
}

interface Circumstances {
  readonly sensitivity?: number;
  /** Takes something away from the browser. */
  readonly cripple?: () => void;
  readonly isPremium?: boolean;
}

/** As if it had been unplugged. */
function pullMicrophone(): void {
  for (const track of (window as unknown as Watched).tracks) {
    track.stop();
    track.dispatchEvent(new Event('ended'));
  }
}

async function record(page: Page, seconds: number): Promise<void> {
  await page.getByRole('button', { name: 'Start recording' }).click();
  await recordedFor(page, seconds, { timeout: 10_000 + seconds * 1_000 });
  await page.getByRole('button', { name: 'Stop recording' }).click();
}

async function expectClosed(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    (window as unknown as Watched).contexts.every(({ state }) => state === 'closed'),
  );
  const { tracks, contexts, recorders } = await report(page);
  expect(tracks.length).toBeGreaterThan(0);
  expect(tracks.filter((state) => state !== 'ended')).toEqual([]);
  expect(contexts.filter((state) => state !== 'closed')).toEqual([]);
  expect(recorders.filter((state) => state !== 'inactive')).toEqual([]);
}

/** A WAV file of sentences, spoken by flite with silence before, between and after them. */
function spoken(sentences: string[], options: { volume?: number; between?: number } = {}): string {
  const { volume = 1, between = 0.5 } = options;
  const files = sentences.map((sentence, index) => {
    const [plain, padded] = [path.join(folder, `${index}.wav`), path.join(folder, `${index}-padded.wav`)];
    execFileSync('flite', ['-voice', 'slt', '-t', sentence, '-o', plain]);
    execFileSync('sox', [
      '-v',
      `${volume}`,
      plain,
      '-r',
      '48000',
      '-c',
      '2',
      padded,
      'pad',
      `${between}`,
      '0',
    ]);
    return padded;
  });
  const joined = path.join(folder, `${crypto.randomUUID()}.wav`);
  execFileSync('sox', [...files, joined, 'pad', '0', '0.5']);
  return joined;
}

function silent(seconds: number): string {
  const file = path.join(folder, `${crypto.randomUUID()}.wav`);
  execFileSync('sox', ['-n', '-r', '48000', '-c', '2', file, 'trim', '0', `${seconds}`]);
  return file;
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

/** Takes the browser's recogniser away, and keeps what is opened, sent and shown. */
function watch(sensitivity: number | undefined): void {
  Reflect.deleteProperty(window, 'SpeechRecognition');
  Reflect.deleteProperty(window, 'webkitSpeechRecognition');
  if (location.protocol !== 'http:') return;
  hideLevel();
  if (sensitivity) localStorage.setItem('parley.settings', JSON.stringify({ micSensitivity: sensitivity }));
  const watched = window as unknown as Watched;
  Object.assign(watched, {
    sent: [],
    tracks: [],
    contexts: [],
    recorders: [],
    stoppedAtMs: 0,
    loudestBar: 0,
  });

  const { getUserMedia } = MediaDevices.prototype;
  MediaDevices.prototype.getUserMedia = async function observed(constraints) {
    const stream = await getUserMedia.call(this, constraints);
    watched.tracks.push(...stream.getTracks());
    return stream;
  };
  const Context = window.AudioContext;
  if (Context) {
    window.AudioContext = class extends Context {
      constructor(options?: AudioContextOptions) {
        super(options);
        watched.contexts.push(this);
      }
    };
  }
  const Recorder = window.MediaRecorder;
  if (Recorder) {
    window.MediaRecorder = class extends Recorder {
      constructor(stream: MediaStream, options?: MediaRecorderOptions) {
        super(stream, options);
        watched.recorders.push(this);
      }
    };
  }

  const { fetch } = window;
  window.fetch = async (address, init) => {
    if (!String(address).includes('/api/transcribe-amazon')) return fetch(address, init);
    const form = init?.body as FormData;
    const audio = form.get('audio') as Blob;
    const atMs = performance.now();
    const one: Sent = {
      atMs,
      answeredAtMs: undefined,
      type: audio.type,
      interim: form.get('interim') as string | null,
      ...readWav(await audio.arrayBuffer()),
      transcript: undefined,
    };
    watched.sent.push(one);
    try {
      const answer = await fetch(address, init);
      if (answer.ok) one.transcript = ((await answer.clone().json()) as { transcript: string }).transcript;
      return answer;
    } finally {
      one.answeredAtMs = performance.now();
    }
  };
  /** What it would show is read off its style: to draw it sixty times a second takes as much as to record. */
  function hideLevel() {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('.level-bar, .level-ring { display: none }');
    document.adoptedStyleSheets = [sheet];
  }
  function readWav(file: ArrayBuffer) {
    const view = new DataView(file);
    if (view.getUint32(0) !== 0x52494646)
      return { sampleRate: 0, seconds: 0, loudness: 0, loudnessOfHalves: [] };
    const samples = new Int16Array(file, 44);
    const sampleRate = view.getUint32(24, true);
    const half = samples.length / 2;
    return {
      sampleRate,
      seconds: samples.length / sampleRate,
      loudness: loudnessOf(samples),
      loudnessOfHalves: [loudnessOf(samples.subarray(0, half)), loudnessOf(samples.subarray(half))],
    };
  }
  function loudnessOf(samples: Int16Array): number {
    const sum = samples.reduce((total, sample) => total + (sample / 32_768) ** 2, 0);
    return Math.sqrt(sum / samples.length);
  }

  addEventListener(
    'click',
    ({ target }) => {
      const button = target instanceof Element && target.closest('[aria-label="Stop recording"]');
      if (button) watched.stoppedAtMs = performance.now();
    },
    true,
  );
  setInterval(() => {
    for (const bar of document.querySelectorAll<HTMLElement>('.level-bar')) {
      const height = Number(/scaleY\(([\d.]+)\)/.exec(bar.style.transform)?.[1] ?? 0);
      watched.loudestBar = Math.max(watched.loudestBar, height);
    }
  }, 40);
}

async function report(page: Page) {
  return page.evaluate(() => {
    const { sent, tracks, contexts, recorders, stoppedAtMs, loudestBar } = window as unknown as Watched;
    return {
      sent,
      stoppedAtMs,
      loudestBar,
      tracks: tracks.map(({ readyState }) => readyState),
      contexts: contexts.map(({ state }) => state),
      recorders: recorders.map(({ state }) => state),
    };
  });
}

interface Watched {
  /** What was sent to be recognised, in order. */
  sent: Sent[];
  tracks: MediaStreamTrack[];
  contexts: AudioContext[];
  recorders: MediaRecorder[];
  stoppedAtMs: number;
  /** 0.12 to 1. */
  loudestBar: number;
}

interface Sent {
  readonly atMs: number;
  answeredAtMs: number | undefined;
  readonly type: string;
  readonly interim: string | null;
  readonly sampleRate: number;
  readonly seconds: number;
  /** Root of the mean square, 0 to 1. */
  readonly loudness: number;
  readonly loudnessOfHalves: number[];
  transcript: string | undefined;
}
