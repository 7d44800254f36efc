import { languages } from '../../../shared/languages.ts';
import type { Health } from '../../../web/system/health.ts';

/** Engines of these languages, by default all. `pairs` is null if all pairs are translated. */
export function healthOf({ listens, speaks, pairs = null, options }: Abilities = {}): Health {
  const engine = (codes = languages.map(({ code }) => code)) => ({ up: true, languages: codes });
  return {
    status: 'ok',
    engines: {
      translation: { ...engine(), pairs, ...(options && { options }) },
      recognition: { ...engine(listens), streams: true },
      speech: engine(speaks),
    },
  };
}

interface Abilities {
  readonly listens?: string[] | undefined;
  readonly speaks?: string[] | undefined;
  readonly pairs?: string[] | null | undefined;
  readonly options?: Health['engines']['translation']['options'];
}
