import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { violationsInBothSchemes } from '../../support/browser/axe.ts';
import { fillSignUp, newGuest, openPage, toast } from '../../support/browser/browser.ts';
import { browserOfTests } from '../../support/browser/hooks.ts';
import { sharedParley } from '../../support/parley/shared.ts';

const url = sharedParley.url;
const browser = browserOfTests();

test('in Arabic a guest translates up to the limit, signs up, subscribes and cancels', async () => {
  const context = await newGuest(browser(), { locale: 'ar-EG', viewport: { width: 390, height: 800 } });
  const { page, problems } = await openPage(context, `${url}/speech-translator`);
  for (const word of ['bread', 'water', 'house']) await translate(page, word);
  await page.getByLabel('اكتب نصك').fill('night');
  await page.getByRole('button', { name: 'لم تبقَ ترجمات مجانية. اعرض الخيارات.' }).click();
  const limit = page.getByRole('dialog');
  await limit.getByRole('heading', { name: 'استخدمت كل ترجمات الضيف' }).waitFor();
  expect(await violationsInBothSchemes(page, 'dialog')).toEqual([]);

  await limit.getByRole('button', { name: 'إنشاء حساب مجاني' }).click();
  await fillSignUp(page);
  await page.getByRole('button', { name: 'قائمة الحساب' }).waitFor();
  expect(await page.getByLabel('اكتب نصك').inputValue()).toBe('night');

  await page.goto(`${url}/subscription`);
  await page.getByRole('button', { name: '(Premium الشهري)' }).click();
  await page.getByLabel('Card number').fill('4242424242424242');
  await page.getByLabel('Expiration date').fill('1234');
  await page.getByLabel('Security code').fill('123');
  await page.getByRole('button', { name: 'بدء الفترة التجريبية' }).click();
  await page.waitForURL(`${url}/`);
  await toast(page, 'بدأت الفترة التجريبية (7 أيام)!').waitFor();

  await page.goto(`${url}/subscription-management`);
  await page.getByRole('button', { name: 'إلغاء الاشتراك' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'نعم، إلغاء' }).click();
  await toast(page, 'أُلغي الاشتراك').waitFor();
  expect(await page.locator('html').getAttribute('dir')).toBe('rtl');
  expect(problems).toEqual([]);
  await context.close();
});

async function translate(page: Page, word: string): Promise<void> {
  await page.getByLabel('اكتب نصك').fill(word);
  await page.getByRole('button', { name: 'ترجمة النص' }).click();
  const translation = page.getByRole('region', { name: 'الترجمة', exact: true });
  await translation.locator('[lang="es"]', { hasText: /\p{L}/u }).first().waitFor();
  await page.getByRole('button', { name: 'ترجمة النص' }).waitFor();
}
