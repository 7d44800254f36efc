import { useQuery } from '@tanstack/react-query';
import { hasWords } from '../../../shared/text/words.ts';
import { countTranslationsLeft, statusQuery } from '../../billing/status.ts';
import * as texts from '../../texts/translator.ts';
import type { Translated } from '../translator/translator.ts';

/** The cost of translating `text`. Nothing for callers without a count. */
export function TranslationCost({ text }: { text: string }) {
  const { data: status } = useQuery(statusQuery);
  const left = countTranslationsLeft(status);
  if (left === undefined || !hasWords(text)) return null;
  if (left === 0) return <span>{texts.noneLeft}</span>;
  return <span>{left === 1 ? texts.usesLast : texts.usesOneOf(left)}</span>;
}

/** Why an answer used up nothing. */
export function UncountedNote({ uncounted }: Pick<Translated, 'uncounted'>) {
  const { data: status } = useQuery(statusQuery);
  if (!uncounted || countTranslationsLeft(status) === undefined) return null;
  return <p className="mt-1 text-sm text-muted">{texts.uncounted[uncounted]}</p>;
}
