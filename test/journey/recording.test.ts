import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { hearsGradually } from '../support/audio/scripted-recogniser.ts';
import { spoken } from '../support/audio/speech.ts';
import { goTo, newGuest } from '../support/browser/browser.ts';
import { browserOfTests } from '../support/browser/hooks.ts';
import { recorderOf, watchRecorder } from '../support/browser/recorder.ts';
import { startInstantEngines, withoutEngines } from '../support/parley/instant-engines.ts';
import { type RunningParley, startParley } from '../support/parley/system.ts';

// The microphone, Web Audio and the recorder are Chromium's own. The recogniser is scripted: a real one is too slow on a
// busy machine. The proof `voice` has a real one.
// Long enough for a busy machine.
const browser = browserOfTests(() => ({ microphone: spoken('where is the train station', { times: 60 }) }));
let parley: RunningParley;
let engines: Awaited<ReturnType<typeof startInstantEngines>>;

beforeAll(async () => {
  engines = await startInstantEngines(hearsGradually('where is the train station'));
  parley = await startParley({
    flags: ['--data', 'memory', ...withoutEngines],
    env: engines.environment,
  });
});
afterAll(() => parley?.stop());
afterAll(() => engines?.stop());

test('speech is sent while it is spoken: its words appear, then its translation', async () => {
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
  await page.getByTestId('transcript').getByText('the train').waitFor(patient);
  await page.getByRole('button', { name: 'Stop recording' }).click();
  await page.getByTestId('translation').getByText('WHERE IS THE TRAIN STATION').waitFor(patient);
  await recorder.closed();
  const { streams, chunks, clips } = await recorder.report();
  expect(clips).toBe(0);
  // On a slow machine the speech needs a second stream.
  for (const { id } of streams) {
    const sequences = [
      ...new Set(chunks.filter(({ stream }) => stream === id).map(({ sequence }) => sequence)),
    ];
    expect(sequences.sort((one, other) => one - other)).toEqual(sequences.map((_, index) => index));
  }
  expect(chunks.some(({ isLast }) => isLast)).toBe(true);
  for (const { seconds } of chunks) expect(seconds).toBeLessThanOrEqual(1);
  expect(Math.max(...chunks.map(({ loudness }) => loudness))).toBeGreaterThan(0.01);
  expect(problems).toEqual([]);
});

test('cancelling and leaving the page close the microphone, and end the streams', async () => {
  const { page, recorder } = await open();
  await page.getByRole('button', { name: 'Start recording' }).click();
  await page.getByTestId('transcript').getByText('where').waitFor(patient);
  await page.getByRole('button', { name: 'Swap languages' }).click();
  await page.getByRole('button', { name: 'Swap languages' }).click();
  await recorder.closed();
  const cancelled = (await recorder.report()).streams.length;
  await page.getByRole('button', { name: 'Start recording' }).click();
  await page.getByTestId('transcript').getByText('where').waitFor(patient);
  await page.evaluate(() => {
    history.pushState({}, '', '/nowhere');
    dispatchEvent(new PopStateEvent('popstate'));
  });
  await page.getByRole('heading', { name: 'Page Not Found' }).waitFor();
  await recorder.closed();
  await page.waitForFunction(
    () => window.recorder.streams.every(({ answeredAtMs }) => answeredAtMs !== undefined),
    undefined,
    patient,
  );
  const { opened, streams, chunks, clips } = await recorder.report();
  expect([opened, clips]).toEqual([2, 0]);
  const closed = chunks.filter(({ isLast, seconds }) => isLast && seconds === 0).map(({ stream }) => stream);
  // On a slow machine a recording may have several streams.
  const lastOfEach = [streams[cancelled - 1], streams.at(-1)].map((stream) => stream?.id);
  expect(streams.length).toBeGreaterThan(cancelled);
  expect(closed).toEqual(expect.arrayContaining(lastOfEach));
});

/** Only what hangs. */
const patient = { timeout: 60_000 };

/** The page of a guest whose browser has no recogniser. */
async function open() {
  const context = await newGuest(browser());
  const page: Page = await context.newPage();
  await watchRecorder(page);
  const recorder = recorderOf(page);
  onTestFinished(async ({ task }) => {
    if (task.result?.state === 'fail') console.error(JSON.stringify(await recorder.report()));
    await context.close();
  });
  const problems = await goTo(page, parley.url);
  return { page, recorder, problems };
}
