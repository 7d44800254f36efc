import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cutText } from '../../../../functions/providers/text-pieces.ts';
import { check } from '../../../support/properties.ts';

const characters = (text: string) => text.length;
const measures = { characters, utf8Bytes: Buffer.byteLength };
const measure = fc.constantFrom(...Object.values(measures));
const language = fc.constantFrom('en-US', 'zh-CN', 'th', 'hi', 'ja', 'ar');
const units = ['word', '. ', ' ', '\n', 'मैं', '。', '你', 'ก', '👨‍👩‍👧‍👦', '🇪🇸', 'e\u0301', '!', '\r\n'];
const anyText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 200 }),
  fc.string({ unit: 'grapheme', maxLength: 200 }),
  fc.string({ unit: fc.constantFrom(...units), maxLength: 200 }),
);

describe('the pieces of any text', () => {
  test('join to the text', () => {
    check(
      fc.property(anyText, fc.integer({ min: 1, max: 300 }), measure, language, (text, limit, size, code) => {
        expect(cutText(text, limit, size, code).join('')).toBe(text);
      }),
    );
  });

  test('each measure at most the limit', () => {
    const room = fc.integer({ min: 4, max: 300 });
    check(
      fc.property(anyText, room, measure, language, (text, limit, size, code) => {
        const pieces = cutText(text, limit, size, code);
        expect(pieces.filter((piece) => size(piece) > limit)).toEqual([]);
      }),
    );
  });

  test('are never cut inside a surrogate pair', () => {
    const emoji = fc.string({ unit: fc.constantFrom('😀', '𠮷', '🇪🇸', 'a', ' ', '. '), maxLength: 100 });
    check(
      fc.property(emoji, fc.integer({ min: 1, max: 20 }), measure, (text, limit, size) => {
        for (const piece of cutText(text, limit, size, 'en-US')) expect(piece.isWellFormed()).toBe(true);
      }),
    );
  });

  test('are never empty, except for the empty text', () => {
    expect(cutText('', 10, characters, 'en-US')).toEqual(['']);
    check(
      fc.property(anyText, fc.integer({ min: 1, max: 50 }), (text, limit) => {
        fc.pre(text !== '');
        expect(cutText(text, limit, characters, 'en-US')).not.toContain('');
      }),
    );
  });
});

describe('a text that fits', () => {
  test('stays one piece', () => {
    expect(cutText('One. Two. Three.', 16, characters, 'en-US')).toEqual(['One. Two. Three.']);
  });

  test('is measured by the requested measure', () => {
    expect(cutText('你好。再见。', 9, Buffer.byteLength, 'zh-CN')).toEqual(['你好。', '再见。']);
    expect(cutText('你好。再见。', 9, characters, 'zh-CN')).toEqual(['你好。再见。']);
  });
});

describe('a text that does not fit', () => {
  test.each([
    ['en-US', ['The train leaves at noon. ', 'Where is the platform? ', 'I am late!']],
    ['es', ['¿Dónde está la estación? ', '¡Llego tarde! ', 'Gracias por todo.']],
    ['zh-CN', ['火车中午出发。', '站台在哪里？', '我迟到了！']],
    ['ja', ['電車は正午に出ます。', 'ホームはどこですか？', '遅れました！']],
    ['hi', ['ट्रेन दोपहर को चलती है। ', 'प्लेटफ़ॉर्म कहाँ है? ', 'मुझे देर हो गई।']],
  ])('keeps sentences whole in %s', (code, sentences) => {
    const longest = Math.max(...sentences.map(characters));
    const pieces = cutText(sentences.join(''), longest, characters, code);
    for (const sentence of sentences)
      expect(pieces.filter((each) => each.includes(sentence))).toHaveLength(1);
    expect(pieces.length).toBeGreaterThan(1);
  });

  test.each([
    ['fills a piece with sentences', 'One. Two. |Three. |Four.', 11],
    ['cuts a long sentence between words', 'alpha beta |gamma delta', 12],
    ['fills up the last piece of a long sentence', 'alpha beta |gamma. Yes. |No.', 12],
  ])('%s', (_, pieces, limit) => {
    expect(cutText(pieces.replaceAll('|', ''), limit, characters, 'en-US').join('|')).toBe(pieces);
  });

  test('cuts between the words of a script without spaces', () => {
    const words = ['สถานี', 'รถไฟ', 'อยู่', 'ที่ไหน'];
    const pieces = cutText(words.join(''), 9, characters, 'th');
    let end = 0;
    const ends = pieces.map((piece) => (end += piece.length));
    let wordEnd = 0;
    const wordEnds = words.map((word) => (wordEnd += word.length));
    expect(ends.filter((each) => !wordEnds.includes(each))).toEqual([]);
    expect(pieces.length).toBeGreaterThan(1);
  });

  test('cuts a long word between characters, and keeps marks with their letters', () => {
    expect(cutText('aaaaaaa', 3, characters, 'en-US')).toEqual(['aaa', 'aaa', 'a']);
    expect(cutText('e\u0301e\u0301e\u0301', 3, characters, 'fr')).toEqual(['e\u0301', 'e\u0301', 'e\u0301']);
    expect(cutText('👍🏽👍🏽', 5, characters, 'en-US')).toEqual(['👍🏽', '👍🏽']);
  });

  test('cuts a large character between code points', () => {
    const marked = `a${'\u20d0'.repeat(4)}`;
    expect(cutText(marked, 7, Buffer.byteLength, 'en-US')).toEqual(['a\u20d0\u20d0', '\u20d0\u20d0']);
  });
});

test.each([
  ['one word', 'x'],
  ['blanks', ' '],
  ['one letter under marks', '\u0301'],
  ['one letter under marks of 3 bytes', '\u20d0'],
  ['line ends', '\n'],
  ['full stops', '.'],
  ['emoji', '😀'],
  ['one family', '👨\u200d'],
  ['Chinese without a stop', '你'],
  ['Thai without a space', 'สถานีรถไฟอยู่ที่ไหน'],
  ['words', 'train station '],
])('the longest text of %s is cut, and each part of it measured a few times', (_what, unit) => {
  const text = `a${unit.repeat(5_000 / unit.length)}`.slice(0, 5_000);
  for (const limit of [10, 3_000, 10_000]) {
    const pieces = cutText(text, limit, Buffer.byteLength, 'en-US');
    expect(pieces.join('')).toBe(text);
    expect(pieces.filter((piece) => Buffer.byteLength(piece) > limit)).toEqual([]);
  }
  let measured = 0;
  const measure = (part: string) => {
    measured += part.length;
    return Buffer.byteLength(part);
  };
  cutText(text, 10, measure, 'en-US');
  expect(measured).toBeLessThan(20 * text.length);
});
