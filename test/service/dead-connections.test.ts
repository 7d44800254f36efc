import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test, vi } from 'vitest';
import { giveBack } from '../../functions/meters/reservations.ts';
import { functionEnvironment } from '../support/handlers/event.ts';
import { catchLog } from '../support/handlers/log-lines.ts';
import { close } from '../support/parley/local.ts';

const logged = catchLog();

test('counts are given back on a new connection, because an idle one may be dead', async () => {
  const used = new Set<object>();
  const server = createServer((request, response) => {
    if (used.has(request.socket)) request.socket.destroy();
    used.add(request.socket);
    response.end('{}');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => close(server));
  const { port } = server.address() as AddressInfo;
  Object.assign(process.env, functionEnvironment);
  vi.stubEnv('AWS_ENDPOINT_URL_DYNAMODB', `http://127.0.0.1:${port}`);
  const counters = { pk: 'GUESTS#0', sk: 'TOTAL', expiresAt: 0 } as const;
  for (let call = 0; call < 2; call += 1) await giveBack([{ counters, amounts: { used: 1 } }]);
  expect(logged()).toBe('');
  expect(used.size).toBe(2);
});
