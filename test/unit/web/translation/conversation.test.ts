import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { limits } from '../../../../shared/limits.ts';
import type { Browser } from '../../../../web/speech/browser.ts';
import type { VoiceFailureCode } from '../../../../web/speech/listening.ts';
import {
  type Conversation,
  type ConversationEvent,
  canTranslate,
  isTooLong,
  languageOfText,
  next,
  startOfConversation,
} from '../../../../web/translation/conversation.ts';
import { lossOf } from '../../../../web/translation/undo.ts';
import { check } from '../../../support/properties.ts';

const clips = [new Blob(['sound']), new Blob(['more sound'])];
const heard = { confidence: 0.9 };
const hello: ConversationEvent = { type: 'transcript-arrived', ...heard, transcript: 'hello' };
const listening: ConversationEvent[] = [{ type: 'record-tapped' }, { type: 'listening-started' }];
const recorded: ConversationEvent[] = [
  ...listening,
  { type: 'record-tapped' },
  { type: 'speech-recorded', clips },
];
const desktopChrome: Browser = {
  id: 'desktop-chrome',
  device: 'desktop',
  isChrome: true,
  isInstalled: false,
};

describe('speaking', () => {
  test('goes from the tap through listening and recognising to the translation', () => {
    const phases = steps([
      { type: 'record-tapped' },
      { type: 'listening-started' },
      { type: 'record-tapped' },
      { type: 'speech-recorded', clips },
      { type: 'transcript-arrived', ...heard, transcript: ' where is the train station ' },
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
      confidence: 0.9,
      text: 'where is the train station',
      translation: { text: '¿Dónde está la estación de tren?', language: 'es-ES' },
    });
  });

  test('is waited for again where one method fails and the next begins', () => {
    const phases = steps([
      ...listening,
      { type: 'listening-switched' },
      { type: 'listening-started' },
      { type: 'record-tapped' },
      { type: 'listening-switched' },
    ]);
    expect(phases.map(({ phase }) => phase)).toEqual([
      'asking',
      'listening',
      'asking',
      'listening',
      'finishing',
      'finishing',
    ]);
    expect(new Set(phases.map(({ run }) => run)).size).toBe(1);
  });

  test('goes to the translation at once where the method of listening recognises by itself', () => {
    const phases = steps([
      ...listening,
      { type: 'transcript-arrived', transcript: 'hello', confidence: 0.3 },
    ]).map(({ phase }) => phase);
    expect(phases).toEqual(['asking', 'listening', 'translating']);
  });

  test('shows what seems to have been said until it is known', () => {
    const interims = steps([
      ...listening,
      { type: 'interim-heard', text: 'where' },
      { type: 'interim-heard', text: 'where is' },
      { type: 'record-tapped' },
      { type: 'speech-recorded', clips },
      { type: 'transcript-arrived', ...heard, transcript: 'where is it' },
    ]).map(({ interim }) => interim);
    expect(interims).toEqual(['', '', 'where', 'where is', 'where is', 'where is', '']);
    const saying = resultOf(...listening, { type: 'interim-heard', text: 'where' });
    expect(next(saying, { type: 'interim-heard', text: 'where' })).toBe(saying);
    expect(next(saying, failed('interrupted')).interim).toBe('');
  });

  test('puts the transcript in place of whatever was typed, in the source language', () => {
    const spoken = resultOf(
      { type: 'phrase-picked', text: 'मैं शाकाहारी हूँ।', language: 'hi' },
      { type: 'cancelled' },
      ...recorded,
      { type: 'transcript-arrived', ...heard, transcript: 'hello' },
    );
    expect(spoken.text).toBe('hello');
    expect(languageOfText(spoken)).toBe('en-US');
  });

  test('a tap while it is translated gives up, and leaves what was heard', () => {
    expect(resultOf(...recorded, hello, { type: 'record-tapped' })).toMatchObject({
      phase: 'idle',
      text: 'hello',
      transcript: 'hello',
    });
  });

  test('silence is said as the recogniser says it, and counts as a failure to hear', () => {
    const silent = resultOf(...recorded, { type: 'transcript-arrived', ...heard, transcript: '  ' });
    expect(silent).toMatchObject({
      phase: 'idle',
      voiceFailures: 1,
      problem: {
        with: 'voice',
        code: 'no-speech',
        sentence: 'No speech detected. Please speak into your microphone.',
      },
      clips: [],
    });
  });

  test('failures add up until something is heard', () => {
    const attempt: ConversationEvent[] = [{ type: 'record-tapped' }, failed('recording')];
    const twice = resultOf(...attempt, ...attempt);
    expect(twice.voiceFailures).toBe(2);
    expect(steps([...recorded, hello], twice).at(-1)?.voiceFailures).toBe(0);
  });

  test('a problem stays until the next attempt', () => {
    const broken = resultOf({ type: 'record-tapped' }, failed('recording'));
    expect(broken.problem).toBeDefined();
    expect(next(broken, { type: 'record-tapped' }).problem).toBeUndefined();
  });

  test('while the voice is at work the text area does not change', () => {
    const hearing = resultOf(...listening);
    expect(next(hearing, { type: 'typed', text: 'lost' })).toBe(hearing);
    expect(next(hearing, { type: 'text-cleared' })).toBe(hearing);
  });
});

describe('an attempt to speak that is given up', () => {
  const after = steps([
    ...recorded,
    hello,
    { type: 'translation-arrived', translatedText: 'hola' },
    { type: 'guide-opened', guide: 'trouble' },
  ]).at(-1) as Conversation;
  const attempts: [string, ConversationEvent[]][] = [
    ['while the microphone is asked for', [{ type: 'record-tapped' }]],
    ['while it listens', [...listening, { type: 'interim-heard', text: 'good' }]],
    ['while it is put together', [...listening, { type: 'record-tapped' }]],
    ['while it is recognised', recorded],
  ];

  test.each(attempts)('%s leaves everything as it was', (_, events) => {
    expect(after).toMatchObject({ transcript: 'hello', guide: 'trouble', translation: { text: 'hola' } });
    const attempted = steps(events, after).at(-1) as Conversation;
    expect(attempted).toMatchObject({ transcript: '', guide: undefined, problem: undefined });
    const { run, before } = attempted;
    expect(next(attempted, { type: 'cancelled' })).toEqual({ ...after, run, before });
  });

  test('by a tap is given up as well, except while it listens', () => {
    const phases = attempts.map(([, events]) => {
      const attempted = steps(events, after).at(-1) as Conversation;
      return next(attempted, { type: 'record-tapped' }).phase;
    });
    expect(phases).toEqual(['idle', 'finishing', 'idle', 'idle']);
  });

  test('puts back nothing of what was there before an earlier one', () => {
    const translating = steps([...recorded, hello], after).at(-1) as Conversation;
    expect(next(translating, { type: 'cancelled' })).toMatchObject({
      transcript: 'hello',
      problem: undefined,
    });
  });
});

describe('what could not be recognised', () => {
  const unrecognised = resultOf(...recorded, failed('transcription'));

  test('is kept, and recognised when that is asked for', () => {
    expect(unrecognised).toMatchObject({ phase: 'idle', clips, problem: { code: 'transcription' } });
    const again = next(unrecognised, { type: 'recognise-asked' });
    expect(again).toMatchObject({ phase: 'recognising', clips, problem: undefined });
    expect(again.run).not.toBe(unrecognised.run);
    expect(next(again, hello)).toMatchObject({ phase: 'translating', text: 'hello', clips: [] });
  });

  test('is kept as often as it fails or is given up', () => {
    const twice = steps([{ type: 'recognise-asked' }, failed('transcription')], unrecognised).at(-1);
    expect(twice).toMatchObject({ phase: 'idle', clips, voiceFailures: 2 });
    const givenUp = steps([{ type: 'recognise-asked' }, { type: 'record-tapped' }], unrecognised).at(-1);
    expect(givenUp).toMatchObject({ phase: 'idle', clips, problem: unrecognised.problem });
    const spokenOver = steps([...listening, { type: 'cancelled' }], unrecognised).at(-1);
    expect(spokenOver).toMatchObject({ phase: 'idle', clips, problem: unrecognised.problem });
  });

  test('is kept while something is typed, cleared, or another language picked', () => {
    const edits: ConversationEvent[] = [
      { type: 'typed', text: 'hm' },
      { type: 'text-cleared' },
      { type: 'language-picked', side: 'source', code: 'fr' },
      { type: 'language-picked', side: 'target', code: 'it' },
    ];
    for (const state of steps(edits, unrecognised)) {
      expect(state).toMatchObject({ clips, problem: unrecognised.problem });
    }
  });

  test('is let go with the next that is said or translated', () => {
    const ends: ConversationEvent[][] = [
      [...listening, hello],
      [{ type: 'typed', text: 'hello' }, { type: 'translate-asked' }],
      [{ type: 'phrase-picked', text: 'hello', language: 'en-US' }],
      [{ type: 'swapped' }],
    ];
    for (const end of ends) {
      expect(steps(end, unrecognised).at(-1)).toMatchObject({ clips: [], problem: undefined });
    }
  });

  test('other failures leave nothing to try again', () => {
    const broken = resultOf(...listening, failed('network'));
    expect(next(broken, { type: 'recognise-asked' })).toBe(broken);
  });
});

describe('guides', () => {
  const denied = { ...startOfConversation('en-US', 'es-ES'), browser: desktopChrome };

  test('are opened by failures as the browser needs it', () => {
    const events: ConversationEvent[] = [{ type: 'record-tapped' }, failed('not-allowed')];
    expect(steps(events, denied).at(-1)?.guide).toBe('chrome-setup');
    expect(resultOf({ type: 'record-tapped' }, failed('recording')).guide).toBeUndefined();
    expect(
      resultOf({ type: 'record-tapped' }, failed('recording'), { type: 'record-tapped' }, failed('recording'))
        .guide,
    ).toBe('type-instead');
  });

  test('open one another and close', () => {
    const guides = steps([
      { type: 'guide-opened', guide: 'chrome-dialog' },
      { type: 'guide-opened', guide: 'chrome-workaround' },
      { type: 'guide-closed' },
    ]).map(({ guide }) => guide);
    expect(guides).toEqual(['chrome-dialog', 'chrome-workaround', undefined]);
  });

  test.each<ConversationEvent>([
    { type: 'record-tapped' },
    { type: 'translate-asked' },
    { type: 'phrase-picked', text: 'hello', language: 'en-US' },
    { type: 'history-picked', picked: pickedOf('bonjour', 'fr') },
  ])('$type closes the one that is open', (event) => {
    const typing = resultOf(
      { type: 'guide-opened', guide: 'type-instead' },
      { type: 'typed', text: 'hello' },
    );
    expect(typing.guide).toBe('type-instead');
    expect(next(typing, event).guide).toBeUndefined();
  });

  test('what is typed into one stays when it closes, or when speaking is tried again', () => {
    const typing = resultOf(
      { type: 'guide-opened', guide: 'type-instead' },
      { type: 'typed', text: 'hello' },
    );
    const closed = next(typing, { type: 'guide-closed' });
    expect(closed).toMatchObject({ guide: undefined, text: 'hello' });
    expect(steps([...listening, failed('network')], closed).at(-1)?.text).toBe('hello');
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

  test('picking the spoken language while speech is recognised recognises the same clips anew', () => {
    const recognising = resultOf(...recorded);
    const picked = next(recognising, { type: 'language-picked', side: 'source', code: 'fr' });
    expect(picked).toMatchObject({ phase: 'recognising', source: 'fr', clips, run: recognising.run + 1 });
    const other = next(recognising, { type: 'language-picked', side: 'target', code: 'fr' });
    expect(other).toMatchObject({ phase: 'recognising', run: recognising.run });
  });

  test('picking the spoken language while it listens begins to listen anew', () => {
    for (const events of [listening.slice(0, 1), listening]) {
      const hearing = resultOf(...events);
      const picked = next(hearing, { type: 'language-picked', side: 'source', code: 'fr' });
      expect(picked).toMatchObject({ phase: 'asking', source: 'fr', interim: '', run: hearing.run + 1 });
      const other = next(hearing, { type: 'language-picked', side: 'target', code: 'fr' });
      expect(other).toMatchObject({ phase: hearing.phase, run: hearing.run });
    }
  });

  test('picking the spoken language while a recording is put together loses nothing of it', () => {
    const finishing = resultOf(...listening, { type: 'record-tapped' });
    const picked = next(finishing, { type: 'language-picked', side: 'source', code: 'fr' });
    expect(picked).toMatchObject({ phase: 'finishing', source: 'fr', run: finishing.run });
  });

  test('a translation keeps its own language when another target is picked', () => {
    const picked = resultOf(
      { type: 'typed', text: 'hello' },
      { type: 'translate-asked' },
      { type: 'translation-arrived', translatedText: 'hola' },
      { type: 'language-picked', side: 'target', code: 'fr' },
    );
    expect(picked.translation).toMatchObject({ text: 'hola', language: 'es-ES' });
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

describe('a translation is known as a quick phrase’s', () => {
  const price = { type: 'phrase-picked', text: 'How much is it?', language: 'en-US' } as const;
  const arrived = { type: 'translation-arrived', translatedText: '¿Cuánto cuesta?' } as const;
  const isPhrase = (...events: ConversationEvent[]) => resultOf(...events).translation?.isPhrase;

  test('where it is the picked one’s, also when that is translated again', () => {
    expect(isPhrase(price, arrived)).toBe(true);
    expect(isPhrase(price, arrived, { type: 'translate-asked' }, arrived)).toBe(true);
  });

  test('not where its words were changed, its language was, or somebody said or typed them', () => {
    const edited: ConversationEvent = { type: 'typed', text: 'How much is it, Ada?' };
    expect(isPhrase(price, arrived, edited, { type: 'translate-asked' }, arrived)).toBe(false);
    const french: ConversationEvent = { type: 'language-picked', side: 'source', code: 'fr' };
    expect(isPhrase(price, arrived, french, { type: 'translate-asked' }, arrived)).toBe(false);
    expect(isPhrase({ type: 'typed', text: price.text }, { type: 'translate-asked' }, arrived)).toBe(false);
    const own: ConversationEvent = { type: 'transcript-arrived', ...heard, transcript: price.text };
    expect(isPhrase(price, arrived, { type: 'record-tapped' }, own, arrived)).toBe(false);
  });
});

describe('when the allowance is used up', () => {
  const usedUp = next(startOfConversation('en-US', 'es-ES'), {
    type: 'allowance-learned',
    allowance: { isUsedUp: true, textCharacters: limits.textCharacters.guest },
  });
  const given = (...events: ConversationEvent[]) => steps(events, usedUp).at(-1) ?? usedUp;

  test('a phrase that is kept here is translated all the same where nobody can count it', () => {
    const price = { type: 'phrase-picked', text: 'How much is it?', language: 'en-US' } as const;
    expect(given({ ...price, isFree: true })).toMatchObject({ phase: 'translating', isLimitShown: false });
    expect(given({ ...price, isFree: false })).toMatchObject({ phase: 'idle', isLimitShown: true });
  });

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
    expect(next(recognising, hello)).toMatchObject({
      phase: 'idle',
      isLimitShown: true,
      text: 'hello',
      transcript: 'hello',
      clips: [],
    });
  });

  test('what could not be recognised before is still there', () => {
    const unrecognised = { ...resultOf(...recorded, failed('transcription')), allowance: usedUp.allowance };
    for (const event of [
      { type: 'record-tapped' },
      { type: 'phrase-picked', text: 'hello', language: 'en-US' },
    ] satisfies ConversationEvent[]) {
      const { problem } = unrecognised;
      expect(next(unrecognised, event)).toMatchObject({ isLimitShown: true, clips, problem });
    }
  });

  test('the line beside the button stops nothing that is at work', () => {
    const recognising = { ...resultOf(...recorded), allowance: usedUp.allowance };
    expect(next(recognising, { type: 'limit-asked-about' })).toMatchObject({
      phase: 'recognising',
      isLimitShown: true,
    });
  });

  test('what is typed into a guide waits there, behind the dialog', () => {
    const typing = given({ type: 'guide-opened', guide: 'type-instead' }, { type: 'typed', text: 'hello' });
    expect(next(typing, { type: 'translate-asked' })).toMatchObject({
      phase: 'idle',
      isLimitShown: true,
      guide: 'type-instead',
      text: 'hello',
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

describe('what a translation is of', () => {
  const hola = { type: 'translation-arrived', translatedText: 'hola' } as const;

  test('stays what was asked for, whatever is typed meanwhile and afterwards', () => {
    const arrived = resultOf(
      { type: 'typed', text: ' hello ' },
      { type: 'translate-asked' },
      { type: 'typed', text: 'something else' },
      hola,
      { type: 'typed', text: '' },
    );
    expect(arrived.original).toEqual({ text: 'hello', language: 'en-US' });
  });

  test('is a phrase in its own language, and of the history what stands there', () => {
    const phrase = { type: 'phrase-picked', text: 'شكرا', language: 'ar' } as const;
    expect(resultOf(phrase, hola).original).toEqual({ text: 'شكرا', language: 'ar' });
    const picked = resultOf(phrase, hola, { type: 'history-picked', picked: pickedOf('bonjour', 'fr') });
    expect(picked.original).toEqual({ text: 'bonjour', language: 'fr' });
  });
});

describe('a link', () => {
  const linked = { text: 'bonjour', sourceLanguage: 'fr', targetLanguage: 'it' };
  const opened: ConversationEvent = { type: 'link-opened', linked };

  test('fills in its text and its pair, and asks for no translation', () => {
    const filled = resultOf(opened);
    expect(filled).toMatchObject({ phase: 'idle', source: 'fr', target: 'it', text: 'bonjour' });
    expect(filled.translation).toBeUndefined();
    expect(canTranslate(filled)).toBe(true);
  });

  test('without a text keeps its pair, whatever pair the server remembers', () => {
    const pair: ConversationEvent = { type: 'pair-arrived', source: 'de', target: 'es' };
    const filled = resultOf({ type: 'link-opened', linked: { ...linked, text: '' } }, pair);
    expect(filled).toMatchObject({ source: 'fr', target: 'it' });
  });

  test('takes the place of a translation, and of what is being said or translated', () => {
    const translating: ConversationEvent[] = [{ type: 'typed', text: 'hello' }, { type: 'translate-asked' }];
    const translated = [...translating, { type: 'translation-arrived', translatedText: 'hola' } as const];
    for (const events of [translating, translated, listening, recorded]) {
      expect(resultOf(...events, opened)).toMatchObject({
        phase: 'idle',
        text: 'bonjour',
        translation: undefined,
        transcript: '',
        clips: [],
      });
    }
  });

  test('to a quick phrase leaves the source language, which cannot be picked', () => {
    const filled = resultOf({
      type: 'link-opened',
      linked: { text: 'شكرا', sourceLanguage: 'ar', targetLanguage: 'es' },
    });
    expect(filled.source).toBe('en-US');
    expect(languageOfText(filled)).toBe('ar');
  });
});

test('an event that means nothing in a state leaves it as it is', () => {
  const start = startOfConversation('en-US', 'es-ES');
  const strays: ConversationEvent[] = [
    { type: 'listening-started' },
    { type: 'interim-heard', text: 'x' },
    { type: 'speech-recorded', clips },
    failed('other'),
    hello,
    { type: 'recognise-asked' },
    { type: 'translation-arrived', translatedText: 'x' },
    { type: 'translation-failed', sentence: 'x' },
    { type: 'limit-met', sentence: 'x' },
    { type: 'cancelled' },
  ];
  for (const stray of strays) expect(next(start, stray)).toBe(start);
});

describe('undo', () => {
  const swap: ConversationEvent = { type: 'swapped' };
  const undo: ConversationEvent = { type: 'undone' };
  const typed: ConversationEvent[] = [{ type: 'typed', text: 'hello' }];
  const asked: ConversationEvent[] = [...typed, { type: 'translate-asked' }];
  const read: ConversationEvent[] = [...asked, { type: 'translation-arrived', translatedText: 'hola' }];
  const phrase: ConversationEvent = { type: 'phrase-picked', text: 'شكرا', language: 'ar' };
  const history: ConversationEvent = { type: 'history-picked', picked: pickedOf('bonjour', 'fr') };

  test.each<[string, ConversationEvent[], ConversationEvent[]]>([
    ['a swap', read, [swap]],
    ['a swap there and back', read, [swap, swap]],
    [
      'a swap, and another language after it',
      read,
      [swap, { type: 'language-picked', side: 'target', code: 'fr' }],
    ],
    [
      'a swap of what was spoken',
      [...recorded, hello, { type: 'translation-arrived', translatedText: 'hola' }],
      [swap],
    ],
    ['a swap of what could not be recognised', [...recorded, failed('transcription')], [swap]],
    ['clearing the text', read, [{ type: 'text-cleared' }]],
    ['clearing the translation', read, [{ type: 'translation-cleared' }]],
    ['picking a phrase over what was typed', typed, [phrase]],
    [
      'the translation of that phrase',
      typed,
      [phrase, { type: 'translation-arrived', translatedText: 'gracias' }],
    ],
    ['picking from the history over what was typed', typed, [history]],
  ])('brings back what stood there before %s', (_what, before, thrown) => {
    const stood = resultOf(...before);
    expect(wordsOf(resultOf(...before, ...thrown))).not.toEqual(wordsOf(stood));
    const undone = resultOf(...before, ...thrown, undo);
    expect(wordsOf(undone)).toEqual(wordsOf(stood));
    expect(undone.problem).toEqual(stood.problem);
  });

  test('of a swap while translating gives up the call, and brings back the text, at rest', () => {
    const [pending] = steps(asked).slice(-1);
    const undone = resultOf(...asked, swap, undo);
    expect(undone).toMatchObject({ phase: 'idle', text: 'hello', source: 'en-US', translation: undefined });
    expect(undone.run).toBeGreaterThan(pending?.run ?? 0);
    // What the call still says belongs to a run that is over.
    expect(next(undone, { type: 'translation-arrived', translatedText: 'hola' })).toBe(undone);
  });

  test('a translation that was cleared while somebody speaks comes back, and they go on', () => {
    const spoken = resultOf(...read, ...listening);
    const cleared = next(spoken, { type: 'translation-cleared' });
    expect(cleared).toMatchObject({ phase: 'listening', run: spoken.run, translation: undefined });
    expect(next(cleared, undo)).toMatchObject({
      phase: 'listening',
      run: spoken.run,
      translation: spoken.translation,
    });
    const none = resultOf(...listening);
    expect(next(none, { type: 'translation-cleared' })).toBe(none);
  });

  test('of a swap while listening brings back what stood there before the microphone was tapped', () => {
    const undone = resultOf(...read, ...listening, { type: 'interim-heard', text: 'hel' }, swap, undo);
    expect(wordsOf(undone)).toEqual(wordsOf(resultOf(...read)));
  });

  test('goes on to what was thrown away earlier', () => {
    const cleared = resultOf(...read, { type: 'translation-cleared' }, { type: 'text-cleared' }, undo);
    expect(cleared).toMatchObject({ text: 'hello', translation: undefined });
    expect(next(cleared, undo).translation?.text).toBe('hola');
  });

  test.each<[string, ConversationEvent[]]>([
    ['typed', [{ type: 'typed', text: 'n' }]],
    ['spoken', listening],
    ['translated', [phrase]],
  ])('has nothing to bring back once something new is %s', (_what, news) => {
    expect(resultOf(...read, swap, ...news).discarded).toBeUndefined();
  });

  test('has nothing to bring back where nothing was lost', () => {
    expect(resultOf(swap).discarded).toBeUndefined();
    expect(resultOf({ type: 'text-cleared' }).discarded).toBeUndefined();
    expect(
      resultOf(...read, { type: 'language-picked', side: 'target', code: 'fr' }).discarded,
    ).toBeUndefined();
  });

  test('leaves what is known of the allowance, and the dialogs, as they are', () => {
    const allowance = { isUsedUp: true, textCharacters: 5_000 };
    const undone = resultOf(
      ...read,
      swap,
      { type: 'allowance-learned', allowance },
      { type: 'limit-asked-about' },
      undo,
    );
    expect(undone).toMatchObject({ allowance, isLimitShown: true, text: 'hello' });
  });

  test.each<[string, ConversationEvent[], string | undefined]>([
    ['a swap', [...read, swap], 'Languages swapped'],
    ['clearing the text', [...read, { type: 'text-cleared' }], 'Text cleared'],
    ['clearing the translation', [...read, { type: 'translation-cleared' }], 'Translation cleared'],
    ['what was typed over', [...typed, phrase], 'Text replaced'],
    ['a phrase after a phrase', [phrase, { ...phrase, text: 'مرحبا' }], undefined],
    ['a phrase after something spoken', [...recorded, hello, phrase], undefined],
    ['nothing', typed, undefined],
  ])('%s is offered in words of its own', (_what, events, title) => {
    expect(lossOf(resultOf(...events))?.title).toBe(title);
  });
});

test('after any events at all, work has what it works on and rest has nothing left over', () => {
  const anyEvent = fc.constantFrom<ConversationEvent>(
    { type: 'record-tapped' },
    { type: 'listening-started' },
    { type: 'interim-heard', text: 'hel' },
    { type: 'speech-recorded', clips },
    hello,
    { type: 'transcript-arrived', transcript: '', confidence: 0 },
    failed('transcription'),
    failed('interrupted'),
    { type: 'recognise-asked' },
    { type: 'guide-closed' },
    { type: 'typed', text: 'hello' },
    { type: 'text-cleared' },
    { type: 'translate-asked' },
    { type: 'translation-arrived', translatedText: 'hola' },
    { type: 'translation-failed', sentence: 'x' },
    { type: 'limit-met', sentence: 'x' },
    { type: 'limit-asked-about' },
    { type: 'phrase-picked', text: 'شكرا', language: 'ar' },
    { type: 'history-picked', picked: pickedOf('bonjour', 'fr') },
    { type: 'link-opened', linked: pickedOf('bonsoir', 'fr') },
    { type: 'language-picked', side: 'source', code: 'fr' },
    { type: 'language-picked', side: 'target', code: 'it' },
    { type: 'swapped' },
    { type: 'translation-cleared' },
    { type: 'undone' },
    { type: 'cancelled' },
  );
  check(
    fc.property(fc.array(anyEvent, { maxLength: 30 }), (events) => {
      for (const state of steps(events)) {
        const { phase, interim, clips, problem } = state;
        if (phase === 'idle') expect(interim).toBe('');
        else expect(problem).toBeUndefined();
        if (phase === 'idle' && clips.length > 0) expect(problem?.code).toBe('transcription');
        if (phase === 'recognising') expect(clips).not.toEqual([]);
        if (phase === 'translating') expect(state.text.trim()).not.toBe('');
        const undone = next(state, { type: 'undone' });
        if (!state.discarded) expect(undone).toBe(state);
        else expect(wordsOf(undone)).toEqual(wordsOf(state.discarded));
        expect(undone.allowance).toBe(state.allowance);
      }
    }),
  );
});

/** What undoing brings back. */
function wordsOf(state: Conversation) {
  const { source, target, text, textLanguage, transcript, translation, clips, phase } = state;
  return { source, target, text, textLanguage, transcript, translation, clips, phase };
}

function failed(code: VoiceFailureCode): ConversationEvent {
  return { type: 'voice-failed', failure: { code, sentence: `It failed: ${code}` } };
}

function pickedOf(text: string, sourceLanguage: string) {
  return { text, translatedText: 'buongiorno', sourceLanguage, targetLanguage: 'it' };
}

function resultOf(...events: ConversationEvent[]): Conversation {
  return steps(events).at(-1) ?? startOfConversation('en-US', 'es-ES');
}

function steps(events: ConversationEvent[], start = startOfConversation('en-US', 'es-ES')): Conversation[] {
  const states: Conversation[] = [];
  for (const event of events) states.push(next(states.at(-1) ?? start, event));
  return states;
}
