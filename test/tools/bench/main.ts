import { parseArgs } from 'node:util';
import { benchSession } from './session.ts';
import { medianOf, type Speed } from './translate.ts';
import { benchVoice, median, type SpokenRound } from './voice.ts';

/** `npm run bench -- [--only PART]`: measures in turns the figures that have a bar, and shows medians. */
const rounds = 9;
const parts = { translate, voice };
const { values } = parseArgs({ options: { only: { type: 'string' } } });
const chosen = Object.entries(parts).filter(([name]) => name === (values.only ?? name));
if (chosen.length === 0) {
  console.error(`--only takes one of ${Object.keys(parts).join(', ')}.`);
  process.exit(2);
}
for (const [, part] of chosen) await part();

async function translate(): Promise<void> {
  const { calls, ...speeds } = await benchSession({ rounds, requests: 100 });
  const [api, pipeline, database] = [speeds.api, speeds.pipeline, speeds.database].map(medianOf) as [
    Speed,
    Speed,
    Speed,
  ];
  const mostMs = pipeline.p50Ms + 1.3 * database.p50Ms + 4;
  console.log(
    `\n/api/translate with Premium, a session and a history, one at a time; median of ${rounds} rounds in turns`,
  );
  console.table({
    'bare pipeline': show(pipeline),
    'bare database calls': show(database),
    '/api/translate': show(api),
    'the bar: pipeline + 1.3 × database + 4 ms': { 'p50 ms': mostMs.toFixed(1) },
  });
  console.log(`The database calls are ${calls.join(', ')}.`);
  const marginMs = mostMs - api.p50Ms;
  console.log(`${Math.abs(marginMs).toFixed(1)} ms ${marginMs < 0 ? 'above' : 'below'} the bar.`);
  if (marginMs < 0) process.exitCode = 1;
}

async function voice(): Promise<void> {
  const spoken = await benchVoice({ rounds });
  const row = (pick: (round: SpokenRound) => number) => {
    const all = spoken.map(pick);
    return { 'median ms': median(all).toFixed(0), 'worst ms': Math.max(...all).toFixed(0) };
  };
  console.log(
    `\nFrom the end of speech to its translation in the page, beside its engines; ${rounds} rounds`,
  );
  console.table({
    'from the tap to the translation': row(({ totalMs }) => totalMs),
    'the engines’ part of it': row(({ engines }) => engines.transcribeMs + engines.translateMs),
    'the engines alone, right afterwards': row(({ bare }) => bare.transcribeMs + bare.translateMs),
    'what the product adds, at most 300': row(({ overheadMs }) => overheadMs),
    '… until the clip is on its way': row(({ steps }) => steps.clipMs),
    '… around the recogniser': row(({ steps, engines }) => steps.transcribeMs - engines.transcribeMs),
    '… until its text is on its way': row(({ steps }) => steps.betweenMs),
    '… around the translator': row(({ steps, engines }) => steps.translateMs - engines.translateMs),
    '… until the translation is shown': row(({ steps }) => steps.showMs),
  });
}

function show(speed: Speed): Record<string, string> {
  return {
    'p50 ms': speed.p50Ms.toFixed(1),
    'p95 ms': speed.p95Ms.toFixed(1),
    'requests/s': speed.requestsPerSecond.toFixed(0),
  };
}
