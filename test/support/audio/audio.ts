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

/** The clips, one after the other. */
export function joined(...files: string[]): Promise<string> {
  return sox(files, []);
}

export function silence(seconds: number): Promise<string> {
  return sox(['-n'], ['trim', '0', `${seconds}`]);
}

/** The recording in another container or codec. */
export async function recordedAs(kind: keyof typeof kinds, file: string): Promise<string> {
  const [extension, ...options] = kinds[kind];
  const converted = newFile(extension);
  await run('ffmpeg', ['-loglevel', 'error', '-i', file, ...options, converted]);
  return converted;
}

const kinds = {
  'stereo wav': ['wav', '-ac', '2'],
  '48 kHz wav': ['wav', '-ar', '48000'],
  '96 kHz wav': ['wav', '-ar', '96000'],
  'float wav': ['wav', '-c:a', 'pcm_f32le'],
  'double wav': ['wav', '-c:a', 'pcm_f64le'],
  '8-bit wav': ['wav', '-c:a', 'pcm_u8'],
  '32-bit wav': ['wav', '-c:a', 'pcm_s32le'],
  'wav with µ-law': ['wav', '-c:a', 'pcm_mulaw'],
  '24-bit wav': ['wav', '-c:a', 'pcm_s24le'],
  flac: ['flac', '-sample_fmt', 's16'],
  '48 kHz flac': ['flac', '-sample_fmt', 's16', '-ar', '48000'],
  '24-bit flac': ['flac', '-c:a', 'flac', '-sample_fmt', 's32'],
  'stereo flac': ['flac', '-sample_fmt', 's16', '-ac', '2'],
  'ogg with opus': ['ogg', '-c:a', 'libopus'],
  'ogg with opus in stereo': ['ogg', '-c:a', 'libopus', '-ac', '2'],
  'ogg with opus in frames of 2.5 ms': ['ogg', '-c:a', 'libopus', '-frame_duration', '2.5'],
  'ogg with opus in packets of 120 ms': ['ogg', '-c:a', 'libopus', '-frame_duration', '120'],
  'ogg with opus in surround': ['ogg', '-c:a', 'libopus', '-ac', '6', '-mapping_family', '1'],
  'ogg with flac': ['ogg', '-c:a', 'flac'],
  'ogg with vorbis': ['ogg', '-c:a', 'libvorbis'],
  'webm with opus': ['webm', '-c:a', 'libopus'],
  'webm with opus, as browsers record': ['webm', '-c:a', 'libopus', '-live', '1'],
  'webm with opus at 6 kbit/s': ['webm', '-c:a', 'libopus', '-b:a', '6k', '-compression_level', '0'],
  'webm with vorbis': ['webm', '-c:a', 'libvorbis'],
  'mp4 with opus in fragments, as browsers record': [
    'mp4',
    '-c:a',
    'libopus',
    '-movflags',
    '+frag_keyframe+empty_moov+default_base_moof',
    '-frag_duration',
    '200000',
  ],
  'mp4 with opus': ['mp4', '-c:a', 'libopus'],
  'mp4 in fragments, as browsers record': ['mp4', '-c:a', 'aac', '-movflags', '+frag_keyframe+empty_moov'],
  'mp4 with its index at the end': ['mp4', '-c:a', 'aac', '-b:a', '256k', '-ar', '48000'],
  mp3: ['mp3'],
  matroska: ['mkv', '-c:a', 'libopus'],
} as const satisfies Record<string, readonly [string, ...string[]]>;

async function sox(inputs: string[], effects: string[]): Promise<string> {
  const file = newFile('wav');
  const format = ['-r', '16000', '-c', '1', '-b', '16'];
  await run(
    'sox',
    inputs[0] === '-n' ? ['-n', ...format, file, ...effects] : [...inputs, ...format, file, ...effects],
  );
  return file;
}

/** What ffmpeg makes of a recording: 48 kHz, one channel, 16 bits. */
export async function decoded(audio: Uint8Array, extension: string): Promise<Buffer> {
  const file = newFile(extension);
  await writeFile(file, audio);
  const samples = ['-ar', '48000', '-ac', '1', '-f', 's16le', 'pipe:1'];
  const { stdout } = await run('ffmpeg', ['-loglevel', 'error', '-i', file, ...samples], {
    encoding: 'buffer',
    maxBuffer: 64 * 1024 * 1024,
  });
  return stdout;
}

/** What ffprobe says of an MP3: how long its head says it is, and how long its frames are together. */
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
