import { useQuery } from '@tanstack/react-query';
import { type Column, DataTable } from '../charts/data-table.tsx';
import { formatMediumDay } from '../charts/days.ts';
import { Card } from '../components/card.tsx';
import { formatCount } from './figures.ts';
import { type Overview, overviewQuery } from './queries.ts';

export function UsageCard() {
  const usage = useQuery(overviewQuery).data?.usage;
  if (!usage) return null;
  return (
    <Card title="Usage">
      {usage.length === 0 ? (
        <p className="text-muted">No usage yet. Each day’s usage appears after midnight UTC.</p>
      ) : (
        <DataTable
          label="Usage per day"
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
  { label: 'Date', cell: ({ date }) => formatMediumDay(date) },
  { label: 'Users', cell: ({ users }) => formatCount(users), isNumber: true },
  { label: 'Translations', cell: ({ translations }) => formatCount(translations), isNumber: true },
  { label: 'Characters', cell: ({ characters }) => formatCount(characters), isNumber: true },
  { label: 'Speech to text (s)', cell: ({ speechSeconds }) => formatCount(speechSeconds), isNumber: true },
  {
    label: 'Read aloud (chars)',
    cell: ({ spokenCharacters }) => formatCount(spokenCharacters),
    isNumber: true,
  },
  {
    label: 'Guest translations',
    cell: ({ guestTranslations }) => formatCount(guestTranslations),
    isNumber: true,
  },
  { label: 'Guest characters', cell: ({ guestCharacters }) => formatCount(guestCharacters), isNumber: true },
];
