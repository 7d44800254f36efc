import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { speech } from '../../support/audio/audio.ts';
import { sharedParley } from '../../support/parley/shared.ts';
import { visit } from '../../support/people/session.ts';

test('speech in a WAV is heard word by word, for each of two callers, by default as American English', async () => {
  const sentences = ['where is the train station', 'good morning'];
  const answers = await Promise.all(sentences.map(async (sentence) => transcribe(await speech(sentence))));
  for (const [index, answer] of answers.entries()) {
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-store']);
    const body = (await answer.json()) as { confidence: number };
    expect(body).toEqual({ transcript: sentences[index], confidence: expect.any(Number) });
    expect(body.confidence).toBeGreaterThan(0.5);
    expect(body.confidence).toBeLessThanOrEqual(1);
  }
});

async function transcribe(file: string): Promise<Response> {
  const body = new FormData();
  body.set('audio', new Blob([await readFile(file)]), 'clip.wav');
  return visit(sharedParley.url).fetch('/api/transcribe-amazon', { method: 'POST', body });
}
