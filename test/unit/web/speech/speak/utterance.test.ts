import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { chooseProsody, splitText, type Trigger } from '../../../../../web/speech/speak/utterance.ts';
import { check } from '../../../../support/properties.ts';

describe('pieces of an utterance', () => {
  test('a long text is cut at sentence ends', () => {
    const sentence = 'This sentence has about fifty characters in it, yes. ';
    const cut = splitText(sentence.repeat(6), 1);
    expect(cut.length).toBeGreaterThan(1);
    for (const piece of cut) expect(piece).toMatch(/^This.*yes\.$/);
    expect(cut.join(' ')).toBe(sentence.repeat(6).trim());
  });

  test('a sentence that is too long is cut at words, and a word that is too long anywhere', () => {
    const words = splitText('word '.repeat(100), 1);
    expect(words.every((piece) => /^(word ?)+$/.test(piece) && piece.length <= 160)).toBe(true);
    expect(words.join(' ')).toBe('word '.repeat(100).trim());
    expect(splitText('x'.repeat(400), 1).map(({ length }) => length)).toEqual([160, 160, 80]);
  });

  test('blank text has no pieces', () => {
    expect(splitText('  \n ', 1)).toEqual([]);
  });

  // Chrome falls silent after 14 seconds. People and voices say 14 letters, 4.5 syllables or 4.5 digits a second.
  test.each([
    ['letters', 'We would like to have a table for two. ', 14],
    ['syllables', '你好，请问火车站在哪里？', 4.5],
    ['digits', '4 9 3 0 1 7 2 8 ', 9],
  ])('of %s take less than 14 seconds at every speed', (_what, text, charactersASecond) => {
    for (let rate = 0.5; rate <= 2; rate += 0.1) {
      for (const piece of splitText(text.repeat(60), rate)) {
        expect(piece.length / charactersASecond / rate).toBeLessThan(14);
      }
    }
  });

  test('hold every letter of any text in order, and none is too long', () => {
    const text = fc.string({ unit: 'grapheme', maxLength: 600 });
    check(
      fc.property(text, fc.integer({ min: 5, max: 20 }), (text, tenths) => {
        const cut = splitText(text, tenths / 10);
        const unspaced = (each: string) => each.replace(/\s/gu, '');
        expect(unspaced(cut.join(''))).toBe(unspaced(text));
        for (const piece of cut) expect([...piece].length).toBeLessThanOrEqual(Math.min(160, 16 * tenths));
      }),
    );
  });
});

describe('rate, pitch and volume', () => {
  const elsewhere = { isAuto: false, isIosSafari: false };
  const iosSafari = { isAuto: false, isIosSafari: true };

  test.each<[Trigger, typeof elsewhere, { rates: [number, number]; volume: number }]>([
    ['tap', iosSafari, { rates: [0.5, 1], volume: 1 }],
    ['auto', { ...iosSafari, isAuto: true }, { rates: [0.7, 1], volume: 0.8 }],
    ['replay', { ...iosSafari, isAuto: true }, { rates: [0.5, 1], volume: 0.8 }],
    ['replay', iosSafari, { rates: [0.5, 1], volume: 1 }],
    ['tap', elsewhere, { rates: [0.5, 2], volume: 1 }],
    ['auto', { ...elsewhere, isAuto: true }, { rates: [0.5, 2], volume: 0.8 }],
    ['replay', { ...elsewhere, isAuto: true }, { rates: [0.5, 2], volume: 0.8 }],
  ])('after %s, %j, is %j', (trigger, where, { rates, volume }) => {
    const slowest = chooseProsody(5, trigger, where);
    const fastest = chooseProsody(20, trigger, where);
    expect([slowest.rate, fastest.rate]).toEqual(rates);
    expect([slowest.volume, fastest.volume]).toEqual([volume, volume]);
    expect(chooseProsody(9, trigger, where).rate).toBe(0.9);
  });

  test('can be slower than the setting, but never below half of the normal speed', () => {
    const slow = (tenths: number, isIosSafari: boolean) =>
      chooseProsody(tenths, 'tap', { isAuto: false, isSlow: true, isIosSafari }).rate;
    expect([5, 10, 20].map((tenths) => slow(tenths, false))).toEqual([0.5, 0.6, 1.2]);
    expect([5, 10, 20].map((tenths) => slow(tenths, true))).toEqual([0.5, 0.6, 1]);
  });
});
