import { isUncovered, overflow } from '../../../support/browser/layout.ts';
import { translatePage } from '../../../support/browser/page-translator.ts';
import { isEssential, isOpening, isWhole } from '../flows/flows.ts';
import { translatorPath } from '../flows/translator.ts';
import type { Condition, Stage } from '../stage.ts';

const common = { mustSucceed: () => true } as const;

const sizes: Readonly<Record<string, [width: number, height: number]>> = {
  'zoom 200 % on a laptop': [640, 360],
  'zoom 200 % on a phone': [195, 422],
  'the smallest screen': [320, 256],
};

export const appearanceConditions: readonly Condition[] = [
  ...Object.entries(sizes).map(
    ([name, [width, height]]): Condition => ({
      ...common,
      name,
      concerns: (flow) => (width >= 320 ? flow.name !== 'open every page' : isOpening(flow)),
      options: { viewport: { width, height }, deviceScaleFactor: 2 },
      judge: (stage) => judgeLayout(stage),
    }),
  ),
  {
    ...common,
    name: 'text 130 %',
    concerns: (flow) => flow.name !== 'open every page',
    options: { viewport: { width: 390, height: 664 } },
    before: ({ page }) => page.addInitScript(growText, '130%'),
    judge: judgeLayout,
  },
  {
    ...common,
    name: 'motion',
    concerns: isWhole,
    options: { reducedMotion: 'no-preference' },
  },
  {
    ...common,
    name: 'reduced motion and forced colours',
    options: { reducedMotion: 'reduce', forcedColors: 'active' },
    concerns: isEssential,
  },
  {
    ...common,
    name: 'page translator on',
    concerns: isWhole,
    before: ({ page }) =>
      page.addInitScript(`addEventListener('DOMContentLoaded', () => (${translatePage})(true));`),
    judge: findTranslatedWords,
  },
];

/** Runs in the page: the visitor's own text size, known before the first paint. */
function growText(size: string): void {
  const grow = () => {
    if (document.documentElement) document.documentElement.style.fontSize = size;
  };
  grow();
  document.addEventListener('readystatechange', grow);
}

/** Nothing sticks out of the page, and nothing covers the controls of the translator. */
async function judgeLayout({ page, flow }: Stage): Promise<string[]> {
  const wide = await page.evaluate(overflow);
  const findings = wide > 1 ? [`the page is ${wide} px too wide`] : [];
  const isInDialog = await page.locator('dialog[open]').first().isVisible();
  if (flow.path !== translatorPath || isInDialog) return findings;
  // Toasts go away by themselves.
  for (const close of await page.locator('.toast').getByRole('button', { name: 'Dismiss' }).all()) {
    if (await close.isVisible()) await close.click();
  }
  for (const control of [
    page.getByRole('textbox', { name: 'Type your text' }),
    page.getByRole('button', { name: 'Translate Text' }),
    page.getByRole('button', { name: 'Start recording' }),
  ]) {
    if ((await control.count()) === 0 || !(await control.isVisible())) continue;
    await control.evaluate((element) => element.scrollIntoView({ block: 'center' }));
    if (!(await control.evaluate(isUncovered))) findings.push(`${control} is covered`);
  }
  return findings;
}

/** A page translator must leave alone what people typed, said or got. */
async function findTranslatedWords({ page, flow }: Stage): Promise<string[]> {
  const found = await page.evaluate(() =>
    [...document.querySelectorAll('font font')].map((element) => element.textContent ?? ''),
  );
  const { draft } = flow;
  if (draft === undefined) return [];
  return found
    .filter((text) => text.toLowerCase().includes(draft))
    .map((text) => `the page translator translates the visitor's own words "${text}"`);
}
