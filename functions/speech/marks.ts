import { marks } from '../../shared/api/speech.schema.ts';
import { endpoint } from '../endpoint.ts';
import { meterReadAloud } from './meter.ts';
import { createPollyRequester, hasSound, prepareSpeech } from './polly.ts';
import { joinMarks, readMarks } from './word-marks.ts';

/** Polly bills speech marks like speech (aws.amazon.com/polly/pricing), so they are metered the same way. */
export const handler = endpoint('speech.marks', marks, async ({ text, language }, caller) => {
  const { voice, pieces } = prepareSpeech(text, language);
  const ask = createPollyRequester(voice, { OutputFormat: 'json', SpeechMarkTypes: ['word'] }, caller.signal);
  return meterReadAloud(
    caller,
    pieces.filter(hasSound),
    async (piece) => readMarks(await ask(piece), piece),
    (parts) => ({ marks: joinMarks(pieces, parts) }),
  );
});
