import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { mock } from 'node:test';
import { handler } from '../../../functions/billing/webhook.ts';
import { lambdaContext } from '../../support/handlers/event.ts';
import { webhookRequest } from './scene.ts';

/** The webhook's handler behind a server, in a process that may be killed. Each request tells the time. */
const server = createServer(async (request, response) => {
  const { 'x-now': now, 'stripe-signature': signature } = request.headers;
  mock.timers.reset();
  mock.timers.enable({ apis: ['Date'], now: Number(now) });
  const event = webhookRequest(await text(request), String(signature));
  const { statusCode } = await handler(event, lambdaContext());
  response.writeHead(statusCode ?? 500).end();
});
server.listen(0, '127.0.0.1');
await once(server, 'listening');
process.send?.(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
process.once('disconnect', () => process.exit());
