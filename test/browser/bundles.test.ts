import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { makePremium } from '../premium.ts';
import { startParley } from '../system.ts';
import { launchBrowser, newGuest, openPage } from './browser.ts';
import { signUpIn } from './people.ts';
import { spoken } from './speech.ts';

test('with the functions as they are deployed, what is said is heard, translated and spoken', async () => {
  // Node writes down there, at its end, which files it has run.
  const coverage = mkdtempSync(path.join(tmpdir(), 'parley-coverage-'));
  onTestFinished(() => rmSync(coverage, { recursive: true }));
  const parley = await startParley({
    flags: ['--data', 'memory', '--bundles'],
    env: { NODE_V8_COVERAGE: coverage },
  });
  const browser = await launchBrowser({ microphone: spoken('where is the train station') });
  try {
    const context = await newGuest(browser);
    const { userId } = await signUpIn(context, parley.url);
    await makePremium(parley.dynamodb, userId);
    const { page, problems } = await openPage(context, parley.url);
    const answers: string[] = [];
    page.on('response', (response) => {
      const { pathname } = new URL(response.url());
      if (pathname.startsWith('/api/')) answers.push(`${pathname} ${response.status()}`);
    });
    await page.getByRole('button', { name: 'Start recording' }).click();
    // The sentence lasts 2.5 seconds with its silences.
    await page.locator('[data-elapsed="3"]').waitFor();
    await page.getByRole('button', { name: 'Stop recording' }).click();
    await page.getByTestId('translation').getByText('estación de tren').waitFor();
    await page.getByRole('region', { name: 'Translation' }).locator('[data-state="speaking"]').waitFor();
    expect(answers).toEqual(
      expect.arrayContaining(['/api/transcribe-amazon 200', '/api/translate 200', '/api/speak 200']),
    );
    expect(problems).toEqual([]);
  } finally {
    await browser.close();
    await parley.stop();
  }
  expect(functionsIn(coverage)).toEqual(
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
      'translation-translate',
    ].map((name) => `.build/functions/${name}`),
  );
});

/** The functions that were run: a folder each where they are bundled, a file where they are not. */
function functionsIn(coverage: string): string[] {
  const urls = readdirSync(coverage).flatMap((file) => {
    const { result } = JSON.parse(readFileSync(path.join(coverage, file), 'utf8')) as Coverage;
    return result.map(({ url }) => url);
  });
  const ours = urls.flatMap((url) => /(\.build\/functions\/[^/]+|functions\/.*)/.exec(url)?.[1] ?? []);
  return [...new Set(ours)].sort();
}

interface Coverage {
  readonly result: readonly { readonly url: string }[];
}
