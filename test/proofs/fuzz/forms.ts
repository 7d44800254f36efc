import fc from 'fast-check';
import { type Bytes, bytesOf, damaged } from './bodies.ts';
import { mark } from './values.ts';

interface Form {
  readonly contentType: string;
  readonly body: Bytes;
}

/**
 * Bytes are a file, anything else is text. Fields come twice or under other names, with wrong content types.
 */
export function formsOf(fields: fc.Arbitrary<Record<string, unknown>>): fc.Arbitrary<Form> {
  const parts = fc
    .tuple(fields, fc.constantFrom(1, 1, 1, 2, 15), fc.constantFrom(...likelyNames, 'file', '', '__proto__'))
    .map(([all, copies, name]) =>
      Object.entries(all)
        .filter(([, value]) => value !== undefined)
        .flatMap(([field, value], index) =>
          Array.from({ length: index === 0 ? copies : 1 }, () =>
            partOf(index === 0 && name ? name : field, value),
          ),
        ),
    )
    .map((all) => Uint8Array.from(Buffer.concat([...all, bytesOf(`--${boundary}--\r\n`)])));
  return fc.record({ contentType: contentTypes, body: damaged(parts) });
}

const likelyNames = Array<undefined>(9).fill(undefined);

const boundary = 'parley-fuzz';

const contentTypes = fc.constantFrom(
  ...Array<string>(12).fill(`multipart/form-data; boundary=${boundary}`),
  'multipart/form-data',
  'multipart/form-data; boundary=other',
  'application/json',
  'audio/wav',
);

function partOf(name: string, value: unknown): Uint8Array {
  const isFile = value instanceof Uint8Array;
  const head = isFile
    ? `form-data; name="${name}"; filename="${mark}.wav"\r\ncontent-type: audio/wav`
    : `form-data; name="${name}"`;
  return Buffer.concat([
    bytesOf(`--${boundary}\r\ncontent-disposition: ${head}\r\n\r\n`),
    isFile ? value : bytesOf(typeof value === 'string' ? value : `${JSON.stringify(value)}`),
    bytesOf('\r\n'),
  ]);
}
