import { execFileSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** A WAV file of sentences, spoken by flite, each after `between` seconds of silence. @param options.times how often */
export function spoken(
  sentences: string | readonly string[],
  { between = 0.5, times = 1 }: { between?: number; times?: number } = {},
): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'parley-speech-'));
  const plain = path.join(folder, 'plain.wav');
  const padded = [sentences].flat().map((sentence, index) => {
    const file = path.join(folder, `${index}.wav`);
    execFileSync('flite', ['-voice', 'slt', '-t', sentence, '-o', plain]);
    // The format of Chromium's microphone.
    execFileSync('sox', [plain, '-r', '48000', '-c', '2', file, 'pad', `${between}`, '0']);
    return file;
  });
  const joined = path.join(folder, 'speech.wav');
  execFileSync('sox', [...padded, joined, 'pad', '0', '0.5', 'repeat', `${times - 1}`]);
  return joined;
}
