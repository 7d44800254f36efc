import { generateMessageId } from '@lingui/message-utils/generateMessageId';
import { describe, expect, test } from 'vitest';
import type { InterfaceLanguageCode } from '../../../../shared/interface-languages.ts';
import { markMessages, translateScript } from '../../../../web/build/translate.ts';

describe('a built text', () => {
  test('is the language’s own, in each kind of quotes', () => {
    const source = 'export const text = t(\'Say "hi"\');';
    const german = `Sag \`hallo\`, $\{du} "da" 'dort' \\`;
    expect(run(source, 'de', { 'Say "hi"': german })).toBe(german);
  });

  test('is English where the language has none', () => {
    expect(run("export const text = t('Close');", 'ar', {})).toBe('Close');
  });

  test('has its values where the language wants them', () => {
    const source = "const [a, b] = ['Ulm', 'Rom']; export const text = t('From {a} to {b}', { a, b });";
    expect(run(source, 'en', {})).toBe('From Ulm to Rom');
    expect(run(source, 'ja', { 'From {a} to {b}': '{b}へ、{a}から' })).toBe('Romへ、Ulmから');
  });

  test('works out each value once', () => {
    const source = `let calls = 0;
      export const text = t('{n, plural, one {# of {n}} other {# of {n}}}', { n: ++calls });`;
    expect(run(source, 'en', {})).toBe('1 of 1');
    const two = `let calls = 0; const name = 'Ada';
      export const text = t('{n}, {name}: {n}', { n: ++calls, name });`;
    expect(run(two, 'en', {})).toBe('1, Ada: 1');
  });

  test.each([
    [0, 'لا شيء'],
    [1, 'واحد'],
    [2, 'اثنان'],
    [3, 'few 3'],
    [11, 'many 11'],
    [100, 'other 100'],
  ])('has the plural form of the language for %i', (count, expected) => {
    const source = `export const text = t('{n, plural, one {#} other {#}}', { n: ${count} });`;
    const arabic =
      '{n, plural, =0 {لا شيء} one {واحد} two {اثنان} few {few #} many {many #} other {other #}}';
    expect(run(source, 'ar', { '{n, plural, one {#} other {#}}': arabic })).toBe(expected);
  });

  test('shows numbers in the way of the language', () => {
    const source = "const n = 1234.5; export const text = t('{n} left', { n });";
    expect(run(source, 'de', { '{n} left': 'noch {n}' })).toBe('noch 1.234,5');
    const known = "export const text = t('{n} left', { n: 5000 });";
    expect(run(known, 'de', { '{n} left': 'noch {n}' })).toBe('noch 5.000');
  });

  test('groups the thousands of a count, also in English', () => {
    const source = "const n = 5000; export const text = t('{n, plural, one {# cat} other {# cats}}', { n });";
    expect(run(source, 'en', {})).toBe('5,000 cats');
  });

  test('chooses by a word', () => {
    const message = '{each, select, year {yearly} other {monthly}}';
    const source = `export const text = ['year', 'month'].map((each) => t('${message}', { each })).join();`;
    expect(run(source, 'en', {})).toBe('yearly,monthly');
  });

  test('may be the value of another', () => {
    const source = "export const text = t('{a} and {b}', { a: t('{n} cats', { n: 2 }), b: t('dogs') });";
    const german = { '{a} and {b}': '{b} und {a}', '{n} cats': '{n} Katzen', dogs: 'Hunde' };
    expect(run(source, 'de', german)).toBe('Hunde und 2 Katzen');
  });
});

test('a message that is not a literal fails the build', () => {
  expect(() => markMessages('x.ts', 'export const f = (word) => t(word);', new Map())).toThrow(
    'x.ts: the message of t(word) is not a literal.',
  );
});

/** Builds a module for a language, runs it, and returns what it exports as `text`. */
function run(source: string, language: string, texts: Readonly<Record<string, string>>): unknown {
  const english = new Map<string, string>();
  const marked = markMessages('text.ts', source, english);
  const catalogue = new Map(
    Object.entries(texts).map(([message, text]) => [generateMessageId(message), text] as const),
  );
  const code = translateScript(marked, { language: language as InterfaceLanguageCode, catalogue, english });
  return new Function(`${code.replace('export const text', 'const text')}; return text;`)();
}
