import { parseArgs } from 'node:util';
import { type Phrase, phrases as quickPhrases } from '../../../shared/phrases.ts';
import { root, startParley } from '../../support/parley/system.ts';
import { benchBundles, isOverBudget } from './bundles.ts';
import { measureFirstLoad } from './first-load.ts';
import { benchPipeline } from './pipeline.ts';
import { benchSession } from './session.ts';
import { benchTranslate, type Speed } from './translate.ts';
import { benchVoice, median, type SpokenRound } from './voice.ts';

/**
 * `npm run bench -- [--only PART]`: measures the figures that have a bar.
 * Candidates run in turns, and medians are shown.
 */
const text =
  'Good morning, I would like to buy two tickets for the train that goes to the city at nine tomorrow please.';
const rounds = 3;
const sessionRounds = 9;
const spokenRounds = 9;

const parts = { guest, translate, phrases, voice, bundles, 'first-load': firstLoad };
const { values } = parseArgs({ options: { only: { type: 'string' } } });
const chosen = Object.entries(parts).filter(([name]) => name === (values.only ?? name));
if (chosen.length === 0) {
  console.error(`--only takes one of ${Object.keys(parts).join(', ')}.`);
  process.exit(2);
}
for (const [, part] of chosen) await part();

async function guest(): Promise<void> {
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
  await parley.stop();
}

async function translate(): Promise<void> {
  const measured = await benchSession({ rounds: sessionRounds, requests: 100, text });
  const [api, pipeline, database] = [measured.api, measured.pipeline, measured.database].map(medianOf) as [
    Speed,
    Speed,
    Speed,
  ];
  const mostMs = pipeline.p50Ms + 1.3 * database.p50Ms + 4;
  console.log(
    `\n/api/translate with Premium, a session and a history, one at a time; median of ${sessionRounds} rounds in turns`,
  );
  console.table({
    'bare pipeline': show(pipeline),
    'bare database calls': show(database),
    '/api/translate': show(api),
    'the bar: pipeline + 1.3 × database + 4 ms': { 'p50 ms': mostMs.toFixed(1) },
  });
  console.log(`The database calls are ${measured.calls.join(', ')}.`);
  const marginMs = mostMs - api.p50Ms;
  console.log(`${Math.abs(marginMs).toFixed(1)} ms ${marginMs < 0 ? 'above' : 'below'} the bar.`);
  if (marginMs < 0) process.exitCode = 1;
}

async function phrases(): Promise<void> {
  const parley = await startParley();
  const { url } = parley;
  const [{ text, language }] = quickPhrases as [Phrase];
  const pair = { text, sourceLanguage: language, targetLanguage: 'es' };
  await benchTranslate({ url, concurrency: 1, requests: 50, ...pair });
  const fromCache: Speed[] = [];
  for (let round = 0; round < rounds; round++) {
    fromCache.push(await benchTranslate({ url, concurrency: 1, requests: 150, ...pair }));
  }
  console.log('\nA quick phrase by /api/translate, from the stored ones; 50 ms at most');
  console.table({ 'one at a time': show(medianOf(fromCache)) });
  await parley.stop();
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
    '… until the last words are on their way': row(({ steps }) => steps.lastChunkMs),
    '… around the recogniser': row(({ steps, engines }) => steps.transcribeMs - engines.transcribeMs),
    '… until its text is on its way': row(({ steps }) => steps.betweenMs),
    '… around the translator': row(({ steps, engines }) => steps.translateMs - engines.translateMs),
    '… until the translation is shown': row(({ steps }) => steps.showMs),
  });
}

async function bundles(): Promise<void> {
  console.log('\nBundles: size, and load time as a ratio to the same SDK clients alone');
  const measured = await benchBundles();
  console.table(measured);
  const over = measured.filter(isOverBudget).map(({ id }) => id);
  if (over.length > 0) console.log(`Over budget: ${over.join(', ')}`);
  if (over.length > 0) process.exitCode = 1;
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
