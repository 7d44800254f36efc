import { expect, test } from 'vitest';
import { findFaults } from '../../../../web/build/catalogues.ts';

const counted = '{n, plural, one {# day} other {# days}}';

test.each([
  ['a missing placeholder', 'de', 'To {place}', 'Nach', 'de, "To {place}": no placeholder place'],
  [
    'another placeholder',
    'de',
    'To {place}',
    'Nach {place} {ort}',
    'de, "To {place}": unknown placeholder ort',
  ],
  ['missing markup', 'de', 'Press <key/>.', 'Drück.', 'de, "Press <key/>.": no markup <key/>'],
  ['other markup', 'de', 'Hi <b>you</b>', 'Hallo <b>du</b> <i/>', 'de, "Hi <b>you</b>": unknown markup <i/>'],
  ['open markup', 'de', 'Hi <b>you</b>', 'Hallo <b>du', 'de, "Hi <b>you</b>": its markup is not closed'],
  [
    'a missing plural form',
    'ru',
    counted,
    '{n, plural, one {#} many {#} other {#}}',
    `ru, ${JSON.stringify(counted)}: no plural form few`,
  ],
  [
    'a form of another language',
    'ja',
    counted,
    '{n, plural, one {#日} other {#日}}',
    `ja, ${JSON.stringify(counted)}: unknown plural form one`,
  ],
  [
    'another choice',
    'fr',
    '{k, select, a {x} other {y}}',
    '{k, select, b {x} other {y}}',
    'fr, "{k, select, a {x} other {y}}": no choice of k: a, other',
  ],
])('%s is named', (_, language, message, text, fault) => {
  expect(findFaults(language, message, text)).toEqual([fault]);
});

test('braces that do not close are a fault', () => {
  expect(findFaults('de', 'To {place}', 'Nach {place')).toHaveLength(1);
});

test.each([
  ['de', 'To {place}', 'Nach {place}'],
  ['es', counted, '{n, plural, one {# día} other {# días}}'],
  ['ar', '{n} days', '{n, plural, zero {#} one {#} two {#} few {#} many {#} other {#}}'],
  ['de', 'Settings > Apps', 'Einstellungen > Apps'],
  ['de', 'To {place}', ''],
])('%s may say “%s” as “%s”', (language, message, text) => {
  expect(findFaults(language, message, text)).toEqual([]);
});
