import { json } from 'node:stream/consumers';
import { afterAll, expect, test } from 'vitest';
import { handler as marks } from '../../../functions/speech/marks.ts';
import { createEspeak } from '../../../infra/local/engines/espeak.ts';
import { createFfmpeg } from '../../../infra/local/engines/ffmpeg.ts';
import { createPollyHandler } from '../../../infra/local/providers/polly.ts';
import type { ProviderHandler } from '../../../infra/local/providers/wire.ts';
import { goodRequest } from '../../support/handlers/good-calls.ts';
import { call, premium, startInProcess } from '../../support/handlers/in-process.ts';
import { startStandIns } from '../../support/parley/stand-ins.ts';

const espeak = createPollyHandler(createEspeak(createFfmpeg()));
let polly: ProviderHandler = espeak;
const standIns = await startStandIns({ polly: (request, response) => polly(request, response) });
afterAll(standIns.stop);
Object.assign(process.env, standIns.environment);
const { user, items } = await startInProcess();
const ada = await user(premium);

test('every word has its time and place, and the characters count once as spoken', async () => {
  const text = '¿Dónde está 🚉 la estación?';
  const before = await counted();
  const { status, body } = await ask(text);
  expect(status).toBe(200);
  const { marks } = body as { marks: { ms: number; start: number; end: number }[] };
  expect(marks.map(({ start, end }) => text.slice(start, end))).toEqual(['Dónde', 'está', 'la', 'estación']);
  const times = marks.map(({ ms }) => ms);
  expect(times).toEqual(times.toSorted((one, other) => one - other));
  expect(times.at(-1)).toBeGreaterThan(500);
  expect((await counted()) - before).toBe(text.length);
});

test('a long text makes at most three calls at once', async () => {
  let [open, most, calls] = [0, 0, 0];
  const three = Promise.withResolvers<void>();
  polly = async (request, response) => {
    await json(request);
    calls += 1;
    open += 1;
    most = Math.max(most, open);
    // Time for a fourth one.
    if (open === 3) setTimeout(three.resolve, 30);
    await three.promise;
    open -= 1;
    response.writeHead(200, { 'content-type': 'application/x-json-stream' });
    response.end();
  };
  const sentence = `${'palabra '.repeat(120).trim()}. `;
  expect(await ask(sentence.repeat(5).trim())).toMatchObject({ status: 200, body: { marks: [] } });
  polly = espeak;
  expect([calls, most]).toEqual([4, 3]);
});

function ask(text: string) {
  return call(marks, { ...goodRequest('speech.marks'), body: { text, language: 'es' } }, ada);
}

async function counted(): Promise<number> {
  const [day] = await items('usage', ada.counters);
  return Number(day?.spokenCharacters ?? 0);
}
