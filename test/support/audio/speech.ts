import { execFileSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** A WAV file of a sentence, spoken by flite between half seconds of silence. @param options.times how often */
export function spoken(sentence: string, { times = 1 } = {}): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'parley-speech-'));
  const [plain, padded] = [path.join(folder, 'plain.wav'), path.join(folder, 'speech.wav')];
  execFileSync('flite', ['-voice', 'slt', '-t', sentence, '-o', plain]);
  // The format of Chromium's microphone.
  const format = ['-r', '48000', '-c', '2'];
  execFileSync('sox', [plain, ...format, padded, 'pad', '0.5', '0.5', 'repeat', `${times - 1}`]);
  return padded;
}
