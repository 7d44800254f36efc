import { type Decoder, startDecoder, type Word } from './decoder.ts';

export type Preview = ReturnType<typeof createPreview>;

/**
 * Recognises an utterance that is not over: the program itself gives words only after a pause. One program for all
 * streams. It pauses for as long as it worked, so it takes at most half of a core.
 */
export function createPreview() {
  let decoder: Decoder | undefined;
  let writtenBytes = 0;
  let isBusy = false;
  let pausedUntil = 0;
  let timeLimitMs = maxTimeLimitMs;
  const start = () => {
    writtenBytes = 0;
    return startDecoder(quickOptions);
  };
  return {
    /** @returns words, timed from the samples' start; undefined if the program is busy, paused or too slow */
    async recognise(samples: Uint8Array): Promise<readonly Word[] | undefined> {
      if (isBusy || performance.now() < pausedUntil) return undefined;
      isBusy = true;
      const currentDecoder = decoder?.isRunning ? decoder : start();
      decoder = currentDecoder;
      const startedAt = performance.now();
      const from = writtenBytes / bytesPerSecond;
      writtenBytes += samples.length + pause.length;
      const heard = Promise.withResolvers<readonly Word[] | undefined>();
      currentDecoder.onUtterance = (words) => {
        const [first] = words;
        // Samples with a pause give two utterances, and the second may come too late.
        if (first && first.start >= from - toleranceSeconds) heard.resolve(shiftWords(words, -from));
      };
      const timer = setTimeout(() => heard.resolve(undefined), timeLimitMs);
      currentDecoder.write(samples);
      currentDecoder.write(pause);
      const words = await heard.promise;
      clearTimeout(timer);
      const tookMs = performance.now() - startedAt;
      timeLimitMs = words ? Math.min(maxTimeLimitMs, Math.max(minTimeLimitMs, 4 * tookMs)) : maxTimeLimitMs;
      if (!words) {
        // The next request need not wait for this one.
        currentDecoder.kill();
        decoder = start();
      }
      pausedUntil = performance.now() + tookMs;
      isBusy = false;
      return words;
    },
  };
}

export function shiftWords(words: readonly Word[], seconds: number): Word[] {
  return words.map((word) => ({ ...word, start: word.start + seconds, end: word.end + seconds }));
}

/** A single pass: the words that stay come from the other program. */
const quickOptions = ['-fwdflat no', '-bestpath no', '-maxhmmpf 3000'];
const bytesPerSecond = 32_000;
/** Ends an utterance. */
const pause = Buffer.alloc(0.8 * bytesPerSecond);
const toleranceSeconds = 0.2;
/** A request without words gets no answer. Loading the model takes a second, and more on a busy machine. */
const minTimeLimitMs = 1_000;
const maxTimeLimitMs = 6_000;
