import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { end } from './end.ts';

/** A virtual screen, for WebKit. */
export async function startScreen(env: NodeJS.ProcessEnv) {
  const server = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '1280x1024x24', '-nolisten', 'tcp'], {
    env,
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  await once(server, 'spawn');
  const [number] = await Promise.race([
    once(createInterface({ input: server.stdio[3] as Readable }), 'line'),
    once(server, 'exit').then(() => Promise.reject(new Error('Xvfb ended before it had a screen'))),
  ]);
  return {
    env: { DISPLAY: `:${number}` },
    stop: () => end(server),
  };
}
