import { type Phrase, phrases as quickPhrases } from '../../shared/phrases.ts';
import { root, startParley } from '../system.ts';
import { benchBundles } from './bundles.ts';
import { measureFirstLoad } from './first-load.ts';
import { benchPipeline } from './pipeline.ts';
import { benchTranslate, type Speed } from './translate.ts';
import { benchVoice, median, type SpokenRound } from './voice.ts';

/**
 * `npm run bench`: the figures that the product is held to. Machines are noisy, so what is compared is
 * measured in turns in one run, and the medians of the rounds are shown.
 */
const text =
  'Good morning, I would like to buy two tickets for the train that goes to the city at nine tomorrow please.';
const rounds = 3;
const spokenRounds = 9;

await speed();
await voice();
await bundles();
await firstLoad();

async function speed(): Promise<void> {
  const parley = await startParley();
  const api = (concurrency: number, requests: number) =>
    benchTranslate({
      url: parley.url,
      concurrency,
      requests,
      text,
      sourceLanguage: 'en-US',
      targetLanguage: 'es',
    });
  const bare = (concurrency: number, requests: number) =>
    benchPipeline({ concurrency, requests, text, source: 'en', target: 'es' });
  await api(8, 500);
  await bare(8, 200);
  console.log(
    `\n/api/translate, en→es, ${text.split(' ').length} words; median of ${rounds} rounds in turns`,
  );
  const rows: Record<string, Record<string, string>> = {};
  for (const concurrency of [1, 8]) {
    const bareRounds: Speed[] = [];
    const apiRounds: Speed[] = [];
    for (let round = 0; round < rounds; round++) {
      bareRounds.push(await bare(concurrency, 150 * concurrency));
      apiRounds.push(await api(concurrency, 150 * concurrency));
    }
    const [bareSpeed, apiSpeed] = [medianOf(bareRounds), medianOf(apiRounds)];
    rows[`bare pipeline, ${concurrency} at once`] = show(bareSpeed);
    rows[`/api/translate, ${concurrency} at once`] = show(apiSpeed);
    rows[`ratio, ${concurrency} at once`] = { 'p50 ms': (apiSpeed.p50Ms / bareSpeed.p50Ms).toFixed(2) };
  }
  console.table(rows);
  await phrases(parley.url);
  await parley.stop();
}

/** A quick phrase that somebody has asked for before: no engine is asked. */
async function phrases(url: string): Promise<void> {
  const [{ text, language }] = quickPhrases as [Phrase];
  const pair = { text, sourceLanguage: language, targetLanguage: 'es' };
  await benchTranslate({ url, concurrency: 1, requests: 50, ...pair });
  const fromCache: Speed[] = [];
  for (let round = 0; round < rounds; round++) {
    fromCache.push(await benchTranslate({ url, concurrency: 1, requests: 150, ...pair }));
  }
  console.log('\nA quick phrase by /api/translate, from the stored ones; 50 ms at most');
  console.table({ 'one at a time': show(medianOf(fromCache)) });
}

async function voice(): Promise<void> {
  const spoken = await benchVoice({ rounds: spokenRounds });
  const row = (pick: (round: SpokenRound) => number) => {
    const all = spoken.map(pick);
    return { 'median ms': median(all).toFixed(0), 'worst ms': Math.max(...all).toFixed(0) };
  };
  console.log(
    `\nFrom the end of speech to its translation in the page, beside its engines; ${spokenRounds} rounds`,
  );
  console.table({
    'from the tap to the translation': row(({ totalMs }) => totalMs),
    'the engines’ part of it': row(({ engines }) => engines.transcribeMs + engines.translateMs),
    'the engines alone, right afterwards': row(({ bare }) => bare.transcribeMs + bare.translateMs),
    'what the product adds, at most 300': row(({ overheadMs }) => overheadMs),
    'the same, against the engines alone': row(
      ({ totalMs, bare }) => totalMs - bare.transcribeMs - bare.translateMs,
    ),
    '… until the clip is on its way': row(({ steps }) => steps.clipMs),
    '… around the recogniser': row(({ steps, engines }) => steps.transcribeMs - engines.transcribeMs),
    '… until its text is on its way': row(({ steps }) => steps.betweenMs),
    '… around the translator': row(({ steps, engines }) => steps.translateMs - engines.translateMs),
    '… until the translation is shown': row(({ steps }) => steps.showMs),
  });
}

async function bundles(): Promise<void> {
  console.log('\nBundles: size, and load time as a ratio to the same SDK clients alone');
  console.table(await benchBundles());
}

async function firstLoad(): Promise<void> {
  const files = await measureFirstLoad(`${root}/.build/web`);
  const total = files.reduce((sum, { brotliBytes }) => sum + brotliBytes, 0);
  console.log(
    `\nFirst load of the translator, brotli 11: ${(total / 1000).toFixed(1)} KB (1 KB = 1,000 bytes)`,
  );
  console.table(files);
}

function medianOf(speeds: Speed[]): Speed {
  const median = (pick: (speed: Speed) => number) =>
    speeds.map(pick).sort((a, b) => a - b)[speeds.length >> 1] ?? 0;
  return {
    p50Ms: median((speed) => speed.p50Ms),
    p95Ms: median((speed) => speed.p95Ms),
    requestsPerSecond: median((speed) => speed.requestsPerSecond),
  };
}

function show(speed: Speed): Record<string, string> {
  return {
    'p50 ms': speed.p50Ms.toFixed(1),
    'p95 ms': speed.p95Ms.toFixed(1),
    'requests/s': speed.requestsPerSecond.toFixed(0),
  };
}
