import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Status } from '../../../../web/billing/status.ts';
import { healthOf } from '../../../support/component/health.ts';

const free = { isPremium: false, subscriptionStatus: 'free' } as Status;
const premium = { isPremium: true, subscriptionStatus: 'active' } as Status;

let voices: { lang: string; localService: boolean }[];
let synthesis: EventTarget & { getVoices: () => typeof voices };

beforeEach(() => {
  vi.resetModules();
  vi.useFakeTimers();
  voices = [];
  synthesis = Object.assign(new EventTarget(), { getVoices: () => voices });
  vi.stubGlobal('speechSynthesis', synthesis);
  vi.stubGlobal('matchMedia', () => ({ matches: false }));
  vi.stubGlobal('webkitSpeechRecognition', class {});
  const page = new EventTarget();
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
  vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page));
  vi.stubGlobal('dispatchEvent', page.dispatchEvent.bind(page));
  connect(true);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('a text is spoken', () => {
  const catalan = healthOf({ speaks: ['ca'] });

  test('by the server’s voice with Premium, and while the plan is unknown', async () => {
    const { findAbilities: abilitiesHere } = await later();
    for (const status of [premium, undefined]) {
      expect(abilitiesHere(catalan, status).findSpeakProblem('ca')).toBeUndefined();
    }
    expect(abilitiesHere(catalan, free).findSpeakProblem('ca')).toEqual({
      note: 'voice with Premium',
      message: 'This device has no Catalan voice. With Premium, Parley reads Catalan aloud.',
    });
  });

  test('by none if neither has a voice, or if the server’s may be down', async () => {
    const { findAbilities: abilitiesHere } = await later();
    const none = { note: 'no voice', message: 'This device has no Thai voice.' };
    expect(abilitiesHere(catalan, premium).findSpeakProblem('th')).toEqual(none);
    expect(abilitiesHere(undefined, free).findSpeakProblem('th')).toEqual(none);
  });

  test('only by a local voice without a connection', async () => {
    voices = [
      { lang: 'fr-FR', localService: false },
      { lang: 'de-DE', localService: true },
    ];
    connect(false);
    const { findAbilities: abilitiesHere } = await later();
    expect(abilitiesHere(catalan, premium).findSpeakProblem('de')).toBeUndefined();
    for (const [code, name] of [
      ['fr', 'French'],
      ['ca', 'Catalan'],
    ] as const) {
      expect(abilitiesHere(catalan, premium).findSpeakProblem(code)).toEqual({
        note: 'no voice offline',
        message: `You’re offline, and this device has no ${name} voice. Read the text, or try again later.`,
      });
    }
  });
});

test('abilities are reported at once, and after changes of voices, connection and methods', async () => {
  const { watchAbilities } = await load();
  const told: (string | undefined)[] = [];
  const stop = watchAbilities(
    healthOf({ listens: [], speaks: [] }),
    free,
    ({ findListenProblem, findSpeakProblem }) =>
      told.push(findSpeakProblem('de')?.note ?? findListenProblem('de')?.note),
  );
  expect(told).toEqual([undefined]);
  vi.advanceTimersByTime(2_001);
  expect(told).toEqual([undefined, 'no voice']);
  voices = [{ lang: 'de-DE', localService: false }];
  synthesis.dispatchEvent(new Event('voiceschanged'));
  expect(told.slice(2)).toEqual([undefined]);
  connect(false);
  dispatchEvent(new Event('offline'));
  connect(true);
  dispatchEvent(new Event('online'));
  expect(told.slice(3)).toEqual(['no voice offline', undefined]);
  const { inputMethods } = await import('../../../../web/speech/recognise/input-methods.ts');
  inputMethods.noteUnsupported('browser', 'de');
  expect(told.slice(5)).toEqual(['typing only']);
  stop();
  synthesis.dispatchEvent(new Event('voiceschanged'));
  inputMethods.noteFailure('browser', 'de');
  dispatchEvent(new Event('online'));
  expect(told).toHaveLength(6);
});

function load() {
  return import('../../../../web/speech/abilities.ts');
}

/** After the wait for voices. */
async function later() {
  const abilities = await load();
  vi.advanceTimersByTime(2_001);
  return abilities;
}

function connect(onLine: boolean): void {
  vi.stubGlobal('navigator', { onLine, userAgent: '', maxTouchPoints: 0 });
}
