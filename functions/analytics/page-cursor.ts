import * as z from 'zod/mini';
import { InvalidRequest } from '../errors.ts';

/** A place in the list of users and a direction. It holds nothing that the list does not show. */
export type PageCursor = z.output<typeof pageCursor>;

const pageCursor = z.strictObject({
  createdAt: z.iso.datetime(),
  // DynamoDB refuses some strings that JSON can hold; ids are letters, digits and hyphens.
  pk: z.templateLiteral(['USER#', z.string().check(z.regex(/^[a-z0-9-]+$/i))]),
  direction: z.enum(['older', 'newer']),
});

export function writeCursor({ createdAt, pk, direction }: PageCursor): string {
  return Buffer.from(JSON.stringify({ createdAt, pk, direction })).toString('base64url');
}

/** @throws InvalidRequest if we did not write the cursor */
export function readCursor(cursor: string): PageCursor {
  const read = pageCursor.safeParse(parse(Buffer.from(cursor, 'base64url').toString()));
  if (read.success) return read.data;
  throw new InvalidRequest([
    { path: 'cursor', message: 'This cursor is not valid. Start at the first page.' },
  ]);
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}
