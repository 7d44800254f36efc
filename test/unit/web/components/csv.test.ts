import { expect, test } from 'vitest';
import { writeCsv } from '../../../../web/charts/csv.ts';

test('a CSV file has quotes where needed, and a byte-order mark for Excel', () => {
  const rows = [
    ['Name', 'Note', 'Count'],
    ['Zoë', 'says "hi", twice', 2],
    ['two\nlines', null, -3],
  ];
  expect(writeCsv({ fileName: 'a.csv', rows })).toBe(
    '\uFEFFName,Note,Count\r\nZoë,"says ""hi"", twice",2\r\n"two\nlines",,-3',
  );
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
  expect(writeCsv({ fileName: 'a.csv', rows: [[cell]] })).toBe(`\uFEFF"'${cell}"`);
});

test('such a sign inside a cell is unchanged', () => {
  expect(writeCsv({ fileName: 'a.csv', rows: [['a=b', 'me@parley.example', '2026-11-28']] })).toBe(
    '\uFEFFa=b,me@parley.example,2026-11-28',
  );
});
