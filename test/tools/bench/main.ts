import { benchSession } from './session.ts';
import { medianOf, type Speed } from './translate.ts';

/** `npm run bench` compares our part of a translation with its bar, and shows medians. */
const rounds = 9;
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

function show(speed: Speed): Record<string, string> {
  return {
    'p50 ms': speed.p50Ms.toFixed(1),
    'p95 ms': speed.p95Ms.toFixed(1),
    'requests/s': speed.requestsPerSecond.toFixed(0),
  };
}
