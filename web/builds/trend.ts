import type { Metrics } from './queries.ts';

export type Day = Metrics['trends'][number];

/**
 * Every UTC day of the period, oldest first, with empty days.
 *
 * @param trends days with builds, newest first
 * @param nowMs a slow clock hides no day of the trends
 */
export function everyDay(trends: readonly Day[], days: number, nowMs: number): Day[] {
  const built = new Map(trends.map((day) => [day.date, day]));
  const dates = [...built.keys()].sort();
  const last = later(dateOf(nowMs), dates.at(-1));
  const first = earlier(dateOf(Date.parse(last) - (days - 1) * dayMs), dates[0]);
  const all: Day[] = [];
  for (let at = Date.parse(first); at <= Date.parse(last); at += dayMs) {
    const date = dateOf(at);
    all.push(built.get(date) ?? { date, buildCount: 0, avgDuration: null, successRate: null });
  }
  return all;
}

const dayMs = 86_400_000;

function dateOf(atMs: number): string {
  return new Date(atMs).toISOString().slice(0, 10);
}

function later(date: string, other = date): string {
  return date > other ? date : other;
}

function earlier(date: string, other = date): string {
  return date < other ? date : other;
}
