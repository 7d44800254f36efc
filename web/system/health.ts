import { queryOptions } from '@tanstack/react-query';
import { areVariants, canonicalizeCode } from '../../shared/languages.ts';
import { call, type Received } from '../api.ts';

export const healthQuery = queryOptions({
  queryKey: ['/api/health'],
  queryFn: ({ signal }) => call('system.health', {}, { signal }),
});

export type Health = Received<'system.health'>;

/** These functions return true unless the health check rules it out. */
export function canTranslate(health: Health | undefined, source: string, target: string): boolean {
  const translation = health?.engines.translation;
  if (!translation?.up) return true;
  const [from, to] = [canonicalizeCode(source), canonicalizeCode(target)];
  if (areVariants(from, to)) return true;
  return translation.pairs === null || translation.pairs.includes(`${from}>${to}`);
}

export function canRecognise(health: Health | undefined, language: string): boolean {
  const recognition = health?.engines.recognition;
  return !recognition?.up || recognition.languages.includes(canonicalizeCode(language));
}

export function canSpeak(health: Health | undefined, language: string): boolean {
  const speech = health?.engines.speech;
  return !speech?.up || speech.languages.includes(canonicalizeCode(language));
}
