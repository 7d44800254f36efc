import { readFile } from 'node:fs/promises';
import { expect, inject, test } from 'vitest';
import type { BuiltEndpointId } from '../../../shared/api/index.ts';
import * as speech from '../../../shared/api/speech.schema.ts';
import * as system from '../../../shared/api/system.schema.ts';
import * as translation from '../../../shared/api/translation.schema.ts';
import { speech as spoken } from '../../audio.ts';
import { post } from '../../system.ts';

const url = inject('parley');

/** A good call of each endpoint that answers JSON, and what it promises: one without does not compile. */
const calls: Record<Exclude<BuiltEndpointId, NoJson>, { output: Schema; call: () => Promise<Response> }> = {
  'translation.translate': {
    output: translation.translate.output,
    call: () => post(url, '/api/translate', { text: 'hello', sourceLanguage: 'en-US', targetLanguage: 'es' }),
  },
  'translation.phrases': {
    output: translation.phrases.output,
    call: () => fetch(`${url}/api/phrases?target=es`),
  },
  'speech.transcribe': { output: speech.transcribe.output, call: sendClip },
  'system.health': { output: system.health.output, call: () => fetch(`${url}/api/health`) },
};

test.for(Object.entries(calls))(
  '%s answers exactly what its contract promises',
  async ([, { output, call }]) => {
    const response = await call();
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
    const body: unknown = await response.json();
    expect(output.parse(body)).toEqual(body);
  },
);

async function sendClip(): Promise<Response> {
  const form = new FormData();
  const clip = await readFile(await spoken('good morning'));
  form.append('audio', new Blob([clip]), 'recording.wav');
  form.append('language', 'en-US');
  const headers = { 'sec-fetch-site': 'same-origin' };
  return fetch(`${url}/api/transcribe-amazon`, { method: 'POST', headers, body: form });
}

/** One answers sound, the other only errors. */
type NoJson = 'speech.synthesize' | 'system.not-found';

interface Schema {
  parse(value: unknown): unknown;
}
