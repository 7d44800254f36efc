import { queryOptions } from '@tanstack/react-query';
import { areVariants, findLanguage } from '../../../shared/languages.ts';
import { type Catalogue, cataloguePath } from '../../../shared/neural/catalogue.ts';
import { findRoutes } from '../../../shared/neural/directions.ts';

/** Models that this site offers. @throws without a connection */
export const catalogueQuery = queryOptions({
  queryKey: ['offline-models'],
  queryFn: async ({ signal }): Promise<Catalogue> => {
    const response = await fetch(cataloguePath, { signal });
    // A site without models has no list, and its page for missing files answers.
    const isList = response.headers.get('content-type')?.startsWith('application/json');
    if (response.status === 404 || (response.ok && !isList)) return {};
    if (!response.ok) throw new Error(`The list of models was answered with ${response.status}`);
    return (await response.json()) as Catalogue;
  },
});

/** The models for both ways of a pair, if there are all. */
export function pickModels(catalogue: Catalogue, source: string, target: string): Catalogue | undefined {
  const there = findRoute(catalogue, source, target);
  const back = findRoute(catalogue, target, source);
  if (!there || !back) return undefined;
  const directions = new Set([...there, ...back]);
  return Object.fromEntries(Object.entries(catalogue).filter(([direction]) => directions.has(direction)));
}

/** @returns directions in their order, none between variants of a language */
export function findRoute(
  catalogue: Catalogue,
  source: string,
  target: string,
): readonly string[] | undefined {
  if (areVariants(source, target)) return [];
  const code = (language: string) => findLanguage(language)?.translate ?? language;
  return findRoutes(Object.keys(catalogue)).get(`${code(source)}>${code(target)}`);
}
