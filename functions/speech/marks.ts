import { marks } from '../../shared/api/speech.schema.ts';
import { endpoint } from '../endpoint.ts';
import { meterReadAloud } from './meter.ts';
import { createPollyCalls, hasSound, prepareSpeech } from './polly.ts';
import { joinMarks, readMarks } from './word-marks.ts';

/** Polly bills speech marks like speech (aws.amazon.com/polly/pricing), so they are metered like it. */
export const handler = endpoint('speech.marks', marks, async ({ text, language }, caller) => {
  const { voice, pieces } = prepareSpeech(text, language);
  const ask = createPollyCalls(voice, { OutputFormat: 'json', SpeechMarkTypes: ['word'] }, caller.signal);
  return meterReadAloud(
    caller,
    pieces.filter(hasSound),
    async (piece) => readMarks(await ask(piece), piece),
    (parts) => ({ marks: joinMarks(pieces, parts) }),
  );
});
