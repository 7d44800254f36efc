import { afterAll, expect, test, vi } from 'vitest';
import { handler as transcribe } from '../../../functions/speech/transcribe.ts';
import { createFfmpeg } from '../../../infra/local/engines/ffmpeg.ts';
import { createStreamingHandler } from '../../../infra/local/providers/transcribe.ts';
import type { Ceilings } from '../../../shared/ceilings.ts';
import { scriptedRecogniser } from '../../support/audio/scripted-recogniser.ts';
import { wavOf } from '../../support/audio/wav.ts';
import { goodRequest, recordingForm } from '../../support/handlers/good-calls.ts';
import { call, startInProcess } from '../../support/handlers/in-process.ts';
import { startStandIns } from '../../support/parley/stand-ins.ts';

const ceilings: Partial<Ceilings> = { guestSpeechSeconds: 30 };
const standIns = await startStandIns({
  transcribeStreaming: createStreamingHandler(scriptedRecogniser(), createFfmpeg(), { isPaced: false }),
});
afterAll(standIns.stop);
Object.assign(process.env, standIns.environment, {
  CEILINGS: JSON.stringify(ceilings),
  TRANSCRIBE_LANGUAGES: 'en-US',
});
vi.useFakeTimers({ now: Date.parse('2026-11-20T12:00:00Z'), toFake: ['Date'] });
const { guest } = await startInProcess();

test('a guest’s recordings are counted, refused ones are not, and the limit has its sentence', async () => {
  const visitor = guest();
  const clip = wavOf(Buffer.alloc(32_000));
  const send = (audio: Uint8Array, language = 'en-US') =>
    call(transcribe, { ...goodRequest('speech.transcribe'), ...recordingForm(audio, { language }) }, visitor);
  expect((await send(clip, 'es')).status).toBe(422);
  expect((await send(clip.subarray(0, 20))).status).toBe(400);
  for (const turn of [1, 2]) expect((await send(clip)).status, `${turn}`).toBe(200);
  expect(await send(clip)).toMatchObject({
    status: 429,
    body: { code: 'rate_limited', error: expect.stringMatching(/Type instead/) },
  });
});
