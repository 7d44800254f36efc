import { type Apertium, createApertium } from './engines/apertium.ts';
import { createEspeak } from './engines/espeak.ts';
import { createFfmpeg } from './engines/ffmpeg.ts';
import { createPocketsphinx } from './engines/pocketsphinx.ts';
import { killAll } from './engines/process-group.ts';
import { maskedLanguages } from './engines/swear-words.ts';
import { pollyHandler } from './providers/polly.ts';
import { startProviders } from './providers/server.ts';
import { transcribeHandler } from './providers/transcribe.ts';
import { transcribeStreamingHandler } from './providers/transcribe-streaming.ts';
import { translateHandler } from './providers/translate.ts';

/** Open-source engines behind the providers' protocols. */
export interface LocalEngines {
  /** What the functions need to find them, and to know what they cannot do. */
  readonly environment: Record<string, string>;
  stop(): Promise<void>;
}

/** Programs start with the first request that needs them; what is not installed is said once, here. */
export async function startEngines(say: (line: string) => void): Promise<LocalEngines> {
  const apertium = createApertium();
  const ffmpeg = createFfmpeg();
  const espeak = createEspeak(ffmpeg);
  const pocketsphinx = createPocketsphinx();
  if (apertium.pairs.size === 0) say('Apertium is not installed: nothing can be translated.');
  if (!espeak.available) say('espeak-ng or ffmpeg is not installed: only the browser’s own voices speak.');
  const recognises = pocketsphinx.available && ffmpeg.available;
  if (!recognises) say('pocketsphinx or ffmpeg is not installed: recordings cannot be recognised.');

  const providers = await startProviders({
    translate: translateHandler(apertium),
    polly: pollyHandler(espeak),
    transcribeStreaming: transcribeStreamingHandler(pocketsphinx, ffmpeg),
    transcribe: transcribeHandler(pocketsphinx),
  });
  return {
    environment: {
      ...providers.environment,
      TRANSLATE_PAIRS: [...apertium.pairs, ...detectedPairs(apertium)].join(','),
      TRANSLATE_FORMALITY: '',
      TRANSLATE_PROFANITY: [...maskedLanguages].join(','),
      TRANSCRIBE_LANGUAGES: recognises ? pocketsphinx.languages.join(',') : '',
    },
    stop: async () => {
      await providers.stop();
      await apertium.stop();
      await killAll();
    },
  };
}

function detectedPairs({ pairs }: Apertium): ReadonlySet<string> {
  return new Set(Array.from(pairs, (pair) => `auto>${pair.split('>')[1]}`));
}
