import { shownLanguage } from '../../language/shown-language.ts';
import { justNow } from '../../texts/history.ts';
import { countDaysAgo } from './days-ago.ts';

/** `just now`, `5 minutes ago`, `yesterday`; after a week, the date. */
export function formatRelativeTime(createdAt: string, nowMs: number): string {
  const created = new Date(createdAt);
  const seconds = Math.max(0, (nowMs - created.getTime()) / 1_000);
  if (seconds < 45) return justNow;
  if (seconds < hour) return relative.format(-Math.max(1, Math.round(seconds / minute)), 'minute');
  if (seconds < day) return relative.format(-Math.round(seconds / hour), 'hour');
  const daysAgo = countDaysAgo(created, new Date(nowMs));
  if (daysAgo < 7) return relative.format(-daysAgo, 'day');
  const isThisYear = created.getFullYear() === new Date(nowMs).getFullYear();
  return created.toLocaleDateString(shownLanguage, {
    day: 'numeric',
    month: 'long',
    ...(!isThisYear && { year: 'numeric' }),
  });
}

const relative = new Intl.RelativeTimeFormat(shownLanguage, { numeric: 'auto' });

const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;
