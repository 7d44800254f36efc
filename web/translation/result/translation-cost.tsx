import { useQuery } from '@tanstack/react-query';
import { countTranslationsLeft, statusQuery } from '../../billing/status.ts';
import * as texts from '../../texts/translator.ts';

export function TranslationCost() {
  const { data: status } = useQuery(statusQuery);
  const left = countTranslationsLeft(status);
  if (left === undefined) return null;
  if (left === 0) return texts.noneLeft;
  return left === 1 ? texts.usesLast : texts.usesOneOf(left);
}
