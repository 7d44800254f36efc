import type { Ffmpeg } from './ffmpeg.ts';
import { isInstalled, runOnce } from './process-group.ts';

export type Espeak = ReturnType<typeof createEspeak>;

export function createEspeak(ffmpeg: Ffmpeg) {
  let voices: Promise<ReadonlySet<string>> | undefined;
  return {
    isAvailable: isInstalled('espeak-ng') && ffmpeg.isAvailable,
    /** espeak's voice names: `en-us`, `cmn`. */
    listVoices() {
      voices ??= readVoices().catch((error: unknown) => {
        voices = undefined;
        throw error;
      });
      return voices;
    },
    /** @returns MP3, mono, 48 kbit/s. @throws ProcessFailed, the signal's reason */
    async speak(text: string, voice: string, sampleRateHertz: number, signal?: AbortSignal) {
      const args = ['--stdin', '--stdout', '-b', '1', '-v', voice];
      const wav = await runOnce('espeak-ng', args, { input: text, timeoutMs, signal });
      return ffmpeg.encodeMp3(wav, sampleRateHertz, signal);
    },
  };
}

const timeoutMs = 10_000;

/** The second column is the name; the first line has headings. */
async function readVoices(): Promise<ReadonlySet<string>> {
  const table = await runOnce('espeak-ng', ['--voices'], { timeoutMs });
  const lines = table.toString('utf8').trim().split('\n').slice(1);
  return new Set(lines.flatMap((line) => line.trim().split(/\s+/)[1] ?? []));
}
