import type { Language } from '../../../shared/languages.ts';
import { sign } from '../../request/signing.ts';

export function fingerprintRequest(
  text: string,
  source: Language | undefined,
  target: Language,
  options: readonly string[] = [],
): string {
  return sign('request', JSON.stringify([text, source?.code ?? 'auto', target.code, ...options]));
}
