import { buffer } from 'node:stream/consumers';
import type { Pocketsphinx, Utterance } from '../../../infra/local/engines/pocketsphinx.ts';

/** A recogniser for the stand-ins with scripted results. */
export interface ScriptedRecogniser extends Pocketsphinx {
  /** Decides about each recording. */
  recognise: Pocketsphinx['recognise'];
}

export function scriptedRecogniser(): ScriptedRecogniser {
  return { isAvailable: true, languages: ['en-US'], recognise: hears('hello') };
}

/** Each sentence is an utterance, with a word a second; all come at the end of the audio. */
export function hears(...sentences: string[]): Pocketsphinx['recognise'] {
  return async (audio, tell) => {
    await buffer(audio);
    for (const sentence of sentences) tell(utterance(sentence));
  };
}

/** A word for each half second of audio, whatever it holds; the last one waits for the end. */
export function hearsGradually(sentence: string): Pocketsphinx['recognise'] {
  const words = sentence.split(' ');
  return async (audio, tell) => {
    let bytes = 0;
    for await (const samples of audio) {
      bytes += samples.length;
      const understood = words.slice(0, Math.min(words.length - 1, Math.floor(bytes / 16_000)));
      if (understood.length > 0) tell(utterance(understood.join(' '), { isPartial: true }));
    }
    tell(utterance(sentence));
  };
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

/** Understands `spoken` audio while it comes: each tenth of a second is a word, its number; silence is a pause. */
export const spells: Pocketsphinx['recognise'] = async (audio, tell) => {
  let tenths = 0;
  let words: { text: string; start: number; end: number; confidence: number }[] = [];
  const finish = () => {
    if (words.length > 0) tell({ words, isPartial: false });
    words = [];
  };
  let rest = Buffer.alloc(0);
  for await (const samples of audio) {
    rest = Buffer.concat([rest, samples]);
    for (; rest.length >= tenthBytes; rest = rest.subarray(tenthBytes)) {
      const text = `${Math.round(rest.readInt16LE() / 256)}`;
      if (text === '0') finish();
      else {
        words = [...words, { text, start: tenths / 10, end: (tenths + 1) / 10, confidence: 0.8 }];
        tell({ words, isPartial: true });
      }
      tenths += 1;
    }
  }
  finish();
};

const tenthBytes = 3_200;

/** A tone of a tenth of a second for each word of `spells`, up to 20; 0 is silence. */
export function spoken(...words: number[]): Buffer {
  const tones = words.map((word) => 256 * word).map((peak) => Int16Array.of(peak, peak, -peak, -peak));
  return Buffer.concat(tones.map((tone) => Buffer.alloc(tenthBytes, Buffer.from(tone.buffer))));
}
