import type { Locator, Page } from 'playwright';
import { openCard } from '../../../support/browser/browser.ts';
import type { Flow, Stage } from '../stage.ts';

/** It skips the landing page without a flag in the storage. */
export const translatorPath = '/speech-translator';

export const typed = 'the house is big';
/** The engines of the proof answer in capitals. */
const translated = typed.toUpperCase();

export function textField(page: Page): Locator {
  return page.getByRole('textbox').filter({ visible: true }).first();
}

export async function typeDraft({ page, flow }: Stage): Promise<void> {
  await textField(page).fill(flow.draft ?? typed);
}

export async function translate({ page }: Stage): Promise<void> {
  await page.getByRole('button', { name: 'Translate Text' }).click();
}

export function translation(page: Page, text = translated): Locator {
  return page.getByTestId('translation').getByText(exactly(text));
}

/** In capitals, too: a locator by a string would ignore them. */
export function exactly(text: string): RegExp {
  return new RegExp(text);
}

/** A button of the translation's card. */
function button(page: Page, name: string): Locator {
  return page
    .getByRole('region', { name: 'Translation', exact: true })
    .getByRole('button', { name, exact: true });
}

const onTranslator = { path: translatorPath, who: 'guest' } as const;

async function typeAndTranslate(stage: Stage): Promise<void> {
  await typeDraft(stage);
  await translate(stage);
  await translation(stage.page).waitFor();
}

export const translatorFlows: readonly Flow[] = [
  {
    ...onTranslator,
    name: 'type and translate',
    draft: typed,
    uses: ['Segmenter', 'highlights'],
    prepare: typeDraft,
    finish: translate,
    success: (page) => translation(page),
  },
  {
    ...onTranslator,
    name: 'pick a language',
    draft: typed,
    uses: ['DisplayNames', 'Segmenter', 'visualViewport', 'matchMedia'],
    prepare: typeDraft,
    async finish({ page }) {
      await page.getByRole('button', { name: /^To/ }).click();
      await page.getByRole('combobox', { name: 'Search languages' }).fill('greek');
      await page.getByRole('grid').getByRole('row').first().click();
    },
    success: (page) => page.getByRole('button', { name: /^To\s*Greek/ }),
  },
  {
    ...onTranslator,
    name: 'show',
    draft: typed,
    uses: ['requestFullscreen', 'wakeLock', 'ResizeObserver', 'highlights'],
    prepare: typeAndTranslate,
    finish: ({ page }) => button(page, 'Show').click(),
    success: (page) => page.getByTestId('shown').getByText(exactly(translated)),
  },
  {
    ...onTranslator,
    name: 'copy and share',
    draft: typed,
    uses: ['clipboard', 'share'],
    prepare: typeAndTranslate,
    async finish({ page }) {
      await button(page, 'Copy').click();
      await button(page, 'More').click();
      await page.getByRole('menuitem', { name: 'Copy link' }).click();
    },
    success: (page) => page.locator('.toast', { hasText: 'Link copied to clipboard' }),
  },
  {
    ...onTranslator,
    // The phrase takes the place of what was typed, until Undo.
    name: 'phrases',
    uses: ['caches', 'matchMedia'],
    prepare: typeDraft,
    async finish({ page }) {
      const section = page.getByRole('region', { name: 'Quick Actions' });
      // Its content loads when it comes near.
      await section.scrollIntoViewIfNeeded();
      await section.getByRole('button', { name: 'Shops and hotels' }).press('Enter');
      await section.getByRole('listitem').first().getByRole('button').first().press('Enter');
    },
    success: (page) => page.getByTestId('phrase-translation'),
  },
  {
    ...onTranslator,
    name: 'history',
    draft: typed,
    uses: ['indexedDB', 'locks', 'BroadcastChannel'],
    prepare: typeDraft,
    async finish(stage) {
      await translate(stage);
      await translation(stage.page).waitFor();
      await openCard(stage.page, 'History');
    },
    success: (page) =>
      page.getByRole('region', { name: 'History' }).getByRole('listitem').filter({ hasText: typed }),
  },
  {
    ...onTranslator,
    name: 'settings',
    who: 'user',
    draft: typed,
    uses: ['sendBeacon', 'BroadcastChannel', 'locks'],
    prepare: typeDraft,
    async finish({ page }) {
      await openCard(page, 'Settings');
      await page.getByRole('slider', { name: 'Speech speed' }).press('End');
    },
    success: (page) => page.locator('[role="slider"][aria-valuetext="2.0x"], input[aria-valuetext="2.0x"]'),
  },
];
