import { useQuery } from '@tanstack/react-query';
import { statusQuery, translationsLeft } from '../../billing/status.ts';

/**
 * Says what one more translation takes, to whoever has only so many.
 *
 * @param props `of` is what takes it, such as "Checking"
 */
export function TranslationCost({ of }: { of: string }) {
  const { data: status } = useQuery(statusQuery);
  const left = translationsLeft(status);
  if (left === undefined) return null;
  if (left === 0) return 'You’ve used your free translations.';
  return `${of} uses ${left === 1 ? 'your last translation' : `one of your ${left} translations`}.`;
}
