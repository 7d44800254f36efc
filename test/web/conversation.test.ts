import { describe, expect, test } from 'vitest';
import { limits } from '../../shared/limits.ts';
import {
  type Conversation,
  type ConversationEvent,
  canTranslate,
  isTooLong,
  languageOfText,
  next,
  startOfConversation,
} from '../../web/translation/conversation.ts';

const clip = new Blob(['sound']);

describe('speaking', () => {
  test('goes from the tap through listening and recognising to the translation', () => {
    const phases = steps([
      { type: 'record-tapped' },
      { type: 'listening-started' },
      { type: 'record-tapped' },
      { type: 'clip-recorded', clip },
      { type: 'transcript-arrived', transcript: ' where is the train station ' },
      { type: 'translation-arrived', translatedText: '¿Dónde está la estación de tren?' },
    ]);
    expect(phases.map(({ phase }) => phase)).toEqual([
      'asking',
      'listening',
      'finishing',
      'recognising',
      'translating',
      'idle',
    ]);
    expect(phases.at(-1)).toMatchObject({
      transcript: 'where is the train station',
      text: 'where is the train station',
      translation: { text: '¿Dónde está la estación de tren?', language: 'es-ES' },
    });
  });

  test('puts the transcript in place of whatever was typed, in the source language', () => {
    const heard = resultOf(
      { type: 'phrase-picked', text: 'मैं शाकाहारी हूँ।', language: 'hi' },
      { type: 'cancelled' },
      ...recorded,
      { type: 'transcript-arrived', transcript: 'hello' },
    );
    expect(heard.text).toBe('hello');
    expect(languageOfText(heard)).toBe('en-US');
  });

  test('a tap while the microphone is asked for gives up', () => {
    expect(resultOf({ type: 'record-tapped' }, { type: 'record-tapped' }).phase).toBe('idle');
  });

  test('a tap while it is recognised or translated gives up', () => {
    expect(resultOf(...recorded, { type: 'record-tapped' }).phase).toBe('idle');
    expect(
      resultOf(...recorded, { type: 'transcript-arrived', transcript: 'hello' }, { type: 'record-tapped' })
        .phase,
    ).toBe('idle');
  });

  test('at the longest clip it goes on with what was said, and says that it was cut short', () => {
    const cut = resultOf(
      { type: 'record-tapped' },
      { type: 'listening-started' },
      { type: 'clip-limit-reached' },
    );
    expect(cut).toMatchObject({ phase: 'finishing', cutShort: true });
    const translated = steps(
      [
        { type: 'clip-recorded', clip },
        { type: 'transcript-arrived', transcript: 'hello' },
        { type: 'translation-arrived', translatedText: 'hola' },
      ],
      cut,
    );
    expect(translated.map(({ cutShort }) => cutShort)).toEqual([true, true, true]);
    expect(next(translated.at(-1) ?? cut, { type: 'record-tapped' }).cutShort).toBe(false);
  });

  test('silence is said as the recogniser says it, and counts as a failure to hear', () => {
    const silent = resultOf(...recorded, { type: 'transcript-arrived', transcript: '  ' });
    expect(silent).toMatchObject({
      phase: 'idle',
      voiceFailures: 1,
      problem: { with: 'voice', sentence: 'No speech detected. Please speak into your microphone.' },
    });
  });

  test('failures add up until something is heard', () => {
    const failed: ConversationEvent[] = [
      { type: 'record-tapped' },
      { type: 'voice-failed', sentence: 'Recording error occurred' },
    ];
    const twice = resultOf(...failed, ...failed);
    expect(twice.voiceFailures).toBe(2);
    const heard = steps([...recorded, { type: 'transcript-arrived', transcript: 'hello' }], twice).at(-1);
    expect(heard?.voiceFailures).toBe(0);
  });

  test('a problem stays until the next attempt', () => {
    const failed = resultOf({ type: 'record-tapped' }, { type: 'voice-failed', sentence: 'x' });
    expect(failed.problem).toBeDefined();
    expect(next(failed, { type: 'record-tapped' }).problem).toBeUndefined();
  });

  test('while the voice is at work the text area does not change', () => {
    const listening = resultOf({ type: 'record-tapped' }, { type: 'listening-started' });
    expect(next(listening, { type: 'typed', text: 'lost' })).toBe(listening);
    expect(next(listening, { type: 'text-cleared' })).toBe(listening);
  });
});

describe('typing', () => {
  test.each(['', '   ', '\n\t'])('%j is never translated', (text) => {
    const blank = resultOf({ type: 'typed', text });
    expect(canTranslate(blank)).toBe(false);
    expect(next(blank, { type: 'translate-asked' })).toBe(blank);
  });

  test('a text of exactly the limit is translated, one character more is not', () => {
    const most = limits.textCharacters.guest;
    expect(canTranslate(resultOf({ type: 'typed', text: ` ${'a'.repeat(most)} ` }))).toBe(true);
    const long = resultOf({ type: 'typed', text: 'a'.repeat(most + 1) });
    expect(isTooLong(long)).toBe(true);
    expect(next(long, { type: 'translate-asked' })).toBe(long);
  });

  test('nothing else is asked while a translation is pending', () => {
    const pending = resultOf({ type: 'typed', text: 'hello' }, { type: 'translate-asked' });
    expect(pending.phase).toBe('translating');
    expect(next(pending, { type: 'translate-asked' })).toBe(pending);
  });

  test('a failure leaves the text and can be tried again', () => {
    const failed = resultOf(
      { type: 'typed', text: 'hello' },
      { type: 'translate-asked' },
      { type: 'translation-failed', sentence: 'The translation failed.' },
    );
    expect(failed).toMatchObject({
      phase: 'idle',
      text: 'hello',
      problem: { with: 'translation', sentence: 'The translation failed.' },
    });
    expect(next(failed, { type: 'translate-asked' })).toMatchObject({
      phase: 'translating',
      problem: undefined,
    });
  });

  test('cancelling leaves the text and no problem', () => {
    const cancelled = resultOf(
      { type: 'typed', text: 'hello' },
      { type: 'translate-asked' },
      { type: 'cancelled' },
    );
    expect(cancelled).toMatchObject({ phase: 'idle', text: 'hello', problem: undefined });
  });
});

describe('languages', () => {
  test('swap exchanges the two and clears input and output', () => {
    const swapped = resultOf(
      { type: 'typed', text: 'hello' },
      { type: 'translate-asked' },
      { type: 'translation-arrived', translatedText: 'hola' },
      { type: 'swapped' },
    );
    expect(swapped).toMatchObject({
      source: 'es-ES',
      target: 'en-US',
      text: '',
      transcript: '',
      translation: undefined,
      phase: 'idle',
    });
  });

  test('swap gives up the work that goes on', () => {
    const pending = resultOf({ type: 'typed', text: 'hello' }, { type: 'translate-asked' });
    const swapped = next(pending, { type: 'swapped' });
    expect(swapped.phase).toBe('idle');
    expect(swapped.run).not.toBe(pending.run);
  });

  test('picking the other side’s language exchanges the two, also by its other code', () => {
    expect(resultOf({ type: 'language-picked', side: 'source', code: 'es' })).toMatchObject({
      source: 'es',
      target: 'en-US',
    });
    expect(resultOf({ type: 'language-picked', side: 'target', code: 'en-US' })).toMatchObject({
      source: 'es-ES',
      target: 'en-US',
    });
  });

  test('picking the language that is chosen already changes nothing', () => {
    const start = startOfConversation('en-US', 'es-ES');
    expect(next(start, { type: 'language-picked', side: 'target', code: 'es' })).toBe(start);
  });

  test('picking a language during a translation translates anew', () => {
    const pending = resultOf({ type: 'typed', text: 'hello' }, { type: 'translate-asked' });
    const picked = next(pending, { type: 'language-picked', side: 'target', code: 'fr' });
    expect(picked).toMatchObject({ phase: 'translating', target: 'fr', run: pending.run + 1 });
  });

  test('picking the spoken language while speech is recognised recognises the clip anew', () => {
    const recognising = resultOf(...recorded);
    const picked = next(recognising, { type: 'language-picked', side: 'source', code: 'fr' });
    expect(picked).toMatchObject({ phase: 'recognising', source: 'fr', clip, run: recognising.run + 1 });
    const other = next(recognising, { type: 'language-picked', side: 'target', code: 'fr' });
    expect(other).toMatchObject({ phase: 'recognising', run: recognising.run });
  });

  test('a translation keeps its own language when another target is picked', () => {
    const picked = resultOf(
      { type: 'typed', text: 'hello' },
      { type: 'translate-asked' },
      { type: 'translation-arrived', translatedText: 'hola' },
      { type: 'language-picked', side: 'target', code: 'fr' },
    );
    expect(picked.translation).toEqual({ text: 'hola', language: 'es-ES' });
  });
});

describe('quick phrases', () => {
  test('a phrase is translated from its own language at once', () => {
    const picked = resultOf({ type: 'phrase-picked', text: 'شكرا', language: 'ar' });
    expect(picked).toMatchObject({ phase: 'translating', text: 'شكرا', source: 'en-US' });
    expect(languageOfText(picked)).toBe('ar');
  });

  test('its language is forgotten when the text is cleared or the source language picked', () => {
    const picked = resultOf({ type: 'phrase-picked', text: 'شكرا', language: 'ar' }, { type: 'cancelled' });
    expect(languageOfText(next(picked, { type: 'typed', text: '' }))).toBe('en-US');
    expect(languageOfText(next(picked, { type: 'language-picked', side: 'source', code: 'fr' }))).toBe('fr');
  });
});

describe('when the allowance is used up', () => {
  const usedUp = next(startOfConversation('en-US', 'es-ES'), {
    type: 'allowance-learned',
    allowance: { isUsedUp: true, textCharacters: limits.textCharacters.guest },
  });
  const given = (...events: ConversationEvent[]) => steps(events, usedUp).at(-1) ?? usedUp;

  test('the button does nothing, and the line beside it opens the dialog', () => {
    const typed = given({ type: 'typed', text: 'hello' });
    expect(canTranslate(typed)).toBe(false);
    expect(typed.isLimitShown).toBe(false);
    expect(next(typed, { type: 'limit-asked-about' })).toMatchObject({ isLimitShown: true, text: 'hello' });
  });

  test('the keyboard opens it in place of a request', () => {
    expect(given({ type: 'typed', text: 'hello' }, { type: 'translate-asked' })).toMatchObject({
      phase: 'idle',
      run: usedUp.run,
      isLimitShown: true,
    });
    expect(given({ type: 'translate-asked' }).isLimitShown).toBe(false);
  });

  test('voice opens it before anything is recorded', () => {
    expect(given({ type: 'record-tapped' })).toMatchObject({ phase: 'idle', isLimitShown: true });
  });

  test('what was heard meanwhile waits in the text area', () => {
    const recognising = { ...resultOf(...recorded), allowance: usedUp.allowance };
    expect(next(recognising, { type: 'transcript-arrived', transcript: 'hello' })).toMatchObject({
      phase: 'idle',
      isLimitShown: true,
      text: 'hello',
      transcript: 'hello',
    });
  });

  test('a quick phrase waits in the text area', () => {
    const picked = given({ type: 'phrase-picked', text: 'شكرا', language: 'ar' });
    expect(picked).toMatchObject({ phase: 'idle', isLimitShown: true, text: 'شكرا' });
    expect(languageOfText(picked)).toBe('ar');
  });

  test('the dialog goes when it is dismissed, and when there is something left after all', () => {
    const shown = given({ type: 'limit-asked-about' });
    expect(next(shown, { type: 'limit-dismissed' }).isLimitShown).toBe(false);
    const allowance = { isUsedUp: false, textCharacters: limits.textCharacters.user };
    expect(next(shown, { type: 'allowance-learned', allowance })).toMatchObject({
      isLimitShown: false,
      allowance,
    });
  });

  test('it stays used up through a swap', () => {
    expect(given({ type: 'swapped' }).allowance.isUsedUp).toBe(true);
  });
});

test('a limit that the server knows of opens the dialog and leaves the text', () => {
  const met = resultOf(
    { type: 'typed', text: 'hello' },
    { type: 'translate-asked' },
    { type: 'limit-met', sentence: 'Guest translation limit reached.' },
  );
  expect(met).toMatchObject({
    phase: 'idle',
    text: 'hello',
    isLimitShown: true,
    allowance: { isUsedUp: true },
    problem: { with: 'limit', sentence: 'Guest translation limit reached.' },
  });
});

test('the allowance says how long a text may be', () => {
  const long = resultOf({ type: 'typed', text: 'a'.repeat(limits.textCharacters.user) });
  expect(isTooLong(long)).toBe(true);
  const allowance = { isUsedUp: false, textCharacters: limits.textCharacters.user };
  expect(isTooLong(next(long, { type: 'allowance-learned', allowance }))).toBe(false);
});

test('learning the same again changes nothing', () => {
  const start = startOfConversation('en-US', 'es-ES');
  expect(next(start, { type: 'allowance-learned', allowance: { ...start.allowance } })).toBe(start);
});

describe('what was typed before the login', () => {
  const draft = { text: 'शुक्रिया', textLanguage: 'hi', source: 'fr', target: 'it' };

  test('is there again', () => {
    expect(resultOf({ type: 'resumed', draft, isWanted: false })).toMatchObject({ ...draft, phase: 'idle' });
  });

  test('is translated at once where that was wanted', () => {
    const resumed = resultOf({ type: 'resumed', draft, isWanted: true });
    expect(resumed).toMatchObject({ ...draft, phase: 'translating' });
    expect(languageOfText(resumed)).toBe('hi');
  });
});

describe('a translation of the history', () => {
  test('is shown with its pair, and asked of nobody', () => {
    const picked = {
      text: 'bonjour',
      translatedText: 'buongiorno',
      sourceLanguage: 'fr',
      targetLanguage: 'it',
    };
    expect(resultOf({ type: 'history-picked', picked })).toMatchObject({
      phase: 'idle',
      source: 'fr',
      target: 'it',
      text: 'bonjour',
      translation: { text: 'buongiorno', language: 'it' },
    });
  });

  test('of a quick phrase leaves the source language, which cannot be picked', () => {
    const picked = { text: 'شكرا', translatedText: 'gracias', sourceLanguage: 'ar', targetLanguage: 'es' };
    const shown = resultOf({ type: 'history-picked', picked });
    expect(shown.source).toBe('en-US');
    expect(languageOfText(shown)).toBe('ar');
  });
});

test('an event that means nothing in a state leaves it as it is', () => {
  const start = startOfConversation('en-US', 'es-ES');
  const strays: ConversationEvent[] = [
    { type: 'listening-started' },
    { type: 'clip-limit-reached' },
    { type: 'clip-recorded', clip },
    { type: 'voice-failed', sentence: 'x' },
    { type: 'transcript-arrived', transcript: 'x' },
    { type: 'translation-arrived', translatedText: 'x' },
    { type: 'translation-failed', sentence: 'x' },
    { type: 'limit-met', sentence: 'x' },
    { type: 'cancelled' },
  ];
  for (const stray of strays) expect(next(start, stray)).toBe(start);
});

const recorded: ConversationEvent[] = [
  { type: 'record-tapped' },
  { type: 'listening-started' },
  { type: 'record-tapped' },
  { type: 'clip-recorded', clip },
];

function resultOf(...events: ConversationEvent[]): Conversation {
  return steps(events).at(-1) ?? startOfConversation('en-US', 'es-ES');
}

function steps(events: ConversationEvent[], start = startOfConversation('en-US', 'es-ES')): Conversation[] {
  const states: Conversation[] = [];
  for (const event of events) states.push(next(states.at(-1) ?? start, event));
  return states;
}
