import { shownLanguage } from '../language/shown-language.ts';
import * as texts from '../texts/builds.ts';

/** `850ms`, `12.4s`, `1.5m`. Rounds before choosing the unit, so that `60.0s` never appears. */
export function formatDuration(ms: number | null): string {
  if (ms === null) return texts.notAvailable;
  if (Math.round(ms) < 1_000) return `${Math.round(ms)}ms`;
  if (Math.round(ms / 100) < 600) return `${tenths.format(ms / 1_000)}s`;
  return `${tenths.format(ms / 60_000)}m`;
}

/** In one unit for the whole axis of a chart: `75s`. */
export function formatAxisDuration(ms: number): string {
  return `${seconds.format(ms / 1_000)}s`;
}

/** `512 B`, `90.4 KB`, `1.8 MB`, in units of 1,024. @param bytes null if unknown */
export function formatSize(bytes: number | null): string {
  if (bytes === null) return texts.notAvailable;
  if (bytes < 1_024) return `${whole.format(bytes)} B`;
  const kilobytes = bytes / 1_024;
  if (Math.round(kilobytes * 10) < 10_240) return `${tenths.format(kilobytes)} KB`;
  return `${tenths.format(kilobytes / 1_024)} MB`;
}

export function formatMemory(megabytes: number | null): string {
  return megabytes === null ? texts.notAvailable : `${whole.format(megabytes)} MB`;
}

export function formatPercent(value: number | null): string {
  return value === null ? texts.notAvailable : percents.format(value / 100);
}

export function formatBuilds(builds: number): string {
  return texts.buildCount(builds, whole.format(builds));
}

export function shortenId(buildId: string): string {
  return `${buildId.slice(0, 8)}…`;
}

export function nameStatus(status: string): string {
  return texts.statusNames.get(status) ?? status;
}

/** `Nov 21, 2026, 6:58 AM`. @param at as ISO 8601, or in milliseconds since 1970 */
export function formatMoment(at: string | number, timeZone?: string): string {
  const format = new Intl.DateTimeFormat(shownLanguage, {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone,
  });
  return format.format(new Date(at));
}

const tenths = new Intl.NumberFormat(shownLanguage, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
const seconds = new Intl.NumberFormat(shownLanguage, { maximumFractionDigits: 1 });
const whole = new Intl.NumberFormat(shownLanguage, { maximumFractionDigits: 0 });
const percents = new Intl.NumberFormat(shownLanguage, { style: 'percent', maximumFractionDigits: 1 });
