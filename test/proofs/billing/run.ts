import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { mock } from 'node:test';
import { handler } from '../../../functions/billing/webhook.ts';
import { lambdaContext } from '../../support/handlers/event.ts';
import { listen } from '../../support/parley/local.ts';
import { webhookRequest } from './world/scene.ts';

/** The webhook's handler behind a server, in a process that may be killed. Each request tells the time. */
const server = createServer(async (request, response) => {
  const { 'x-now': now, 'stripe-signature': signature } = request.headers;
  mock.timers.reset();
  mock.timers.enable({ apis: ['Date'], now: Number(now) });
  const event = webhookRequest(await text(request), String(signature));
  const { statusCode } = await handler(event, lambdaContext());
  response.writeHead(statusCode ?? 500).end();
});
process.send?.(await listen(server));
process.once('disconnect', () => process.exit());
