import { readFile } from 'node:fs/promises';
import { afterAll, expect, test } from 'vitest';
import { joined, speech } from '../../audio.ts';
import { processesOf, processMark, signalProcesses } from '../../processes.ts';
import { post, startParley } from '../../system.ts';

const { env, mark } = processMark();
const parley = await startParley({ env });
const untouched = processesOf(mark).sort();
afterAll(() => parley.stop());

const question = speech('where is the train station');
const longClip = question.then((clip) => joined(...Array<string>(14).fill(clip)));

test('a recogniser that dies costs one answer, and the next clip is heard', async () => {
  const answer = transcribe(await longClip);
  await expect
    .poll(() => signalProcesses(mark, 'pocketsphinx_continuous', 'SIGKILL'), { interval: 5 })
    .toBe(1);
  const response = await answer;
  expect(response.status).toBe(502);
  expect(await response.json()).toMatchObject({
    code: 'provider_failed',
    error: 'Speech recognition failed. Nothing was charged. Please try again.',
  });
  const next = await transcribe(await question);
  expect(await next.json()).toMatchObject({ transcript: 'where is the train station' });
});

test('a recogniser that hangs is given up in time, and leaves nothing behind', async () => {
  const answer = transcribe(await longClip);
  await expect
    .poll(() => signalProcesses(mark, 'pocketsphinx_continuous', 'SIGSTOP'), { interval: 5 })
    .toBe(1);
  const others = await Promise.all([transcribe(await question), speak('hello')]);
  expect(others.map(({ status }) => status)).toEqual([200, 200]);
  const response = await answer;
  expect([502, 504]).toContain(response.status);
  await expect.poll(() => processesOf(mark).sort()).toEqual(untouched);
}, 40_000);

test('a caller who goes away leaves no engine running', async () => {
  const controller = new AbortController();
  const answer = transcribe(await longClip, controller.signal).catch(() => 'gone');
  await expect.poll(() => processesOf(mark)).toContain('pocketsphinx_co');
  controller.abort();
  expect(await answer).toBe('gone');
  await expect.poll(() => processesOf(mark).sort(), { timeout: 10_000 }).toEqual(untouched);
});

test('a voice that dies once is asked again', async () => {
  const answer = speak('Where is the train station, please? '.repeat(40));
  await expect.poll(() => signalProcesses(mark, 'ffmpeg', 'SIGKILL'), { interval: 5 }).toBeGreaterThan(0);
  expect((await answer).status).toBe(200);
});

test('no log line holds what was said', async () => {
  await transcribe(await question);
  await speak('Where is the secret station?');
  expect(parley.lines.join('\n')).not.toMatch(/station/i);
});

async function transcribe(
  file: string,
  signal: AbortSignal = new AbortController().signal,
): Promise<Response> {
  const fields = new FormData();
  fields.set('language', 'en-US');
  fields.set('audio', new Blob([await readFile(file)]), 'clip.wav');
  const headers = { 'sec-fetch-site': 'same-origin' };
  return fetch(`${parley.url}/api/transcribe-amazon`, { method: 'POST', headers, body: fields, signal });
}

function speak(text: string): Promise<Response> {
  return post(parley.url, '/api/speak', { text, language: 'en-US' });
}
