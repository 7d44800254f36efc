import { once } from 'node:events';
import http from 'node:http';
import http2 from 'node:http2';
import net, { type AddressInfo, type Socket } from 'node:net';
import {
  notModelled,
  type ProviderHandler,
  type ProviderRequest,
  type ProviderResponse,
  sendError,
} from './wire.ts';

export async function startProviders(handlers: ProviderHandlers) {
  const { url, stop } = await listen(async (request, response) =>
    chooseHandler(request, handlers)(request, response),
  );
  const environment = {
    AWS_ENDPOINT_URL_TRANSLATE: url,
    AWS_ENDPOINT_URL_POLLY: url,
    AWS_ENDPOINT_URL_TRANSCRIBE_STREAMING: url,
    AWS_ENDPOINT_URL_TRANSCRIBE: url,
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: 'local',
    AWS_SECRET_ACCESS_KEY: 'local',
  };
  return { url, environment, stop };
}

/** One port on 127.0.0.1 for HTTP/1.1 and cleartext HTTP/2, which Polly and Transcribe streaming need. */
export async function listen(handler: ProviderHandler) {
  const handle = (request: ProviderRequest, response: ProviderResponse) => {
    handler(request, response).catch((error: unknown) => sendError(response, error));
  };
  // Closing an idle connection can drop a request that is just arriving.
  const http1 = http.createServer({ keepAliveTimeout: 600_000 }, handle);
  const h2c = http2.createServer(handle);
  const sockets = new Set<Socket>();
  const server = net.createServer({ noDelay: true }, (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    socket.on('error', () => socket.destroy());
    peek(socket, (start) => (start === 'PRI' ? h2c : http1).emit('connection', socket));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');

  async function stop() {
    const closed = new Promise((resolve) => server.close(resolve));
    for (const socket of sockets) socket.destroy();
    // Neither has a port; closing them ends their timers.
    http1.close();
    h2c.close();
    await closed;
  }
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, stop };
}

export type ProviderHandlers = Record<
  'translate' | 'polly' | 'transcribeStreaming' | 'transcribe',
  ProviderHandler
>;

function chooseHandler({ headers, url = '/' }: ProviderRequest, handlers: ProviderHandlers): ProviderHandler {
  const target = String(headers['x-amz-target'] ?? '');
  if (target.startsWith('AWSShineFrontendService_20170701.')) return handlers.translate;
  if (/^(com\.amazonaws\.transcribe\.)?Transcribe\./.test(target)) return handlers.transcribe;
  if (url.startsWith('/v1/')) return handlers.polly;
  if (url.startsWith('/stream-transcription')) return handlers.transcribeStreaming;
  throw notModelled(target || url);
}

/** Unshifts the bytes before the call: HTTP/2 reads them from the socket's buffer. */
function peek(socket: Socket, onStart: (start: string) => void, before = Buffer.alloc(0)) {
  socket.once('readable', () => {
    const head = Buffer.concat([before, socket.read() ?? Buffer.alloc(0)]);
    if (head.length < 3) return peek(socket, onStart, head);
    socket.unshift(head);
    onStart(head.toString('latin1', 0, 3));
  });
}
