import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { promisify } from 'node:util';
import { end } from './end.ts';
import { until } from './until.ts';

/** PulseAudio with a microphone that hears what a test says, and speakers that a test can listen to. */
export type SoundServer = Awaited<ReturnType<typeof startSound>>;

export async function startSound(folder: string, env: NodeJS.ProcessEnv) {
  const socket = path.join(folder, 'sound');
  const ours = { PULSE_SERVER: `unix:${socket}` };
  const modules = [
    `module-native-protocol-unix socket=${socket} auth-anonymous=1`,
    'module-null-sink sink_name=speakers',
    'module-null-sink sink_name=mouth',
    // Browsers do not offer a sink's monitor as a microphone; a source made of it is one.
    'module-remap-source master=mouth.monitor source_name=microphone',
  ];
  const server = spawn(
    'pulseaudio',
    [
      '-n',
      '--daemonize=no',
      '--use-pid-file=no',
      '--exit-idle-time=-1',
      ...modules.flatMap((module) => ['--load', module]),
    ],
    { env, stdio: 'ignore' },
  );
  await once(server, 'spawn');
  const client = { env: { ...env, ...ours } };
  const run = (program: string, ...words: string[]) => promisify(execFile)(program, words, client);
  await until('PulseAudio', () =>
    run('pactl', 'set-default-source', 'microphone').then(
      () => true,
      () => false,
    ),
  );
  await run('pactl', 'set-default-sink', 'speakers');
  // Without a listener, a sink delays its first sound by two seconds.
  const listen = (device: string) =>
    spawn(
      'parec',
      [`--device=${device}`, '--latency-msec=100', '--format=s16le', '--rate=16000', '--channels=1'],
      { ...client, stdio: ['ignore', 'pipe', 'ignore'] },
    );
  const ears = [listen('microphone'), listen('speakers.monitor')] as const;
  let peak = 0;
  ears[0].stdout.resume();
  ears[1].stdout.on('data', (bytes: Buffer) => {
    for (let at = 0; at + 1 < bytes.length; at += 2) peak = Math.max(peak, Math.abs(bytes.readInt16LE(at)));
  });
  return {
    env: ours,
    /** Says English words, with half a second of silence around them. */
    async say(words: string) {
      const [plain, padded] = [path.join(folder, 'plain.wav'), path.join(folder, 'padded.wav')];
      await run('flite', '-voice', 'slt', '-t', words, '-o', plain);
      // Browsers amplify and would clip its peaks.
      await run('sox', plain, '-r', '44100', '-c', '2', padded, 'gain', '-6', 'pad', '0.5', '0.5');
      await run('paplay', '--device=mouth', '--latency-msec=1000', padded);
    },
    /** The loudest sample since the last call, 0 to 1. */
    loudest() {
      const loudest = peak / 0x8000;
      peak = 0;
      return loudest;
    },
    async stop() {
      for (const each of [...ears, server]) await end(each);
    },
  };
}
