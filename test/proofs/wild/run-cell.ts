import { setTimeout as delay } from 'node:timers/promises';
import { stripVTControlCharacters } from 'node:util';
import { type Browser, type BrowserContext, errors, type Locator, type Page } from 'playwright';
import { giveRecogniser, hideRecogniser } from '../../support/browser/recogniser.ts';
import { exactly, typed } from './flows/translator.ts';
import { heardWords } from './flows/voice.ts';
import { judge } from './judges.ts';
import type { Site } from './site.ts';
import type { Cell, Stage } from './stage.ts';
import { findSentence, forgetSaid, listSpinners, watchPage } from './watch.ts';

export interface Result {
  readonly cell: Cell;
  /** One line each. */
  readonly findings: readonly string[];
  /** The page's sentence, if the flow did not succeed. */
  readonly sentence: string | undefined;
  readonly durationMs: number;
}

/** @param picture where a screenshot goes if something is found */
export async function runCell(browser: Browser, site: Site, cell: Cell, picture: string): Promise<Result> {
  const startedAt = performance.now();
  const context = await browser.newContext({
    reducedMotion: 'reduce',
    viewport: { width: 1280, height: 800 },
    permissions: ['clipboard-read', 'clipboard-write'],
    ...cell.condition.options,
  });
  try {
    const { findings, sentence } = await perform(context, site, cell, picture).catch((error: unknown) => ({
      findings: [`the proof itself failed: ${shorten(error)}`],
      sentence: undefined,
    }));
    return { cell, findings, sentence, durationMs: performance.now() - startedAt };
  } finally {
    await context.close();
  }
}

async function perform(context: BrowserContext, site: Site, cell: Cell, picture: string) {
  const { flow, condition } = cell;
  await site.welcome(context, flow.who);
  const page = await context.newPage();
  page.setDefaultTimeout(stepMs);
  let isTaken = false;
  const photograph = async () => {
    if (isTaken) return;
    isTaken = true;
    await page.screenshot({ path: picture, timeout: 10_000 }).catch(() => {});
  };
  const stage: Stage = { flow, condition, site, context, page, photograph };
  const watch = await watchPage(page, site.url);
  if (condition.isSlow) await page.clock.install();
  // Chromium's own recogniser never answers.
  await (flow.voice === 'browser' ? giveRecogniser(page) : hideRecogniser(page));
  await condition.before?.(stage);
  const outcome = await play(stage);
  const findings = await judge(stage, outcome, watch);
  if (findings.length > 0) await photograph();
  return { findings, sentence: outcome.sentence };
}

export interface Outcome {
  readonly hasSucceeded: boolean;
  readonly sentence?: string | undefined;
  readonly findings: readonly string[];
}

/** Runs the flow until it has succeeded, or until the page says why it has not. */
async function play(stage: Stage): Promise<Outcome> {
  const { flow, condition, page, site } = stage;
  await page.goto(site.url + flow.path);
  try {
    await flow.prepare?.(stage);
  } catch (error) {
    return { hasSucceeded: false, findings: await explain(stage, `before the condition: ${shorten(error)}`) };
  }
  await forgetSaid(page);
  await condition.during?.(stage);
  let stuck: string | undefined;
  let isAtWork = true;
  const finishing = flow.finish(stage).catch((error: unknown) => {
    stuck = shorten(error);
  });
  // A sentence may come before the visitor's last step, which may wait for something that never comes.
  void Promise.race([finishing, delay(lastStepMs)]).then(() => {
    isAtWork = false;
  });
  const mustSucceed = condition.mustSucceed(flow);
  let sentence: string | undefined;
  const hasSucceeded = async () =>
    (await isSeen(flow.success(page))) ||
    // A recogniser that starts again after words.
    (!mustSucceed && condition.heard !== undefined && (await isSeen(inCapitals(page, condition.heard))));
  await waitUntil(stage, async () => {
    if (await hasSucceeded()) return true;
    // Toasts go, fast where the page's clock runs ahead.
    sentence = (await readSentence(stage)) ?? sentence;
    return (!isAtWork && (mustSucceed ? stuck : sentence) !== undefined) || (await isBlank(page));
  });
  const isDone = await hasSucceeded();
  if (isDone) return { hasSucceeded: true, findings: [] };
  if (!mustSucceed && sentence !== undefined) return { hasSucceeded: false, sentence, findings: [] };
  const reason = stuck ?? 'it has not ended';
  return { hasSucceeded: false, findings: await explain(stage, reason) };
}

function isSeen(sign: Locator): Promise<boolean> {
  return sign
    .first()
    .isVisible()
    .catch(() => false);
}

/** The translation of these words. */
function inCapitals(page: Page, words: string): Locator {
  return page.getByText(exactly(words.toUpperCase()));
}

/** Nothing more will come. */
function isBlank(page: Page): Promise<boolean> {
  return page.evaluate(() => document.getElementById('root')?.childElementCount === 0).catch(() => false);
}

async function explain(stage: Stage, reason: string): Promise<string[]> {
  const { condition, flow } = stage;
  const sentence = await readSentence(stage);
  const said = sentence === undefined ? 'and no sentence says why' : `and says "${sentence}"`;
  const wanted = condition.mustSucceed(flow) ? 'it does not succeed' : 'it neither succeeds nor says why';
  return [`${wanted}: ${reason}, ${said}`];
}

/** A page on its way to another address says nothing. */
async function readSentence({ page, condition }: Stage): Promise<string | undefined> {
  const ownWords = [typed, ...heardWords, ...(condition.heard === undefined ? [] : [condition.heard])];
  if (!condition.waitsForPerson) return findSentence(page, ownWords).catch(() => undefined);
  const shown = page.getByText(condition.waitsForPerson).filter({ visible: true }).first();
  return (await shown.isVisible()) ? shown.innerText() : undefined;
}

/** Checks until it is true, or the product's own time-outs must have passed. @returns whether it became true */
export async function waitUntil(
  { page, condition }: Pick<Stage, 'page' | 'condition'>,
  check: () => Promise<boolean>,
  patienceMs = condition.isSlow ? 240_000 : 70_000,
): Promise<boolean> {
  const startedAt = performance.now();
  // The page's clock may run ahead of sound and of the processor.
  for (let waitedMs = 0; waitedMs < patienceMs || performance.now() - startedAt < leastMs; ) {
    if (await check()) return true;
    if (condition.isSlow) {
      await page.clock.runFor(pageStepMs).catch(() => {});
      // Promises and messages need the processor, not time.
      await delay(20);
      waitedMs += pageStepMs;
    } else {
      await delay(pauseMs);
      waitedMs += pauseMs;
    }
  }
  return check();
}

/** Whether all work on the page has ended, and nothing follows at once. */
export async function isQuiet(page: Page): Promise<boolean> {
  for (let looks = 0; looks < 2; looks += 1) {
    if (looks > 0) await delay(pauseMs);
    const spinners = await listSpinners(page).catch(() => ['a page on its way']);
    if (spinners.length > 0) return false;
  }
  return true;
}

const lastStepMs = 20_000;
const leastMs = 60_000;
const pauseMs = 150;
const pageStepMs = 1_000;
/** Long enough for a busy machine. */
const stepMs = 60_000;

export function shorten(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const [first = '', ...rest] = stripVTControlCharacters(error.message).split('\n');
  if (!(error instanceof errors.TimeoutError)) return `${first} ${rest[0] ?? ''}`.trim();
  const waiting =
    rest
      .find((line) => line.includes('waiting for'))
      ?.trim()
      .replace(/^- /, '') ?? '';
  return `${first} ${waiting}`.trim();
}
