import { readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { beforeAll, expect, test } from 'vitest';
import { functionIds, getSourceFile } from '../../infra/build/bundle.ts';
import { goTo, launchBrowser, newGuest, openFold } from '../support/browser/browser.ts';
import { signUpIn } from '../support/browser/people.ts';
import { newFolder } from '../support/folder.ts';
import { functionsAreBundled } from '../support/parley/built.ts';
import { startParley } from '../support/parley/system.ts';
import { makePremium } from '../support/people/premium.ts';

// Bundling takes both cores for ten seconds.
beforeAll(functionsAreBundled, 300_000);

test('the deployed bundles translate and speak typed text', async () => {
  const folder = newFolder();
  const loaded = path.join(folder, 'modules');
  const parley = await startParley({
    flags: ['--data', 'memory', '--bundles'],
    env: {
      NODE_OPTIONS: `--import=${new URL('../support/browser/loaded-modules.ts', import.meta.url)}`,
      LOADED_MODULES: loaded,
    },
  });
  const browser = await launchBrowser();
  try {
    const context = await newGuest(browser);
    const { userId } = await signUpIn(context, parley.url);
    await makePremium(parley.dynamodb, userId);
    const page = await context.newPage();
    const answers: string[] = [];
    page.on('response', (response) => {
      const { pathname } = new URL(response.url());
      if (pathname.startsWith('/api/')) answers.push(`${pathname} ${response.status()}`);
    });
    const problems = await goTo(page, parley.url);
    await page.getByRole('region', { name: 'Usage' }).getByText('Unlimited').waitFor();
    await page.getByRole('textbox').fill('where is the train station');
    await page.getByRole('button', { name: 'Translate Text' }).click();
    await page
      .getByTestId('translation')
      .getByText(/dónde .*estación de tren/i)
      .waitFor();
    await openFold(page, 'History');
    // The phrases are kept for a page without a connection once nothing else is on its way.
    for (const name of ['translate', 'speak', 'speech-marks', 'translations', 'phrases']) {
      await expect.poll(() => answers).toContain(`/api/${name} 200`);
    }
    expect(problems).toEqual([]);
  } finally {
    await browser.close().finally(() => parley.stop());
  }
  expect(functionsAmong(readFileSync(loaded, 'utf8').split('\n'))).toEqual(
    [
      'auth-callback',
      'auth-login',
      'auth-user',
      'billing-status',
      'settings-read',
      'speech-marks',
      'speech-synthesize',
      'system-health',
      'translation-list',
      'translation-phrases',
      'translation-translate',
    ].map((name) => `.build/functions/${name}`),
  );
});

/** The functions among some modules: a folder each where they are bundled, a file where they are not. */
function functionsAmong(urls: readonly string[]): string[] {
  const ours = urls.flatMap((url) => {
    const bundled = /\.build\/functions\/[^/]+/.exec(url)?.[0];
    const source = functionIds.map(getSourceFile).find((file) => url === pathToFileURL(file).href);
    return bundled ?? source ?? [];
  });
  return [...new Set(ours)].sort();
}
