import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { languages } from '../../shared/languages.ts';
import { violations } from '../support/browser/axe.ts';
import { goTo, guestsInTurn, launchBrowser, looks, settled } from '../support/browser/browser.ts';
import { sharedParley } from '../support/parley/shared.ts';

const url = sharedParley.url;
let browser: Browser;
let next: ReturnType<typeof guestsInTurn>;
let page: Page;

beforeAll(async () => {
  browser = await launchBrowser();
  next = guestsInTurn(browser, url);
});
afterAll(() => browser.close());

describe('on a desktop', () => {
  beforeAll(() => open({ viewport: { width: 1280, height: 900 } }));

  test('a language’s badges promise what the record button and the buttons that speak keep', async () => {
    for (const [name, listens, speaks] of [
      ['German', true, ''],
      ['Catalan', false, 'There is no voice for Catalan here. Premium has one.'],
      ['French', true, 'There is no voice for French here.'],
    ] as const) {
      await openList('To');
      const row = rowOf(name);
      await expect.poll(() => badges(row)).toEqual({ microphone: listens, speaker: speaks === '' });
      const note = speaks === '' ? '' : speaks.includes('Premium') ? ' · voice with Premium' : ' · no voice';
      expect(await row.innerText(), name).toContain(`${name}${note}`);
      await row.click();
      const card = page.getByRole('region', { name: 'Translation', exact: true });
      await expect.poll(() => card.getByRole('status').first().textContent()).toBe(speaks);

      await openList('From');
      await expect.poll(() => badges(rowOf(name))).toEqual({ microphone: listens, speaker: speaks === '' });
      expect((await rowOf(name).innerText()).includes('typing only'), name).toBe(!listens);
      await rowOf(name).click();
      const limit = `Speech in ${name} cannot be recognised here. Type the text instead.`;
      const status = page.locator('#record-status');
      await expect.poll(() => status.textContent()).toBe(listens ? 'Tap to speak' : limit);
    }
  });

  test('the badges follow a voice that comes late', async () => {
    await openList('To');
    await search('japanese');
    const row = rowOf('Japanese');
    expect(await badges(row)).toMatchObject({ speaker: false });
    await page.evaluate(() => {
      speechSynthesis.getVoices = () =>
        ['de-DE', 'ja-JP'].map((lang) => ({ lang, localService: true }) as SpeechSynthesisVoice);
      speechSynthesis.dispatchEvent(new Event('voiceschanged'));
    });
    await expect.poll(() => badges(row)).toMatchObject({ speaker: true });
    // It is drawn anew, and nobody is thrown out of the field.
    await page.keyboard.type(' x');
    await page.getByText('No language has this name.').waitFor();
    await page.keyboard.press('Escape');
  });

  test('a language is pinned by the keyboard, told so, and first on both sides, also after a reload', async () => {
    await page.getByRole('button', { name: /^To/ }).press('Enter');
    const grid = page.getByRole('grid');
    await grid.waitFor();
    await page.keyboard.type('swed');
    expect(await activeCell()).toMatchObject({ role: 'gridcell', text: expect.stringContaining('Swedish') });
    await page.keyboard.press('ArrowRight');
    expect(await activeCell()).toEqual({ role: 'button', text: 'Pin Swedish', isPressed: 'false' });
    await page.keyboard.press('Enter');
    await page.getByRole('status').getByText('Swedish is pinned.').waitFor();
    expect(await activeCell()).toEqual({ role: 'button', text: 'Pin Swedish', isPressed: 'true' });
    expect(await groups()).toMatchObject({ Pinned: ['Swedish'] });

    // Pressed again, it is as it was; where it stands on top it stays until the list is opened anew.
    await page.keyboard.press('Space');
    await page.getByRole('status').getByText('Swedish is no longer pinned.').waitFor();
    expect(await groups()).toMatchObject({ Pinned: ['Swedish'] });
    await page.keyboard.press('Space');
    await page.keyboard.press('ArrowLeft');
    expect(await activeCell()).toMatchObject({ role: 'gridcell', text: expect.stringContaining('Swedish') });
    await page.keyboard.press('Escape');
    await grid.waitFor({ state: 'detached' });

    await page.reload();
    for (const side of ['From', 'To'] as const) {
      await openList(side);
      expect((await groups()).Pinned, side).toEqual(['Swedish']);
      await page.keyboard.press('Escape');
    }
  });

  test('what was picked lately is on top, what is chosen before the others, and all are below', async () => {
    await openList('From');
    const { Recent: recent, 'All languages': all } = await groups();
    expect(recent).toEqual(['French', 'Catalan', 'German', 'English (United States)', 'Spanish']);
    expect(all).toEqual(languages.map(({ name }) => name));
    expect(await activeCell()).toMatchObject({ text: expect.stringContaining('French') });
    expect(await page.getByRole('grid').evaluate(({ scrollTop }) => scrollTop)).toBe(0);
    await page.keyboard.press('Escape');
  });

  test('in a modal dialog it opens above, is searched and picked from, and gives the focus back', async () => {
    await page.evaluate(() => {
      const card = document.querySelector('section:has([data-code])');
      const dialog = document.createElement('dialog');
      card?.before(dialog);
      if (card) dialog.append(card);
      dialog.showModal();
    });
    const to = page.getByRole('button', { name: /^To/ });
    await openList('To');
    expect(await isOnTop(page.locator('.picker'))).toBe(true);
    const [button, list] = [await to.boundingBox(), await page.locator('.picker').boundingBox()];
    expect(Math.abs((button?.x ?? 0) - (list?.x ?? 0))).toBeLessThan(400);
    await page.keyboard.press('Escape');
    await page.getByRole('grid').waitFor({ state: 'detached' });
    expect(await page.locator('dialog').evaluate((dialog: HTMLDialogElement) => dialog.open)).toBe(true);
    await openList('To');
    await search('italian');
    await page.keyboard.press('Enter');
    await expect.poll(() => to.getAttribute('data-code')).toBe('it');
    expect(await to.evaluate((element) => element === document.activeElement)).toBe(true);
  });
});

describe('on a phone', () => {
  beforeAll(() => open({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }));

  test('a pin is as large as a finger, and nothing moves and no keyboard comes when it is tapped', async () => {
    await page.getByRole('button', { name: /^To/ }).tap();
    const grid = page.getByRole('grid');
    await grid.waitFor();
    await settled(page);
    const pin = grid.getByRole('button', { name: 'Pin Spanish', exact: true });
    const before = await pin.boundingBox();
    expect(Math.min(before?.width ?? 0, before?.height ?? 0)).toBeGreaterThanOrEqual(44);
    await pin.tap();
    await expect.poll(() => groups()).toMatchObject({ Pinned: ['Spanish'] });
    const below = grid.getByRole('button', { name: 'Pin Spanish', exact: true }).last();
    expect(await below.getAttribute('aria-pressed')).toBe('true');
    expect(Math.abs(((await below.boundingBox())?.y ?? 0) - (before?.y ?? 0))).toBeLessThan(1);
    expect(await grid.evaluate((element) => element === document.activeElement)).toBe(true);
  });

  test('what was typed is marked, also in a name that is not shown otherwise', async () => {
    await search('mandarin');
    const marks = page.getByRole('grid').locator('mark');
    await expect.poll(() => marks.allTextContents()).toEqual(['Mandarin', 'Mandarin']);
    await search('port bras');
    await expect.poll(() => marks.allTextContents()).toEqual(['Port', 'Bras', 'Port']);
  });

  test('on small screens, in light and in dark, axe finds nothing and nothing is cut off', async () => {
    for (const words of ['', 'port bras']) {
      await search(words);
      for await (const look of looks(page, [[360, 640]])) {
        // Of so many that are alike a few are enough for axe.
        if (words !== '') expect(await violations(page, '.picker'), look).toEqual([]);
        const isCut = await page.getByRole('grid').evaluate((grid) => grid.scrollWidth > grid.clientWidth);
        expect(isCut, look).toBe(false);
      }
    }
  });
});

/** A guest in a browser without a recogniser of use and with one voice, where everything can be translated. */
async function open(options: BrowserContextOptions): Promise<void> {
  const context = await next(options);
  const engine = (...codes: string[]) => ({ up: true, languages: codes });
  await context.route('**/api/health', (route) =>
    route.fulfill({
      json: {
        status: 'ok',
        engines: {
          translation: { ...engine(), pairs: null },
          recognition: engine('en-US', 'de', 'fr'),
          speech: engine('ca'),
        },
      },
    }),
  );
  page = await context.newPage();
  await page.addInitScript(() => {
    // It has turned out that its recogniser never hears anything.
    sessionStorage.setItem('parley.input-methods', '{"browser":"out"}');
    speechSynthesis.getVoices = () => [{ lang: 'de-DE', localService: true } as SpeechSynthesisVoice];
  });
  await goTo(page, url);
  // Until then more voices may come.
  await page.getByText('There is no voice for Spanish here.').first().waitFor();
}

async function openList(side: 'From' | 'To'): Promise<void> {
  await page.getByRole('button', { name: new RegExp(`^${side}`) }).click();
  await page.getByRole('grid').waitFor();
}

async function search(words: string): Promise<void> {
  await page.getByRole('combobox', { name: 'Search languages' }).fill(words);
}

/** The first of a name, of those that may stand on top as well. */
function rowOf(name: string): Locator {
  const english = page.locator('[lang] + span').filter({ hasText: new RegExp(`^${name}($| · )`) });
  return page.getByRole('row').filter({ has: english }).first();
}

async function badges(row: Locator): Promise<Record<string, boolean>> {
  const found = await row.locator('[data-badge]').evaluateAll((elements) =>
    elements.map((element) => {
      const { badge = '', lacking } = (element as HTMLElement).dataset;
      return [badge, lacking === undefined];
    }),
  );
  return Object.fromEntries(found);
}

/** What a screen reader is told that the keys act on. */
function activeCell(): Promise<{ role: string | null; text: string | null; isPressed?: string | null }> {
  return page.getByRole('grid').evaluate((grid) => {
    const cell = document.getElementById(grid.getAttribute('aria-activedescendant') ?? '');
    return cell instanceof HTMLButtonElement
      ? { role: 'button', text: cell.ariaLabel, isPressed: cell.ariaPressed }
      : { role: cell?.role ?? null, text: cell?.textContent ?? null };
  });
}

/** English names by the group they stand in. */
async function groups(): Promise<Record<string, string[]>> {
  const found = await page
    .getByRole('grid')
    .locator('[role="rowgroup"]')
    .evaluateAll((elements) =>
      elements.map((element) => [
        element.ariaLabel ?? '',
        [...element.querySelectorAll('button')].map(({ ariaLabel }) => ariaLabel?.replace('Pin ', '') ?? ''),
      ]),
    );
  return Object.fromEntries(found);
}

function isOnTop(element: Locator): Promise<boolean> {
  return element.evaluate((picker) => {
    const { left, top, width } = picker.getBoundingClientRect();
    return picker.contains(document.elementFromPoint(left + width / 2, top + 30));
  });
}
