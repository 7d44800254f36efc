import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { onTestFinished, vi } from 'vitest';
import { type CatalogueFile, getPackedPath } from '../../../shared/neural/catalogue.ts';

export interface ServedFile extends CatalogueFile {
  readonly packed: Buffer;
}

/** Random bytes, so that packing does not shrink them. */
export function createFile(kind: CatalogueFile['kind'], content: Buffer): ServedFile {
  const packed = gzipSync(content);
  const sha256 = createHash('sha256').update(content).digest('hex');
  return { kind, sha256, bytes: content.byteLength, packedBytes: packed.byteLength, packed };
}

/** A site that answers as told, file by file and request by request. The page's `fetch` leads there. */
export async function serveModels(answer: Answer) {
  const requests: { path: string; range: string | undefined }[] = [];
  const server = createServer((request, response) => {
    requests.push({ path: request.url ?? '', range: request.headers.range });
    void answer(request, response, requests.length);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const realFetch = fetch;
  vi.stubGlobal('fetch', (url: string, options?: RequestInit) =>
    realFetch(new URL(url, `http://127.0.0.1:${port}`), options),
  );
  return requests;
}

type Answer = (request: IncomingMessage, response: ServerResponse, count: number) => unknown;

/** As CloudFront and the local server do, with ranges. */
export function answerWith(files: readonly ServedFile[]): Answer {
  return (request, response) => {
    const file = files.find((each) => request.url === getPackedPath(each));
    if (!file) return response.writeHead(request.url?.startsWith('/models/') ? 404 : 200).end('engine');
    const from = Number(/^bytes=(\d+)-$/.exec(request.headers.range ?? '')?.[1] ?? 0);
    response.writeHead(from > 0 ? 206 : 200, { 'content-type': 'application/octet-stream' });
    return response.end(file.packed.subarray(from));
  };
}
