import { installed } from './installed.ts';
import { ProcessFailed } from './process-group.ts';
import { runQueued } from './queue.ts';

/** Any audio to the recogniser's samples, and samples to MP3. */
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

/** What the bytes are said to be; other containers are not tried, however well they would decode. */
export type AudioInput =
  | { readonly format: 'wav' | 'flac' | 'ogg' | 'webm' | 'mp4' }
  | { readonly format: 'pcm'; readonly sampleRateHertz: number };

/** The bytes hold no audio of the format they are said to have. */
export class NotAudio extends Error {
  override readonly name = 'NotAudio';
}

export function createFfmpeg({ timeoutMs = 10_000, maxSeconds = 120 } = {}): Ffmpeg {
  const run = (args: readonly string[], input: Uint8Array, signal?: AbortSignal) =>
    runQueued('ffmpeg', [...quiet, ...args], { input, timeoutMs, signal });
  const samples = ['-vn', '-t', `${maxSeconds}`, '-ar', '16000', '-ac', '1', '-f', 's16le', 'pipe:1'];
  return {
    available: installed('ffmpeg'),
    async decode(audio, input, signal) {
      const decoded = await run([...pipedInput(input), ...samples], audio, signal).catch((error: unknown) => {
        // Exit codes are ffmpeg's judgement of its input; a signal's name means that it was killed.
        throw error instanceof ProcessFailed && typeof error.how === 'number'
          ? new NotAudio('ffmpeg found no audio', { cause: error })
          : error;
      });
      // A few samples of another rate may be less than one of ours.
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

/** No network and no other file, whatever a container names. One core each. */
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
  // An MP4 may say at its end where its samples are: ffmpeg keeps what it has read in a file that it has unlinked.
  return [...described, '-i', input.format === 'mp4' ? 'cache:pipe:0' : 'pipe:0'];
}
