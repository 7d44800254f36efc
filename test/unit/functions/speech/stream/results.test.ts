import type { Result } from '@aws-sdk/client-transcribe-streaming';
import { expect, test } from 'vitest';
import {
  addResults,
  dropCutWords,
  getConfidence,
  noResults,
  toWords,
} from '../../../../../functions/speech/stream/results.ts';
import { findLanguage, type Language } from '../../../../../shared/languages.ts';

const english = languageOf('en-US');

test('a partial result is interim text until its final one comes', () => {
  const partial = addResults(noResults, [result('where is', { isPartial: true })]);
  expect(toWords(partial, english)).toMatchObject({ transcript: '', heardSeconds: 0, interim: 'where is' });
  const final = addResults(partial, [result('where is the train')]);
  expect(toWords(final, english)).toMatchObject({
    transcript: 'where is the train',
    heardSeconds: 4,
    interim: '',
  });
});

test('the latest word says until when was spoken, and not the silence after it', () => {
  const final = { ...result('where is'), EndTime: 3.5 };
  expect(toWords({ finals: [final], partial: undefined }, english).spokenSeconds).toBe(2);
  const partial = result('the train', { from: 5, isPartial: true });
  expect(toWords({ finals: [final], partial }, english).spokenSeconds).toBe(7);
});

test('final results are joined as the language joins sentences', () => {
  const { finals } = addResults(noResults, [result('火车站'), result('在 哪里')]);
  expect(toWords({ finals, partial: undefined }, languageOf('zh-CN')).transcript).toBe('火车站在 哪里');
});

test('the confidence is the mean of the words’', () => {
  expect(getConfidence([result('where is')])).toBeCloseTo(0.85);
  expect(getConfidence([])).toBeUndefined();
});

test('words at a cut are left out, to be heard again', () => {
  const { finals, heardSeconds } = dropCutWords(
    { finals: [result('where is'), result('the train', { from: 3 })], partial: undefined },
    5.2,
    english,
  );
  expect(toWords({ finals, partial: undefined }, english).transcript).toBe('where is the');
  expect(heardSeconds).toBe(4);
});

test('after a pause, little is heard again', () => {
  const finals = [result('where is'), result('train', { from: 9.5 })];
  expect(dropCutWords({ finals, partial: undefined }, 10.5, english).heardSeconds).toBeCloseTo(9.3);
  expect(dropCutWords({ finals, partial: undefined }, 20, english)).toEqual({ finals, heardSeconds: 18 });
});

test('speech that was cut off before it had a word is heard again', () => {
  const finals = [result('where is')];
  expect(dropCutWords({ finals, partial: undefined }, 3.8, english)).toEqual({ finals, heardSeconds: 2 });
  expect(dropCutWords({ finals: [], partial: undefined }, 1.8, english).heardSeconds).toBe(0);
});

test('words that never became final are heard again', () => {
  const partial = result('the train', { from: 3, isPartial: true });
  expect(dropCutWords({ finals: [], partial }, 22, english).heardSeconds).toBeCloseTo(2.8);
  expect(dropCutWords({ finals: [result('where is it')], partial }, 22, english).heardSeconds).toBe(3);
});

test('punctuation stays at its word', () => {
  const sentence = result('where is');
  const [best] = sentence.Alternatives ?? [];
  best?.Items?.splice(1, 0, { Content: ',', Type: 'punctuation', StartTime: 1, EndTime: 1 });
  const { finals } = dropCutWords({ finals: [sentence], partial: undefined }, 2, english);
  expect(toWords({ finals, partial: undefined }, english).transcript).toBe('where,');
});

test('silence is covered, apart from its end', () => {
  expect(dropCutWords(noResults, 22, english)).toEqual({ finals: [], heardSeconds: 20 });
});

/** A word a second. */
function result(text: string, { from = 0, isPartial = false } = {}): Result {
  const Items = text.split(' ').map((Content, index) => ({
    Content,
    Type: 'pronunciation' as const,
    StartTime: from + index,
    EndTime: from + index + 1,
    Confidence: index % 2 === 0 ? 0.8 : 0.9,
  }));
  return {
    StartTime: from,
    EndTime: from + Items.length,
    IsPartial: isPartial,
    Alternatives: [{ Transcript: text, Items }],
  };
}

function languageOf(code: string): Language {
  return findLanguage(code) as Language;
}
