import { describe, expect, test } from 'vitest';
import { files, linesWith } from './files.ts';
import { markupTextsOf, placeOf, stringsOf } from './imports.ts';

/** Brands, keys and the Spanish of the landing page's example, which no language translates. */
const names = /\b(?:Parley|Ctrl|Español)\b|¿.*\?/g;
/** The texts of the second person, in their language, and the legal texts, of which the English ones are binding. */
const exempt = /^web\/(?:texts|build|pages\/legal)\/|\/conversation\/side-texts\.tsx$/;

describe('what people read is in web/texts', () => {
  const modules = files.filter((path) => /^web\/.*\.tsx?$/.test(path) && !exempt.test(path));

  test('and not in the markup of components', () => {
    const written = modules
      .filter((path) => path.endsWith('.tsx'))
      .flatMap((path) =>
        markupTextsOf(path)
          .filter(({ text }) => /\p{L}{2}/u.test(text.replaceAll(names, '')))
          .map(
            ({ text, start }) => `${placeOf(path, start + text.search(/\S/))} ${text.trim().slice(0, 60)}`,
          ),
      );
    expect(modules.length).toBeGreaterThan(0);
    expect(written).toEqual([]);
  });

  test('and in no other strings: a capital, a word and another word begin a sentence', () => {
    const sentences = modules.flatMap((path) =>
      stringsOf(path)
        .filter(({ text }) => /^\p{Lu}\p{Ll}+,? \p{Ll}{2}/u.test(text))
        .map(({ text, start }) => `${placeOf(path, start)} ${text.slice(0, 60)}`),
    );
    expect(sentences).toEqual([]);
  });

  test('and is joined by joinSentences: Japanese and Chinese have no space between sentences', () => {
    const joined = linesWith(/[`}] \$\{texts\./, modules).filter((line) => !line.includes('sr-only'));
    expect(joined).toEqual([]);
  });
});
