/** Eight letters that nothing else has side by side: six of them in a row are a find, wherever they are. */
const letters = 'zqxjkvwy';
const leastLetters = 6;

/** Words of nobody's, told apart by a number, whose every longer piece is recognised. */
export function canary(number: number): string {
  return `${letters}${number}${letters}`;
}

/** In what form a canary, or a recognisable piece of one, is in a text; undefined where there is none. */
export function findCanary(text: string): string | undefined {
  const lowered = text.toLowerCase();
  const inLetters = forms.find(({ piece }) => lowered.includes(piece));
  return inLetters?.name ?? base64Forms.find(({ piece }) => text.includes(piece))?.name;
}

const pieces = Array.from({ length: letters.length - leastLetters + 1 }, (_, start) =>
  letters.slice(start, start + leastLetters),
);

const forms = pieces.flatMap((piece) => {
  const codes = [...Buffer.from(piece)].map((code) => code.toString(16));
  const capitals = [...Buffer.from(piece.toUpperCase())].map((code) => code.toString(16));
  return [
    { name: 'letters', piece },
    { name: 'letters backwards', piece: [...piece].reverse().join('') },
    ...[codes, capitals].flatMap((each) => [
      { name: 'hex', piece: each.join('') },
      { name: 'hex of UTF-16', piece: each.join('00') },
      { name: 'hex with spaces', piece: each.join(' ') },
      { name: 'percent signs', piece: `%${each.join('%')}` },
      { name: 'escapes', piece: `\\u00${each.join('\\u00')}` },
    ]),
    { name: 'a list of bytes', piece: [...Buffer.from(piece)].join(',') },
  ];
});

/** Three letters are four signs, which depend on where the first of them stands. */
const base64Forms = [letters, letters.toUpperCase()].flatMap((word) =>
  [0, 1, 2].map((offset) => {
    const encoded = Buffer.from(`${'\0'.repeat(offset)}${word}`).toString('base64url');
    const start = Math.ceil((offset * 8) / 6);
    const end = Math.floor(((offset + word.length) * 8) / 6);
    return { name: 'base64', piece: encoded.slice(start, end) };
  }),
);
