import { canonicalizeCode } from '../../../shared/languages.ts';
import { createRememberedStore } from '../../browser/remembered.ts';
import { queryClient } from '../../queries.ts';
import { type Health, healthQuery } from '../../system/health.ts';

/** Without `formality` the translator decides; without `profanity` nothing is masked. */
export interface Style {
  readonly formality?: 'formal' | 'informal' | undefined;
  readonly profanity?: 'mask' | undefined;
}

export const style = createRememberedStore('parley.style', parseStyle);

export async function addStyle<Input extends { targetLanguage: string }>(input: Input) {
  const wanted = style.get();
  if (!wanted.formality && !wanted.profanity) return input;
  const health = await queryClient.query({ ...healthQuery, staleTime: 'static' }).catch(() => undefined);
  return { ...input, ...filterStyle(wanted, findStyleOptions(health, input.targetLanguage)) };
}

export type StyleOptions = ReturnType<typeof findStyleOptions>;

export function findStyleOptions(health: Health | undefined, target: string) {
  const options = health?.engines.translation.options;
  const code = canonicalizeCode(target);
  return {
    hasFormality: options?.formality.includes(code) ?? false,
    canMaskProfanity: options?.profanity.includes(code) ?? false,
  };
}

export function filterStyle({ formality, profanity }: Style, options: StyleOptions): Style {
  return {
    ...(formality && options.hasFormality && { formality }),
    ...(profanity && options.canMaskProfanity && { profanity }),
  };
}

export function parseStyle(stored: unknown): Style {
  const { formality, profanity } = Object(stored) as Record<string, unknown>;
  return {
    ...((formality === 'formal' || formality === 'informal') && { formality }),
    ...(profanity === 'mask' && { profanity }),
  };
}
