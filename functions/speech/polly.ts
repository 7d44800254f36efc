import {
  type LanguageCode,
  PollyClient,
  SynthesizeSpeechCommand,
  type SynthesizeSpeechCommandInput,
  type VoiceId,
} from '@aws-sdk/client-polly';
import pLimit from 'p-limit';
import type { Language } from '../../shared/languages.ts';
import { askProvider, toMeteredError } from '../providers/ask.ts';
import { readMarks } from './word-marks.ts';

export function createPollyVoice(voice: PollyVoice) {
  return {
    openSpeech: (signal: AbortSignal) => createRequester(voice, { OutputFormat: 'mp3' }, signal),
    openMarks: (signal: AbortSignal) => {
      const ask = createRequester(voice, { OutputFormat: 'json', SpeechMarkTypes: ['word'] }, signal);
      return async (piece: string) => readMarks(await ask(piece), piece);
    },
  };
}

type PollyVoice = NonNullable<Language['polly']>;

/** Returns a function that asks Polly for one piece: a few at once, all before one deadline. */
function createRequester(
  voice: PollyVoice,
  output: Pick<SynthesizeSpeechCommandInput, 'OutputFormat' | 'SpeechMarkTypes'>,
  signal: AbortSignal,
): (piece: string) => Promise<Uint8Array> {
  const limit = pLimit(callsAtOnce);
  // Not the client's timeouts: an interrupted stream looks complete, but a signal can be checked afterwards.
  const deadline = AbortSignal.any([signal, AbortSignal.timeout(answerMs)]);
  const request = {
    // `languages.ts` holds strings; a test compares them with the SDK's lists.
    VoiceId: voice.voice as VoiceId,
    Engine: voice.engine,
    // Bilingual voices speak their first language unless told otherwise.
    LanguageCode: voice.language as LanguageCode,
    ...output,
  };
  return (piece) =>
    limit(() =>
      askProvider('polly', () => send({ ...request, Text: piece }, deadline), {
        SpokenCharacters: piece.length,
      }),
    );
}

async function send(input: SynthesizeSpeechCommandInput, deadline: AbortSignal): Promise<Uint8Array> {
  try {
    deadline.throwIfAborted();
    const { AudioStream } = await client.send(new SynthesizeSpeechCommand(input), { abortSignal: deadline });
    const answer = await AudioStream?.transformToByteArray();
    // An aborted stream looks complete.
    deadline.throwIfAborted();
    return answer ?? new Uint8Array();
  } catch (error) {
    throw toMeteredError('speech', error);
  }
}

const client = new PollyClient({ maxAttempts: 3 });

/** For all pieces and attempts together. */
const answerMs = 20_000;

/** Polly allows 8 neural calls a second (docs.aws.amazon.com/polly/latest/dg/limits.html). */
const callsAtOnce = 3;
