import { planCurrency } from '../../shared/plans.ts';
import { formatMoney } from '../billing/format.ts';
import { formatShortDay } from '../charts/days.ts';
import { shownLanguage } from '../language/shown-language.ts';
import * as texts from '../texts/analytics.ts';

export const formatCount = new Intl.NumberFormat(shownLanguage).format;

export function formatSignups(value: number): string {
  return texts.signupCount(value, formatCount(value));
}

export function formatDollars(value: number): string {
  return formatMoney(Math.round(value * 100), planCurrency);
}

export const formatShortDollars = new Intl.NumberFormat(shownLanguage, {
  style: 'currency',
  currency: planCurrency,
  notation: 'compact',
  maximumSignificantDigits: 3,
}).format;

/** `2.5%`. @param value in percent */
export function formatPercent(value: number): string {
  return percents.format(value / 100);
}

/** `Signups per day in the last 30 days: 40 signups in total, with a peak of 9 signups on Nov 3.` */
export function describeChart(
  subject: string,
  points: readonly { date: string; value: number }[],
  format: (value: number) => string,
): string {
  const sum = points.reduce((total, { value }) => total + value, 0);
  const peak = points.reduce((best, point) => (point.value > best.value ? point : best));
  const peakDay = formatShortDay(peak.date);
  return texts.chartSummary(subject, points.length, format(sum), format(peak.value), peakDay);
}

const percents = new Intl.NumberFormat(shownLanguage, { style: 'percent', maximumFractionDigits: 1 });
