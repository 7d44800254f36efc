import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import busboy from 'busboy';
import { limits } from '../../shared/limits.ts';
import { InvalidRequest, ProductError, TooLarge } from '../errors.ts';
import { say } from '../texts.ts';
import { readBodyBytes, requireContentType } from './body.ts';

/** Reads a form: a file as bytes, any other field as a string. The first of two equal names wins. */
export async function readMultipart(event: APIGatewayProxyEventV2): Promise<object> {
  requireContentType(event, 'multipart/form-data');
  const fields = new Map<string, string | Uint8Array>();
  const keep = (name: string, value: string | Uint8Array) => {
    if (!fields.has(name)) fields.set(name, value);
  };
  try {
    const parser = busboy({ headers: event.headers, limits: formLimits });
    await new Promise<void>((resolve, reject) => {
      for (const kind of ['filesLimit', 'fieldsLimit', 'partsLimit'] as const) {
        parser.on(kind, () => reject(new InvalidRequest([{ path: '', message: say('tooManyFields') }])));
      }
      parser.on('field', keep);
      parser.on('file', (name, file) => {
        const chunks: Uint8Array[] = [];
        file.on('data', (chunk: Uint8Array) => chunks.push(chunk));
        file.on('limit', () => reject(new TooLarge(say('recordingTooLarge'), 'uncounted')));
        file.on('error', reject);
        file.on('end', () => keep(name, Buffer.concat(chunks)));
      });
      parser.on('error', reject);
      parser.on('close', resolve);
      parser.end(readBodyBytes(event));
    });
  } catch (error) {
    if (error instanceof ProductError) throw error;
    // The parser's own messages may quote the form.
    throw new InvalidRequest([{ path: '', message: say('damagedForm') }]);
  }
  return Object.fromEntries(fields);
}

const formLimits = {
  files: 1,
  // The parser refuses a file of exactly this size.
  fileSize: limits.audioBytes + 1,
  fields: 10,
  // Nameless parts are neither files nor fields; half a million of them take a second.
  parts: 12,
  fieldNameSize: 100,
  fieldSize: 1_000,
  headerPairs: 20,
};
