import { expect, test } from 'vitest';
import {
  axisDuration,
  countOf,
  duration,
  memory,
  moment,
  percent,
  shortId,
  size,
  statusName,
  typeName,
} from '../../../../web/builds/formats.ts';

test.each([
  [0, '0ms'],
  [0.4, '0ms'],
  [850, '850ms'],
  [999, '999ms'],
  [999.4, '999ms'],
  [999.6, '1.0s'],
  [1_000, '1.0s'],
  [1_250, '1.3s'],
  [12_340, '12.3s'],
  [59_949, '59.9s'],
  [59_950, '1.0m'],
  [59_999, '1.0m'],
  [60_000, '1.0m'],
  [90_000, '1.5m'],
  [3_600_000, '60.0m'],
  [90_000_000, '1,500.0m'],
  [null, 'N/A'],
])('%s milliseconds read %s', (ms, read) => {
  expect(duration(ms)).toBe(read);
});

test.each([
  [0, '0ms'],
  [15_000, '15s'],
  [7_500, '7.5s'],
  [60_000, '1m'],
])('%s milliseconds beside an axis read %s', (ms, read) => {
  expect(axisDuration(ms)).toBe(read);
});

test.each([
  [0, '0 B'],
  [512, '512 B'],
  [1_023, '1,023 B'],
  [1_024, '1.0 KB'],
  [92_570, '90.4 KB'],
  [1_048_524, '1,023.9 KB'],
  [1_048_525, '1.0 MB'],
  [1_048_575, '1.0 MB'],
  [1_048_576, '1.0 MB'],
  [1_887_437, '1.8 MB'],
  [3_221_225_472, '3,072.0 MB'],
  [null, 'N/A'],
])('%s bytes read %s', (bytes, read) => {
  expect(size(bytes)).toBe(read);
});

test.each([
  [182, '182 MB'],
  [182.5, '183 MB'],
  [0, '0 MB'],
  [1_536, '1,536 MB'],
  [null, 'N/A'],
])('%s megabytes read %s', (megabytes, read) => {
  expect(memory(megabytes)).toBe(read);
});

test.each([
  [0, '0%'],
  [66.7, '66.7%'],
  [100, '100%'],
  [null, 'N/A'],
])('%s percent reads %s', (value, read) => {
  expect(percent(value)).toBe(read);
});

test.each([
  [0, '0 builds'],
  [1, '1 build'],
  [1_204, '1,204 builds'],
])('%i of them are %s', (builds, read) => {
  expect(countOf(builds)).toBe(read);
});

test('a build is named by eight characters of its id', () => {
  expect(shortId('3f2b8c1e-9a4d-4c57-8e21-0d6b5a7f9c33')).toBe('3f2b8c1e…');
});

test('a type is named in short', () => {
  expect((['development', 'production', 'deployment'] as const).map(typeName)).toEqual([
    'Dev',
    'Prod',
    'Deploy',
  ]);
});

test.each([
  ['success', 'Success'],
  ['failed', 'Failed'],
  ['running', 'Running'],
  ['cancelled by hand', 'cancelled by hand'],
  ['toString', 'toString'],
  ['', ''],
])('the status %j reads %j', (status, read) => {
  expect(statusName(status)).toBe(read);
});

test('a moment is the reader’s own', () => {
  const at = '2026-11-21T06:58:41.000Z';
  // The space before AM is a narrow one.
  expect(moment(at, 'UTC').replace(/\s/g, ' ')).toBe('Nov 21, 2026, 6:58 AM');
  expect(moment(at, 'America/Los_Angeles').replace(/\s/g, ' ')).toBe('Nov 20, 2026, 10:58 PM');
});
