import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { userAgents } from '../../support/browser/user-agents.ts';
import { giveRecogniser, giveVoice } from '../../support/component/devices.ts';
import { failure } from '../../support/component/page.tsx';
import { pair, setUserAgent } from '../../support/component/translator.ts';
import {
  button,
  card,
  openTranslator,
  pass,
  tap,
  translateTyped,
  until,
  untilTranslated,
} from '../../support/component/voice.ts';

const quiet = { autoPlay: false };

test('each word that the browser’s voice reaches is highlighted, in every piece of a long text', async () => {
  giveVoice();
  const highlighted = giveHighlights();
  const translatedText = `  ${'Hola 👋 señora. '.repeat(15)}¿Dónde está la estación?`;
  await openTranslator({ settings: quiet, answers: { 'translation.translate': { translatedText } } });
  await hear(/estación/);
  expect(highlighted()).toEqual([]);
  window.voice.reach(8, 6);
  expect(highlighted()).toEqual(['señora']);
  window.voice.reach(0, 15, 'sentence');
  expect(highlighted()).toEqual(['señora']);
  while (!window.voice.said.at(-1)?.text.includes('estación')) {
    window.voice.finish();
    await pass(100);
  }
  const last = window.voice.said.at(-1)?.text ?? '';
  // Some browsers do not tell how long a word is.
  window.voice.reach(last.indexOf('está'));
  expect(highlighted()).toEqual(['está']);
  expect(screen.getByTestId('translation').childNodes).toHaveLength(1);
  await pass(100);
  window.voice.finish();
  await until(() => button('Speak'));
  expect(highlighted()).toEqual([]);
});

test('words of the server’s voice are highlighted at their times, and asked for once', async () => {
  giveVoice();
  const highlighted = giveHighlights();
  const marks = [
    { ms: 0, start: 0, end: 2 },
    { ms: 400, start: 3, end: 7 },
  ];
  const page = await openTranslator({
    isPremium: true,
    settings: quiet,
    answers: { 'speech.synthesize': sound, 'speech.marks': { marks } },
  });
  await hear('la casa');
  expect(highlighted()).toEqual(['la']);
  playAt(0.5);
  await pass(50);
  expect(highlighted()).toEqual(['casa']);
  tap('Stop');
  expect(highlighted()).toEqual([]);
  tap('Speak');
  await until(() => expect(highlighted()).toEqual(['casa']));
  expect([page.count('speech.synthesize'), page.count('speech.marks')]).toEqual([1, 1]);
});

test.each([
  ['late', new Promise<Response>(() => {})],
  ['refused', failure(429, 'rate_limited', 'You’ve reached today’s limit for reading aloud.')],
])('the sound does not wait for times that are %s', async (_what, answer) => {
  giveVoice();
  const highlighted = giveHighlights();
  await openTranslator({
    isPremium: true,
    settings: quiet,
    answers: { 'speech.synthesize': sound, 'speech.marks': answer },
  });
  await hear('la casa');
  expect(window.voice.playing.map(({ paused }) => paused)).toEqual([false]);
  expect(highlighted()).toEqual([]);
});

test('a browser that cannot highlight asks for no times', async () => {
  giveVoice();
  const page = await openTranslator({
    isPremium: true,
    settings: quiet,
    answers: { 'speech.synthesize': sound },
  });
  await hear('la casa');
  expect(page.count('speech.marks')).toBe(0);
});

test('the slow speaker speaks at 0.6 of the chosen speed, and does not change it', async () => {
  giveVoice();
  await openTranslator({ settings: { ...quiet, speechRate: 15 } });
  await hear('la casa');
  tap('Speak slowly');
  await pass(100);
  tap('Stop');
  await pass(100);
  tap('Speak');
  await until(() =>
    expect(window.voice.said.map(({ rate }) => rate.toFixed(1))).toEqual(['1.5', '0.9', '1.5']),
  );
});

test('a reply swaps the languages, and unlocks sound and listens in the same tap', async () => {
  setUserAgent(userAgents.iphoneSafari);
  giveVoice();
  giveRecogniser();
  await openTranslator({ settings: quiet });
  translateTyped('the house');
  await untilTranslated('la casa');
  await pass(100);
  expect(button('Reply').title).toBe('Reply in Spanish');
  tap('Reply');
  button('Cancel recording');
  expect(window.voice.sources).toEqual(['/silence.wav']);
  expect(pair()).toEqual(['es-ES', 'en-US']);
  expect(screen.queryByTestId('translation')).toBeNull();
  await pass(1_000);
  await until(() => button('Stop recording'));
  expect(document.activeElement?.id).toBe('card-speech-input');
});

test('there is no reply in a language that cannot be recognised here, and an empty card has no buttons', async () => {
  await openTranslator({ settings: quiet });
  expect(card('Translation').querySelectorAll('button')).toHaveLength(0);
  translateTyped('the house');
  await untilTranslated('la casa');
  const names = () =>
    Array.from(card('Translation').querySelectorAll('button'), (each) => each.ariaLabel ?? each.textContent);
  const wanted = [
    'Star',
    'Clear translation',
    'Translate back',
    'Speak',
    'Speak slowly',
    'Show',
    'Copy',
    'More',
  ];
  await until(() => expect(names()).toEqual(wanted));
});

test('a translation into another script has its pronunciation, if there is a good one', async () => {
  const spoken: Record<string, string> = { ru: 'Где вокзал?', el: 'Πού είναι ο σταθμός;' };
  await openTranslator({
    settings: { ...quiet, defaultTargetLang: 'ru' },
    answers: {
      'translation.translate': (body: unknown) => ({
        translatedText: spoken[(body as { targetLanguage: string }).targetLanguage] ?? '',
      }),
    },
  });
  translateTyped('where is the station');
  await untilTranslated('Где вокзал?');
  await until(() => expect(screen.getByTestId('pronunciation').textContent).toBe('Gde vokzal?'));
  expect(screen.getByTestId('pronunciation').lang).toBe('ru-Latn');
  expect(screen.getByTestId('pronunciation').parentElement?.textContent).toBe('Pronunciation: Gde vokzal?');
});

const sound = () => new Response('sound', { headers: { 'content-type': 'audio/mpeg' } });

/** Translates, and speaks the translation. */
async function hear(translation: string | RegExp): Promise<void> {
  translateTyped('the house');
  await untilTranslated(translation);
  await pass(100);
  tap('Speak');
  await until(() => expect(button('Stop').dataset.state).toBe('speaking'));
  await pass(50);
}

function playAt(seconds: number): void {
  Object.defineProperty(window.voice.playing[0], 'currentTime', { value: seconds, configurable: true });
}

/** Highlighting, which jsdom lacks. Returns the highlighted words. */
function giveHighlights(): () => string[] {
  const highlights = new Map<string, Set<Range>>();
  vi.stubGlobal('CSS', { highlights });
  vi.stubGlobal('Highlight', class extends Set<Range> {});
  return () => [...(highlights.get('spoken') ?? [])].map(String);
}
