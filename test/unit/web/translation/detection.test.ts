import { describe, expect, test } from 'vitest';
import type { Health } from '../../../../web/system/health.ts';
import {
  type Conversation,
  type ConversationEvent,
  createConversation,
  languageOfText,
} from '../../../../web/translation/conversation/conversation.ts';
import { next } from '../../../../web/translation/conversation/transitions.ts';
import { describeDetection } from '../../../../web/translation/languages/detection.tsx';
import { canCheck } from '../../../../web/translation/result/meaning-check.tsx';

const start = createConversation('en-US', 'es-ES');
const pick = (side: 'source' | 'target', code: string): ConversationEvent => ({
  type: 'language-picked',
  side,
  code,
});
const typed = (text: string): ConversationEvent => ({ type: 'typed', text });
const ask: ConversationEvent = { type: 'translation-requested' };
const detecting = told(start, pick('source', 'auto'));
const asked = told(detecting, typed(' Wo ist der Bahnhof? '), ask);
const arrived = {
  type: 'translation-arrived',
  translatedText: '¿Dónde está la estación?',
  detectedLanguage: 'de',
} as const;
const found = told(asked, arrived);

function told(state: Conversation, ...events: ConversationEvent[]): Conversation {
  return events.reduce(next, state);
}

function detected(detectedLanguage: string | undefined): Conversation {
  return told(asked, { ...arrived, detectedLanguage });
}

describe('a language that is to be found out', () => {
  test('is asked for of what is typed, and stays so for the next text', () => {
    expect(languageOfText(detecting)).toBe('auto');
    expect(asked).toMatchObject({
      phase: 'translating',
      original: { text: 'Wo ist der Bahnhof?', language: 'auto' },
    });
    expect(found.original.language).toBe('de');
    expect(languageOfText(told(found, typed('Guten Tag')))).toBe('auto');
  });

  test('does not change the kept and spoken languages', () => {
    expect(found).toMatchObject({ source: 'en-US', target: 'es-ES' });
    const listening = told(detecting, { type: 'record-tapped' }, { type: 'listening-started' });
    const heard = told(listening, { type: 'transcript-arrived', transcript: 'hello', confidence: 1 });
    expect(heard).toMatchObject({ phase: 'translating', original: { language: 'en-US' } });
    // What is typed afterwards is anybody's guess again.
    const later = told(heard, { type: 'cancelled' }, { type: 'text-cleared' }, typed('x'));
    expect(languageOfText(later)).toBe('auto');
  });

  test('ends with a language that is picked, also the one before', () => {
    for (const code of ['en-US', 'fr']) {
      const picked = told(detecting, pick('source', code));
      expect(languageOfText(picked)).toBe(code);
    }
    expect(languageOfText(told(detecting, pick('target', 'fr')))).toBe('auto');
  });

  test('restarts a pending translation once', () => {
    const translating = told(start, typed('Hallo'), ask);
    const anew = told(translating, pick('source', 'auto'));
    expect(anew).toMatchObject({ phase: 'translating', original: { language: 'auto' } });
    expect(anew.run).toBe(translating.run + 1);
    expect(told(anew, pick('source', 'auto'))).toBe(anew);
  });

  test('is not asked for of a quick phrase, which brings its own', () => {
    const picked = told(detecting, { type: 'phrase-picked', text: '你好', language: 'zh-CN' });
    expect(picked.original.language).toBe('zh-CN');
  });

  test('ends with a translation of the history', () => {
    const picked = told(detecting, {
      type: 'history-picked',
      picked: { text: 'Ciao', translatedText: 'Hola', sourceLanguage: 'it', targetLanguage: 'es' },
    });
    expect([languageOfText(picked), picked.source]).toEqual(['it', 'it']);
  });
});

describe('the swap', () => {
  const swapped = (state: Conversation) => {
    const { source, target, isDetecting } = told(state, { type: 'swapped' });
    return [source, target, isDetecting ?? false];
  };

  test('takes the language that was found out', () => {
    expect(swapped(found)).toEqual(['es-ES', 'de', false]);
  });

  test('takes the one that is spoken, where none was found that can be translated to', () => {
    expect(swapped(detecting)).toEqual(['es-ES', 'en-US', false]);
    for (const detectedLanguage of [undefined, 'ar', 'es']) {
      expect(swapped(detected(detectedLanguage))).toEqual(['es-ES', 'en-US', false]);
    }
  });
});

describe('what is said of it', () => {
  const nothingYet = { sentence: 'Type in any language. Voice input stays in English.' };
  const translated = told(start, typed('Hello'), ask, { ...arrived, detectedLanguage: undefined });

  test.each<[what: string, state: Conversation, said: object]>([
    ['before', detecting, nothingYet],
    ['on its way', asked, nothingYet],
    ['after a translation whose language was picked', told(translated, pick('source', 'auto')), nothingYet],
    ['found', found, { sentence: 'Detected: German', usable: 'German' }],
    ['found, but never a target', detected('ar'), { sentence: 'Detected: Arabic' }],
    ['the target itself', detected('es'), { sentence: 'This is already in Spanish.' }],
    ['none of ours', detected(undefined), { sentence: 'This language isn’t available here.' }],
  ])('%s', (_, state, said) => {
    expect(describeDetection(state)).toEqual(said);
  });
});

describe('the meaning can be checked', () => {
  const engine = { up: true, languages: [] };
  const only = (...pairs: string[]): Health => ({
    status: 'ok',
    engines: { translation: { ...engine, pairs }, recognition: engine, speech: engine },
  });
  const translated = (source: string, target: string, text = 'Hola') =>
    told(createConversation(source, target), typed('Hello'), ask, {
      type: 'translation-arrived',
      translatedText: text,
    });

  test('where there is a way back, also when nothing is known', () => {
    expect(canCheck(translated('en-US', 'es'), undefined)).toBe(true);
    expect(canCheck(translated('en-US', 'es'), only('es>en-US'))).toBe(true);
    expect(canCheck(found, only('es>de'))).toBe(true);
  });

  test.each<[what: string, state: Conversation, health?: Health]>([
    ['without a translation', start],
    ['without a way back', translated('en-US', 'es'), only('en-US>es')],
    ['where both are written alike', translated('en-US', 'en-GB')],
    ['where the original’s language cannot be translated to', detected('ar')],
    ['where the original’s language has no name', detected(undefined)],
    ['where the translation is longer than one may translate', translated('en-US', 'es', 'a'.repeat(1_001))],
    ['where the translation is empty', translated('en-US', 'es', ' ')],
  ])('but not %s', (_, state, health) => {
    expect(canCheck(state, health)).toBe(false);
  });
});
