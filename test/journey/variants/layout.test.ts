import type { Locator } from 'playwright';
import { expect, test } from 'vitest';
import { goTo, newGuest, openPage, settled } from '../../support/browser/browser.ts';
import { browserOfTests } from '../../support/browser/hooks.ts';
import { keepTextSize, overflow, setTextSize } from '../../support/browser/layout.ts';
import { countShift, shiftOf } from '../../support/browser/look.ts';
import { signUpIn } from '../../support/browser/people.ts';
import { hideRecogniser } from '../../support/browser/recogniser.ts';
import { guestWith } from '../../support/component/statuses.ts';
import { sharedParley } from '../../support/parley/shared.ts';
import { openTool, translate } from '../look/tool.ts';

const browser = browserOfTests();

test.for<[width: number, textSize: number]>([
  [320, 100],
  [390, 100],
  [390, 130],
  [768, 100],
  [1_280, 100],
])(
  '%i px wide, with text of %i %, both languages are as wide as their text, with the swap in the middle',
  async ([width, textSize]) => {
    const context = await newGuest(browser(), { viewport: { width, height: 800 } });
    await context.addInitScript(keepTextSize, `${textSize}%`);
    const page = await openTool(context);
    await page.locator('#card-your-data').waitFor();
    await settled(page);
    const boxOf = async (locator: Locator) =>
      (await locator.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
    const from = await boxOf(page.locator('[data-code]').first());
    const to = await boxOf(page.locator('[data-code]').last());
    const swap = await boxOf(page.getByRole('button', { name: 'Swap languages' }));
    expect(to.width).toBeCloseTo(from.width, 0);
    expect(to.height).toBeCloseTo(from.height, 0);
    expect(swap.x + swap.width / 2).toBeCloseTo(width / 2, 0);
    const title = await boxOf(page.getByText('Type your text', { exact: true }));
    expect(from.x).toBeCloseTo(title.x, 0);
    if (width >= 768) {
      const answer = await boxOf(page.getByRole('heading', { name: 'Translation' }));
      expect(Math.abs(to.x - answer.x)).toBeLessThan(12);
      // What is below begins where the panes begin.
      const [phrases, settings] = [page.locator('#card-quick-actions'), page.locator('#card-settings')];
      expect(Math.abs((await boxOf(phrases)).x - title.x)).toBeLessThan(2);
      expect(Math.abs((await boxOf(settings)).x - answer.x)).toBeLessThan(2);
    }
    await context.close();
  },
);

test('with text of twice the size on a phone, the languages are below each other, 8 px apart', async () => {
  const context = await newGuest(browser(), { viewport: { width: 390, height: 844 } });
  await context.addInitScript(keepTextSize, '200%');
  const page = await openTool(context);
  const [from, to] = [page.locator('[data-code]').first(), page.locator('[data-code]').last()];
  await to.waitFor();
  await settled(page);
  const { y = 0, height = 0, width } = (await from.boundingBox()) ?? {};
  const below = await to.boundingBox();
  expect((below?.y ?? 0) - (y + height)).toBeGreaterThanOrEqual(8);
  expect(below?.width).toBeCloseTo(width ?? 0, 0);
  await context.close();
});

test.for([768, 1_024, 1_280, 1_440])(
  '%i px wide, the sentence on voice is whole or opened by its icon, and the conversation has its name',
  async (width) => {
    const page = await openTool(await newGuest(browser(), { viewport: { width, height: 800 } }));
    const header = page.getByRole('banner');
    await header.getByRole('button', { name: 'Conversation' }).getByText('Conversation').waitFor();
    const note = header.getByRole('button', { name: /Google or Apple/ });
    const sentence = note.locator('span');
    const { cut, shown, bottom } = await sentence.evaluate((element) => ({
      cut: element.scrollWidth > element.clientWidth + 1 && element.clientWidth > 1,
      shown: element.clientWidth > 1,
      bottom: element.getBoundingClientRect().bottom,
    }));
    expect(cut).toBe(false);
    const { y = 0, height = 0 } = (await header.boundingBox()) ?? {};
    if (shown) expect(bottom).toBeLessThanOrEqual(y + height);
    else {
      await note.click();
      await expect.poll(() => sentence.evaluate(({ clientWidth }) => clientWidth)).toBeGreaterThan(300);
    }
    expect(shown).toBe(width >= 1_280);
    await page.context().close();
  },
);

test('on a computer a short answer is large, and its buttons are right below it', async () => {
  const context = await newGuest(browser(), { viewport: { width: 1280, height: 720 } });
  const { page } = await openPage(context, sharedParley.url);
  await translate(page, 'the house is near');
  const answer = page.getByTestId('translation');
  await page.getByRole('button', { name: 'Copy' }).waitFor();
  await settled(page);
  const size = await answer.evaluate((element) => Number.parseFloat(getComputedStyle(element).fontSize));
  expect(size).toBe(48);
  const { y = 0, height = 0 } = (await answer.boundingBox()) ?? {};
  const buttons = await page.locator('#translation-buttons').boundingBox();
  // Between them are only Translate back, and that this device has no Spanish voice.
  expect((buttons?.y ?? 720) - (y + height)).toBeLessThan(112);
  await context.close();
});

test('with text of twice the size, the dock covers less than a quarter of a small phone; paper has only both texts', async () => {
  const page = await openTool(await newGuest(browser(), { viewport: { width: 360, height: 640 } }));
  await translate(page, 'Where is the station?');
  await page.getByRole('button', { name: 'Copy' }).waitFor();
  const cost = page.getByText(/^Uses /);
  await cost.waitFor();
  const dock = page.locator('[data-dock]');
  await page.evaluate(setTextSize, '200%');
  expect((await dock.boundingBox())?.height).toBeLessThan(160);
  await page.emulateMedia({ media: 'print' });
  expect(await dock.isVisible()).toBe(false);
  expect(await page.getByRole('button').allInnerTexts()).toEqual([
    expect.stringContaining('English (US)'),
    expect.stringContaining('Spanish'),
  ]);
  expect(await page.getByTestId('translation').isVisible()).toBe(true);
  expect(await page.locator('#speak-problem').isVisible()).toBe(false);
  expect(await cost.isVisible()).toBe(false);
  await page.setViewportSize({ width: 1_280, height: 720 });
  await page.evaluate(setTextSize, '100%');
  const widths = await page
    .locator('[data-code]')
    .evaluateAll((all) => all.map((each) => Math.round(each.getBoundingClientRect().width)));
  expect(widths[0]).toBe(widths[1]);
  await page.context().close();
});

test('in forced colours, nothing shows through the dock', async () => {
  const context = await newGuest(browser(), {
    viewport: { width: 390, height: 844 },
    forcedColors: 'active',
  });
  const page = await openTool(context);
  const backgroundOf = () =>
    page.locator('[data-dock]').evaluate((dock) => getComputedStyle(dock).backgroundColor);
  await expect.poll(backgroundOf).toBe('rgb(255, 255, 255)');
  await context.close();
});

test('a visitor who asks for more contrast reads every text in the colour of the page’s text', async () => {
  const context = await newGuest(browser(), { contrast: 'more' });
  const page = await openTool(context);
  const colourOf = (selector: string) =>
    page.locator(selector).evaluate((element) => getComputedStyle(element).color);
  await expect.poll(() => colourOf('footer')).toBe(await colourOf('body'));
  await context.close();
});

test('a Thai answer has room for the marks above and below its letters, and no tracking', async () => {
  const context = await newGuest(browser());
  await context.route('**/api/translate', (route) =>
    route.fulfill({ json: { translatedText: 'สถานีรถไฟอยู่ที่ไหน' } }),
  );
  await context.route('**/api/health', async (route) => {
    const health = await (await route.fetch()).json();
    health.engines.translation.pairs = null;
    await route.fulfill({ json: health });
  });
  const { page } = await openPage(context, `${sharedParley.url}/#sl=en-US&tl=th`);
  await translate(page, 'Where is the station?');
  const answer = page.getByTestId('translation');
  await answer.getByText('สถานี').waitFor();
  const styles = () =>
    answer.evaluate((element) => {
      const { fontSize, lineHeight, letterSpacing } = getComputedStyle(element);
      return [Number.parseFloat(lineHeight) / Number.parseFloat(fontSize), letterSpacing];
    });
  await expect.poll(styles).toEqual([1.5, 'normal']);
  await context.close();
});

test.for(['de', 'fr'])(
  'in %s on a computer, the way out of a limit does not lie over the record button',
  async (locale) => {
    const context = await newGuest(browser(), { locale, viewport: { width: 1280, height: 800 } });
    await context.route('**/api/subscription-status', (route) => route.fulfill({ json: guestWith(0) }));
    const { page } = await openPage(context, sharedParley.url);
    const options = page.locator('form [aria-haspopup="dialog"]');
    await options.waitFor();
    await settled(page);
    const [label, link] = await Promise.all([
      page.locator('#record-status').boundingBox(),
      options.boundingBox(),
    ]);
    if (!label || !link) throw new Error('One is not shown.');
    const isBeside = label.x + label.width <= link.x;
    expect(isBeside || label.y + label.height <= link.y || link.y + link.height <= label.y).toBe(true);
    await context.close();
  },
);

test.for([
  ['de', 100, [768, 800, 1_024]],
  ['fr', 130, [768, 1_024]],
  ['ar', 100, [768]],
] as const)(
  'in %s with text of %i %, the words beside the record button leave the place of the next one, %j px wide',
  async ([locale, textSize, widths]) => {
    const context = await newGuest(browser(), { locale, viewport: { width: widths[0], height: 900 } });
    await context.addInitScript(keepTextSize, `${textSize}%`);
    const page = await openTool(context);
    // The stylesheet of the later parts is there.
    await page.locator('#card-your-data').waitFor();
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 });
      await settled(page);
      const status = page.locator('#record-status');
      const isHidden = await status.evaluate((each) => getComputedStyle(each).clipPath !== 'none');
      const [words, submit] = await Promise.all(
        [status.locator('span'), page.locator('form button[type=submit]')].map((each) => each.boundingBox()),
      );
      if (!words || !submit) throw new Error('One is not in the page.');
      const isApart = words.x + words.width <= submit.x || submit.x + submit.width <= words.x;
      expect([isApart || isHidden, isHidden], `${width} px`).toEqual([true, textSize > 100 && width < 800]);
    }
    await context.close();
  },
);

test('in Arabic, the buttons do not lie over a short answer on any phone', async () => {
  const context = await newGuest(browser(), { locale: 'ar', viewport: { width: 390, height: 640 } });
  const { page } = await openPage(context, sharedParley.url);
  await page.locator('textarea').fill('the house is near');
  await page.getByRole('button', { name: 'ترجمة النص' }).click();
  const answer = page.getByTestId('translation').getByText('casa').first();
  await answer.waitFor();
  // The longest note: this device has no Spanish voice.
  await page.locator('#speak-problem').getByText(/\p{L}/u).waitFor();
  for (const width of [390, 360, 320]) {
    await page.setViewportSize({ width, height: 640 });
    await settled(page);
    const isOnTop = await answer.evaluate((element) => {
      const { x, y, width, height } = element.getBoundingClientRect();
      return element.contains(document.elementFromPoint(x + width / 2, y + height / 2));
    });
    expect(isOnTop, `${width} px`).toBe(true);
  }
  await context.close();
});

test.for([
  ['en', 100, [320]],
  ['ru', 100, [360, 1_280]],
  ['de', 130, [390]],
  ['de', 100, [1_440]],
  ['en', 100, [1_920]],
  ['ru', 100, [1_920]],
] as const)(
  'in %s with text of %i %, the buttons of the answer are one row, and each shows its label inside, %j px wide',
  async ([locale, textSize, widths]) => {
    const context = await newGuest(browser(), { locale, viewport: { width: widths[0], height: 800 } });
    await context.addInitScript(keepTextSize, `${textSize}%`);
    const page = await openTool(context);
    await page.locator('textarea').fill('the house is near');
    await page.locator('form button[type=submit]').click();
    const buttons = page.locator('#translation-buttons button');
    await buttons.nth(5).waitFor();
    for (const width of widths) {
      await page.setViewportSize({ width, height: 800 });
      await settled(page);
      const { tops, wide } = await buttons.evaluateAll((all) => ({
        tops: new Set(all.map((each) => Math.round(each.getBoundingClientRect().top))).size,
        wide: all.filter((each) => {
          const { width = 0 } = each.querySelector('span')?.getBoundingClientRect() ?? {};
          return width === 0 || width > each.getBoundingClientRect().width;
        }).length,
      }));
      expect({ tops, wide }, `${width} px`).toEqual({ tops: 1, wide: 0 });
    }
    await context.close();
  },
);

test.for([
  ['en', 320, 100],
  ['de', 320, 100],
  ['es', 320, 100],
  ['ru', 320, 100],
  ['hi', 320, 100],
  ['ar', 360, 100],
  ['fr', 390, 130],
  ['en', 390, 150],
] as const)(
  'in %s, %i px wide with text of %i %, the header is one row, and nothing moves as the figures and the tools come',
  async ([locale, width, textSize]) => {
    const context = await newGuest(browser(), { locale, viewport: { width, height: 640 } });
    await countShift(context);
    await context.addInitScript(keepTextSize, `${textSize}%`);
    let remaining: number;
    await context.route('**/api/subscription-status', async (route) => {
      const status = await (await route.fetch()).json();
      await route.fulfill({ json: { ...status, translationsRemaining: remaining } });
    });
    await context.route('**/api/health', async (route) => {
      const health = await (await route.fetch()).json();
      // As on AWS.
      const options = { formality: [], profanity: ['en-US', 'es'], detection: true };
      Object.assign(health.engines.translation, { pairs: null, options });
      await route.fulfill({ json: health });
    });
    const page = await context.newPage();
    const header = page.getByRole('banner');
    // The second document of a browser takes half of the first one's work.
    for (remaining of [3, 1]) {
      await goTo(page, sharedParley.url);
      await header
        .getByRole('status')
        .filter({ hasText: String(remaining) })
        .waitFor();
      await page.locator('#card-your-data').waitFor();
      await page.locator('[aria-haspopup="dialog"][data-state="plain"]').waitFor();
      await settled(page);
      const row = (44 * textSize) / 100;
      expect((await header.boundingBox())?.height).toBeLessThanOrEqual(row + 1);
      expect(await page.evaluate(overflow)).toBe(0);
      expect(await shiftOf(page)).toBe(0);
    }
    await context.close();
  },
);

test('with text of twice the size on a phone, the names in the list of languages are words', async () => {
  const context = await newGuest(browser(), { viewport: { width: 390, height: 844 } });
  await context.addInitScript(keepTextSize, '200%');
  const { page } = await openPage(context, sharedParley.url);
  await page
    .getByRole('button', { name: /Spanish/ })
    .first()
    .click();
  const name = page.getByRole('gridcell').getByText('Español', { exact: true }).first();
  await name.waitFor();
  await settled(page);
  const lines = await name.evaluate((element) => {
    const range = document.createRange();
    range.selectNodeContents(element);
    return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size;
  });
  expect(lines).toBe(1);
  await context.close();
});

test.for(['de', 'ru'])(
  'in %s, with text of twice the size on the smallest phone, pages are as wide as the screen',
  async (locale) => {
    const context = await newGuest(browser(), { locale, viewport: { width: 320, height: 640 } });
    await context.addInitScript(keepTextSize, '200%');
    const page = await context.newPage();
    const paths = ['/landing', '/api/login?signup', '/android-setup', '/nowhere'];
    for (const path of [...paths, '/analytics', '/subscription-management']) {
      if (path === '/analytics') await signUpIn(context, sharedParley.url);
      await goTo(page, `${sharedParley.url}${path}`);
      await page.locator('main h1').waitFor();
      if (path === '/analytics') await page.getByRole('rowheader').last().waitFor();
      if (path === '/subscription-management') await page.locator('strong').first().waitFor();
      await settled(page);
      expect(await page.evaluate(overflow), path).toBe(0);
    }
    await context.close();
  },
);

test.for(['de', 'es', 'ru'])(
  'in %s, with text of twice the size on a small phone, the header is two rows and fits',
  async (locale) => {
    const context = await newGuest(browser(), { locale, viewport: { width: 360, height: 640 } });
    await context.addInitScript(keepTextSize, '200%');
    const { page } = await openPage(context, sharedParley.url);
    const header = page.getByRole('banner');
    const figures = header.getByRole('status').filter({ hasText: '3' });
    await figures.waitFor();
    await settled(page);
    const logo = await header.getByRole('link').boundingBox();
    // Their row is their own.
    expect((await figures.boundingBox())?.y).toBeGreaterThanOrEqual((logo?.y ?? 0) + (logo?.height ?? 0) - 1);
    expect((await header.boundingBox())?.height).toBeLessThanOrEqual(2 * 88 + 8);
    expect(await page.evaluate(overflow)).toBe(0);
    await context.close();
  },
);

test.for([
  [390, 1_200, 'a guest'],
  [1_000, 500, 'a guest'],
  [1_280, 1_400, 'a guest'],
  [390, 1_400, 'an account'],
  [1_000, 500, 'an account'],
] as const)(
  '%i × %i: the sections below the tool take the place that was kept for them, for %s',
  async ([width, height, visitor]) => {
    const context = await newGuest(browser(), { viewport: { width, height } });
    if (visitor === 'an account') await signUpIn(context, sharedParley.url);
    await countShift(context);
    const { page } = await openPage(context, sharedParley.url);
    await page.locator('#card-your-data').waitFor();
    await settled(page);
    const { kept, taken } = await page.evaluate(() => {
      const below = document.getElementById('below');
      return {
        kept: below ? Number.parseFloat(getComputedStyle(below).minHeight) : 0,
        taken: below?.firstElementChild?.getBoundingClientRect().height ?? 0,
      };
    });
    expect(Math.abs(kept - taken)).toBeLessThan(4);
    // Where the footer is on the screen, these pixels move it.
    expect(await shiftOf(page)).toBeLessThan(0.00005);
    await context.close();
  },
);

test.for([
  [390, 844],
  [1_280, 720],
] as const)('%i × %i: the note that German is not recognised here moves nothing', async ([width, height]) => {
  const context = await newGuest(browser(), { locale: 'de', viewport: { width, height } });
  await hideRecogniser(context);
  await countShift(context);
  const { page } = await openPage(context, sharedParley.url);
  await page.getByText(/keine Spracherkennung für Deutsch/).waitFor();
  await page.locator('#card-your-data').waitFor();
  await settled(page);
  // The first line of the empty field rises by 4 px.
  expect(await shiftOf(page)).toBeLessThan(0.0005);
  await context.close();
});

test('in Arabic, English phrases begin at the same side as the others', async () => {
  const context = await newGuest(browser(), { locale: 'ar', viewport: { width: 390, height: 844 } });
  const { page } = await openPage(context, sharedParley.url);
  await page.getByRole('button', { name: 'التنقل' }).click();
  const meaning = page.getByText('Where is the train station?', { exact: true });
  await meaning.waitFor();
  const { x = 0, width = 0 } = (await meaning.boundingBox()) ?? {};
  const row = await page.getByRole('listitem').filter({ has: meaning }).boundingBox();
  expect((row?.x ?? 0) + (row?.width ?? 0) - (x + width)).toBeLessThan(24);
  await context.close();
});
