import { useQuery } from '@tanstack/react-query';
import { countTranslationsLeft, statusQuery } from '../../billing/status.ts';

export function TranslationCost() {
  const { data: status } = useQuery(statusQuery);
  const left = countTranslationsLeft(status);
  if (left === undefined) return null;
  if (left === 0) return 'No free translations left.';
  return left === 1 ? 'Uses your last translation.' : `Uses 1 of ${left} translations.`;
}
