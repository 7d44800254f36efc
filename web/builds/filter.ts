import { startTransition, useOptimistic } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { type BuildType, buildPeriods, buildTypes } from '../../shared/builds.ts';

export interface Filter {
  readonly type: BuildType | undefined;
  readonly days: (typeof buildPeriods)[number];
}

/** The filter in the address. A change replaces the history entry, so that Back leaves the page. */
export function useFilter(): readonly [filter: Filter, change: (filter: Filter) => void] {
  const { search } = useLocation();
  const navigate = useNavigate();
  // The router changes the address in a transition; the control changes at once.
  const [filter, setFilter] = useOptimistic(readFilter(search));
  function change(chosen: Filter): void {
    startTransition(() => {
      setFilter(chosen);
      navigate({ search: writeFilter(chosen) }, { replace: true });
    });
  }
  return [filter, change];
}

export function readFilter(search: string): Filter {
  const query = new URLSearchParams(search);
  return {
    type: buildTypes.find((type) => type === query.get('type')),
    days: buildPeriods.find((days) => String(days) === query.get('days')) ?? defaultDays,
  };
}

export function writeFilter({ type, days }: Filter): string {
  const query = new URLSearchParams();
  if (type !== undefined) query.set('type', type);
  if (days !== defaultDays) query.set('days', String(days));
  return query.toString();
}

const defaultDays = 7;
