import { buildPeriods } from '../../shared/builds.ts';
import { SegmentedControl } from '../components/controls/segmented-control.tsx';
import type { Filter } from './queries.ts';

export function Filters({ filter, shown, onChange }: FiltersProps) {
  const { type, days } = filter;
  return (
    <>
      <div className="flex flex-wrap justify-between gap-3 *:grow sm:*:grow-0">
        <SegmentedControl
          label="Build type"
          options={types}
          value={type ?? 'all'}
          onChange={(chosen) => onChange({ type: chosen === 'all' ? undefined : chosen, days })}
        />
        <SegmentedControl
          label="Period"
          options={periods}
          value={days}
          onChange={(chosen) => onChange({ type, days: chosen })}
        />
      </div>
      <p role="status" className="sr-only">
        {shown && `${labelType(shown.type)}, last ${shown.days} days`}
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
  { value: 'all', label: 'All Builds' },
  { value: 'development', label: 'Development' },
  { value: 'production', label: 'Production' },
  { value: 'deployment', label: 'Deployment' },
] as const;

const periods = buildPeriods.map((days) => ({ value: days, label: `${days}d` }));

function labelType(type: Filter['type']): string | undefined {
  return types.find(({ value }) => value === (type ?? 'all'))?.label;
}
