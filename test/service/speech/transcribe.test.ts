import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { speech } from '../../support/audio/audio.ts';
import { sharedParley } from '../../support/parley/shared.ts';

const url = sharedParley.url;
const question = speech('where is the train station');

describe('speech is heard word by word', () => {
  test('from a WAV, as browsers send it', async () => {
    const { response, body } = await transcribe(await question);
    expect(response.status).toBe(200);
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(body).toEqual({ transcript: 'where is the train station', confidence: expect.any(Number) });
    expect(body.confidence).toBeGreaterThan(0.5);
    expect(body.confidence).toBeLessThanOrEqual(1);
  });

  test('for concurrent callers separately, by default as American English', async () => {
    const sentences = ['where is the train station', 'good morning'];
    const clips = await Promise.all(sentences.map(speech));
    const heard = await Promise.all(clips.map((clip) => transcribe(clip, { language: undefined })));
    expect(heard.map(({ body }) => body.transcript)).toEqual(sentences);
  });
});

describe('an invalid recording is refused, and not quoted', () => {
  test('noise', async () => {
    const { response, body } = await send(form(crypto.getRandomValues(new Uint8Array(5_000))));
    expect(response.status).toBe(415);
    expect(body).toMatchObject({
      error:
        'Parley cannot read this recording. This was not counted. Send a mono WAV with 16-bit PCM at 8 to 48 kHz.',
    });
  });
});

async function transcribe(file: string, { language = 'en-US' as string | undefined } = {}) {
  return send(form(await readFile(file), language));
}

function form(audio: Uint8Array<ArrayBuffer>, language: string | undefined = 'en-US'): FormData {
  const fields = new FormData();
  if (language) fields.set('language', language);
  fields.set('audio', new Blob([audio]), 'clip.wav');
  return fields;
}

async function send(body: BodyInit, headers: Record<string, string> = {}) {
  const response = await fetch(`${url}/api/transcribe-amazon`, {
    method: 'POST',
    headers: { 'sec-fetch-site': 'same-origin', ...headers },
    body,
  });
  return { response, body: (await response.json()) as Answer };
}

interface Answer {
  readonly transcript?: string;
  readonly confidence?: number;
  readonly code?: string;
  readonly error?: string;
}
