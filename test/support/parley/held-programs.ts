import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { onTestFinished, vi } from 'vitest';

/** A started program that waits for the test's decision. */
export interface HeldProgram {
  /** Runs the real program in its place. */
  resume(): void;
  /** Kills it with SIGKILL. */
  die(): void;
  /** Settles when it has ended in any way. */
  readonly ended: Promise<unknown>;
}

/**
 * Until the test ends, programs of these names report their start and wait: a real one may end
 * before a test sees it.
 */
export async function holdPrograms(...names: string[]) {
  const running = new Map<Socket, Promise<unknown>>();
  const started: HeldProgram[] = [];
  const waiting: ((program: HeldProgram) => void)[] = [];
  let most = 0;
  // The connection is inherited by the real program, and closes when that ends.
  const server = createServer((socket) => {
    socket.on('error', () => {});
    const ended = once(socket.resume(), 'close').finally(() => running.delete(socket));
    running.set(socket, ended);
    most = Math.max(most, running.size);
    const program = { ended, resume: () => socket.write('resume\n'), die: () => socket.write('die\n') };
    const first = waiting.shift();
    if (first) first(program);
    else started.push(program);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const folder = mkdtempSync(path.join(tmpdir(), 'parley-held-'));
  const usual = process.env.PATH ?? '';
  for (const name of names) {
    const script = `#!/bin/bash
      exec 9<>/dev/tcp/127.0.0.1/${port}
      read -r order <&9
      [ "$order" = resume ] || kill -9 $$
      PATH=${usual} exec ${name} "$@"`;
    writeFileSync(path.join(folder, name), script, { mode: 0o755 });
  }
  vi.stubEnv('PATH', `${folder}${path.delimiter}${usual}`);
  onTestFinished(() => {
    vi.stubEnv('PATH', usual);
    for (const socket of running.keys()) socket.destroy();
    server.close();
    rmSync(folder, { recursive: true });
  });
  return {
    /** The next started one. */
    next: () =>
      new Promise<HeldProgram>((held) => {
        const first = started.shift();
        if (first) held(first);
        else waiting.push(held);
      }),
    /** Settles when all running ones have ended. */
    ended: () => Promise.all(running.values()),
    /** How many have run at the same time. */
    most: () => most,
  };
}
