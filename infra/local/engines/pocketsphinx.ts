import { existsSync } from 'node:fs';
import { type Decoder, program, startDecoder, type Word } from './decoder.ts';
import { isInstalled } from './installed.ts';
import { createPreview, type Preview, shiftWords } from './preview.ts';

export type Pocketsphinx = ReturnType<typeof createPocketsphinx>;

/** Speech between two pauses. */
export interface Utterance {
  readonly words: readonly Word[];
  /** It is not over, and its words may change. */
  readonly isPartial: boolean;
}

/** @param options.timeoutMs for decoding what is left after the end of the audio */
export function createPocketsphinx({ timeoutMs = 20_000 } = {}) {
  const preview = createPreview();
  /** Loading the model takes a second, which the next speakers need not wait for. */
  let warm: Decoder[] = [];
  return {
    isAvailable: isInstalled(program) && existsSync(model),
    /** BCP 47. */
    languages: ['en-US'],
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
      const aborted = Promise.withResolvers<never>();
      aborted.promise.catch(() => {});
      const abort = () => aborted.reject(signal.reason);
      signal.addEventListener('abort', abort);
      try {
        const decoding = decode(decoder, preview, audio, report, timeoutMs);
        await Promise.race([decoding, decoder.broken, aborted.promise]);
        isDecoded = true;
      } finally {
        signal.removeEventListener('abort', abort);
        decoder.onUtterance = () => {};
        decoder.kill();
        // A broken program would only break again.
        if (isDecoded || signal.aborted) while (warm.length < maxWarm) warm.push(startDecoder(options));
      }
    },
  };
}

/** A page's next stream opens before the answer of the last one. */
const maxWarm = 2;

/** Debian's pocketsphinx-en-us. */
const model = '/usr/share/pocketsphinx/model/en-us/en-us';
/** Compared with the default: as accurate, a third faster. */
const options = ['-maxhmmpf 3000'];

async function decode(
  decoder: Decoder,
  preview: Preview,
  audio: AsyncIterable<Uint8Array>,
  report: (utterance: Utterance) => void,
  timeoutMs: number,
): Promise<void> {
  const open = createOpenUtterance(preview, report);
  decoder.onUtterance = (words) => {
    open.finish(words);
    report({ words, isPartial: false });
  };
  for await (const samples of audio) {
    decoder.write(samples);
    open.add(samples);
  }
  open.stop();
  await decoder.end(timeoutMs);
}

/** Shows the words of the utterance that goes on, whenever there is enough new audio. */
function createOpenUtterance(preview: Preview, report: (utterance: Utterance) => void) {
  let samples = Buffer.alloc(0);
  let from = 0;
  let shownBytes = 0;
  /** Words before `from`. Long utterances are not decoded from their start each time. */
  let settled: readonly Word[] = [];
  let isStopped = false;

  const drop = (until: number) => {
    const bytes = Math.min(samples.length, 2 * Math.round((until - from) * 16_000));
    samples = samples.subarray(Math.max(0, bytes));
    from = until;
    shownBytes = 0;
  };
  const show = async (): Promise<void> => {
    const startedFrom = from;
    shownBytes = samples.length;
    const seconds = samples.length / bytesPerSecond;
    const words = await preview.recognise(samples);
    if (!words || isStopped || from !== startedFrom) return;
    const heard = shiftWords(words, from);
    report({ words: [...settled, ...heard], isPartial: true });
    if (seconds < longSeconds) return;
    const safe = heard.filter(({ end }) => end < from + seconds - unsettledSeconds);
    settled = [...settled, ...safe];
    drop(safe.at(-1)?.end ?? from);
  };
  return {
    add: (more: Uint8Array) => {
      samples = Buffer.concat([samples, more]);
      const news = samples.subarray(shownBytes);
      if (news.length >= 0.3 * bytesPerSecond && countLoud(news) > 0 && countLoud(samples) >= minLoud)
        void show();
    },
    finish: (words: readonly Word[]) => {
      settled = [];
      drop(words.at(-1)?.end ?? from);
    },
    stop: () => {
      isStopped = true;
    },
  };
}

const bytesPerSecond = 32_000;
const longSeconds = 5;
const unsettledSeconds = 2;

/** Tenths of a second: less is hardly a word. */
const minLoud = 4;

function countLoud(samples: Buffer): number {
  let count = 0;
  for (let at = 0; at + frameBytes <= samples.length; at += frameBytes) {
    if (isLoud(samples.subarray(at, at + frameBytes))) count += 1;
  }
  return count;
}

const frameBytes = bytesPerSecond / 10;

/** Silence has no words. */
function isLoud(samples: Buffer): boolean {
  let sum = 0;
  for (let at = 0; at + 1 < samples.length; at += 2) sum += samples.readInt16LE(at) ** 2;
  return Math.sqrt(sum / (samples.length / 2)) > 300;
}
