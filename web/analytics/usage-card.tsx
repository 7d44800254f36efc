import { useQuery } from '@tanstack/react-query';
import { type Column, DataTable } from '../charts/data-table.tsx';
import { formatMediumDay } from '../charts/days.ts';
import { Card } from '../components/card.tsx';
import * as texts from '../texts/analytics.ts';
import { formatCount } from './figures.ts';
import { type Overview, overviewQuery } from './queries.ts';

export function UsageCard() {
  const usage = useQuery(overviewQuery).data?.usage;
  if (!usage) return null;
  return (
    <Card title={texts.usage}>
      {usage.length === 0 ? (
        <p className="text-muted">{texts.noUsage}</p>
      ) : (
        <DataTable
          label={texts.usagePerDay}
          columns={columns}
          rows={usage}
          getKey={({ date }) => date}
          hasMaxHeight
        />
      )}
    </Card>
  );
}

type Usage = NonNullable<Overview['usage']>[number];

const columns: readonly Column<Usage>[] = [
  { label: texts.date, cell: ({ date }) => formatMediumDay(date) },
  { label: texts.users, cell: (day) => formatCount(day.users), isNumber: true },
  { label: texts.translations, cell: (day) => formatCount(day.translations), isNumber: true },
  { label: texts.characters, cell: (day) => formatCount(day.characters), isNumber: true },
  { label: texts.speechSeconds, cell: (day) => formatCount(day.speechSeconds), isNumber: true },
  { label: texts.spokenCharacters, cell: (day) => formatCount(day.spokenCharacters), isNumber: true },
  { label: texts.guestTranslations, cell: (day) => formatCount(day.guestTranslations), isNumber: true },
  { label: texts.guestCharacters, cell: (day) => formatCount(day.guestCharacters), isNumber: true },
];
