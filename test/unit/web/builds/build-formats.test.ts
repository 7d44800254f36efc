import { expect, test } from 'vitest';
import {
  formatAxisDuration,
  formatBuilds,
  formatDuration,
  formatMemory,
  formatMoment,
  formatPercent,
  formatSize,
  nameStatus,
  shortenId,
} from '../../../../web/builds/formats.ts';

// biome-ignore lint/suspicious/noExplicitAny: each takes other values
type Format = (value: any) => string;

test.each<[Format, string]>([
  [formatDuration, '0 0ms, 0.4 0ms, 999 999ms, 999.4 999ms, 999.6 1.0s, 1250 1.3s, 59949 59.9s, 59950 1.0m'],
  [formatDuration, '60000 1.0m, 90000 1.5m, 3600000 60.0m, null N/A'],
  [formatAxisDuration, '0 0s, 500 0.5s, 15000 15s, 7500 7.5s, 75000 75s'],
  [formatSize, '0 0 B, 512 512 B, 1024 1.0 KB, 92570 90.4 KB, 1048525 1.0 MB, 1048576 1.0 MB, null N/A'],
  [formatMemory, '182 182 MB, 182.5 183 MB, 0 0 MB, null N/A'],
  [formatPercent, '0 0%, 66.7 66.7%, 100 100%, null N/A'],
  [formatBuilds, '0 0 builds, 1 1 build'],
  [shortenId, '"3f2b8c1e-9a4d-4c57-8e21-0d6b5a7f9c33" 3f2b8c1e…'],
  [nameStatus, '"success" Success, "failed" Failed, "running" Running, "toString" toString, "" '],
])('$0.name reads %s', (format, cases) => {
  for (const [, value = '', read = ''] of cases.split(', ').map((each) => /^(\S+) (.*)$/.exec(each) ?? [])) {
    expect(format(JSON.parse(value)), value).toBe(read);
  }
});

test('thousands are separated', () => {
  const read = [formatDuration(90_000_000), formatSize(1_048_524), formatBuilds(1_204)];
  expect(read).toEqual(['1,500.0m', '1,023.9 KB', '1,204 builds']);
  expect([formatSize(1_023), formatSize(3_221_225_472), formatMemory(1_536)]).toEqual([
    '1,023 B',
    '3,072.0 MB',
    '1,536 MB',
  ]);
});

test('a time is in the reader’s time zone', () => {
  const at = '2026-11-21T06:58:41.000Z';
  // The space before AM is a narrow one.
  expect(formatMoment(at, 'UTC').replace(/\s/g, ' ')).toBe('Nov 21, 2026, 6:58 AM');
  expect(formatMoment(at, 'America/Los_Angeles').replace(/\s/g, ' ')).toBe('Nov 20, 2026, 10:58 PM');
});
