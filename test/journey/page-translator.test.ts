import { expect, test } from 'vitest';
import { newGuest, openCard, openPage } from '../support/browser/browser.ts';
import { browserOfTests } from '../support/browser/hooks.ts';
import { translated, translatePage } from '../support/browser/page-translator.ts';
import { sharedParley } from '../support/parley/shared.ts';

const browser = browserOfTests();

test('under a page translator the translator counts on, and its translation stays as it came', async () => {
  const { page, problems } = await openPage(await newGuest(browser()), `${sharedParley.url}/`);
  const button = (name: string) => page.getByRole('button', { name: translated(name), exact: true });
  const left = (count: number) => page.getByText(translated(`${count} of 3`)).waitFor();
  await openCard(page, 'Quick Actions');
  await page.evaluate(translatePage);
  await left(3);

  await page.getByRole('textbox', { name: translated('Type your text') }).fill('the house');
  await button('Translate Text').click();
  const answer = page.getByTestId('translation');
  await answer.waitFor();
  const text = await answer.textContent();
  expect(text).not.toMatch(/⟦/);
  await left(2);
  await page.getByText(translated('Uses 1 of your 2 left.')).waitFor();

  await button('Translate back').click();
  expect(await page.getByTestId('meaning').textContent()).not.toMatch(/⟦/);
  await left(1);
  await button('Hide back translation').click();
  await button('Show back translation').waitFor();

  await button('Offline phrasebook').click();
  await button('Save all languages').click();
  await button('Stop').or(button('Remove saved phrases')).first().waitFor();

  await button('Swap languages').first().click();
  await button('Undo').click();
  expect(await answer.textContent()).toBe(text);
  await button('Show').click();
  await button('Close').click();
  await page.getByRole('link', { name: translated('Privacy policy') }).click();
  await page.getByRole('heading', { level: 1, name: translated('Privacy Policy') }).waitFor();
  await page.goBack();
  await button('Translate Text').waitFor();
  expect(problems).toEqual([]);
});
