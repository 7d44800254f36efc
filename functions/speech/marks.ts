import { marks } from '../../shared/api/speech.schema.ts';
import { endpoint } from '../endpoint.ts';
import { meterReadAloud } from './meter.ts';
import { prepareSpeech } from './voices.ts';
import { hasSound, joinMarks } from './word-marks.ts';

/** Polly bills speech marks like speech (aws.amazon.com/polly/pricing), so they are metered the same way. */
export const handler = endpoint('speech.marks', marks, async ({ text, language }, caller) => {
  const { voice, pieces } = prepareSpeech(text, language);
  return meterReadAloud(caller, pieces.filter(hasSound), voice.openMarks(caller.signal), (parts) => ({
    marks: joinMarks(pieces, parts),
  }));
});
