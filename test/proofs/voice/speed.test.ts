import type { Browser } from 'playwright';
import { expect, test } from 'vitest';
import { createApertium } from '../../../infra/local/engines/apertium.ts';
import { spoken } from '../../support/audio/speech.ts';
import { launchBrowser, newGuest, openPage, recordedFor } from '../../support/browser/browser.ts';
import { hideRecogniser } from '../../support/browser/recogniser.ts';
import { startParley } from '../../support/parley/system.ts';
import { quantile } from '../proof.ts';
import { recognise } from '../streaming/clips.ts';

const sentence = 'where is the train station';

/** In milliseconds, of one sentence: from the tap that ends it to its translation in the page. */
type SpokenRound = Awaited<ReturnType<typeof speakOnce>>;

test('a spoken sentence is translated at most 300 ms later than by the engines alone', async () => {
  const rounds = await speakInTurns(3);
  const medianOf = (pick: (round: SpokenRound) => number) => quantile(rounds.map(pick), 0.5);
  expect(medianOf(({ waitedMs }) => waitedMs)).toBeGreaterThan(0);
  expect(medianOf(({ waitedMs, enginesMs }) => waitedMs - enginesMs)).toBeLessThanOrEqual(300);
  console.log(rounds);
}, 180_000);

/** Speaks a sentence to the page, as a new guest each time. */
async function speakInTurns(rounds: number): Promise<SpokenRound[]> {
  const apertium = createApertium();
  const parley = await startParley({ flags: ['--data', 'memory', '--pace', 'speech'] });
  const browser = await launchBrowser({ isWhole: true, microphone: spoken(sentence) });
  try {
    const measured: SpokenRound[] = [];
    // The first round starts the engines and does not count.
    for (let round = 0; round <= rounds; round++)
      measured.push(await speakOnce(browser, parley.url, apertium));
    return measured.slice(1);
  } finally {
    await browser.close();
    await parley.stop();
    await apertium.stop();
  }
}

async function speakOnce(browser: Browser, url: string, apertium: ReturnType<typeof createApertium>) {
  const context = await newGuest(browser);
  await hideRecogniser(context);
  await context.addInitScript(watch);
  const { page } = await openPage(context, url);
  page.setDefaultTimeout(60_000);
  await page.waitForLoadState('networkidle');
  await page.getByRole('button', { name: 'Start recording' }).click();
  // The sentence lasts 2.5 seconds with its silences.
  await recordedFor(page, 3);
  await page.getByRole('button', { name: 'Stop recording' }).click();
  await page
    .getByTestId('translation')
    .getByText(/estación/)
    .waitFor();
  const { tappedMs, shownMs, samples } = await page.evaluate(report);
  await context.close();

  const startedAt = performance.now();
  await recognise(Buffer.from(samples));
  await apertium.translate(sentence, 'en', 'es');
  return {
    /** The product recognises while people speak, so it may need less than the engines alone. */
    waitedMs: shownMs - tappedMs,
    /** The whole sentence at once, without the product. */
    enginesMs: performance.now() - startedAt,
  };
}

/** Runs in the page. */
function watch(): void {
  const watched: Watched = { tappedMs: 0, shownMs: 0, chunks: new Map() };
  Object.assign(window, { watched });
  const send = window.fetch;
  window.fetch = (address, init) => {
    if (init?.body instanceof FormData)
      watched.chunks.set(Number(init.body.get('sequence')), init.body.get('audio') as File);
    return send(address, init);
  };
  const noteTap = ({ target, timeStamp }: Event) => {
    if ((target as Element).closest('[aria-label="Stop recording"]')) watched.tappedMs = timeStamp;
  };
  addEventListener('click', noteTap, { capture: true });
  const observer = new MutationObserver(() => {
    if (!document.querySelector('[data-testid="translation"]')?.textContent?.includes('estación')) return;
    watched.shownMs = performance.now();
    observer.disconnect();
  });
  observer.observe(document, { subtree: true, childList: true, characterData: true });
}

async function report() {
  const { chunks, ...watched } = (window as unknown as { watched: Watched }).watched;
  const inOrder = [...chunks].sort(([one], [other]) => one - other).map(([, chunk]) => chunk);
  return { ...watched, samples: [...(await new Blob(inOrder).bytes())] };
}

interface Watched {
  tappedMs: number;
  shownMs: number;
  chunks: Map<number, Blob>;
}
