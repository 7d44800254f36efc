import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll } from 'vitest';

/**
 * Test speech, made by flite's US English voice, whom pocketsphinx understands word by word.
 *
 * @returns the path of a WAV file: 16 kHz, mono, 16 bits. Files are deleted after the tests of a file.
 */
export async function speech(text: string): Promise<string> {
  const spoken = newFile('wav');
  await run('flite', ['-voice', 'slt', '-t', text, '-o', spoken]);
  return sox([spoken], []);
}

export function silence(seconds: number): Promise<string> {
  return sox(['-n'], ['trim', '0', `${seconds}`]);
}

/** Converts the recording to MP3 with ffmpeg. */
export async function recordedAsMp3(file: string): Promise<string> {
  const converted = newFile('mp3');
  await run('ffmpeg', ['-loglevel', 'error', '-i', file, converted]);
  return converted;
}

async function sox(inputs: string[], effects: string[]): Promise<string> {
  const file = newFile('wav');
  const format = ['-r', '16000', '-c', '1', '-b', '16'];
  await run(
    'sox',
    inputs[0] === '-n' ? ['-n', ...format, file, ...effects] : [...inputs, ...format, file, ...effects],
  );
  return file;
}

/** Ffprobe's two durations of an MP3: the header's, and the sum of its frames. */
export async function probe(mp3: Uint8Array) {
  const file = newFile('mp3');
  await writeFile(file, mp3);
  const entries = ['-show_entries', 'stream=codec_name:format=duration:packet=duration_time', '-of', 'json'];
  const { stdout } = await run('ffprobe', ['-v', 'error', ...entries, file], { maxBuffer: 64 * 1024 * 1024 });
  const { streams, packets, format } = JSON.parse(stdout) as Probed;
  const seconds = packets.reduce((sum, packet) => sum + Number(packet.duration_time), 0);
  return { codec: streams[0]?.codec_name ?? '', headerSeconds: Number(format.duration), seconds };
}

function newFile(extension: string): string {
  return path.join(folder, `${crypto.randomUUID()}.${extension}`);
}

const run = promisify(execFile);
const folder = mkdtempSync(path.join(tmpdir(), 'parley-audio-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Probed {
  readonly streams: readonly { readonly codec_name: string }[];
  readonly packets: readonly { readonly duration_time: string }[];
  readonly format: { readonly duration: string };
}
