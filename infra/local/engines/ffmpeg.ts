import { isInstalled, runOnce } from './process-group.ts';

export type Ffmpeg = ReturnType<typeof createFfmpeg>;

export function createFfmpeg({ timeoutMs = 10_000 } = {}) {
  const run = (args: readonly string[], input: Uint8Array, signal?: AbortSignal) =>
    runOnce('ffmpeg', [...commonOptions, ...args], { input, timeoutMs, signal });
  return {
    isAvailable: isInstalled('ffmpeg'),
    /** Resamples mono 16-bit little-endian audio to 16 kHz; at most 2 minutes. @throws as `encodeMp3` */
    resample(samples: Uint8Array, sampleRateHertz: number, signal?: AbortSignal) {
      const input = ['-f', 's16le', '-ar', `${sampleRateHertz}`, '-ac', '1', '-i', 'pipe:0'];
      const output = ['-t', '120', '-ar', '16000', '-ac', '1', '-f', 's16le', 'pipe:1'];
      return run([...input, ...output], samples, signal);
    },
    /** @throws ProcessFailed, the signal's reason */
    encodeMp3(wav: Uint8Array, sampleRateHertz: number, signal?: AbortSignal) {
      const mp3 = ['-ar', `${sampleRateHertz}`, '-ac', '1', '-b:a', '48k', '-f', 'mp3', 'pipe:1'];
      return run(['-f', 'wav', '-i', 'pipe:0', ...mp3], wav, signal);
    },
  };
}

/** No network and no files. One core each. */
const commonOptions = [
  '-nostdin',
  '-hide_banner',
  '-loglevel',
  'quiet',
  '-protocol_whitelist',
  'pipe',
  '-threads',
  '1',
];
