import { EventEmitter } from 'node:events';
import type { Server } from 'node:http';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';

/**
 * Connects a client with the database in this process without sockets and signatures, which would be most of
 * the work.
 */
export function shortenWay(documents: DynamoDBDocumentClient, database: Server): void {
  documents.config.signer = async () => ({ sign: async (request: Request) => signed(request) }) as never;
  documents.config.requestHandler = {
    ...documents.config.requestHandler,
    handle: (request: Request) =>
      new Promise((answer) => {
        const headers: Record<string, string> = {};
        const response = {
          statusCode: 200,
          setHeader: (name: string, value: unknown) => {
            headers[name.toLowerCase()] = String(value);
          },
          end: (body: string) => {
            answer({
              response: { statusCode: response.statusCode, headers, body: new TextEncoder().encode(body) },
            });
          },
        };
        const asked = Object.assign(new EventEmitter(), {
          method: 'POST',
          url: '/',
          headers: request.headers,
        });
        database.emit('request', asked, response);
        const { body } = request;
        asked.emit('data', typeof body === 'string' ? Buffer.from(body) : asBuffer(body));
        asked.emit('end');
      }),
  } as never;
}

function signed(request: Request): Request {
  const authorization =
    'AWS4-HMAC-SHA256 Credential=test/20261120/us-east-1/dynamodb/aws4_request, SignedHeaders=host, Signature=none';
  request.headers = { ...request.headers, authorization, 'x-amz-date': '20261120T120000Z' };
  return request;
}

function asBuffer({ buffer, byteOffset, byteLength }: Uint8Array): Buffer {
  return Buffer.from(buffer as ArrayBuffer, byteOffset, byteLength);
}

interface Request {
  headers: Record<string, string>;
  readonly body: string | Uint8Array;
}
