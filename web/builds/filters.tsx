import { buildPeriods } from '../../shared/builds.ts';
import { SegmentedControl } from '../components/controls/segmented-control.tsx';
import * as texts from '../texts/builds.ts';
import type { Filter } from './queries.ts';

export function Filters({ filter, shown, onChange }: FiltersProps) {
  const { type, days } = filter;
  return (
    <>
      <div className="flex flex-wrap justify-between gap-3 *:grow sm:*:grow-0">
        <SegmentedControl
          label={texts.buildType}
          options={types}
          value={type ?? 'all'}
          onChange={(chosen) => onChange({ type: chosen === 'all' ? undefined : chosen, days })}
        />
        <SegmentedControl
          label={texts.period}
          options={periods}
          value={days}
          onChange={(chosen) => onChange({ type, days: chosen })}
        />
      </div>
      <p role="status" className="sr-only">
        {shown && texts.shownBuilds(labelType(shown.type), shown.days)}
      </p>
    </>
  );
}

interface FiltersProps {
  filter: Filter;
  shown: Filter | undefined;
  onChange: (filter: Filter) => void;
}

const types = [
  { value: 'all', label: texts.allBuilds },
  { value: 'development', label: texts.development },
  { value: 'production', label: texts.production },
  { value: 'deployment', label: texts.deployment },
] as const;

const periods = buildPeriods.map((days) => ({ value: days, label: texts.periodDays(days) }));

function labelType(type: Filter['type']): string {
  return types.find(({ value }) => value === (type ?? 'all'))?.label ?? '';
}
