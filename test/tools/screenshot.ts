import path from 'node:path';
import { launchBrowser, newGuest, recordedFor } from '../support/browser/browser.ts';
import { signUpIn } from '../support/browser/people.ts';
import { spoken } from '../support/browser/speech.ts';
import { root, startParley } from '../support/parley/system.ts';
import { makePremium } from '../support/people/premium.ts';

/** `node test/tools/screenshot.ts`: takes the README's picture of the translator. */
const parley = await startParley();
const browser = await launchBrowser({ isWhole: true, microphone: spoken('where is the train station') });
try {
  const context = await newGuest(browser, {
    viewport: { width: 1280, height: 800 },
    colorScheme: 'light',
    reducedMotion: 'reduce',
  });
  const { userId } = await signUpIn(context, parley.url);
  await makePremium(parley.dynamodb, userId);
  const page = await context.newPage();
  await page.goto(parley.url);
  await page.getByRole('button', { name: 'Start recording' }).click();
  // The sentence lasts 2.5 seconds with its silences.
  await recordedFor(page, 3);
  await page.getByRole('button', { name: 'Stop recording' }).click();
  const translation = page.getByRole('region', { name: 'Translation' });
  await translation.locator('[data-state="speaking"]').waitFor();
  await translation.getByRole('button', { name: 'Speak', exact: true }).waitFor();
  await page.mouse.move(0, 0);
  await page.evaluate(() => {
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    scrollTo(0, 0);
  });
  await page.screenshot({ path: path.join(root, 'web/screenshot.png') });
} finally {
  await browser.close();
  await parley.stop();
}
