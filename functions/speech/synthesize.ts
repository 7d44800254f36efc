import { synthesize } from '../../shared/api/speech.schema.ts';
import { endpoint } from '../endpoint.ts';
import { TooLarge } from '../errors.ts';
import { logSynthesized } from '../telemetry/events.ts';
import { say } from '../texts.ts';
import { meterReadAloud } from './meter.ts';
import { joinMp3 } from './mp3.ts';
import { prepareSpeech } from './voices.ts';
import { hasSound } from './word-marks.ts';

export const handler = endpoint('speech.synthesize', synthesize, async ({ text, language: code }, caller) => {
  const { language, voice, pieces } = prepareSpeech(text, code);
  const startedAt = performance.now();
  const audio = await meterReadAloud(
    caller,
    pieces.filter(hasSound),
    voice.openSpeech(caller.signal),
    (parts) => requireSendable(joinMp3(parts)),
  );
  logSynthesized({
    requestId: caller.requestId,
    language: language.code,
    characters: text.length,
    audioBytes: audio.length,
    durationMs: Math.round(performance.now() - startedAt),
  });
  return audio;
});

function requireSendable<Audio extends Uint8Array>(audio: Audio): Audio {
  if (audio.length > maxBytes) throw new TooLarge(say('tooLongToReadAloud'), 'counted');
  return audio;
}

/** Base64 leaves about 4.5 MB of Lambda's 6 MB. At Polly's 48 kbit/s, 5,000 letters are 6 minutes and 2.2 MB. */
const maxBytes = 4_500_000;
