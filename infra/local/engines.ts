import { createApertium } from './engines/apertium.ts';
import { createEspeak } from './engines/espeak.ts';
import { createFfmpeg } from './engines/ffmpeg.ts';
import { createNeural } from './engines/neural/neural.ts';
import { createPocketsphinx } from './engines/pocketsphinx.ts';
import { killAll } from './engines/process-group.ts';
import { maskedLanguages } from './engines/swear-words.ts';
import { describeTranslators, joinTranslators } from './engines/translators.ts';
import type { Flags } from './flags.ts';
import { createPollyHandler } from './providers/polly.ts';
import { startProviders } from './providers/server.ts';
import { createStreamingHandler, createTranscribeHandler } from './providers/transcribe.ts';
import { createTranslateHandler } from './providers/translate.ts';

export async function startEngines(
  log: (line: string) => void,
  { modelsFolder, transcribeStreams, pace }: Pick<Flags, 'modelsFolder' | 'transcribeStreams' | 'pace'>,
) {
  const apertium = createApertium();
  const neural = createNeural({ modelsFolder });
  const translator = joinTranslators(neural, apertium);
  const ffmpeg = createFfmpeg();
  const espeak = createEspeak(ffmpeg);
  const pocketsphinx = createPocketsphinx();
  log(describeTranslators(neural, apertium));
  if (!espeak.isAvailable) log('espeak-ng or ffmpeg is not installed: only browser voices work.');
  const canRecognise = pocketsphinx.isAvailable && ffmpeg.isAvailable;
  if (!canRecognise) log('pocketsphinx or ffmpeg is not installed: speech recognition on the server is off.');

  const providers = await startProviders({
    translate: createTranslateHandler(translator),
    polly: createPollyHandler(espeak),
    transcribeStreaming: createStreamingHandler(pocketsphinx, ffmpeg, {
      quota: transcribeStreams,
      isPaced: pace === 'speech',
    }),
    transcribe: createTranscribeHandler(pocketsphinx),
  });
  const autoPairs = Array.from(translator.pairs, (pair) => `auto>${pair.split('>')[1]}`);
  return {
    environment: {
      ...providers.environment,
      TRANSLATE_PAIRS: [...translator.pairs, ...new Set(autoPairs)].join(','),
      TRANSLATE_FORMALITY: '',
      TRANSLATE_PROFANITY: [...maskedLanguages].join(','),
      TRANSCRIBE_LANGUAGES: canRecognise ? pocketsphinx.languages.join(',') : '',
    },
    /** So that the first recording, and the first translation of the default pair and its reply, need no start. */
    warmUp: async () => {
      if (canRecognise) pocketsphinx.warmUp();
      await translator.translate('hello', 'en', 'es').catch(() => {});
      await translator.translate('hola', 'es', 'en').catch(() => {});
    },
    stop: async () => {
      await providers.stop();
      neural.stop();
      await apertium.stop();
      await killAll();
    },
  };
}
