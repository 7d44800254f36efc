import type { ReactNode } from 'react';
import * as texts from '../../texts/history.ts';
import { countDaysAgo } from './days-ago.ts';
import type { SavedTranslation } from './history-entries.ts';
import { nameLanguage } from './history-list.tsx';

/** What the page filters itself, among the entries that it has loaded. */
export interface Narrowing {
  /** As of `getPair`; empty for all. */
  readonly pair: string;
  /** Empty for all. */
  readonly period: Period | '';
}

export const allOfIt: Narrowing = { pair: '', period: '' };

type Period = (typeof periods)[number];

const periods = ['today', 'week', 'month', 'older'] as const;

export function isNarrow({ pair, period }: Narrowing): boolean {
  return pair !== '' || period !== '';
}

export function narrow(
  translations: readonly SavedTranslation[],
  { pair, period }: Narrowing,
): SavedTranslation[] {
  const now = new Date();
  return translations.filter((translation) => {
    if (pair !== '' && getPair(translation) !== pair) return false;
    const daysAgo = countDaysAgo(new Date(translation.createdAt), now);
    if (period === 'older') return daysAgo >= lengthsInDays.month;
    return period === '' || daysAgo < lengthsInDays[period];
  });
}

const lengthsInDays = { today: 1, week: 7, month: 30 };

function getPair({ sourceLanguage, targetLanguage }: SavedTranslation): string {
  return `${sourceLanguage} ${targetLanguage}`;
}

export function NarrowingFields({ translations, narrowing, onNarrow }: NarrowingFieldsProps) {
  const { pair, period } = narrowing;
  const pairs = new Set([...translations.map(getPair), ...(pair === '' ? [] : [pair])]);
  return (
    <div className="mb-2 grid grid-cols-[repeat(auto-fit,minmax(min(100%,10rem),1fr))] gap-2">
      <Select
        label={texts.period}
        value={period}
        onChoose={(value) => onNarrow({ ...narrowing, period: periods.find((each) => each === value) ?? '' })}
      >
        <option value="">{texts.anyTime}</option>
        {periods.map((each) => (
          <option key={each} value={each}>
            {texts.periods[each]}
          </option>
        ))}
      </Select>
      <Select
        label={texts.languages}
        value={pair}
        onChoose={(value) => onNarrow({ ...narrowing, pair: value })}
      >
        <option value="">{texts.anyLanguages}</option>
        {[...pairs].map((each) => {
          const [source = '', target = ''] = each.split(' ');
          return (
            <option key={each} value={each}>{`${nameLanguage(source)} → ${nameLanguage(target)}`}</option>
          );
        })}
      </Select>
    </div>
  );
}

interface NarrowingFieldsProps {
  translations: readonly SavedTranslation[];
  narrowing: Narrowing;
  onNarrow: (narrowing: Narrowing) => void;
}

function Select({ label, value, onChoose, children }: SelectProps) {
  return (
    <select
      aria-label={label}
      value={value}
      onChange={(event) => onChoose(event.currentTarget.value)}
      className="min-h-11 rounded-control border border-edge bg-surface px-3"
    >
      {children}
    </select>
  );
}

interface SelectProps {
  label: string;
  value: string;
  onChoose: (value: string) => void;
  children: ReactNode;
}
