import type { Language } from '../../../shared/languages.ts';
import { sign } from '../../request/signing.ts';

/**
 * A signature of everything that makes a request another one. The languages count by their own code: `es-ES` is `es`.
 *
 * @param source undefined where it is to be found out
 */
export function fingerprintOf(
  text: string,
  source: Language | undefined,
  target: Language,
  options: readonly string[] = [],
): string {
  return sign('request', JSON.stringify([text, source?.code ?? 'auto', target.code, ...options]));
}
