import { randomUUID } from 'node:crypto';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { expect, onTestFinished, test } from 'vitest';
import { recordBuild } from '../../functions/builds/builds-table.ts';
import { launchBrowser, newGuest, openPage } from '../support/browser/browser.ts';
import { faultsOf } from '../support/browser/look.ts';
import { signUpIn } from '../support/browser/people.ts';
import { sharedParley } from '../support/parley/shared.ts';

test('a recorded build is on the dashboard, and filters by keyboard change what is shown, not the way back', async () => {
  const { url, dynamodb: endpoint } = sharedParley;
  const browser = await launchBrowser();
  onTestFinished(() => browser.close());
  const context = await newGuest(browser);
  await signUpIn(context, url);
  const credentials = { accessKeyId: 'test', secretAccessKey: 'test' };
  const client = DynamoDBDocumentClient.from(
    new DynamoDBClient({ endpoint, region: 'us-east-1', credentials }),
  );
  const buildId = randomUUID();
  await recordBuild(
    {
      id: randomUUID(),
      buildId,
      buildType: 'development',
      status: 'success',
      startedAt: new Date().toISOString(),
      durationMs: 12_340,
      bundleBytes: 5_452_595,
      memoryMb: 412,
      nodeVersion: 'v24.21.0',
    },
    { client, table: 'builds' },
  );

  const { page, problems } = await openPage(context, `${url}/privacy-policy`);
  await page.goto(`${url}/performance`);
  const row = page
    .getByRole('table', { name: 'Recent builds' })
    .locator('tr', { has: page.getByTitle(buildId) });
  await row.getByText('12.3s').waitFor();
  await page.locator('.recharts-bar-rectangle path').first().waitFor();
  expect(await faultsOf(page)).toEqual([]);

  await page.getByRole('radio', { name: 'All Builds' }).focus();
  await page.keyboard.press('ArrowRight');
  await page.getByRole('status').getByText('Development, last 7 days').waitFor();
  await row.waitFor();
  await page.keyboard.press('ArrowRight');
  await page.getByRole('status').getByText('Production, last 7 days').waitFor();
  expect(await row.count()).toBe(0);
  expect(await page.evaluate(() => document.activeElement?.parentElement?.textContent)).toBe('Production');
  await page.reload();
  await page.getByRole('radio', { name: 'Production', checked: true }).waitFor();
  expect(problems).toEqual([]);
  await page.goBack();
  await page.waitForURL(`${url}/privacy-policy`);
});
