import { startTransition, useOptimistic } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { type BuildType, buildPeriods, buildTypes } from '../../shared/builds.ts';

/** Which builds the trends and the list are about. */
export interface Filter {
  /** Undefined for all of them. */
  readonly type: BuildType | undefined;
  readonly days: (typeof buildPeriods)[number];
}

/**
 * The filter that the address names, so that a reload and a shared link keep it. A change takes the place of the one
 * before: the way back leads to the page before this one, not through every choice.
 */
export function useFilter(): readonly [filter: Filter, change: (filter: Filter) => void] {
  const { search } = useLocation();
  const navigate = useNavigate();
  // The router changes its address in a transition; a control shows at once what was chosen.
  const [filter, setFilter] = useOptimistic(readFilter(search));
  function change(chosen: Filter): void {
    startTransition(() => {
      setFilter(chosen);
      navigate({ search: writeFilter(chosen) }, { replace: true });
    });
  }
  return [filter, change];
}

/** @param search an address's query; whatever it says that is no choice of ours counts as not said */
export function readFilter(search: string): Filter {
  const query = new URLSearchParams(search);
  return {
    type: buildTypes.find((type) => type === query.get('type')),
    days: buildPeriods.find((days) => String(days) === query.get('days')) ?? defaultDays,
  };
}

/** @returns an address's query, empty for what is shown without one */
export function writeFilter({ type, days }: Filter): string {
  const query = new URLSearchParams();
  if (type !== undefined) query.set('type', type);
  if (days !== defaultDays) query.set('days', String(days));
  return query.toString();
}

const defaultDays = 7;
