import { expect, test } from 'vitest';
import type { Output } from '../../../shared/api/contract.ts';
import { languages } from '../../../shared/languages.ts';
import { limits } from '../../../shared/limits.ts';
import { probe } from '../../support/audio/audio.ts';
import { sharedParley } from '../../support/parley/shared.ts';
import { visitPremium } from '../../support/people/premium.ts';

const url = sharedParley.url;
const ada = await visitPremium(url, sharedParley.dynamodb);

test('a text is spoken as MP3', async () => {
  const response = await speak('Where is the train station?', 'en-US');
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe('audio/mpeg');
  expect(response.headers.get('cache-control')).toBe('no-store');
  const { codec, seconds } = await listen(response);
  expect(codec).toBe('mp3');
  expect(seconds).toBeGreaterThan(1);
  expect(seconds).toBeLessThan(4);
});

test('a text is spoken in its language, and health says which have a voice', async () => {
  const health = (await (await fetch(`${url}/api/health`)).json()) as Output<'system.health'>;
  expect(health.engines.speech.languages).toEqual(
    languages.filter(({ polly }) => polly).map(({ code }) => code),
  );
  for (const code of ['es', 'ja', 'sv']) {
    const response = await speak(languages.find((each) => each.code === code)?.ownName ?? '', code);
    expect((await response.arrayBuffer()).byteLength, code).toBeGreaterThan(2_000);
  }
});

test('the longest text is one file, as long as its parts', async () => {
  const sentence = 'Where is the train station, please? I would like to go to the old town. ';
  const short = await listen(await speak(sentence.repeat(10), 'en-US'));
  const response = await speak(sentence.repeat(100).slice(0, limits.speakCharacters), 'en-US');
  expect(response.status).toBe(200);
  const { seconds, headerSeconds } = await listen(response);
  const expected = (short.seconds * limits.speakCharacters) / (sentence.length * 10);
  expect(seconds / expected).toBeCloseTo(1, 1);
  expect(headerSeconds).toBeCloseTo(seconds, 0);
});

test('text whose speech exceeds an answer is refused at once, with advice', async () => {
  const response = await speak(
    '你好，请问火车站在哪里？'.repeat(500).slice(0, limits.speakCharacters),
    'zh-CN',
  );
  expect(response.status).toBe(413);
  expect(await response.json()).toMatchObject({
    code: 'too_large',
    error: 'This text is too long to read aloud. This didn’t count toward your limit. Try a shorter part.',
  });
});

test('markup is spoken as text', async () => {
  const plain = await listen(await speak('hello', 'en-US'));
  const marked = await listen(await speak('<speak><break time="10s"/>hello</speak>', 'en-US'));
  expect(marked.seconds).toBeLessThan(plain.seconds + 8);
});

test('a language without a voice is refused', async () => {
  const response = await speak('Здравейте', 'bg');
  expect(response.status).toBe(422);
  expect(await response.json()).toMatchObject({
    code: 'unsupported_language',
    error: 'There is no voice for Bulgarian. This didn’t count toward your limit. Read the text instead.',
  });
});

function speak(text: string, language: string): Promise<Response> {
  return ada.post('/api/speak', { text, language });
}

async function listen(response: Response) {
  return probe(new Uint8Array(await response.arrayBuffer()));
}
