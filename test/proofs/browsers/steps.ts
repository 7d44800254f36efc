import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type RunningParley, root } from '../../support/parley/system.ts';
import { visitPremium } from '../../support/people/premium.ts';
import type { BrowserName, Page, RealBrowser, Visit } from './real-browser.ts';
import { measure } from './sent-audio.ts';
import type { SoundServer } from './sound.ts';
import { until } from './until.ts';
import { forgetWorklets, seen, watch } from './watch.ts';

export interface Step {
  readonly name: string;
  readonly only?: readonly BrowserName[];
  run(stage: Stage): Promise<string>;
}

export interface Stage {
  readonly browser: RealBrowser;
  readonly parley: RunningParley;
  readonly sound: SoundServer;
  onVersion(version: string): void;
}

export const steps: readonly Step[] = [
  {
    name: 'enters as a guest, types, reads',
    run: (stage) =>
      onPage(stage, {}, async (page) => {
        await page.click(button('Use as Guest'));
        await translateTyped(page, 'the house');
        return shows(page, 'translation', /casa/);
      }),
  },
  { name: 'speaks, reads', run: (stage) => onTranslator(stage, {}, (page) => speak(stage, page)) },
  {
    name: 'speaks, without an AudioWorklet',
    run: (stage) =>
      onTranslator(stage, { prepare: [forgetWorklets] }, async (page) => {
        const result = await speak(stage, page);
        const { formats } = await page.evaluate(seen);
        check(formats.length > 0, 'no MediaRecorder was used');
        return `${result} from ${formats[0]}`;
      }),
  },
  {
    name: 'has Premium, hears the translation',
    run: async (stage) => {
      const { cookies } = await visitPremium(stage.parley.url, stage.parley.dynamodb);
      return onTranslator(stage, { cookies }, async (page) => {
        stage.sound.loudest();
        await translateTyped(page, sentence);
        const seconds = await until('the voice', async () => {
          const { heardSeconds } = await page.evaluate(seen);
          return heardSeconds > 0.5 && heardSeconds;
        });
        const peak = stage.sound.loudest();
        check(peak > 0.05, `the speakers were silent: ${peak}`);
        return `${seconds.toFixed(1)} s played, peak ${peak.toFixed(2)}`;
      });
    },
  },
  {
    name: 'has Premium, reads along while speaking',
    run: async (stage) => {
      const { cookies } = await visitPremium(stage.parley.url, stage.parley.dynamodb);
      return onTranslator(stage, { cookies }, async (page) => {
        await page.click(button('Start recording'));
        await isListening(page);
        const spoken = stage.sound.say(`${sentence} and ${sentence}`);
        const interim = await shows(page, 'interim', /[a-z]/);
        await spoken;
        check(await page.evaluate(hasButton, 'Stop recording'), 'it was shown after the recording');
        await page.click(button('Stop recording'));
        await shows(page, 'translation', /./);
        return `"${interim}" while recording`;
      });
    },
  },
  {
    name: 'is refused the microphone, types, reads',
    run: (stage) =>
      onTranslator(stage, { isMicrophoneRefused: true }, async (page) => {
        await page.click(button('Start recording'));
        const told = await until('a sentence about the microphone', () => page.evaluate(readRefusal));
        await keepPicture(page, path.join(pictures, `${stage.browser.name}-refused.png`));
        await translateTyped(page, 'the house');
        const translation = await shows(page, 'translation', /casa/);
        await keepPicture(page, path.join(pictures, `${stage.browser.name}-refused-translated.png`));
        return `"${told}", then "${translation}"`;
      }),
  },
  {
    name: 'is an iPhone with Safari, speaks, without an AudioWorklet',
    only: ['webkit'],
    run: (stage) =>
      onTranslator(stage, { userAgent: iphone, prepare: [forgetWorklets] }, async (page) => {
        const result = await speak(stage, page);
        const { formats } = await page.evaluate(seen);
        check(/^audio\/mp4/.test(formats[0] ?? ''), `recorded as ${formats}`);
        await until('Tap to Hear', () => page.evaluate(hasButton, 'Tap to Hear'));
        return `${result} from ${formats[0]}`;
      }),
  },
  {
    name: 'is a hardened browser without performance entries, types, reads',
    // WebKit runs what prepares a page after it has loaded.
    only: ['firefox'],
    run: (stage) =>
      onTranslator(stage, { prepare: [forgetPerformanceEntries] }, async (page) => {
        await translateTyped(page, 'the house');
        return shows(page, 'translation', /casa/);
      }),
  },
];

const pictures = path.join(root, '.build/browsers');

/** Runs in the page, as `dom.enable_performance_observer=false` does it. */
function forgetPerformanceEntries(): void {
  Reflect.deleteProperty(window, 'PerformanceObserver');
  Reflect.deleteProperty(Performance.prototype, 'getEntriesByType');
}

const safari = 'AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.1';
const iphone = `Mozilla/5.0 (iPhone; CPU iPhone OS 18_7 like Mac OS X) ${safari} Mobile/15E148 Safari/604.1`;

const sentence = 'where is the train station';
const spanish = /dónde .*estación de tren/i;

/** Opens the site in a new browser, and fails on console errors. */
async function onPage(
  stage: Stage,
  visit: Partial<Visit>,
  act: (page: Page) => Promise<string>,
): Promise<string> {
  const { browser, parley } = stage;
  const page = await browser.open({ url: parley.url, ...visit, prepare: [watch, ...(visit.prepare ?? [])] });
  stage.onVersion(page.version);
  try {
    const result = await act(page);
    const problems = await page.problems();
    check(problems.length === 0, problems.join('\n'));
    return result;
  } catch (error) {
    const picture = path.join(pictures, `${browser.name}-${Date.now()}.png`);
    const isKept = await keepPicture(page, picture).catch(() => false);
    if (!isKept) throw error;
    throw new Error(`${(error as Error).message}; the page: ${path.relative(root, picture)}`, {
      cause: error,
    });
  } finally {
    await page.close();
  }
}

async function keepPicture(page: Page, file: string): Promise<boolean> {
  const picture = await page.screenshot();
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, picture);
  return true;
}

function onTranslator(stage: Stage, visit: Partial<Visit>, act: (page: Page) => Promise<string>) {
  return onPage(stage, { url: `${stage.parley.url}/speech-translator`, ...visit }, act);
}

async function translateTyped(page: Page, text: string): Promise<void> {
  await page.type('//textarea', text);
  await page.click(button('Translate Text'));
}

/**
 * Says the sentence between two taps and checks what was recorded, sent and shown. A busy machine loses sound,
 * so a misheard sentence is said again, as often as a guest may.
 */
async function speak({ sound }: Stage, page: Page): Promise<string> {
  let heard = '';
  let times = 0;
  while (heard !== sentence && times < 3) {
    times += 1;
    await page.click(button('Start recording'));
    await isListening(page);
    await sound.say(sentence);
    await page.click(button('Stop recording'));
    heard = await until('what was heard', () => page.evaluate(lastHeard));
  }
  check(heard === sentence, `heard "${heard}"`);
  await shows(page, 'translation', spanish);
  const { tracks, sent } = await page.evaluate(seen);
  check(
    tracks.every((state) => state === 'ended'),
    `the microphone stays open: ${tracks}`,
  );
  const { seconds, peak } = measure(sent);
  check(seconds > 1.5 && seconds < 6 * times, `${seconds} s were sent`);
  check(peak > 0.1, `what was sent has a peak of ${peak}`);
  return `${seconds.toFixed(1)} s, peak ${peak.toFixed(2)}${times > 1 ? `, heard the ${times}. time` : ''}`;
}

/** Runs in the page. */
function lastHeard(): string {
  const isOver = document.querySelector('[aria-label="Start recording"]') !== null;
  return (isOver && document.querySelector<HTMLTextAreaElement>('textarea')?.value) || '';
}

/**
 * Waits for the open microphone and the page's own listening, not the browser's recogniser, which gives up
 * first.
 */
async function isListening(page: Page): Promise<void> {
  await until('the page that listens', () => page.evaluate(hasButton, 'Stop recording'));
  await until('an open microphone', async () => (await page.evaluate(seen)).tracks.includes('live'));
}

function shows(page: Page, testId: string, words: RegExp): Promise<string> {
  let text = '';
  return until(
    () => `${words} in ${testId}, which says "${text}",`,
    async () => {
      const read = (id: string) => document.querySelector(`[data-testid="${id}"]`)?.textContent ?? '';
      text = await page.evaluate(read, testId);
      return words.test(text) && text;
    },
  );
}

/** Runs in the page. */
function readRefusal(): string | undefined {
  const sentence = /(Microphone permission denied|Microphone access denied|No microphone found)[^.]*\./;
  return sentence.exec(document.body.innerText)?.[0];
}

/** Runs in the page. */
function hasButton(name: string): boolean {
  const buttons = [...document.querySelectorAll('button')];
  return buttons.some((each) => each.ariaLabel === name || each.textContent?.trim() === name);
}

function button(name: string): string {
  return `//button[@aria-label="${name}" or normalize-space()="${name}"]`;
}

function check(isRight: boolean, otherwise: string): void {
  if (!isRight) throw new Error(otherwise);
}
