import { createPollyHandler } from '../../../infra/local/providers/polly.ts';
import {
  createStreamingHandler,
  createTranscribeHandler,
} from '../../../infra/local/providers/transcribe.ts';
import { createTranslateHandler } from '../../../infra/local/providers/translate.ts';
import { languages } from '../../../shared/languages.ts';
import { hears } from '../audio/scripted-recogniser.ts';
import { startStandIns } from './stand-ins.ts';

/**
 * The stand-ins with engines that answer at once, so that a busy machine causes no timeouts.
 *
 * @param recognise what every recording holds
 * @returns see `startStandIns`; a Parley with the flags of `withoutEngines` and this environment uses them
 */
export function startInstantEngines(recognise = hears('hello')) {
  const ffmpeg = {
    isAvailable: true,
    resample: async () => Buffer.alloc(32_000),
    encodeMp3: async () => Buffer.alloc(0),
  };
  const pocketsphinx = {
    isAvailable: true,
    languages: ['en-US'],
    recognise,
  };
  const espeak = {
    isAvailable: true,
    listVoices: async () => everyVoice,
    speak: async () => Buffer.from('fffb9000', 'hex'),
  };
  const apertium = {
    pairs: new Set(languages.map(({ translate }) => `en>${translate}`)),
    translate: async (text: string) => text.toUpperCase(),
    stop: async () => {},
  };
  return startStandIns({
    translate: createTranslateHandler(apertium),
    polly: createPollyHandler(espeak),
    transcribeStreaming: createStreamingHandler(pocketsphinx, ffmpeg, { isPaced: false }),
    transcribe: createTranscribeHandler(pocketsphinx),
  });
}

/** Flags for a Parley whose engines are elsewhere. */
export const withoutEngines = ['--engines', 'aws'];

const everyVoice = Object.assign(new Set<string>(), { has: () => true });
