import { setupI18n } from '@lingui/core';
import { compileMessage } from '@lingui/message-utils/compileMessage';
import { generateMessageId } from '@lingui/message-utils/generateMessageId';
import { expect, test } from 'vitest';
import { readCatalogue } from '../../../web/build/catalogues.ts';
import { violationsInBothSchemes } from '../../support/browser/axe.ts';
import { fillSignUp, newGuest, openPage, toast } from '../../support/browser/browser.ts';
import { browserOfTests } from '../../support/browser/hooks.ts';
import { sharedParley } from '../../support/parley/shared.ts';
import { mastercard, visa } from '../../support/people/cards.ts';

const url = sharedParley.url;
const browser = browserOfTests();

// A card has one trial.
test.for([
  { locale: 'ar-EG', language: 'ar', direction: 'rtl', pair: ['en-US', 'es-ES'], card: visa },
  { locale: 'ja-JP', language: 'ja', direction: null, pair: ['ja', 'en-US'], card: mastercard },
])('in $locale a guest translates up to the limit, signs up, subscribes and cancels', async (visitor) => {
  const { locale, language, direction, pair, card } = visitor;
  const say = readTexts(language);
  const context = await newGuest(browser(), { locale, viewport: { width: 390, height: 800 } });
  const { page, problems } = await openPage(context, `${url}/speech-translator`);
  const html = page.locator('html');
  expect([await html.getAttribute('lang'), await html.getAttribute('dir')]).toEqual([language, direction]);
  const sides = page.locator('main [data-code]');
  expect(await Promise.all([0, 1].map((side) => sides.nth(side).getAttribute('data-code')))).toEqual(pair);
  for (const [side, code] of ['en-US', 'es'].entries()) {
    await sides.nth(side).click();
    await page.getByRole('combobox', { name: say('Search languages') }).fill(code);
    await page.keyboard.press('Enter');
    await page.locator(`main [data-code^="${code}"]`).nth(0).waitFor();
  }
  const field = page.getByLabel(say('Type your text'));
  const translate = page.getByRole('button', { name: say('Translate Text') });
  const answer = page.getByRole('region', { name: say('Translation'), exact: true });
  for (const word of ['bread', 'water', 'house']) {
    await field.fill(word);
    await translate.click();
    await answer.locator('[lang="es"]', { hasText: /\p{L}/u }).first().waitFor();
    await translate.waitFor();
  }
  await field.fill('night');
  await page.getByRole('button', { name: say('No free translations left. See options.') }).click();
  const limit = page.getByRole('dialog', { name: say('You’ve used your guest translations') });
  await limit.waitFor();
  expect(await violationsInBothSchemes(page, 'dialog')).toEqual([]);

  await limit.getByRole('button', { name: say('Create Free Account') }).click();
  await fillSignUp(page, say);
  await page.getByRole('button', { name: say('Account menu') }).waitFor();
  expect(await field.inputValue()).toBe('night');

  await page.goto(`${url}/subscription`);
  await page.getByRole('button', { name: `(${say('Premium Monthly')})` }).click();
  await page.getByLabel('Card number').fill(card);
  await page.getByLabel('Expiration date').fill('1234');
  await page.getByLabel('Security code').fill('123');
  // The toast may be gone before a busy machine has loaded the whole page.
  const isStarted = toast(page, say('{trialDays}-Day Trial Started!', { trialDays: 7 })).waitFor();
  await page.getByRole('button', { name: say('Start free trial') }).click();
  await isStarted;

  await page.goto(`${url}/subscription-management`);
  await page.getByRole('button', { name: say('Cancel Subscription') }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: say('Yes, Cancel') })
    .click();
  await toast(page, say('Subscription Cancelled')).waitFor();
  expect(problems).toEqual([]);
  await context.close();
});

/** Readers may improve a text, so the catalogue has the expected one. */
function readTexts(language: string) {
  const texts = setupI18n({
    locale: language,
    messages: { [language]: Object.fromEntries(readCatalogue(language)) },
    missing: (_, id) => {
      throw new Error(`No text of this language has the id ${id}.`);
    },
  }).setMessagesCompiler(compileMessage);
  return (message: string, values?: Record<string, number>) => texts._(generateMessageId(message), values);
}
