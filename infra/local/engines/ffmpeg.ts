import { isInstalled } from './installed.ts';
import { ProcessFailed } from './process-group.ts';
import { runQueued } from './queue.ts';

export interface Ffmpeg {
  readonly available: boolean;
  /**
   * @returns 16 kHz mono 16-bit little-endian samples, at most `maxSeconds` of them
   * @throws NotAudio, ProcessTimedOut, ProcessFailed, the signal's reason
   */
  decode(audio: Uint8Array, input: AudioInput, signal?: AbortSignal): Promise<Buffer>;
  /** @throws ProcessTimedOut, ProcessFailed, the signal's reason */
  encodeMp3(wav: Uint8Array, sampleRateHertz: number, signal?: AbortSignal): Promise<Buffer>;
}

/** The declared format; ffmpeg tries no other. */
export type AudioInput =
  | { readonly format: 'wav' | 'flac' | 'ogg' | 'webm' | 'mp4' }
  | { readonly format: 'pcm'; readonly sampleRateHertz: number };

export class NotAudio extends Error {
  override readonly name = 'NotAudio';
}

export function createFfmpeg({ timeoutMs = 10_000, maxSeconds = 120 } = {}): Ffmpeg {
  const run = (args: readonly string[], input: Uint8Array, signal?: AbortSignal) =>
    runQueued('ffmpeg', [...quiet, ...args], { input, timeoutMs, signal });
  const samples = ['-vn', '-t', `${maxSeconds}`, '-ar', '16000', '-ac', '1', '-f', 's16le', 'pipe:1'];
  return {
    available: isInstalled('ffmpeg'),
    async decode(audio, input, signal) {
      const decoded = await run([...pipedInput(input), ...samples], audio, signal).catch((error: unknown) => {
        // A number is ffmpeg's exit code; a signal means that it was killed.
        throw error instanceof ProcessFailed && typeof error.how === 'number'
          ? new NotAudio('ffmpeg found no audio', { cause: error })
          : error;
      });
      // A few samples may resample to none.
      const isAudio = input.format === 'pcm' ? audio.length >= 2 : decoded.length > 0;
      if (!isAudio) throw new NotAudio('ffmpeg found no audio');
      return decoded;
    },
    encodeMp3(wav, sampleRateHertz, signal) {
      const mp3 = ['-ar', `${sampleRateHertz}`, '-ac', '1', '-b:a', '48k', '-f', 'mp3', 'pipe:1'];
      return run([...pipedInput({ format: 'wav' }), ...mp3], wav, signal);
    },
  };
}

/** A container must not make ffmpeg open other files or the network. */
const quiet = [
  '-nostdin',
  '-hide_banner',
  '-loglevel',
  'quiet',
  '-protocol_whitelist',
  'pipe,cache',
  '-threads',
  '1',
];

function pipedInput(input: AudioInput): string[] {
  const described =
    input.format === 'pcm'
      ? ['-f', 's16le', '-ar', `${input.sampleRateHertz}`, '-ac', '1']
      : ['-f', input.format === 'webm' ? 'matroska' : input.format];
  // An MP4's index may be at its end, so ffmpeg caches its input in an unlinked file.
  return [...described, '-i', input.format === 'mp4' ? 'cache:pipe:0' : 'pipe:0'];
}
