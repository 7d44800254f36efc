/** Eight letters that occur nowhere else in this order: six in a row are a find. */
const letters = 'zqxjkvwy';
const leastLetters = 6;

export function canary(number: number): string {
  return `${letters}${number}${letters}`;
}

/** The form in which a text holds a part of a canary. */
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

/** Three bytes are four characters, which depend on the offset. */
const base64Forms = [letters, letters.toUpperCase()].flatMap((word) =>
  [0, 1, 2].map((offset) => {
    const encoded = Buffer.from(`${'\0'.repeat(offset)}${word}`).toString('base64url');
    const start = Math.ceil((offset * 8) / 6);
    const end = Math.floor(((offset + word.length) * 8) / 6);
    return { name: 'base64', piece: encoded.slice(start, end) };
  }),
);
