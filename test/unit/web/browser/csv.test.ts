import { expect, test } from 'vitest';
import { writeCsv } from '../../../../web/browser/csv.ts';

test('a CSV file has quotes where needed, and a byte-order mark for Excel', () => {
  const rows = [
    ['Name', 'Note'],
    ['Zoë', 'says "hi", twice'],
    ['two\nlines', ''],
  ];
  expect(writeCsv(rows)).toBe('\uFEFFName,Note\r\nZoë,"says ""hi"", twice"\r\n"two\nlines",');
});

test.each([
  '=1+1',
  '+1',
  '-1',
  '@SUM(A1)',
  '\t=1',
  '\r=1',
  '\n=1',
  ' =1',
  '=1\n=2',
  '\tx',
  '＝1',
  ' ＠SUM(A1)',
])('a formula becomes text: %j', (cell) => {
  expect(writeCsv([[cell]])).toBe(`\uFEFF"'${cell}"`);
});

test('such a sign inside a cell is unchanged', () => {
  expect(writeCsv([['a=b', 'me@parley.example', '2026-11-28']])).toBe(
    '\uFEFFa=b,me@parley.example,2026-11-28',
  );
});
