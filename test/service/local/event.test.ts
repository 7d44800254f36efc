import { once } from 'node:events';
import http, { type IncomingMessage } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { createEvent } from '../../../infra/local/gateway/event.ts';
import { endpoints } from '../../../shared/api/index.ts';

test('path and query are raw, parameters are decoded and joined, and what is empty is missing', async () => {
  const event = await eventOf('GET /api/%68ealth/../x?b=2&a=%C3%A9+1&b=3?&c HTTP/1.1');
  expect(event).toMatchObject({
    rawPath: '/api/%68ealth/../x',
    rawQueryString: 'b=2&a=%C3%A9+1&b=3?&c',
    queryStringParameters: { a: 'é 1', b: '2,3?', c: '' },
  });
  const { queryStringParameters, body, isBase64Encoded } = await eventOf('GET /api/health HTTP/1.1');
  expect([queryStringParameters, body, isBase64Encoded]).toEqual([undefined, undefined, false]);
});

test('repeated headers are joined by commas, cookies are separate', async () => {
  const { headers, cookies } = await eventOf(
    ...['POST /api/translate HTTP/1.1', 'Content-Type: application/json', 'content-type: text/plain'],
    ...['Cookie: a=1; b=2', 'X-Viewer-Address: 192.0.2.1', 'x-origin-secret: guess'],
  );
  expect(headers).toMatchObject({
    'content-type': 'application/json,text/plain',
    'x-viewer-address': '127.0.0.1',
    'x-origin-secret': 'secret',
  });
  expect(headers).not.toHaveProperty('cookie');
  expect(cookies).toEqual(['a=1', 'b=2']);
});

test.each([
  ['application/json', false],
  ['application/json; charset=utf-8', false],
  ['text/plain', false],
  ['multipart/form-data; boundary=x', true],
  ['application/x-www-form-urlencoded', true],
  ['audio/wav', true],
])('a body of %s in base64: %s', async (type, isBase64Encoded) => {
  const event = await eventOf('POST /api/translate HTTP/1.1', `content-type: ${type}`);
  expect(event).toMatchObject({ isBase64Encoded, body: isBase64Encoded ? 'w6k=' : 'é' });
});

/** The event of a raw request; a POST has the body `é`. */
async function eventOf(...lines: string[]) {
  const server = http.createServer().listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  socket.write([...lines, 'host: localhost', '', ''].join('\r\n'));
  const [request] = (await once(server, 'request')) as [IncomingMessage];
  const body = Buffer.from(request.method === 'POST' ? 'é' : '');
  return createEvent(request, body, endpoints['translation.translate'], {}, 'secret');
}
