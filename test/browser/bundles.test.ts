import { expect, test } from 'vitest';
import { startParley } from '../system.ts';
import { launchBrowser, openPage } from './browser.ts';
import { spoken } from './speech.ts';

test('with the functions as they are deployed, what is said is heard, translated and spoken', async () => {
  const parley = await startParley({ flags: ['--data', 'memory', '--bundles'] });
  const browser = await launchBrowser({ microphone: spoken('where is the train station') });
  try {
    const { page, problems } = await openPage(await browser.newContext(), parley.url);
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
});
