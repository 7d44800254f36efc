import { describe, expect, test } from 'vitest';
import type { Health } from '../../../../../web/system/health.ts';
import { describeDetection } from '../../../../../web/translation/languages/detection.tsx';
import { canTranslateBack } from '../../../../../web/translation/result/translation-details.tsx';
import { next } from '../../../../../web/translation/translator/transitions.ts';
import {
  createTranslator,
  getTextLanguage,
  type TranslatorEvent,
  type TranslatorState,
} from '../../../../../web/translation/translator/translator.ts';
import { healthOf } from '../../../../support/component/health.ts';

const start = createTranslator('en-US', 'es-ES');
const pick = (side: 'source' | 'target', code: string): TranslatorEvent => ({
  type: 'language-picked',
  side,
  code,
});
const typed = (text: string): TranslatorEvent => ({ type: 'typed', text });
const ask: TranslatorEvent = { type: 'translation-requested' };
const detecting = told(start, pick('source', 'auto'));
const asked = told(detecting, typed(' Wo ist der Bahnhof? '), ask);
const arrived = {
  type: 'translation-arrived',
  translatedText: '¿Dónde está la estación?',
  detectedLanguage: 'de',
} as const;
const found = told(asked, arrived);

function told(state: TranslatorState, ...events: TranslatorEvent[]): TranslatorState {
  return events.reduce(next, state);
}

function detected(detectedLanguage: string | undefined): TranslatorState {
  return told(asked, { ...arrived, detectedLanguage });
}

describe('language detection', () => {
  test('is requested for typed text, also for the next text', () => {
    expect(getTextLanguage(detecting)).toBe('auto');
    expect(asked).toMatchObject({
      phase: 'translating',
      original: { text: 'Wo ist der Bahnhof?', language: 'auto' },
    });
    expect(found.original.language).toBe('de');
    expect(getTextLanguage(told(found, typed('Guten Tag')))).toBe('auto');
  });

  test('does not change the kept and spoken languages', () => {
    expect(found).toMatchObject({ source: 'en-US', target: 'es-ES' });
    const listening = told(detecting, { type: 'record-tapped' }, { type: 'listening-started' });
    const heard = told(listening, { type: 'transcript-arrived', transcript: 'hello', confidence: 1 });
    expect(heard).toMatchObject({ phase: 'translating', original: { language: 'en-US' } });
    // Text that is typed later is detected again.
    const later = told(heard, { type: 'cancelled' }, { type: 'text-cleared' }, typed('x'));
    expect(getTextLanguage(later)).toBe('auto');
  });

  test('ends with a picked language, even the previous one', () => {
    for (const code of ['en-US', 'fr']) {
      const picked = told(detecting, pick('source', code));
      expect(getTextLanguage(picked)).toBe(code);
    }
    expect(getTextLanguage(told(detecting, pick('target', 'fr')))).toBe('auto');
  });

  test('restarts a pending translation once', () => {
    const translating = told(start, typed('Hallo'), ask);
    const again = told(translating, pick('source', 'auto'));
    expect(again).toMatchObject({ phase: 'translating', original: { language: 'auto' } });
    expect(again.run).toBe(translating.run + 1);
    expect(told(again, pick('source', 'auto'))).toBe(again);
  });

  test('is not requested for a quick phrase, whose language is known', () => {
    const picked = told(detecting, { type: 'phrase-picked', text: '你好', language: 'zh-CN' });
    expect(picked.original.language).toBe('zh-CN');
  });

  test('ends with a translation of the history', () => {
    const picked = told(detecting, {
      type: 'history-picked',
      picked: { text: 'Ciao', translatedText: 'Hola', sourceLanguage: 'it', targetLanguage: 'es' },
    });
    expect([getTextLanguage(picked), picked.source]).toEqual(['it', 'it']);
  });
});

describe('the swap', () => {
  const swapped = (state: TranslatorState) => {
    const { source, target, isDetecting } = told(state, { type: 'swapped' });
    return [source, target, isDetecting ?? false];
  };

  test('uses the detected language', () => {
    expect(swapped(found)).toEqual(['es-ES', 'de', false]);
  });

  test('uses the spoken language if no possible target was detected', () => {
    expect(swapped(detecting)).toEqual(['es-ES', 'en-US', false]);
    for (const detectedLanguage of [undefined, 'ar', 'es']) {
      expect(swapped(detected(detectedLanguage))).toEqual(['es-ES', 'en-US', false]);
    }
  });
});

describe('its message', () => {
  const nothingYet = { message: 'Type in any language. Voice input stays in English.' };
  const translated = told(start, typed('Hello'), ask, { ...arrived, detectedLanguage: undefined });

  test.each<[what: string, state: TranslatorState, said: object]>([
    ['before', detecting, nothingYet],
    ['on its way', asked, nothingYet],
    ['after a translation whose language was picked', told(translated, pick('source', 'auto')), nothingYet],
    ['found', found, { message: 'Detected: German', pickableName: 'German' }],
    ['detected, but never a target', detected('ar'), { message: 'Detected: Arabic' }],
    ['the target itself', detected('es'), { message: 'This is already in Spanish.' }],
    ['none of ours', detected(undefined), { message: 'Parley doesn’t know this language.' }],
  ])('%s', (_, state, said) => {
    expect(describeDetection(state)).toEqual(said);
  });
});

describe('back translation is offered', () => {
  const only = (...pairs: string[]) => healthOf({ pairs });
  const translated = (source: string, target: string, text = 'Hola') =>
    told(createTranslator(source, target), typed('Hello'), ask, {
      type: 'translation-arrived',
      translatedText: text,
    });

  test('if the pair works in reverse, also before health is known', () => {
    expect(canTranslateBack(translated('en-US', 'es'), undefined)).toBe(true);
    expect(canTranslateBack(translated('en-US', 'es'), only('es>en-US'))).toBe(true);
    expect(canTranslateBack(found, only('es>de'))).toBe(true);
  });

  test.each<[what: string, state: TranslatorState, health?: Health]>([
    ['without a translation', start],
    ['without a way back', translated('en-US', 'es'), only('en-US>es')],
    ['for a pair that is written alike', translated('en-US', 'en-GB')],
    ['if the original’s language is never a target', detected('ar')],
    ['if the original’s language is unknown', detected(undefined)],
    ['if the translation is longer than the limit', translated('en-US', 'es', 'a'.repeat(1_001))],
    ['if the translation is empty', translated('en-US', 'es', ' ')],
  ])('but not %s', (_, state, health) => {
    expect(canTranslateBack(state, health)).toBe(false);
  });
});
