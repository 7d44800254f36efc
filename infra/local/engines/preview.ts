import { type Decoder, startDecoder, type Word } from './decoder.ts';

export type Preview = ReturnType<typeof createPreview>;

/**
 * Recognises the utterance in progress, because a stream's decoder reports words only after a pause. All streams share
 * one program. It rests for as long as it worked, so it takes at most half of a core.
 */
export function createPreview() {
  let decoder: Decoder | undefined;
  let writtenBytes = 0;
  let isBusy = false;
  let restsUntil = 0;
  let timeLimitMs = maxTimeLimitMs;
  const start = () => {
    writtenBytes = 0;
    return startDecoder(quickOptions);
  };
  return {
    /** @returns words, timed from the samples' start; undefined if the program is busy, resting or too slow */
    async recognise(samples: Uint8Array): Promise<readonly Word[] | undefined> {
      if (isBusy || performance.now() < restsUntil) return undefined;
      isBusy = true;
      const currentDecoder = decoder?.isRunning ? decoder : start();
      decoder = currentDecoder;
      const startedAt = performance.now();
      const from = writtenBytes / bytesPerSecond;
      writtenBytes += samples.length + silence.length;
      const heard = Promise.withResolvers<readonly Word[] | undefined>();
      currentDecoder.onUtterance = (words) => {
        const [first] = words;
        // Ignores a late second utterance of the previous request.
        if (first && first.start >= from - toleranceSeconds) heard.resolve(shiftWords(words, -from));
      };
      const timer = setTimeout(() => heard.resolve(undefined), timeLimitMs);
      currentDecoder.write(samples);
      currentDecoder.write(silence);
      const words = await heard.promise;
      clearTimeout(timer);
      const workMs = performance.now() - startedAt;
      timeLimitMs = words ? Math.min(maxTimeLimitMs, Math.max(minTimeLimitMs, 4 * workMs)) : maxTimeLimitMs;
      if (!words) {
        // The next request gets a new decoder.
        currentDecoder.kill();
        decoder = start();
      }
      restsUntil = performance.now() + workMs;
      isBusy = false;
      return words;
    },
  };
}

export function shiftWords(words: readonly Word[], seconds: number): Word[] {
  return words.map((word) => ({ ...word, start: word.start + seconds, end: word.end + seconds }));
}

/** A single pass: final words come from the stream's own decoder. */
const quickOptions = ['-fwdflat no', '-bestpath no', '-maxhmmpf 3000'];
const bytesPerSecond = 32_000;
/** Ends an utterance. */
const silence = Buffer.alloc(0.8 * bytesPerSecond);
const toleranceSeconds = 0.2;
/** The program prints nothing if it hears no words. Loading the model takes a second or more. */
const minTimeLimitMs = 1_000;
const maxTimeLimitMs = 6_000;
