import { expect, test } from 'vitest';
import { recordTranslation, starTranslation } from '../../../functions/translation/history/history.ts';
import { handler } from '../../../functions/translation/search.ts';
import { call, type Someone, startInProcess } from '../../support/handlers/in-process.ts';
import { idsInOrder, newTranslation } from '../../support/people/histories.ts';

const { user } = await startInProcess();

test.each([
  ['part of a word', 'morn', 'Good morning', 'Buenos días'],
  ['the translation', 'buenos', 'Good morning', 'Buenos días'],
  ['capitals', 'GOOD MORNING', 'good morning', ''],
  ['small letters', 'good', 'GOOD', ''],
  ['all words, in any order and place', 'days good', 'A good thing', 'About days'],
  ['other white space', 'good\n\t  morning', 'Good morning', ''],
  ['full-width letters', 'ＡＢＣ', 'abc', ''],
  ['half-width katakana', 'ｶﾀｶﾅ', 'カタカナ', ''],
  ['a sharp s', 'STRASSE', 'die Straße', ''],
  ['a sharp s the other way', 'straße', 'DIE STRASSE', ''],
  ['a dotted capital I', 'istanbul', 'İSTANBUL', ''],
  ['a dotless i', 'ısparta', 'ISPARTA', ''],
  ['a final sigma in the middle', 'οδοσ', 'ΟΔΟΣ', ''],
  ['capitals, within a longer word', 'ΟΔΟΣ', 'οδοστρωτήρας', ''],
  ['letters and accents composed either way', 'cafe\u0301', 'Café', ''],
  ['letters without their accents', 'buenos dias', 'Good morning', 'Buenos días'],
  ['accents that the text lacks', 'ÉTÉ', 'ete', ''],
  ['Greek without accents', 'καλημερα', 'Καλημέρα', ''],
  ['Hindi with its vowel signs', 'स्टेशन', 'स्टेशन कहाँ है?', ''],
  ['Chinese', '车站', '', '火车站在哪里？'],
  ['an emoji', '👋', 'Hi 👋🏽', ''],
  ['percent and quotes', '50% "off', '50% "off"', ''],
])('finds by %s', async (_what, query, text, translatedText) => {
  const ada = await user();
  const id = await record(ada, text, translatedText);
  await record(ada, 'Something else', 'Otra cosa');
  expect(await found(ada, query)).toEqual([id]);
});

test.each([
  ['another vowel sign in Hindi', 'कि', 'की'],
  ['another tone mark in Thai', 'ปา', 'ป่า'],
])('distinguishes %s', async (_what, query, text) => {
  const ada = await user();
  await record(ada, text, '');
  expect(await found(ada, query)).toEqual([]);
});

test('finds only starred ones on request', async () => {
  const ada = await user();
  const starred = await record(ada, 'one house', '');
  await record(ada, 'two houses', '');
  await starTranslation(ada.id, starred, true);
  const { body } = await search(ada, { query: 'house', isStarred: true });
  expect(body.translations.map(({ id }: { id: string }) => id)).toEqual([starred]);
});

test('accepts as many words as fit into the longest query', async () => {
  const words = Array.from({ length: 100 }, (_, index) => String.fromCodePoint(0x4e00 + index));
  const ada = await user();
  const id = await record(ada, words.join(''), '');
  expect(await found(ada, words.join(' ').slice(0, 200))).toEqual([id]);
});

test('accepts characters that fold to a space and an accent, which make the most words', async () => {
  const signs = Array.from('´¨¯¸˘˙˚˛˜˝').flatMap((sign, row) =>
    Array.from({ length: 10 }, (_, index) => sign + String.fromCodePoint(0x4e00 + row * 10 + index)),
  );
  const ada = await user();
  const id = await record(ada, signs.join(''), '');
  expect(await found(ada, signs.join(''))).toEqual([id]);
});

async function found(someone: Someone, query: string): Promise<string[]> {
  const { body } = await search(someone, { query });
  return body.translations.map(({ id }: { id: string }) => id);
}

function search(someone: Someone | undefined, body: object) {
  return call(handler, { method: 'POST', path: '/api/translations/search', body }, someone);
}

async function record({ id: userId }: Someone, text: string, translatedText: string): Promise<string> {
  const [id = ''] = idsInOrder(1);
  await recordTranslation(userId, newTranslation({ id, text, translatedText }));
  return id;
}
