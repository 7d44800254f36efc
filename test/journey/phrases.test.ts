import { expect, test } from 'vitest';
import { violationsInBothSchemes } from '../support/browser/axe.ts';
import { newGuest, openPage } from '../support/browser/browser.ts';
import { browserOfTests } from '../support/browser/hooks.ts';
import { overflow } from '../support/browser/layout.ts';
import { sharedParley } from '../support/parley/shared.ts';

const browser = browserOfTests();

test('on a phone a phrase is found by its situation, plays in place, and does not move', async () => {
  const context = await newGuest(browser(), { viewport: { width: 390, height: 664 } });
  const { page, problems } = await openPage(context, sharedParley.url);
  const section = page.getByRole('region', { name: 'Quick Actions' });
  await section.scrollIntoViewIfNeeded();
  await section.getByRole('button', { name: 'Getting around' }).press('Enter');
  const phrase = section.getByRole('button', { name: /^Where is the train station\?/ });
  await phrase.scrollIntoViewIfNeeded();
  const before = await phrase.boundingBox();
  await phrase.click();
  await section.getByTestId('phrase-translation').waitFor();
  // The buttons of the translation come last.
  await page.getByRole('region', { name: 'Translation' }).getByRole('button', { name: 'Copy' }).waitFor();
  expect(await phrase.boundingBox()).toEqual(before);

  // The row of situations scrolls by itself, also for the keyboard.
  const last = section.getByRole('button', { name: 'Offline phrasebook' });
  await last.focus();
  await expect.poll(async () => Math.round((await last.boundingBox())?.x ?? 999)).toBeLessThan(290);
  expect(await page.evaluate(overflow)).toBe(0);
  expect(await violationsInBothSchemes(page, '[aria-labelledby="card-quick-actions"]')).toEqual([]);
  expect(problems).toEqual([]);
  await context.close();
});
