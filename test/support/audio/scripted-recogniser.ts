import { buffer } from 'node:stream/consumers';
import type { Pocketsphinx, Utterance } from '../../../infra/local/engines/pocketsphinx.ts';

/** A recogniser for the stand-ins with scripted results. */
export interface ScriptedRecogniser extends Pocketsphinx {
  /** Decides about each recording. */
  recognise: Pocketsphinx['recognise'];
}

export function scriptedRecogniser(): ScriptedRecogniser {
  return { available: true, languages: ['en-US'], recognise: hears('hello') };
}

/** Each sentence is an utterance, with a word a second; all come at the end of the audio. */
export function hears(...sentences: string[]): Pocketsphinx['recognise'] {
  return async (audio, tell) => {
    await buffer(audio);
    for (const sentence of sentences) tell(utterance(sentence));
  };
}

export async function dies(): Promise<never> {
  throw new Error('The recogniser has died.');
}

/** Never answers, and reports requests and disconnected callers. */
export function hangs() {
  const asked = Promise.withResolvers<void>();
  const ended = Promise.withResolvers<void>();
  const recognise: Pocketsphinx['recognise'] = (_audio, _tell, signal) => {
    asked.resolve();
    return new Promise((_, reject) => {
      signal.addEventListener('abort', () => {
        ended.resolve();
        reject(signal.reason);
      });
    });
  };
  return { recognise, asked: asked.promise, ended: ended.promise };
}

export function utterance(sentence: string, { from = 0, isPartial = false } = {}): Utterance {
  const words = sentence.split(' ').map((text, index) => ({
    text,
    start: from + index,
    end: from + index + 1,
    confidence: index % 2 === 0 ? 0.8 : 0.9,
  }));
  return { words, isPartial };
}
