import { useQuery } from '@tanstack/react-query';
import { type Column, DataTable } from '../charts/data-table.tsx';
import { mediumDay } from '../charts/days.ts';
import { Card } from '../components/card.tsx';
import { count } from './figures.ts';
import { type Overview, overviewQuery } from './queries.ts';

/** Usage of all users by day. Only operators receive it. */
export function UsageCard() {
  const usage = useQuery(overviewQuery).data?.usage;
  if (!usage) return null;
  return (
    <Card title="Usage">
      {usage.length === 0 ? (
        <p className="text-muted">No usage yet. Days appear here after midnight UTC.</p>
      ) : (
        <DataTable label="Usage per day" columns={columns} rows={usage} keyOf={({ date }) => date} isLow />
      )}
    </Card>
  );
}

type Usage = NonNullable<Overview['usage']>[number];

const columns: readonly Column<Usage>[] = [
  { label: 'Date', cell: ({ date }) => mediumDay(date) },
  { label: 'Users', cell: ({ users }) => count(users), isNumber: true },
  { label: 'Translations', cell: ({ translations }) => count(translations), isNumber: true },
  { label: 'Characters', cell: ({ characters }) => count(characters), isNumber: true },
  { label: 'Speech to text (s)', cell: ({ speechSeconds }) => count(speechSeconds), isNumber: true },
  { label: 'Read aloud (chars)', cell: ({ spokenCharacters }) => count(spokenCharacters), isNumber: true },
  { label: 'Guest translations', cell: ({ guestTranslations }) => count(guestTranslations), isNumber: true },
  { label: 'Guest characters', cell: ({ guestCharacters }) => count(guestCharacters), isNumber: true },
];
