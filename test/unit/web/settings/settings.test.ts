import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { defaultSettings } from '../../../../shared/settings.ts';
import { suggestPair } from '../../../../web/settings/language-tags.ts';
import { parseLocal, settings } from '../../../../web/settings/settings.ts';
import { next } from '../../../../web/translation/translator/transitions.ts';
import { createTranslator } from '../../../../web/translation/translator/translator.ts';
import { stubStorage } from '../../../support/component/storage.ts';

afterEach(() => settings.replace({ settings: defaultSettings, unsaved: [], owner: undefined }));

describe('the stored copy', () => {
  test('is read unchanged', () => {
    const local = { ...defaultSettings, speechRate: 20, theme: 'dark' as const, textSize: 130 as const };
    const stored = { ...local, unsaved: ['speechRate'], owner: 'guest' };
    expect(parseLocal(stored)).toEqual({ settings: local, unsaved: ['speechRate'], owner: 'guest' });
  });

  test.each([
    ['nothing', undefined],
    ['no object', 7],
    ['null', null],
    [
      'values out of range',
      {
        speechRate: 21,
        micSensitivity: 0,
        autoPlay: 'yes',
        defaultSourceLang: 'xx',
        defaultTargetLang: 'ar',
      },
    ],
    ['an appearance that nobody can choose', { theme: 'sepia', textSize: 400 }],
    ['fractions', { speechRate: 10.5, micSensitivity: 5.5 }],
    ['unknown fields and owners', { unsaved: ['volume', 7, null], owner: 'king', volume: 3 }],
  ])('has the defaults for %s', (_, stored) => {
    expect(parseLocal(stored)).toEqual({ settings: defaultSettings, unsaved: [], owner: undefined });
  });
});

describe('the pair of a first visit', () => {
  test.each([
    ['ja', 'ja en-US'],
    ['ja-JP,en-US', 'ja en-US'],
    ['pt-BR', 'pt-BR en-US'],
    ['pt-PT', 'pt en-US'],
    ['zh-Hant-TW', 'zh-TW en-US'],
    ['zh-HK', 'zh-HK en-US'],
    ['zh', 'zh-CN en-US'],
    ['fr-CA', 'fr-CA en-US'],
    ['fr-BE', 'fr en-US'],
    ['es-ES', 'es en-US'],
    ['es-MX', 'es-419 en-US'],
    ['nb-NO', 'no en-US'],
    ['en-US', 'en-US es-ES'],
    ['en-GB,fr', 'en-US es-ES'],
    ['sw,de', 'de en-US'],
    ['ar-EG', 'en-US es-ES'],
    ['ar-MA,fr-MA', 'fr en-US'],
    ['x,_,', 'en-US es-ES'],
    ['', 'en-US es-ES'],
  ])('with the languages %s is %s', (tags, pair) => {
    expect(Object.values(suggestPair(tags.split(','))).join(' ')).toBe(pair);
  });

  test('does not replace a stored pair', async () => {
    vi.stubGlobal('navigator', { languages: ['ja-JP'] });
    stubStorage('localStorage');
    onTestFinished(() => void vi.unstubAllGlobals());
    vi.resetModules();
    const { readLocal } = await import('../../../../web/settings/settings.ts');
    const pair = { defaultSourceLang: 'ja', defaultTargetLang: 'en-US' };
    expect(readLocal()).toMatchObject({ settings: { ...defaultSettings, ...pair }, unsaved: [] });
    localStorage.setItem('parley.settings', JSON.stringify(defaultSettings));
    expect(readLocal().settings).toEqual(defaultSettings);
  });

  test('needs no list of languages', async () => {
    vi.stubGlobal('navigator', {});
    onTestFinished(() => void vi.unstubAllGlobals());
    vi.resetModules();
    const { readLocal } = await import('../../../../web/settings/settings.ts');
    expect(readLocal().settings).toEqual(defaultSettings);
  });
});

test('a change on this page is unsaved, others are not', () => {
  const origins: string[] = [];
  const stop = settings.subscribe(({ origin }) => origins.push(origin));
  settings.change({ ...defaultSettings });
  expect(settings.getLocal().unsaved).toEqual([]);
  settings.change({ speechRate: 12, autoPlay: true });
  settings.change({ speechRate: 13 });
  expect(settings.getLocal()).toMatchObject({ settings: { speechRate: 13 }, unsaved: ['speechRate'] });
  settings.replace({ settings: { ...defaultSettings, speechRate: 7 }, unsaved: [], owner: 'user' });
  expect(settings.get().speechRate).toBe(7);
  expect(origins).toEqual(['here', 'here', 'elsewhere']);
  stop();
});

test('languages from the server apply only before the translator is used', () => {
  const start = createTranslator('en-US', 'es-ES');
  const arrived = { type: 'pair-arrived', source: 'de', target: 'fr' } as const;
  expect(next(start, arrived)).toMatchObject({ source: 'de', target: 'fr' });
  const typed = next(start, { type: 'typed', text: 'the house' });
  expect(next(typed, arrived)).toBe(typed);
  const asking = next(start, { type: 'record-tapped' });
  expect(next(asking, arrived)).toBe(asking);
  const swapped = next(start, { type: 'swapped' });
  expect(next(swapped, arrived)).toBe(swapped);
});
