import { execFileSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** A silent WAV file. */
export function silent(seconds: number): string {
  const file = newFile();
  execFileSync('sox', ['-n', ...microphone, file, 'trim', '0', `${seconds}`]);
  return file;
}

/**
 * A WAV file of sentences, spoken by flite, each after a silence.
 *
 * @param options `volume` is 1 unless told, `between` the seconds of silence before each sentence, `times` how often
 *   all of it is said
 */
export function spoken(
  sentences: string | readonly string[],
  { volume = 1, between = 0.5, times = 1 } = {},
): string {
  const files = [sentences].flat().map((sentence) => {
    const [plain, padded] = [newFile(), newFile()];
    execFileSync('flite', ['-voice', 'slt', '-t', sentence, '-o', plain]);
    execFileSync('sox', ['-v', `${volume}`, plain, ...microphone, padded, 'pad', `${between}`, '0']);
    return padded;
  });
  const joined = newFile();
  execFileSync('sox', [...files, joined, 'pad', '0', '0.5', 'repeat', `${times - 1}`]);
  return joined;
}

/** The sample rate of Chromium's microphone. */
const microphone = ['-r', '48000', '-c', '2'];

function newFile(): string {
  return path.join(mkdtempSync(path.join(tmpdir(), 'parley-speech-')), 'speech.wav');
}
