import type { ServerResponse } from 'node:http';
import { readBody } from '../gateway/request.ts';
import { listen } from './server.ts';
import { notModelled } from './wire.ts';

/** GetObject and PutObject of one bucket, in memory. Functions keep a single small file there. */
export async function startS3() {
  const files = new Map<string, StoredFile>();
  const { url, stop } = await listen(async (request, response) => {
    const [path = '', query = ''] = (request.url ?? '').split('?');
    const operation = new URLSearchParams(query).get('x-id');
    const [, key] = /^\/[\w-]+(\/.+)$/.exec(path) ?? [];
    if (!key) throw notModelled(`S3's ${request.method} ${path}`);
    if (operation === 'PutObject') {
      const body = await readBody(request, maxBytes);
      if (!body) throw notModelled('A large file');
      const { 'content-type': type = '', 'cache-control': cacheControl = '' } = request.headers;
      files.set(key, { body, headers: { 'content-type': type, 'cache-control': cacheControl } });
      response.writeHead(200);
      response.end();
      return;
    }
    if (operation !== 'GetObject') throw notModelled(`S3's ${operation}`);
    const file = files.get(key);
    response.writeHead(file ? 200 : 404, file?.headers ?? { 'content-type': 'application/xml' });
    response.end(file?.body ?? '<Error><Code>NoSuchKey</Code></Error>');
  });
  return {
    environment: { AWS_ENDPOINT_URL_S3: url, SITE_BUCKET: 'site' },
    has: (path: string): boolean => files.has(path),
    /** As CloudFront serves the bucket's file. */
    serve: (path: string, response: ServerResponse): void => {
      const file = files.get(path);
      response.writeHead(file ? 200 : 404, { 'content-type': 'text/plain', ...file?.headers });
      response.end(file?.body ?? 'Not Found');
    },
    stop,
  };
}

const maxBytes = 64 * 1024;

interface StoredFile {
  readonly body: Buffer;
  readonly headers: Readonly<Record<string, string>>;
}
