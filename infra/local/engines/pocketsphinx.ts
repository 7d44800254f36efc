import { existsSync } from 'node:fs';
import { type Decoder, program, startDecoder, type Word } from './decoder.ts';
import { createPreview, type Preview, shiftWords } from './preview.ts';
import { isInstalled } from './process-group.ts';

/** As the stand-ins of Transcribe see it. */
export type Pocketsphinx = Omit<ReturnType<typeof createPocketsphinx>, 'warmUp'>;

/** Speech between two pauses. */
export interface Utterance {
  readonly words: readonly Word[];
  /** The speaker has not paused yet, so the words may change. */
  readonly isPartial: boolean;
}

/** @param options.timeoutMs for decoding the rest after the end of the audio */
export function createPocketsphinx({ timeoutMs = 20_000 } = {}) {
  const preview = createPreview();
  /** Started in advance: loading the model takes a second. */
  let warm: Decoder[] = [];
  const warmUp = () => {
    while (warm.length < maxWarm) warm.push(startDecoder(options));
  };
  return {
    isAvailable: isInstalled(program) && existsSync(model),
    /** BCP 47. */
    languages: ['en-US'],
    warmUp,
    /** @param audio 16 kHz, mono, 16-bit little-endian. @throws ProcessFailed, the signal's reason */
    async recognise(
      audio: AsyncIterable<Uint8Array>,
      report: (utterance: Utterance) => void,
      signal: AbortSignal,
    ) {
      signal.throwIfAborted();
      warm = warm.filter(({ isRunning }) => isRunning);
      const decoder = warm.shift() ?? startDecoder(options);
      let isDecoded = false;
      signal.addEventListener('abort', decoder.kill);
      try {
        await Promise.race([decode(decoder, preview, audio, report, timeoutMs), decoder.crashed]);
        isDecoded = true;
      } finally {
        signal.removeEventListener('abort', decoder.kill);
        decoder.onUtterance = () => {};
        decoder.kill();
        // After a crash, a new decoder would crash too.
        if (isDecoded || signal.aborted) warmUp();
        signal.throwIfAborted();
      }
    },
  };
}

/** A page opens its next stream before the previous one ends. */
const maxWarm = 2;

/** Debian's pocketsphinx-en-us. */
const model = '/usr/share/pocketsphinx/model/en-us/en-us';
/** As accurate as the default, and a third faster. */
const options = ['-maxhmmpf 3000'];

async function decode(
  decoder: Decoder,
  preview: Preview,
  audio: AsyncIterable<Uint8Array>,
  report: (utterance: Utterance) => void,
  timeoutMs: number,
): Promise<void> {
  const partial = createPartialReporter(preview, report);
  decoder.onUtterance = (words) => {
    partial.finish(words);
    report({ words, isPartial: false });
  };
  for await (const samples of audio) {
    decoder.write(samples);
    partial.add(samples);
  }
  partial.stop();
  await decoder.end(timeoutMs);
}

/** Reports the words of the current utterance whenever enough new audio has arrived. */
export function createPartialReporter(
  preview: Pick<Preview, 'recognise'>,
  report: (utterance: Utterance) => void,
) {
  let samples = Buffer.alloc(0);
  let from = 0;
  let reportedBytes = 0;
  /** Words before `from`, which are not decoded again. */
  let stableWords: readonly Word[] = [];
  let isStopped = false;

  const dropUntil = (until: number) => {
    const bytes = Math.min(samples.length, 2 * Math.round((until - from) * 16_000));
    samples = samples.subarray(Math.max(0, bytes));
    from = until;
    reportedBytes = 0;
  };
  const reportPartial = async (): Promise<void> => {
    const startedFrom = from;
    reportedBytes = samples.length;
    const seconds = samples.length / bytesPerSecond;
    const words = await preview.recognise(samples);
    if (!words || isStopped || from !== startedFrom) return;
    const heard = shiftWords(words, from);
    report({ words: [...stableWords, ...heard], isPartial: true });
    if (seconds < longSeconds) return;
    const stable = heard.filter(({ end }) => end < from + seconds - unstableSeconds);
    stableWords = [...stableWords, ...stable];
    dropUntil(stable.at(-1)?.end ?? from);
  };
  return {
    add: (more: Uint8Array) => {
      samples = Buffer.concat([samples, more]);
      const unseen = samples.subarray(reportedBytes);
      const isEnough = unseen.length >= 0.3 * bytesPerSecond && countLoudFrames(unseen) > 0;
      if (isEnough && countLoudFrames(samples) >= minLoudFrames) void reportPartial();
    },
    finish: (words: readonly Word[]) => {
      stableWords = [];
      dropUntil(words.at(-1)?.end ?? from);
    },
    stop: () => {
      isStopped = true;
    },
  };
}

const bytesPerSecond = 32_000;
const longSeconds = 5;
const unstableSeconds = 2;

/** In tenths of a second; a shorter sound is no word. */
const minLoudFrames = 4;

function countLoudFrames(samples: Buffer): number {
  let count = 0;
  for (let at = 0; at + frameBytes <= samples.length; at += frameBytes) {
    if (isLoud(samples.subarray(at, at + frameBytes))) count += 1;
  }
  return count;
}

const frameBytes = bytesPerSecond / 10;

function isLoud(samples: Buffer): boolean {
  let sum = 0;
  for (let at = 0; at + 1 < samples.length; at += 2) sum += samples.readInt16LE(at) ** 2;
  return Math.sqrt(sum / (samples.length / 2)) > 300;
}
