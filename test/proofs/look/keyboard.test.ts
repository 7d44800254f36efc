import { test } from 'vitest';
import { launchBrowser, newGuest } from '../../support/browser/browser.ts';
import { seeEveryStop } from '../../support/browser/keys.ts';
import { signUpIn } from '../../support/browser/people.ts';
import { sharedParley } from '../../support/parley/shared.ts';

test.for([
  '/landing',
  '/subscription-management',
  '/analytics',
  '/performance',
  '/privacy-policy',
  '/terms',
  '/refunds',
  '/android-setup',
  '/nowhere',
])('every stop of %s is seen, in the order of the page, and after the last comes the first', async (path) => {
  await using browser = await launchBrowser();
  const context = await newGuest(browser);
  await signUpIn(context, sharedParley.url);
  const page = await context.newPage();
  await page.goto(sharedParley.url + path);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.waitForLoadState('networkidle');
  await seeEveryStop(page, 4);
});
