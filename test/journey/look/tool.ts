import type { BrowserContext, Page } from 'playwright';
import { openPage } from '../../support/browser/browser.ts';
import { sharedParley } from '../../support/parley/shared.ts';

export const longText = 'the house is near\n'.repeat(40);

/** The translator, whose every answer is long. */
export async function openTool(context: BrowserContext): Promise<Page> {
  const { page } = await openPage(context, sharedParley.url);
  await page.route('**/api/translate', (route) =>
    route.fulfill({ json: { translatedText: 'la casa está cerca\n'.repeat(40) } }),
  );
  return page;
}

export async function translate(page: Page, text: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Type your text' }).fill(text);
  await page.getByRole('button', { name: 'Translate Text' }).click();
}
