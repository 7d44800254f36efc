import { expect, test } from 'vitest';
import { joinMarks, readMarks } from '../../../../functions/speech/word-marks.ts';

test('offsets in bytes become offsets in the text, also after accents and emoji', () => {
  const text = '¿Dónde 👩‍🚀 está?';
  const at = (word: string) => {
    const start = Buffer.byteLength(text.slice(0, text.indexOf(word)));
    return { start, end: start + Buffer.byteLength(word), value: word };
  };
  const lines = [
    { time: 6, type: 'word', ...at('Dónde') },
    { time: 480, type: 'word', ...at('está') },
  ];
  const answer = Buffer.from(lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  const marks = readMarks(answer, text);
  expect(marks.map(({ ms, start, end }) => [ms, text.slice(start, end)])).toEqual([
    [6, 'Dónde'],
    [480, 'está'],
  ]);
});

test('a text without words has no marks', () => {
  expect(readMarks(new Uint8Array(), '…')).toEqual([]);
});

test('marks of later pieces begin after the earlier sounds', () => {
  const pieces = ['one two. ', '\n\n', 'three'];
  const parts = [
    [
      { ms: 0, start: 0, end: 3 },
      { ms: 400, start: 4, end: 7 },
    ],
    [{ ms: 10, start: 0, end: 5 }],
  ];
  expect(joinMarks(pieces, parts)).toEqual([
    { ms: 0, start: 0, end: 3 },
    { ms: 400, start: 4, end: 7 },
    { ms: 910, start: 11, end: 16 },
  ]);
});
