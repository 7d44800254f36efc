import { afterEach, describe, expect, test, vi } from 'vitest';
import { defaultSettings } from '../../../../shared/settings.ts';
import { parseKept, settings } from '../../../../web/settings/settings.ts';
import { next, startOfConversation } from '../../../../web/translation/conversation/conversation.ts';

afterEach(() => settings.replace({ settings: defaultSettings, unsaved: [], owner: undefined }));

describe('what was kept', () => {
  test('is the defaults when there is nothing', () => {
    expect(parseKept(null)).toEqual({
      settings: {
        speechRate: 10,
        autoPlay: true,
        micSensitivity: 5,
        defaultSourceLang: 'en-US',
        defaultTargetLang: 'es-ES',
      },
      unsaved: [],
      owner: undefined,
    });
  });

  test('comes back as it was', () => {
    const kept = { ...defaultSettings, speechRate: 20, autoPlay: false, micSensitivity: 1 };
    const text = JSON.stringify({ ...kept, unsaved: ['speechRate'], owner: 'guest' });
    expect(parseKept(text)).toEqual({ settings: kept, unsaved: ['speechRate'], owner: 'guest' });
  });

  test.each([
    ['broken JSON', '{'],
    ['no object', '7'],
    ['null', 'null'],
    [
      'values out of range',
      '{"speechRate":21,"micSensitivity":0,"autoPlay":"yes","defaultSourceLang":"xx","defaultTargetLang":"ar"}',
    ],
    ['fractions', '{"speechRate":10.5,"micSensitivity":5.5}'],
    ['fields and owners that there are not', '{"unsaved":["volume",7,null],"owner":"king","volume":3}'],
  ])('is the defaults for %s', (_, text) => {
    expect(parseKept(text)).toEqual({ settings: defaultSettings, unsaved: [], owner: undefined });
  });
});

test('a change is unsaved, once, and told as made here', () => {
  const listener = vi.fn();
  const stop = settings.subscribe(listener);
  settings.change({ speechRate: 12, autoPlay: true });
  settings.change({ speechRate: 13 });
  expect(settings.kept()).toMatchObject({ settings: { speechRate: 13 }, unsaved: ['speechRate'] });
  expect(listener.mock.calls).toEqual([['here'], ['here']]);
  stop();
});

test('a change to what it is already is none', () => {
  const listener = vi.fn();
  const stop = settings.subscribe(listener);
  settings.change({ ...defaultSettings });
  expect(listener).not.toHaveBeenCalled();
  expect(settings.kept().unsaved).toEqual([]);
  stop();
});

test('what comes from elsewhere is told so', () => {
  const listener = vi.fn();
  const stop = settings.subscribe(listener);
  settings.replace({ settings: { ...defaultSettings, speechRate: 7 }, unsaved: [], owner: 'user' });
  expect(settings.get().speechRate).toBe(7);
  expect(listener.mock.calls).toEqual([['elsewhere']]);
  stop();
});

test('a pair that arrives is taken by a conversation that has not begun, and by no other', () => {
  const start = startOfConversation('en-US', 'es-ES');
  const arrived = { type: 'pair-arrived', source: 'de', target: 'fr' } as const;
  expect(next(start, arrived)).toMatchObject({ source: 'de', target: 'fr' });
  const typed = next(start, { type: 'typed', text: 'the house' });
  expect(next(typed, arrived)).toBe(typed);
  const asking = next(start, { type: 'record-tapped' });
  expect(next(asking, arrived)).toBe(asking);
  const swapped = next(start, { type: 'swapped' });
  expect(next(swapped, arrived)).toBe(swapped);
});
