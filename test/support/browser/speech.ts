import { execFileSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** A WAV file of five seconds in which nobody speaks. */
export function silent(): string {
  const file = path.join(mkdtempSync(path.join(tmpdir(), 'parley-speech-')), 'silent.wav');
  execFileSync('sox', ['-n', '-r', '48000', '-c', '2', file, 'trim', '0', '5']);
  return file;
}

/** A WAV file of a sentence, spoken by flite after half a second of silence. */
export function spoken(sentence: string): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'parley-speech-'));
  const [plain, padded] = [path.join(folder, 'plain.wav'), path.join(folder, 'padded.wav')];
  execFileSync('flite', ['-voice', 'slt', '-t', sentence, '-o', plain]);
  execFileSync('sox', [plain, '-r', '48000', '-c', '2', padded, 'pad', '0.5', '0.5']);
  return padded;
}
