import fc from 'fast-check';

export type Bytes = Uint8Array<ArrayBuffer>;

const encoder = new TextEncoder();

export function bytesOf(text: string): Bytes {
  return encoder.encode(text);
}

export function json(value: unknown): Bytes {
  return bytesOf(
    JSON.stringify(value, (_, each) => (typeof each === 'bigint' ? String(each) : each)) ?? 'undefined',
  );
}

export const rawBytes = fc.uint8Array({ maxLength: 500 }).map((each) => Uint8Array.from(each));

export function damaged(body: fc.Arbitrary<Bytes>): fc.Arbitrary<Bytes> {
  return fc
    .tuple(body, fc.constantFrom(...Array<string>(8).fill('whole'), 'cut', 'changed'), fc.nat(), fc.nat(255))
    .map(([all, how, at, byte]) => {
      if (how === 'whole' || all.length === 0) return all;
      const place = at % all.length;
      if (how === 'cut') return all.slice(0, place);
      const copy = all.slice();
      copy[place] = byte;
      return copy;
    });
}

export function mostly<T>(first: T, ...others: T[]): fc.Arbitrary<T> {
  return fc.oneof(
    { weight: 7, arbitrary: fc.constant(first) },
    { weight: 1, arbitrary: fc.constantFrom(...others) },
  );
}
