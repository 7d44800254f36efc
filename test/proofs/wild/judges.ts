import type { Page } from 'playwright';
import { exactly, textField } from './flows/translator.ts';
import { heardWords } from './flows/voice.ts';
import { isQuiet, type Outcome, shorten, waitUntil } from './run-cell.ts';
import type { Stage } from './stage.ts';
import { listSpinners, type Watch } from './watch.ts';

/** Judges the page after a flow, without knowledge of flow or condition. @returns one line for each fault */
export async function judge(stage: Stage, { findings }: Outcome, watch: Watch): Promise<string[]> {
  const blank = await judgePage(stage.page);
  if (blank.length > 0) {
    const errors = judgeConsole(watch, stage);
    return [...blank, ...(await judgeWords(stage)), ...errors];
  }
  const found = [
    ...findings,
    ...(await judgeSpinners(stage)),
    ...(await judgeWords(stage)),
    ...((await stage.condition.judge?.(stage).catch((error: unknown) => [shorten(error)])) ?? []),
  ];
  if (found.length > 0) await stage.photograph();
  await stage.condition.lift?.(stage);
  return [...found, ...(await judgeFuture(stage)), ...judgeConsole(watch, stage)];
}

/** Written by Chromium itself, whatever the page does. */
const browserNoise = [/^Failed to load resource: .*favicon/];

async function judgeSpinners(stage: Stage): Promise<string[]> {
  if (stage.condition.waitsForPerson) return [];
  const stop = stage.page.getByRole('button', { name: 'Stop recording' }).first();
  const isQuietAfterStop = async () => {
    // As a person would who has read that it does not work.
    if (await stop.isVisible()) await stop.click({ timeout: 2_000 }).catch(() => {});
    return isQuiet(stage.page);
  };
  if (await waitUntil(stage, isQuietAfterStop)) return [];
  return [`it never comes to rest: ${(await listSpinners(stage.page)).join(', ')}`];
}

/** The page is not blank. */
async function judgePage(page: Page): Promise<string[]> {
  const lack = await page.evaluate(() => {
    const root = document.getElementById('root');
    if (root && root.childElementCount === 0) return 'the page is blank: its root is empty';
    const main = document.querySelector('main') ?? document.body;
    const isSeen = main.checkVisibility() && main.innerText.trim() !== '';
    return isSeen ? undefined : 'the page has no visible main part';
  });
  return lack ? [lack] : [];
}

/** The typed or heard words are still there: in a field, or on the page. */
async function judgeWords({ page, flow, condition }: Stage): Promise<string[]> {
  if (flow.draft === undefined || condition.forgets?.(flow)) return [];
  const { heard } = condition;
  const mustBeThere = heard !== undefined && flow.voice === 'browser' ? [heard] : [flow.draft, ...heardWords];
  const found = await page.evaluate(findWords, flow.voice === undefined ? [flow.draft] : mustBeThere);
  return found ? [] : [`"${heard ?? flow.draft}" is lost`];
}

/** Runs in the page: whether any of the texts is there. */
function findWords(wanted: readonly string[]): boolean {
  const fields = [...document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('textarea, input')];
  const texts = [document.body.innerText, ...fields.map(({ value }) => value)].map((text) =>
    text.toLowerCase(),
  );
  return wanted.some((words) => texts.some((text) => text.includes(words.toLowerCase())));
}

/** The visitor goes on: closes what is open, returns to the translator, types again and translates. */
async function judgeFuture(stage: Stage): Promise<string[]> {
  const { page } = stage;
  try {
    await closeAll(stage);
    await returnToTranslator(stage);
    await textField(page).fill(again);
    const button = page.getByRole('button', { name: /^Translate( Text)?$/ }).filter({ visible: true });
    await button.first().click();
    const answer = page.getByText(exactly(again.toUpperCase())).filter({ visible: true }).first();
    const isAnswered = await waitUntil(stage, () => answer.isVisible());
    return isAnswered ? [] : [`the visitor cannot go on: "${again}" is not translated`];
  } catch (error) {
    return [`the visitor cannot go on: ${shorten(error)}`];
  }
}

const again = 'good morning';

/** Escape closes a recording, a guide, a menu or a dialog, one at a time. */
async function closeAll({ page }: Stage): Promise<void> {
  for (let presses = 0; presses < 4; presses += 1) {
    const isOpen = await page.evaluate(
      () =>
        document.querySelector('dialog[open], [role="menu"]') !== null ||
        !['idle', undefined].includes(
          document.querySelector<HTMLElement>('[data-dock] [data-state]')?.dataset.state,
        ),
    );
    if (!isOpen) return;
    await page.keyboard.press('Escape');
  }
}

async function returnToTranslator(stage: Stage): Promise<void> {
  const { page } = stage;
  const field = page.getByRole('button', { name: /^Translate( Text)?$/ }).filter({ visible: true });
  if ((await field.count()) > 0) return;
  const entry = page.getByRole('button', { name: 'Use as Guest' });
  if (!(await entry.isVisible())) {
    await page
      .locator('header a[href="/"], main a[href="/"], main a[href="/speech-translator"]')
      .first()
      .click();
  }
  await waitUntil(stage, async () => (await entry.isVisible()) || (await field.count()) > 0);
  if (await entry.isVisible()) await entry.click();
  await waitUntil(stage, async () => (await field.count()) > 0);
}

function judgeConsole(watch: Watch, { condition }: Stage): string[] {
  const expected = [...browserNoise, ...(condition.noise ?? [])];
  return [...new Set(watch.takeProblems())]
    .filter((problem) => !expected.some((each) => each.test(problem)))
    .map(
      (problem) => `console: ${problem.split('\n').slice(0, 2).join(' ').replace(/\s+/g, ' ').slice(0, 240)}`,
    );
}
