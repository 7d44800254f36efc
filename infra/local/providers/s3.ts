import { createHash } from 'node:crypto';
import type { ProviderHandler, ProviderRequest } from './server.ts';
import { AwsError, notModelled, readBody } from './wire.ts';

/** The objects of one bucket for short-lived audio, in memory. */
export interface ObjectStore {
  readonly bucket: string;
  put(key: string, object: StoredObject): void;
  get(key: string): StoredObject | undefined;
  delete(key: string): void;
  keys(): string[];
}

interface StoredObject {
  readonly bytes: Buffer;
  readonly contentType: string;
}

/** Objects expire after a day, as the bucket's lifecycle says; together they are at most `maxBytes`. */
export function createObjectStore(bucket: string, { maxBytes = 128 * 1024 * 1024 } = {}): ObjectStore {
  const objects = new Map<string, StoredObject & { readonly expiresAt: number }>();
  const expire = () => {
    for (const [key, { expiresAt }] of objects) if (expiresAt <= Date.now()) objects.delete(key);
  };
  return {
    bucket,
    put(key, object) {
      expire();
      const others = [...objects].filter(([name]) => name !== key);
      const bytes = others.reduce((sum, [, other]) => sum + other.bytes.length, object.bytes.length);
      if (bytes > maxBytes) throw new AwsError(503, 'SlowDown', 'The local bucket is full.');
      objects.set(key, { ...object, expiresAt: Date.now() + dayMs });
    },
    get(key) {
      expire();
      return objects.get(key);
    },
    delete: (key) => void objects.delete(key),
    keys: () => [...objects.keys()],
  };
}

const dayMs = 86_400_000;

/** Amazon S3, path-style, over one bucket: PutObject, GetObject, HeadObject, DeleteObject. */
export function s3Handler(store: ObjectStore): ProviderHandler {
  return async (request, response) => {
    try {
      const key = readAddress(request, store.bucket);
      const { status, headers, body } = await operations[readOperation(request)](store, key, request);
      response.writeHead(status, headers);
      response.end(body);
    } catch (error) {
      const fault =
        error instanceof AwsError ? error : new AwsError(500, 'InternalError', 'The bucket failed.');
      response.writeHead(fault.status, { 'content-type': 'application/xml' });
      response.end(request.method === 'HEAD' ? undefined : errorXml(fault));
    }
  };
}

function readAddress(request: ProviderRequest, bucket: string): string {
  const url = new URL(request.url ?? '', 'http://s3');
  const extra = [...url.searchParams.keys()].find((name) => name !== 'x-id');
  if (extra !== undefined) throw notModelled('S3 with the query parameter given');
  const [, name = '', ...rest] = url.pathname.split('/').map(decodeURIComponent);
  if (name !== bucket) throw new AwsError(404, 'NoSuchBucket', 'The specified bucket does not exist');
  const key = rest.join('/');
  if (key === '') throw notModelled('S3’s operations on buckets');
  return key;
}

function readOperation({ method, headers }: ProviderRequest): keyof typeof operations {
  const refused = unmodelledHeaders.find((name) => headers[name] !== undefined);
  if (refused) throw notModelled(`S3 with the header ${refused}`);
  switch (method) {
    case 'PUT':
    case 'GET':
    case 'HEAD':
    case 'DELETE':
      return method;
    default:
      throw notModelled(`S3’s ${method}`);
  }
}

const unmodelledHeaders = ['range', 'x-amz-copy-source', 'if-match', 'if-none-match'];

const operations: Record<'PUT' | 'GET' | 'HEAD' | 'DELETE', Operation> = {
  async PUT(store, key, request) {
    const body = await readBody(request, maxObjectBytes);
    const bytes = isChunked(request) ? withoutChunkFraming(body) : body;
    const contentType = request.headers['content-type'] ?? 'application/octet-stream';
    store.put(key, { bytes, contentType });
    return { status: 200, headers: { etag: etag(bytes) } };
  },
  async GET(store, key) {
    const { bytes, contentType } = find(store, key);
    return { status: 200, headers: describe(bytes, contentType), body: bytes };
  },
  async HEAD(store, key) {
    const { bytes, contentType } = find(store, key);
    return { status: 200, headers: describe(bytes, contentType) };
  },
  async DELETE(store, key) {
    store.delete(key);
    return { status: 204, headers: {} };
  },
};

const maxObjectBytes = 16 * 1024 * 1024;

function find(store: ObjectStore, key: string): StoredObject {
  const found = store.get(key);
  if (!found) throw new AwsError(404, 'NoSuchKey', 'The specified key does not exist.');
  return found;
}

function describe(bytes: Buffer, contentType: string) {
  return { 'content-type': contentType, 'content-length': bytes.length, etag: etag(bytes) };
}

function etag(bytes: Buffer): string {
  return `"${createHash('md5').update(bytes).digest('hex')}"`;
}

/** The SDK sends streams as `aws-chunked`: chunks with sizes and signatures, and trailers after the last. */
function isChunked({ headers }: ProviderRequest): boolean {
  return (
    String(headers['content-encoding'] ?? '').includes('aws-chunked') ||
    String(headers['x-amz-content-sha256'] ?? '').startsWith('STREAMING-')
  );
}

/** Each chunk is its size in hex, perhaps a signature, CRLF, its bytes, CRLF; one of size 0 ends them. */
function withoutChunkFraming(body: Buffer): Buffer {
  const chunks: Buffer[] = [];
  for (let at = 0; ; ) {
    const lineEnd = body.indexOf('\r\n', at);
    const size = Number.parseInt(body.toString('latin1', at, lineEnd), 16);
    const start = lineEnd + 2;
    if (lineEnd < 0 || Number.isNaN(size) || start + size > body.length) {
      throw new AwsError(400, 'IncompleteBody', 'The chunks of the body are damaged.');
    }
    if (size === 0) return Buffer.concat(chunks);
    chunks.push(body.subarray(start, start + size));
    at = start + size + 2;
  }
}

function errorXml({ type, message }: AwsError): string {
  return `<?xml version="1.0" encoding="UTF-8"?><Error><Code>${type}</Code><Message>${message}</Message></Error>`;
}

type Operation = (
  store: ObjectStore,
  key: string,
  request: ProviderRequest,
) => Promise<{ status: number; headers: Record<string, string | number>; body?: Buffer }>;
