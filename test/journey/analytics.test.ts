import { readFile } from 'node:fs/promises';
import { expect, onTestFinished, test } from 'vitest';
import { fillSignUp, launchBrowser, newGuest, openPage, toast } from '../support/browser/browser.ts';
import { faultsOf } from '../support/browser/look.ts';
import { sharedParley } from '../support/parley/shared.ts';

test('a stranger comes to the dashboard by the login, and sees figures, charts and users', async () => {
  const url = sharedParley.url;
  const browser = await launchBrowser();
  onTestFinished(() => browser.close());
  // Where it may still be the day before: days are the server's.
  const context = await newGuest(browser, { timezoneId: 'Pacific/Honolulu' });
  const { page, problems } = await openPage(context, `${url}/analytics`);
  await page.getByRole('link', { name: 'Create a free account' }).click();
  await fillSignUp(page);
  await page.waitForURL(`${url}/analytics`);
  await page.getByRole('region', { name: 'Totals' }).getByText('Total users').waitFor();

  const trend = page.getByRole('region', { name: 'Signup Trend' });
  await trend.locator('.recharts-bar-rectangle path').last().hover();
  await trend
    .locator('.recharts-tooltip-wrapper')
    .getByText(/\d signups?$/)
    .waitFor();
  const users = page.getByRole('region', { name: 'Recent Users' });
  // Nobody but an operator is told a name.
  await users
    .getByRole('rowheader', { name: /^User \w{4}$/ })
    .first()
    .waitFor();
  expect(await users.textContent()).not.toContain('Lovelace');

  const revenue = page.getByRole('region', { name: 'Revenue' });
  await revenue.getByRole('radio', { name: '30 days' }).focus();
  await page.keyboard.press('ArrowLeft');
  await revenue
    .getByRole('status')
    .getByText(/in the last 7 days/)
    .waitFor();
  const [taken] = await Promise.all([
    page.waitForEvent('download'),
    trend.getByRole('button', { name: 'Download CSV' }).click(),
  ]);
  expect(taken.suggestedFilename()).toMatch(/^parley-signups-[\d-]+\.csv$/);
  expect(await readFile(await taken.path(), 'utf8')).toMatch(/^\uFEFFDate,Signups\r\n/);
  await toast(page, 'Downloaded').waitFor();
  expect(await faultsOf(page)).toEqual([]);
  expect(problems).toEqual([]);

  await context.setOffline(true);
  await revenue.getByRole('radio').last().check();
  await revenue.getByRole('alert').getByText('The revenue didn’t load.').waitFor();
});
