import qs from 'qs';
import { invalid } from './parameters.ts';

/**
 * Reads Stripe's form encoding, of a body or of a query: `items[0][price]=…`, `expand[]=…`.
 *
 * @throws StripeFault where it is too deep or too much
 */
export function parseForm(text: string): Record<string, unknown> {
  try {
    return qs.parse(text, { ...bounds, plainObjects: true, strictDepth: true, throwOnLimitExceeded: true });
  } catch {
    throw invalid('The parameters are nested too deep, or are too many.');
  }
}

const bounds = { depth: 8, arrayLimit: 200, parameterLimit: 1_000 };

/**
 * A list of words, as `lookup_keys[]`; undefined where there is none.
 *
 * @throws StripeFault where it is anything else
 */
export function readWords(value: unknown, name: string): string[] | undefined {
  if (value === undefined || value === '') return undefined;
  const words = typeof value === 'object' && value !== null ? Object.values(value) : [];
  if (words.length === 0 || words.some((word) => typeof word !== 'string')) {
    throw invalid('Invalid array', name);
  }
  return words;
}

/**
 * What Stripe allows in `metadata`.
 *
 * @throws StripeFault
 */
export function checkMetadata(metadata: unknown): void {
  if (metadata === undefined || metadata === '') return;
  if (typeof metadata !== 'object' || metadata === null) {
    throw invalid('Invalid object', 'metadata', 'parameter_invalid_empty');
  }
  const entries = Object.entries(metadata);
  if (entries.length > 50) throw invalid('Metadata can have up to 50 keys.', 'metadata');
  for (const [key, value] of entries) {
    const param = `metadata[${key}]`;
    if (key.length > 40) throw invalid('Metadata keys can have up to 40 characters.', param);
    if (typeof value !== 'string') throw invalid('Metadata values must be strings.', param);
    if (value.length > 500) throw invalid('Metadata values can have up to 500 characters.', param);
  }
}
