import { afterEach, describe, expect, test, vi } from 'vitest';
import { detectOtherLanguage } from '../../../../../web/translation/detection/detect-language.ts';

afterEach(() => vi.unstubAllGlobals());

test.each([
  ['Necesito un médico por favor', 'en-US', 'es'],
  ['dónde está la estación de tren', 'en-US', 'es'],
  ['je voudrais un café', 'en-US', 'fr'],
  ['Wo ist der Bahnhof bitte', 'es-ES', 'de'],
  ['Where is the train station', 'es-ES', 'en-US'],
  ['駅はどこですか', 'en-US', 'ja'],
  ['Где находится вокзал', 'en-US', 'ru'],
])('%j under %s is clearly %s', async (text, source, code) => {
  expect(await detectOtherLanguage(text, source)).toBe(code);
});

test.each([
  ['its own language', 'Where is the train station', 'en-GB'],
  ['a variant of it', 'onde fica a estação de comboios', 'pt-BR'],
  ['a language that is much like it', 'Hvor er togstationen?', 'no'],
  ['another name of it', 'Selamat pagi, di mana stasiun kereta', 'id'],
  ['too few words', 'buenos dias', 'en-US'],
  ['names', 'Jose Garcia Lopez, Maria Hernandez', 'en-US'],
  ['a name among words', 'Please call Maria Hernandez at home', 'en-US'],
  ['a language that cannot be picked', 'أين تقع محطة القطار من فضلك', 'en-US'],
  ['no words', '12:30 → 14:45 🚆', 'en-US'],
])('nothing is offered for %s: %j under %s', async (_, text, source) => {
  expect(await detectOtherLanguage(text, source)).toBeUndefined();
});

describe('the browser’s detector', () => {
  const text = 'Necesito un médico por favor';
  const create = vi.fn(async () => ({ detect: async () => [{ detectedLanguage: 'it', confidence: 0.9 }] }));

  test('is used where it is available', async () => {
    vi.stubGlobal('LanguageDetector', { availability: async () => 'available', create });
    expect(await detectOtherLanguage(text, 'en-US')).toBe('it');
  });

  test.each([
    ['would be downloaded', async () => 'downloadable'],
    ['is missing on this machine', async () => 'unavailable'],
    ['throws', () => Promise.reject(new DOMException('Not allowed.', 'NotAllowedError'))],
    ['never answers', () => new Promise(() => {})],
  ])('is left alone if it %s', async (_, availability) => {
    create.mockClear();
    vi.stubGlobal('LanguageDetector', { availability, create });
    expect(await detectOtherLanguage(text, 'en-US')).toBe('es');
    expect(create).not.toHaveBeenCalled();
  });
});

test('nothing is downloaded for visitors who save data', async () => {
  vi.stubGlobal('navigator', { connection: { saveData: true } });
  expect(await detectOtherLanguage('Necesito un médico por favor', 'en-US')).toBeUndefined();
});
