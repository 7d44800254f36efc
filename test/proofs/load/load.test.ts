import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createInterface } from 'node:readline';
import { expect, onTestFinished, test } from 'vitest';
import { openInspector } from '../../support/parley/inspector.ts';
import { generate, type Outcome, type Planned } from './generator.ts';
import { load } from './load.ts';
import { watchVitals } from './memory.ts';

test('a Parley with guests, free and premium accounts answers every kind of request as it should', async () => {
  const { all, faults, figures, memory } = await load({
    ratePerSecond: 20,
    seconds: 5,
    warmUpSeconds: 1,
    windowSeconds: 2,
    seed: 1,
  });
  expect(faults).toEqual({});
  expect(all.count).toBeGreaterThan(80);
  expect(Object.keys(figures).length).toBeGreaterThan(15);
  for (const bytes of [...memory.residentBytes, ...memory.heapBytes]) expect(bytes).toBeGreaterThan(2 ** 20);
}, 120_000);

test('nobody waits for anybody else’s answer, and what they waited counts from when they were due', async () => {
  const open: (() => void)[] = [];
  const url = await serve((_request, response) => {
    open.push(() => response.end('{}'));
    // Whoever sent only after an answer would wait for ever.
    if (open.length === 5) for (const answer of open) answer();
  });
  const outcomes = await ask(url, { timesMs: [0, 100, 200, 300, 400] });
  const [first, ...others] = outcomes.toSorted((one, other) => one.dueMs - other.dueMs) as [Outcome];
  expect(first.latencyMs).toBeGreaterThanOrEqual(395);
  expect(others.map(({ fault }) => fault)).toEqual([undefined, undefined, undefined, undefined]);
});

test('a request that the generator sends too late has waited from when it was due', async () => {
  const url = await serve((_request, response) => response.end('{}'));
  const [outcome] = await ask(url, { timesMs: [-2_000] });
  expect(outcome?.lateMs).toBeGreaterThanOrEqual(2_000);
  expect(outcome?.latencyMs).toBeGreaterThanOrEqual(2_000);
});

test('what is not the answer that was wanted is an error, and says which', async () => {
  const url = await serve(({ url: path, socket }, response) => {
    if (path === '/broken') socket.destroy();
    if (path === '/faulty') response.writeHead(500).end('{"error":"Sorry.","code":"internal"}');
    if (path === '/other') response.end('{"is":"another"}');
    if (path === '/cut')
      response.writeHead(200, { 'content-length': 100 }).write('{', () => socket.destroy());
    // The path /never has no answer.
  });
  const faultOf = async (path: string, read?: Planned['read']) => {
    const [outcome] = await ask(url, {
      timesMs: [0],
      ...(path === '/never' && { patienceMs: 500 }),
      path,
      ...(read && { read }),
    });
    return outcome?.fault;
  };
  expect(await faultOf('/broken')).toBe('ECONNRESET');
  expect(await faultOf('/cut')).toBe('ECONNRESET');
  expect(await faultOf('/faulty')).toBe('500 internal');
  expect(await faultOf('/never')).toBe('no answer in time');
  const isOne = (body: string) => {
    if (JSON.parse(body).is !== 'one') throw new Error('not the one');
  };
  expect(await faultOf('/other', isOne)).toBe('not the one');
});

test('a process that ends is seen until then, and asking its inspector fails', async () => {
  const words = [
    '--inspect=127.0.0.1:0',
    '--eval',
    'globalThis.never = new Promise(() => {}); setInterval(() => {}, 1e3)',
  ];
  const child = spawn(process.execPath, words, { stdio: ['ignore', 'ignore', 'pipe'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  const [line] = await once(createInterface(child.stderr), 'line');
  const { ask, collectGarbage } = await openInspector({ lines: [line] });
  await collectGarbage();
  const watch = watchVitals(child.pid as number);
  const ended = once(child, 'exit');
  const asked = expect(ask('Runtime.evaluate', { expression: 'never', awaitPromise: true })).rejects.toThrow(
    'The inspector is not there.',
  );
  child.kill('SIGKILL');
  await Promise.all([asked, ended]);
  watch.stop();
  expect(watch.seen).toHaveLength(1);
  await expect(openInspector({ lines: [line] })).rejects.toThrow('The inspector is not there.');
});

async function serve(answer: RequestListener): Promise<string> {
  const server = createServer(answer).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function ask(url: string, options: { timesMs: number[]; patienceMs?: number } & Partial<Planned>) {
  const { timesMs, patienceMs = 15_000, path = '/', ...rest } = options;
  const planned: Planned = { name: 'one', method: 'GET', path, headers: {}, ...rest };
  return generate({ url, timesMs, patienceMs, next: () => planned });
}
