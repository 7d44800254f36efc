import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { functionIds, sourceFile } from '../../infra/bundle.ts';
import { goTo, launchBrowser, newGuest, recordedFor } from '../support/browser/browser.ts';
import { translatedQuestion } from '../support/browser/heard.ts';
import { signUpIn } from '../support/browser/people.ts';
import { watchSounding } from '../support/browser/sounding.ts';
import { spoken } from '../support/browser/speech.ts';
import { functionsAreBundled } from '../support/parley/built.ts';
import { startParley } from '../support/parley/system.ts';
import { makePremium } from '../support/people/premium.ts';

test('with the functions as they are deployed, what is said is heard, translated and spoken', {
  timeout: 120_000,
}, async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'parley-loaded-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const loaded = path.join(folder, 'modules');
  await functionsAreBundled();
  const parley = await startParley({
    flags: ['--data', 'memory', '--bundles'],
    env: {
      NODE_OPTIONS: `--import=${new URL('../support/browser/loaded-modules.ts', import.meta.url)}`,
      LOADED_MODULES: loaded,
    },
  });
  const browser = await launchBrowser({ microphone: spoken('where is the train station') });
  try {
    const context = await newGuest(browser);
    const { userId } = await signUpIn(context, parley.url);
    await makePremium(parley.dynamodb, userId);
    const page = await context.newPage();
    const sounds = await watchSounding(page);
    const answers: string[] = [];
    page.on('response', (response) => {
      const { pathname } = new URL(response.url());
      if (pathname.startsWith('/api/')) answers.push(`${pathname} ${response.status()}`);
    });
    const problems = await goTo(page, parley.url);
    await page.getByRole('region', { name: 'Usage' }).getByText('Unlimited').waitFor();
    await page.getByRole('button', { name: 'Start recording' }).click();
    // The sentence lasts 2.5 seconds with its silences.
    await recordedFor(page, 3);
    await page.getByRole('button', { name: 'Stop recording' }).click();
    await translatedQuestion(page);
    await sounds();
    expect(answers).toEqual(
      expect.arrayContaining(['/api/transcribe-amazon 200', '/api/translate 200', '/api/speak 200']),
    );
    // The phrases are kept for a page without a connection once nothing else is on its way.
    await expect.poll(() => answers).toContain('/api/phrases 200');
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
      'speech-synthesize',
      'speech-transcribe',
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
    const source = functionIds.map(sourceFile).find((file) => url === pathToFileURL(file).href);
    return bundled ?? source ?? [];
  });
  return [...new Set(ours)].sort();
}
