import { createServer } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { generate } from '../../proofs/load/generator.ts';
import { listen } from '../../support/parley/local.ts';

test('lost connections, errors, wrong answers and no answers are faults, and delay is latency', async () => {
  const server = createServer(({ url, socket }, response) => {
    if (url === '/broken') socket.destroy();
    if (url === '/faulty') response.writeHead(500).end('{"error":"Sorry.","code":"internal"}');
    if (url === '/other') response.end('{"is":"another"}');
    // The path /never has no answer.
  });
  const url = await listen(server);
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const ask = async (path: string) => {
    const read = (body: string) => {
      if (JSON.parse(body).is !== 'one') throw new Error('not the one');
    };
    const next = () => ({ name: 'one', method: 'GET', path, headers: {}, read }) as const;
    const timeoutMs = path === '/never' ? 500 : 15_000;
    return (await generate({ url, timesMs: [-2_000], timeoutMs, next }))[0];
  };
  expect((await ask('/broken'))?.fault).toBe('ECONNRESET');
  expect((await ask('/faulty'))?.fault).toBe('500 internal');
  expect((await ask('/never'))?.fault).toBe('no answer in time');
  const other = await ask('/other');
  expect(other?.fault).toBe('not the one');
  expect(other?.latencyMs).toBeGreaterThanOrEqual(2_000);
});
