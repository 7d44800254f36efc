import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { createApertium } from '../../../infra/local/engines/apertium.ts';
import { check } from '../../support/properties.ts';

const apertium = createApertium();
afterAll(apertium.stop);

const station: Record<string, string> = {
  ca: 'On és l’estació de tren?',
  da: 'Hvor er hotellet?',
  en: 'Where is the train station?',
  es: '¿Dónde está la estación de tren?',
  fr: 'Où est la gare ?',
  id: 'Di mana stasiun kereta api?',
  it: "Dov'è la stazione dei treni?",
  ms: 'Di mana stesen kereta api?',
  pt: 'Onde fica a estação de trem?',
  ro: 'Unde este gara?',
  sv: 'Var är hotellet?',
};

test('every pair says something else in the other language, and keeps text without language', async () => {
  for (const pair of apertium.pairs) {
    const [source = '', target = ''] = pair.split('>');
    const text = station[source.slice(0, 2)] ?? '';
    const translated = await apertium.translate(`${text} 😀 a@b.example`, source, target);
    expect.soft(translated, pair).toMatch(/^.*\p{L}{3}.* 😀 a@b\.example$/u);
    expect.soft(translated, pair).not.toContain(text);
    expect.soft(translated, pair).not.toMatch(/(^|\s)[*#@]\p{L}/u);
  }
}, 240_000);

/** The engine must not change these. */
const kept = [
  ...[
    '{name}',
    '{{count}}',

    '%(name)s',
    '%s',
    '%1$d',
    'example.com',
    'the.house.co.uk/open?red#house',
  ],
  ...[
    '/usr/bin',
    '~/the/house',
    './open',
    'C:\\Users\\house',
    'house.txt',
    'red_house',
    '`open house`',
    '#house',
    '@red',
  ],
  ...['https://house.example/red', 'red@house.example', '](house.md)', '**', '~~', '<b>', '😀'],
];

test('placeholders, paths, domains and Markdown come back in place, in every pair', async () => {
  const part = fc.constantFrom(...kept);
  const around = fc.array(part, { minLength: 1, maxLength: 4 });
  await check(
    fc.asyncProperty(
      fc.constantFrom(...apertium.pairs),
      around,
      fc.boolean(),
      async (pair, parts, isAlone) => {
        const [source = '', target = ''] = pair.split('>');
        const words = isAlone ? [] : (station[source.slice(0, 2)] ?? '').split(' ');
        const text = Array.from({ length: Math.max(words.length, parts.length) })
          .flatMap((_, index) => [words[index] ?? [], parts[index] ?? []].flat())
          .join(' ');
        const translated = await apertium.translate(text, source, target);
        let end = 0;
        for (const each of parts) {
          const at = translated.indexOf(each, end);
          expect(at, `${pair}: ${each} of ${text} in ${translated}`).toBeGreaterThanOrEqual(0);
          end = at + each.length;
        }
        if (isAlone) expect(translated).toBe(text);
      },
    ),
    { runs: 300 },
  );
}, 240_000);
