import { readFile } from 'node:fs/promises';
import { afterAll, expect, test } from 'vitest';
import type { Ceilings } from '../../../shared/ceilings.ts';
import { silence } from '../../support/audio/audio.ts';
import { startParley } from '../../support/parley/system.ts';
import { visitPremium } from '../../support/people/premium.ts';
import { type Visitor, visit } from '../../support/people/session.ts';

const ceilings: Partial<Ceilings> = { guestSpeechSeconds: 30, spokenCharactersPerDay: 20 };
const parley = await startParley({ env: { CEILINGS: JSON.stringify(ceilings) } });
afterAll(() => parley.stop());

test('a guest’s recordings are counted, those that are refused are not, and the end is told', async () => {
  const guest = visit(parley.url);
  const clip = await readFile(await silence(1));
  expect((await transcribe(guest, clip, 'es')).status).toBe(422);
  expect((await transcribe(guest, clip.subarray(0, 20))).status).toBe(400);
  for (const turn of [1, 2]) expect((await transcribe(guest, clip)).status, `${turn}`).toBe(200);
  const refused = await transcribe(guest, clip);
  expect(refused.status).toBe(429);
  expect(await refused.json()).toMatchObject({
    code: 'rate_limited',
    error: expect.stringMatching(/Type instead/),
  });
});

test('spoken characters are counted, those that are refused are not, and the end is told', async () => {
  const ada = await visitPremium(parley.url, parley.dynamodb);
  expect((await speak(ada, 'Здравейте', 'bg')).status).toBe(422);
  for (const turn of [1, 2]) expect((await speak(ada, '1234567890')).status, `${turn}`).toBe(200);
  const refused = await speak(ada, 'a');
  expect(refused.status).toBe(429);
  expect(await refused.json()).toMatchObject({
    code: 'rate_limited',
    error: expect.stringMatching(/Read the text/),
  });
});

function transcribe(guest: Visitor, clip: Uint8Array<ArrayBuffer>, language = 'en-US'): Promise<Response> {
  const fields = new FormData();
  fields.set('language', language);
  fields.set('audio', new Blob([clip]), 'clip.wav');
  return guest.fetch('/api/transcribe-amazon', { method: 'POST', body: fields });
}

function speak(visitor: Visitor, text: string, language = 'en-US'): Promise<Response> {
  return visitor.post('/api/speak', { text, language });
}
