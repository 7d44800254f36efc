import { readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { beforeAll, expect, test } from 'vitest';
import { functionIds, getSourceFile } from '../../infra/aws/build/bundle.ts';
import { goTo, launchBrowser, newGuest, openCard } from '../support/browser/browser.ts';
import { signUpIn } from '../support/browser/people.ts';
import { newFolder } from '../support/folder.ts';
import { functionsAreBundled } from '../support/parley/built.ts';
import { startParley } from '../support/parley/system.ts';
import { makePremium } from '../support/people/premium.ts';

beforeAll(functionsAreBundled);

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
    await openCard(page, 'History');
    for (const name of ['translate', 'speak', 'speech-marks', 'translations']) {
      await expect.poll(() => answers.join()).toContain(`/api/${name} 200`);
    }
    expect(problems).toEqual([]);
  } finally {
    await browser.close().finally(() => parley.stop());
  }
  const modules = readFileSync(loaded, 'utf8').split('\n');
  expect(modules).toContainEqual(expect.stringContaining('.build/functions/translation-translate/'));
  const sources = functionIds.map((id) => pathToFileURL(getSourceFile(id)).href);
  expect(modules.filter((url) => sources.includes(url))).toEqual([]);
});
