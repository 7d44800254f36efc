import { setTimeout as wait } from 'node:timers/promises';
import {
  type AudioStream,
  type LanguageCode,
  StartStreamTranscriptionCommand,
  TranscribeStreamingClient,
} from '@aws-sdk/client-transcribe-streaming';
import { TranslateClient, TranslateTextCommand } from '@aws-sdk/client-translate';
import type { Browser, Page } from 'playwright';
import { createApertium } from '../../../infra/local/engines/apertium.ts';
import { createFfmpeg } from '../../../infra/local/engines/ffmpeg.ts';
import { createPocketsphinx } from '../../../infra/local/engines/pocketsphinx.ts';
import type { ProviderHandler } from '../../../infra/local/providers/server.ts';
import { transcribeStreamingHandler } from '../../../infra/local/providers/transcribe-streaming.ts';
import { translateHandler } from '../../../infra/local/providers/translate.ts';
import { findLanguage } from '../../../shared/languages.ts';
import { launchBrowser, newGuest, openPage, recordedFor } from '../../support/browser/browser.ts';
import { hideRecogniser } from '../../support/browser/recogniser.ts';
import { spoken } from '../../support/browser/speech.ts';
import { startStandIns } from '../../support/parley/stand-ins.ts';
import { startParley } from '../../support/parley/system.ts';

/** In milliseconds, of one sentence: from the tap that ends it to its translation in the page. */
export type SpokenRound = Awaited<ReturnType<typeof speakOnce>>;

/**
 * Speaks a sentence to the page, as a new guest each time. The engines run in this process, where their time is
 * taken: two runs of pocketsphinx differ by more than the overhead.
 */
export async function benchVoice({ rounds }: { rounds: number }): Promise<SpokenRound[]> {
  const engines = await startEngines();
  const flags = ['--data', 'memory', '--engines', 'aws'];
  const parley = await startParley({ flags, env: engines.environment });
  const browser = await launchBrowser({ isWhole: true, microphone: spoken('where is the train station') });
  try {
    const measured: SpokenRound[] = [];
    // The first round starts the engines and does not count.
    for (let round = 0; round <= rounds; round++)
      measured.push(await speakOnce(browser, parley.url, engines));
    return measured.slice(1);
  } finally {
    await browser.close();
    await parley.stop();
    await engines.stop();
  }
}

export function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[values.length >> 1] ?? Number.NaN;
}

async function speakOnce(browser: Browser, url: string, engines: MeasuredEngines) {
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
  const { tappedMs, shownMs, samples, request } = await page.evaluate(report);
  const lastChunk = await timesOf(page, '/api/speech/hear');
  const listen = await timesOf(page, '/api/speech/listen');
  const translate = await timesOf(page, '/api/translate');
  await context.close();

  const within = engines.lastTook();
  await engines.ask(Buffer.from(samples), JSON.parse(request));
  const totalMs = shownMs - tappedMs;
  return {
    totalMs,
    engines: within,
    overheadMs: totalMs - within.transcribeMs - within.translateMs,
    steps: {
      lastChunkMs: lastChunk.startMs - tappedMs,
      transcribeMs: listen.endMs - lastChunk.startMs,
      betweenMs: translate.startMs - listen.endMs,
      translateMs: translate.endMs - translate.startMs,
      showMs: shownMs - translate.endMs,
    },
    /** The same engines, asked right afterwards by the SDK alone. */
    bare: engines.lastTook(),
  };
}

/** Runs in the page. */
function watch(): void {
  const watched: Watched = { tappedMs: 0, shownMs: 0, chunks: [], request: '' };
  Object.assign(window, { watched });
  const send = window.fetch;
  window.fetch = (address, init) => {
    if (init?.body instanceof FormData)
      watched.chunks[Number(init.body.get('sequence'))] = init.body.get('audio') as File;
    else if (address === '/api/translate') watched.request = String(init?.body);
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
  return { ...watched, samples: [...(await new Blob(chunks).bytes())] };
}

interface Watched {
  tappedMs: number;
  shownMs: number;
  /** By sequence. */
  chunks: Blob[];
  request: string;
}

function timesOf(page: Page, path: string): Promise<{ startMs: number; endMs: number }> {
  return page.evaluate((wanted) => {
    const entries = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
    const last = entries.findLast(({ name }) => new URL(name).pathname === wanted);
    return { startMs: last?.startTime ?? Number.NaN, endMs: last?.responseEnd ?? Number.NaN };
  }, path);
}

async function startEngines() {
  const apertium = createApertium();
  const took = { transcribeMs: Number.NaN, translateMs: Number.NaN };
  /** From the end of the request's body on: speech comes at the speaker’s pace. */
  const measured = (name: keyof typeof took, handler: ProviderHandler): ProviderHandler => {
    return async (request, response) => {
      let sentAt = Number.NaN;
      request.once('end', () => {
        sentAt = performance.now();
      });
      await handler(request, response);
      took[name] = performance.now() - sentAt;
    };
  };
  const standIns = await startStandIns({
    translate: measured('translateMs', translateHandler(apertium)),
    transcribeStreaming: measured(
      'transcribeMs',
      transcribeStreamingHandler(createPocketsphinx(), createFfmpeg()),
    ),
  });
  const transcriber = new TranscribeStreamingClient(standIns.client('TRANSCRIBE_STREAMING'));
  const translator = new TranslateClient(standIns.client('TRANSLATE'));
  return {
    environment: standIns.environment,
    lastTook: () => ({ ...took }),
    async ask(samples: Buffer, { text, sourceLanguage, targetLanguage }: SentText): Promise<void> {
      const { TranscriptResultStream = [] } = await transcriber.send(
        new StartStreamTranscriptionCommand({
          LanguageCode: findLanguage(sourceLanguage)?.transcribe as LanguageCode,
          MediaEncoding: 'pcm',
          MediaSampleRateHertz: 16_000,
          AudioStream: asSpoken(samples),
        }),
      );
      for await (const _ of TranscriptResultStream);
      await translator.send(
        new TranslateTextCommand({
          Text: text,
          SourceLanguageCode: findLanguage(sourceLanguage)?.translate,
          TargetLanguageCode: findLanguage(targetLanguage)?.translate,
        }),
      );
    },
    async stop(): Promise<void> {
      transcriber.destroy();
      translator.destroy();
      await standIns.stop();
      await apertium.stop();
    },
  };
}

type MeasuredEngines = Awaited<ReturnType<typeof startEngines>>;

interface SentText {
  readonly text: string;
  readonly sourceLanguage: string;
  readonly targetLanguage: string;
}

/** A tenth of a second of 16-bit samples at 16 kHz, ten times a second. */
async function* asSpoken(samples: Buffer): AsyncGenerator<AudioStream> {
  for (let at = 0; at < samples.length; at += 3_200) {
    await wait(100);
    yield { AudioEvent: { AudioChunk: samples.subarray(at, at + 3_200) } };
  }
}
