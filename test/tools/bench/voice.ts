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

/** One sentence, from the tap that ends it to its translation in the page, in milliseconds. */
export interface SpokenRound {
  readonly totalMs: number;
  /** Of that, what the engines took for it. */
  readonly engines: Engines;
  /** What the product adds to its engines: the steps together, without the engines. */
  readonly overheadMs: number;
  /** Where the time goes: each step ends where the next begins. */
  readonly steps: {
    /** From the tap to the clip on its way. */
    readonly clipMs: number;
    readonly transcribeMs: number;
    /** From the answer to the text on its way. */
    readonly betweenMs: number;
    readonly translateMs: number;
    /** From the answer to the translation in the page. */
    readonly showMs: number;
  };
  /** The same engines, asked right afterwards for the same clip and text by nothing but the SDK. */
  readonly bare: Engines;
}

interface Engines {
  readonly transcribeMs: number;
  readonly translateMs: number;
}

/**
 * Speaks the same sentence to the page again and again, each time as somebody new, in a real browser whose
 * microphone plays a recording. The engines run beside this, behind the stand-ins, where their time is taken: two runs
 * of pocketsphinx differ by more than what is looked for.
 */
export async function benchVoice({ rounds }: { rounds: number }): Promise<SpokenRound[]> {
  const engines = await startEngines();
  const flags = ['--data', 'memory', '--engines', 'aws'];
  const parley = await startParley({ flags, env: engines.environment });
  const browser = await launchBrowser({ isWhole: true, microphone: spoken('where is the train station') });
  try {
    const measured: SpokenRound[] = [];
    // What is slow once, an engine's start above all, is slow in the first, which does not count.
    for (let round = 0; round <= rounds; round++)
      measured.push(await speakOnce(browser, parley.url, engines));
    return measured.slice(1);
  } finally {
    await browser.close();
    await parley.stop();
    await engines.stop();
  }
}

/** The one in the middle. */
export function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[values.length >> 1] ?? Number.NaN;
}

async function speakOnce(browser: Browser, url: string, engines: MeasuredEngines): Promise<SpokenRound> {
  const context = await newGuest(browser);
  await hideRecogniser(context);
  await context.addInitScript(watch);
  const { page } = await openPage(context, url);
  // A busy machine is slow, not wrong.
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
  const transcribe = await timesOf(page, '/api/transcribe-amazon');
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
      clipMs: transcribe.startMs - tappedMs,
      transcribeMs: transcribe.endMs - transcribe.startMs,
      betweenMs: translate.startMs - transcribe.endMs,
      translateMs: translate.endMs - translate.startMs,
      showMs: shownMs - translate.endMs,
    },
    bare: engines.lastTook(),
  };
}

/**
 * Runs in the page: notes the tap that ends the recording, the moment at which a translation stands there, and what was
 * sent.
 */
function watch(): void {
  const watched: Watched = { tappedMs: 0, shownMs: 0, clip: new Blob(), request: '' };
  Object.assign(window, { watched });
  const send = window.fetch;
  window.fetch = (address, init) => {
    if (init?.body instanceof FormData) watched.clip = init.body.get('audio') as File;
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
  const { clip, ...watched } = (window as unknown as { watched: Watched }).watched;
  // A 16-bit WAV, whose samples begin behind a head of 44 bytes.
  return { ...watched, samples: [...(await clip.slice(44).bytes())] };
}

/** Times are since the page began. */
interface Watched {
  tappedMs: number;
  shownMs: number;
  clip: Blob;
  /** JSON. */
  request: string;
}

/** The last request to an address, since the page began. */
function timesOf(page: Page, path: string): Promise<{ startMs: number; endMs: number }> {
  return page.evaluate((wanted) => {
    const entries = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
    const last = entries.findLast(({ name }) => new URL(name).pathname === wanted);
    return { startMs: last?.startTime ?? Number.NaN, endMs: last?.responseEnd ?? Number.NaN };
  }, path);
}

/** The engines by their providers' protocols, for our functions and without them. */
async function startEngines() {
  const apertium = createApertium();
  const took = { transcribeMs: Number.NaN, translateMs: Number.NaN };
  const measured = (name: keyof typeof took, handler: ProviderHandler): ProviderHandler => {
    return async (request, response) => {
      const startedAt = performance.now();
      await handler(request, response);
      took[name] = performance.now() - startedAt;
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
    /** Of the last clip and the last text. */
    lastTook: (): Engines => ({ ...took }),
    async ask(samples: Buffer, { text, sourceLanguage, targetLanguage }: SentText): Promise<void> {
      const { TranscriptResultStream = [] } = await transcriber.send(
        new StartStreamTranscriptionCommand({
          LanguageCode: findLanguage(sourceLanguage)?.transcribe as LanguageCode,
          MediaEncoding: 'pcm',
          MediaSampleRateHertz: 16_000,
          AudioStream: inTenths(samples),
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

/** Events of a tenth of a second, as the functions send them. */
async function* inTenths(samples: Buffer): AsyncGenerator<AudioStream> {
  for (let at = 0; at < samples.length; at += 3_200) {
    yield { AudioEvent: { AudioChunk: samples.subarray(at, at + 3_200) } };
  }
}
