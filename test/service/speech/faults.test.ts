import { readFile } from 'node:fs/promises';
import { afterAll, expect, test } from 'vitest';
import { joined, speech } from '../../support/audio/audio.ts';
import { processesOf, processMark, signalProcesses } from '../../support/parley/processes.ts';
import { startParley } from '../../support/parley/system.ts';
import { visitPremium } from '../../support/people/premium.ts';

const { env, mark } = processMark();
/** A program lives for a moment only: look often. */
const soon = { interval: 5, timeout: 15_000 };
const parley = await startParley({ env });
const ada = await visitPremium(parley.url, parley.dynamodb);
const untouched = namesOf();
afterAll(() => parley.stop());

const question = speech('where is the train station');
const longClip = question.then((clip) => joined(...Array<string>(14).fill(clip)));

test('a recogniser that dies costs one answer, and the next clip is heard', async () => {
  const answer = transcribe(await longClip);
  await expect.poll(() => signalProcesses(mark, 'pocketsphinx_continuous', 'SIGKILL'), soon).toBe(1);
  const response = await answer;
  expect(response.status).toBe(502);
  expect(await response.json()).toMatchObject({
    code: 'provider_failed',
    error: 'Speech recognition failed. This was not counted. Please try again.',
  });
  const next = await transcribe(await question);
  expect(await next.json()).toMatchObject({ transcript: 'where is the train station' });
});

test('a recogniser that hangs is given up in time, and leaves nothing behind', async () => {
  const answer = transcribe(await longClip);
  await expect.poll(() => signalProcesses(mark, 'pocketsphinx_continuous', 'SIGSTOP'), soon).toBe(1);
  const others = await Promise.all([transcribe(await question), speak('hello')]);
  expect(others.map(({ status }) => status)).toEqual([200, 200]);
  const response = await answer;
  expect([502, 504]).toContain(response.status);
  await expect.poll(namesOf, soon).toEqual(untouched);
}, 40_000);

test('a voice that dies once is asked again', async () => {
  const answer = speak('Where is the train station, please? '.repeat(120));
  await expect.poll(() => signalProcesses(mark, 'ffmpeg', 'SIGKILL'), soon).toBeGreaterThan(0);
  expect((await answer).status).toBe(200);
});

test('no log line holds what was said', async () => {
  await transcribe(await question);
  await speak('Where is the secret station?');
  expect(parley.lines.join('\n')).not.toMatch(/station/i);
});

test('stopping in the middle of a clip leaves nothing behind', async () => {
  const answer = transcribe(await longClip).catch(() => 'broken off');
  await expect.poll(namesOf, soon).toContain('pocketsphinx_co');
  await parley.stop();
  await answer;
  expect(namesOf()).toEqual([]);
});

function namesOf(): string[] {
  return processesOf(mark)
    .map(({ name }) => name)
    .sort();
}

async function transcribe(file: string): Promise<Response> {
  const fields = new FormData();
  fields.set('language', 'en-US');
  fields.set('audio', new Blob([await readFile(file)]), 'clip.wav');
  const headers = { 'sec-fetch-site': 'same-origin' };
  return fetch(`${parley.url}/api/transcribe-amazon`, { method: 'POST', headers, body: fields });
}

function speak(text: string): Promise<Response> {
  return ada.post('/api/speak', { text, language: 'en-US' });
}
