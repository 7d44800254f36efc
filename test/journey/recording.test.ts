import type { Page } from 'playwright';
import { beforeAll, expect, test } from 'vitest';
import { spoken } from '../support/audio/speech.ts';
import { goTo, guestsInTurn, recordedFor } from '../support/browser/browser.ts';
import { browserOfTests } from '../support/browser/hooks.ts';
import { recorderOf, watchRecorder } from '../support/browser/recorder.ts';
import { sharedParley } from '../support/parley/shared.ts';

// The microphone, Web Audio and the recorder are Chromium's own; real recognition is in `proofs/browsers/`.
const url = sharedParley.url;
// Long enough for a busy machine.
const browser = browserOfTests(() => ({ microphone: spoken('where is the train station', { times: 60 }) }));
let next: ReturnType<typeof guestsInTurn>;

beforeAll(() => {
  next = guestsInTurn(browser(), url);
});

test('speech is sent as a 16 kHz WAV, and its translation appears', async () => {
  const { page, recorder, problems } = await open();
  await page.getByRole('button', { name: 'Start recording' }).click();
  // With reduced motion the level is shown as light.
  await page.waitForFunction(() => document.querySelector<HTMLElement>('.level-bar')?.style.opacity === '1');
  const transforms = await page
    .locator('.level-bar, .level-ring')
    .evaluateAll((shown) => shown.map((each) => getComputedStyle(each).transform));
  expect([...new Set(transforms)].sort()).toEqual([
    'matrix(1, 0, 0, 0.12, 0, 0)',
    'matrix(1.2, 0, 0, 1.2, 0, 0)',
  ]);
  await recordedFor(page, 1, patient);
  await page.getByRole('button', { name: 'Stop recording' }).click();
  await page.getByTestId('translation').getByText('estación').waitFor(patient);
  const clips = await recorder.sent();
  expect(clips).toEqual([expect.objectContaining({ ...wav, interim: null })]);
  expect(clips[0]?.seconds).toBeGreaterThan(0.5);
  expect(clips[0]?.loudness).toBeGreaterThan(0.01);
  await recorder.closed();
  expect(problems).toEqual([]);
});

test('a recording continues after muting, and a lost microphone delivers the speech so far', async () => {
  const { page, recorder } = await open();
  await page.getByRole('button', { name: 'Start recording' }).click();
  await recorder.mute();
  await recordedFor(page, 1, patient);
  await recorder.unplug();
  await page.getByTestId('translation').getByText('estación').waitFor(patient);
  expect(await recorder.sent()).toEqual([expect.objectContaining(wav)]);
  await recorder.closed();
});

test('cancelling and leaving the page close the microphone and send nothing', async () => {
  const { page, recorder } = await open();
  await page.getByRole('button', { name: 'Start recording' }).click();
  await page.getByRole('button', { name: 'Stop recording' }).waitFor(patient);
  await page.getByRole('button', { name: 'Swap languages' }).click();
  await page.getByRole('button', { name: 'Swap languages' }).click();
  await recorder.closed();
  await page.getByRole('button', { name: 'Start recording' }).click();
  await page.getByRole('button', { name: 'Stop recording' }).waitFor(patient);
  await page.evaluate(() => {
    history.pushState({}, '', '/nowhere');
    dispatchEvent(new PopStateEvent('popstate'));
  });
  await page.getByRole('heading', { name: 'Page Not Found' }).waitFor();
  await recorder.closed();
  expect(await recorder.report()).toMatchObject({ opened: 2, sent: [] });
});

/** Only what hangs. */
const patient = { timeout: 60_000 };

const wav = { type: 'audio/wav', sampleRate: 16_000, channels: 1 };

/** The page of a guest whose browser has no recogniser. Every clip is "where is the train station". */
async function open() {
  const context = await next();
  const page: Page = await context.newPage();
  await watchRecorder(page);
  await page.route('**/api/transcribe-amazon', (route) =>
    route.fulfill({ json: { transcript: 'where is the train station', confidence: 0.9 } }),
  );
  const problems = await goTo(page, url);
  return { page, recorder: recorderOf(page), problems };
}
