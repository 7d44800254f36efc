import { createHash } from 'node:crypto';
import type { AttributeValue } from '@aws-sdk/client-dynamodb';

export interface Comparison {
  /** The first words of an item's keys, such as `USER PROFILE`. */
  readonly kind: string;
  readonly live: number;
  readonly restored: number;
  /** Items that only one of the two has, or that have other contents. */
  readonly differences: number;
}

/** Compares two tables item by item. Expired items are in neither: DynamoDB deletes them whenever it likes. */
export async function compare(live: Items, restored: Items, nowSeconds: number): Promise<Comparison[]> {
  const kinds = new Map<string, { live: number; restored: number; differences: number }>();
  const countOf = (kind: string) => {
    const counts = kinds.get(kind) ?? { live: 0, restored: 0, differences: 0 };
    kinds.set(kind, counts);
    return counts;
  };
  /** Of the live items that were not seen in the restored table. Short, because there may be millions. */
  const unmatched = new Map<string, string>();
  for await (const item of live) {
    if (isExpired(item, nowSeconds)) continue;
    countOf(readKind(item)).live++;
    unmatched.set(readKey(item), digest(item));
  }
  for await (const item of restored) {
    if (isExpired(item, nowSeconds)) continue;
    const counts = countOf(readKind(item));
    counts.restored++;
    if (unmatched.get(readKey(item)) !== digest(item)) counts.differences++;
    unmatched.delete(readKey(item));
  }
  for (const key of unmatched.keys()) countOf(nameKind(...splitKey(key))).differences++;
  return [...kinds]
    .map(([kind, counts]) => ({ kind, ...counts }))
    .sort((a, b) => a.kind.localeCompare(b.kind));
}

function readKey({ pk, sk }: Item): string {
  return `${pk?.S}\n${sk?.S}`;
}

function splitKey(key: string): [string, string] {
  const [pk = '', sk = ''] = key.split('\n', 2);
  return [pk, sk];
}

function readKind(item: Item): string {
  return nameKind(...splitKey(readKey(item)));
}

/** Sort keys that are dates say nothing about a kind. */
function nameKind(pk: string, sk: string): string {
  return [pk, sk]
    .map((key) => key.split('#', 1).join())
    .filter((word) => /^[A-Z]/.test(word))
    .join(' ');
}

function isExpired({ expiresAt }: Item, nowSeconds: number): boolean {
  return Number(expiresAt?.N ?? Number.POSITIVE_INFINITY) <= nowSeconds;
}

function digest(item: Item): string {
  return createHash('sha256').update(JSON.stringify(item, inOrder)).digest('base64url').slice(0, 16);
}

/** For `JSON.stringify`: the order of an object's fields, and of a set's members, means nothing. */
function inOrder(name: string, value: unknown): unknown {
  if (Array.isArray(value)) return isSet(name) ? value.map(String).sort() : value;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}

function isSet(name: string): boolean {
  return ['SS', 'NS', 'BS'].includes(name);
}

type Item = Readonly<Record<string, AttributeValue>>;
type Items = AsyncIterable<Item> | Iterable<Item>;
