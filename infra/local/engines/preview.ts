import { type Decoder, startDecoder, type Word } from './decoder.ts';

/** Recognises an utterance that is not over: the program itself gives words only after a pause. */
export interface Preview {
  /**
   * @param samples from the start of the utterance until now
   * @returns the words, timed from the start of the samples; undefined if it is busy or rests, or there are none in time
   */
  recognise(samples: Uint8Array): Promise<readonly Word[] | undefined>;
}

/**
 * One program for all streams: each asks again when there is more audio. It rests as long as it worked, so that it takes
 * at most half of one core from the words that stay.
 */
export function createPreview(): Preview {
  let decoder: Decoder | undefined;
  let writtenBytes = 0;
  let isBusy = false;
  let restsUntil = 0;
  return {
    async recognise(samples) {
      if (isBusy || performance.now() < restsUntil) return undefined;
      isBusy = true;
      const startedAt = performance.now();
      if (!decoder?.isRunning) {
        decoder = startDecoder(quickOptions);
        writtenBytes = 0;
      }
      const from = writtenBytes / bytesPerSecond;
      writtenBytes += samples.length + pause.length;
      const heard = Promise.withResolvers<readonly Word[] | undefined>();
      decoder.onUtterance = (words) => {
        const [first] = words;
        // A question with a pause has two answers, and the second may come too late.
        if (first && first.start >= from - toleranceSeconds) heard.resolve(shift(words, -from));
      };
      const { kill } = decoder;
      const timer = setTimeout(() => {
        // The next question need not wait for this one.
        kill();
        heard.resolve(undefined);
      }, mostMs);
      decoder.write(samples);
      decoder.write(pause);
      const words = await heard.promise;
      clearTimeout(timer);
      isBusy = false;
      restsUntil = 2 * performance.now() - startedAt;
      return words;
    },
  };
}

export function shift(words: readonly Word[], seconds: number): Word[] {
  return words.map((word) => ({ ...word, start: word.start + seconds, end: word.end + seconds }));
}

/** A single pass: the words that stay come from the other program. */
const quickOptions = ['-fwdflat no', '-bestpath no', '-maxhmmpf 3000'];
const bytesPerSecond = 32_000;
/** Ends an utterance. */
const pause = Buffer.alloc(0.8 * bytesPerSecond);
const toleranceSeconds = 0.2;
/** Loading the model included, on a busy machine. */
const mostMs = 5_000;
