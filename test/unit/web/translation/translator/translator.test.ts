import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { limits } from '../../../../../shared/limits.ts';
import type { Guide } from '../../../../../web/speech/guides/guide.ts';
import type { VoiceFailureCode } from '../../../../../web/speech/recognise/listening.ts';
import { findLoss } from '../../../../../web/translation/translator/loss.ts';
import { next } from '../../../../../web/translation/translator/transitions.ts';
import {
  canSubmit,
  createTranslator,
  fillsField,
  findOutdated,
  getTextLanguage,
  isTooLong,
  isVoicePhase,
  type LinkedText,
  type TranslatorEvent,
  type TranslatorState,
} from '../../../../../web/translation/translator/translator.ts';
import { check } from '../../../../support/properties.ts';

const clips = [new Blob(['sound']), new Blob(['more sound'])];
const tap: TranslatorEvent = { type: 'record-tapped' };
const begun: TranslatorEvent = { type: 'listening-started' };
const switched: TranslatorEvent = { type: 'listening-switched' };
const clipsMade: TranslatorEvent = { type: 'speech-recorded', clips };
const recognise: TranslatorEvent = { type: 'recognition-requested' };
const ask: TranslatorEvent = { type: 'translation-requested' };
const cancel: TranslatorEvent = { type: 'cancelled' };
const swap: TranslatorEvent = { type: 'swapped' };
const reply: TranslatorEvent = { type: 'replied' };
const undo: TranslatorEvent = { type: 'undone' };
const clearText: TranslatorEvent = { type: 'text-cleared' };
const clearTranslation: TranslatorEvent = { type: 'translation-cleared' };
const closeGuide: TranslatorEvent = { type: 'guide-closed' };
const openLimitDialog: TranslatorEvent = { type: 'limit-dialog-opened' };
const type = (text: string): TranslatorEvent => ({ type: 'typed', text });
const interim = (text: string): TranslatorEvent => ({ type: 'interim-heard', text });
const hear = (transcript: string, confidence = 0.9): TranslatorEvent => ({
  type: 'transcript-arrived',
  transcript,
  confidence,
});
const answer = (translatedText: string): TranslatorEvent => ({
  type: 'translation-arrived',
  translatedText,
});
const pick = (side: 'source' | 'target', code: string): TranslatorEvent => ({
  type: 'language-picked',
  side,
  code,
});
const phraseOf = (text: string, language: string): TranslatorEvent => ({
  type: 'phrase-picked',
  text,
  language,
});
const fromHistory = (picked: ReturnType<typeof pickedOf>): TranslatorEvent => ({
  type: 'history-picked',
  picked,
});
const openGuide = (guide: Guide): TranslatorEvent => ({ type: 'guide-opened', guide });
const failTranslation = (text: string): TranslatorEvent => ({ type: 'translation-failed', text });
const meetLimit: TranslatorEvent = { type: 'limit-reached', limit: 'guest_limit_reached', text: 'x' };
const hello = hear('hello');
const listening: TranslatorEvent[] = [tap, begun];
const recorded: TranslatorEvent[] = [...listening, tap, clipsMade];
const saying: TranslatorEvent[] = [...listening, interim('h')];
const toEnd = 'asking listening finishing';

describe('speaking', () => {
  test.each<[string, TranslatorEvent[], string]>([
    ['a recorder', [...recorded, hello, answer('hola')], `${toEnd} recognising translating idle`],
    ['two methods', [tap, begun, switched, begun, tap, switched], `asking listening ${toEnd} finishing`],
    ['a recogniser', [tap, begun, hear('hello', 0.3)], 'asking listening translating'],
  ])('goes through its phases with %s', (_, events, phases) => {
    expect(
      steps(events)
        .map(({ phase }) => phase)
        .join(' '),
    ).toBe(phases);
  });

  test('ends with the transcript and its translation', () => {
    expect(resultOf(...recorded, hear(' hello '), answer('hola'))).toMatchObject({
      transcript: 'hello',
      confidence: 0.9,
      text: 'hello',
      translation: { text: 'hola', language: 'es-ES' },
    });
  });

  test('shows interim text until the transcript arrives', () => {
    const interims = steps([...listening, interim('where'), interim('where is'), tap, clipsMade, hello]).map(
      (state) => state.interim,
    );
    expect(interims).toEqual(['', '', 'where', 'where is', 'where is', 'where is', '']);
    const saying = resultOf(...listening, interim('where'));
    expect(next(saying, interim('where'))).toBe(saying);
    expect(next(saying, failed('interrupted')).interim).toBe('');
  });

  test('replaces typed text by the transcript, in the source language', () => {
    const spoken = resultOf(phraseOf('मैं शाकाहारी हूँ।', 'hi'), cancel, ...recorded, hello);
    expect([spoken.text, getTextLanguage(spoken)]).toEqual(['hello', 'en-US']);
  });

  test('a tap during the translation cancels it and keeps the transcript', () => {
    const left = { phase: 'idle', text: 'hello', transcript: 'hello', problem: undefined };
    expect(resultOf(...recorded, hello, tap)).toMatchObject(left);
  });

  test('silence has the recogniser’s message and counts as a failure', () => {
    const text = 'No speech detected. Please speak into your microphone.';
    expect(resultOf(...recorded, hear('  '))).toMatchObject({
      phase: 'idle',
      voiceFailures: 1,
      problem: { kind: 'voice', code: 'no-speech', text },
      clips: [],
    });
  });

  test('a failure after words keeps them as text, and does not translate them', () => {
    const before = [type('typed'), ...listening, interim('allergic to peanuts')];
    for (const code of ['network', 'not-allowed', 'other', 'interrupted'] as const) {
      const left = resultOf(...before, failed(code));
      expect(left).toMatchObject({ phase: 'idle', text: 'allergic to peanuts', problem: { code } });
      expect([left.translation, canSubmit(left)]).toEqual([undefined, true]);
    }
    expect(resultOf(type('typed'), ...listening, failed('network')).text).toBe('typed');
  });

  test('words that were shown before the server failed stay, and can still be recognised again', () => {
    const left = resultOf(...listening, interim('allergic'), tap, clipsMade, failed('transcription'));
    expect(left).toMatchObject({ phase: 'idle', text: 'allergic', clips });
    expect(next(left, recognise).phase).toBe('recognising');
  });

  test('failures add up until a transcript arrives; a problem stays until the next attempt', () => {
    const twice = resultOf(tap, failed('recording'), tap, failed('recording'));
    expect(twice.voiceFailures).toBe(2);
    expect(twice.problem).toBeDefined();
    expect(next(twice, tap).problem).toBeUndefined();
    expect(steps([...recorded, hello], twice).at(-1)?.voiceFailures).toBe(0);
    expect(resultOf(...listening, switched, failed('recording')).voiceFailures).toBe(2);
  });

  test('during voice input the text does not change', () => {
    const hearing = resultOf(...listening);
    for (const event of [type('lost'), clearText]) expect(next(hearing, event)).toBe(hearing);
  });
});

describe('a cancelled attempt to speak', () => {
  const after = resultOf(...recorded, hello, answer('hola'), openGuide('trouble'));
  const attempts: [string, TranslatorEvent[], string][] = [
    ['during the request for the microphone', [tap], 'idle'],
    ['while it listens', [...listening, interim('good')], 'finishing'],
    ['during recognition', [...listening, tap], 'idle'],
    ['while it is recognised', recorded, 'idle'],
  ];

  test.each(attempts)('%s changes nothing', (_, events, phaseAfterTap) => {
    expect(after).toMatchObject({ transcript: 'hello', guide: 'trouble', translation: { text: 'hola' } });
    const attempted = steps(events, after).at(-1) as TranslatorState;
    expect(attempted).toMatchObject({ transcript: '', guide: undefined, problem: undefined });
    const { run, beforeVoice } = attempted;
    expect(next(attempted, cancel)).toEqual({ ...after, run, beforeVoice });
    expect(next(attempted, tap).phase).toBe(phaseAfterTap);
  });

  test('restores nothing from before an earlier attempt', () => {
    const translating = steps([...recorded, hello], after).at(-1) as TranslatorState;
    expect(next(translating, cancel)).toMatchObject({ transcript: 'hello', problem: undefined });
  });
});

describe('unrecognised speech', () => {
  const unrecognised = resultOf(...recorded, failed('transcription'));

  test('is kept, and recognised on request', () => {
    expect(unrecognised).toMatchObject({ phase: 'idle', clips, problem: { code: 'transcription' } });
    const again = next(unrecognised, recognise);
    expect(again).toMatchObject({ phase: 'recognising', clips, problem: undefined });
    expect(again.run).not.toBe(unrecognised.run);
    expect(next(again, hello)).toMatchObject({ phase: 'translating', text: 'hello', clips: [] });
  });

  test.each<[string, TranslatorEvent[]]>([
    ['after another failure', [recognise, failed('transcription')]],
    ['after cancelling', [recognise, tap]],
    ['after a cancelled new recording', [...listening, cancel]],
    ['while something is typed', [type('hm')]],
    ['when the text is cleared', [clearText]],
    ['when another source is picked', [pick('source', 'fr')]],
    ['when another target is picked', [pick('target', 'it')]],
  ])('is kept %s', (_, events) => {
    const kept = { phase: 'idle', clips, problem: unrecognised.problem };
    expect(steps(events, unrecognised).at(-1)).toMatchObject(kept);
  });

  test.each<[string, TranslatorEvent[]]>([
    ['said', [...listening, hello]],
    ['translated', [type('hello'), ask]],
    ['picked', [phraseOf('hello', 'en-US')]],
    ['swapped', [swap]],
  ])('is dropped after the next text is %s', (_, events) => {
    expect(steps(events, unrecognised).at(-1)).toMatchObject({ clips: [], problem: undefined });
  });

  test('other failures leave nothing to retry', () => {
    const broken = resultOf(...listening, failed('network'));
    expect(next(broken, recognise)).toBe(broken);
  });
});

describe('guides', () => {
  const typing = resultOf(openGuide('type-instead'), type('hello'));

  test.each<TranslatorEvent>([tap, ask, phraseOf('hello', 'en-US'), fromHistory(pickedOf('bonjour', 'fr'))])(
    '$type closes the open one',
    (event) => {
      expect(typing.guide).toBe('type-instead');
      expect(next(typing, event).guide).toBeUndefined();
    },
  );

  test('their text stays after closing, and after another attempt to speak', () => {
    const closed = next(typing, closeGuide);
    expect(closed).toMatchObject({ guide: undefined, text: 'hello' });
    expect(steps([...listening, failed('network')], closed).at(-1)?.text).toBe('hello');
  });
});

describe('typing', () => {
  const pending = resultOf(type('hello'), ask);

  test.each(['', '   ', '\n\t', ' \u200b\u200e'])('%j is never translated', (text) => {
    const blank = resultOf(type(text));
    expect(canSubmit(blank)).toBe(false);
    expect(next(blank, ask)).toBe(blank);
  });

  test('a text of exactly the limit is translated, one character more is not', () => {
    const most = limits.textCharacters.guest;
    expect(canSubmit(resultOf(type(` ${'a'.repeat(most)} `)))).toBe(true);
    const long = resultOf(type('a'.repeat(most + 1)));
    expect(isTooLong(long)).toBe(true);
    expect(next(long, ask)).toBe(long);
  });

  test('no other request starts while a translation is pending', () => {
    expect(pending.phase).toBe('translating');
    expect(next(pending, ask)).toBe(pending);
  });
});

describe('a translation', () => {
  const read = [type(' hello'), ask, answer('hola')];

  test.each<[string, TranslatorEvent[], string | undefined]>([
    ['stays current', [], undefined],
    ['is for an earlier text after an edit', [type('hell')], 'text'],
    ['is for an earlier text once that is cleared', [clearText], 'text'],
    ['is current again with the same text', [type('hell'), type('hello ')], undefined],
    ['is current again after Undo', [clearText, undo], undefined],
    ['is in an earlier language once another is picked', [pick('target', 'fr')], 'language'],
    ['is current again in its own language', [pick('target', 'fr'), pick('target', 'es')], undefined],
    ['stays current while its text is spoken over', [tap, begun], undefined],
    ['stays current with another source', [pick('source', 'fr')], undefined],
    ['of a phrase stays current', [phraseOf('شكرا', 'ar'), answer('gracias')], undefined],
    ['of the history stays current', [fromHistory(pickedOf(' bonjour ', 'fr'))], undefined],
    [
      'is for an earlier text if that changed while it was pending',
      [ask, type('hm'), answer('hola')],
      'text',
    ],
  ])('%s', (_, events, outdated) => {
    expect(findOutdated(resultOf(...read, ...events))).toBe(outdated);
  });
});

describe('languages', () => {
  const pending = resultOf(type('hello'), ask);

  test('swap exchanges the two, clears input and output, and cancels work in progress', () => {
    for (const before of [pending, next(pending, answer('hola'))]) {
      const swapped = next(before, swap);
      expect(swapped).toMatchObject({
        source: 'es-ES',
        target: 'en-US',
        text: '',
        transcript: '',
        translation: undefined,
        phase: 'idle',
      });
      expect(swapped.run).not.toBe(before.run);
    }
  });

  test('heard text that is too long is shown, and not sent', () => {
    const text = 'a'.repeat(limits.textCharacters.guest + 1);
    expect(resultOf(...recorded, hear(text))).toMatchObject({ phase: 'idle', text, translation: undefined });
  });

  test('a reply listens at once, without anything to undo, unless the allowance is used up', () => {
    const read = next(pending, answer('hola'));
    expect(next(read, reply)).toMatchObject({ phase: 'asking', discarded: undefined, run: read.run + 2 });
    const usedUp = { ...read, allowance: { ...read.allowance, isUsedUp: true } };
    expect(next(usedUp, reply)).toEqual({ ...usedUp, isLimitShown: true });
  });

  test.each([
    ['source', 'es', 'es', 'en-US'],
    ['target', 'en-US', 'es-ES', 'en-US'],
  ] as const)('picking the other side’s as the %s swaps both, also under an alias', (...row) => {
    const [side, code, source, target] = row;
    expect(resultOf(pick(side, code))).toMatchObject({ source, target });
  });

  test('picking the current language changes nothing', () => {
    const start = createTranslator('en-US', 'es-ES');
    expect(next(start, pick('target', 'es'))).toBe(start);
  });

  // Work for an old language restarts in a new run.
  test.each<[string, TranslatorEvent[], TranslatorEvent, object, number]>([
    ['a translation, by its target', [type('hello'), ask], pick('target', 'fr'), { phase: 'translating' }, 1],
    ['asking, by the source', [tap], pick('source', 'fr'), { phase: 'asking' }, 1],
    ['listening, by the source', saying, pick('source', 'fr'), { phase: 'asking', interim: '' }, 1],
    ['recognising, by the source', recorded, pick('source', 'fr'), { phase: 'recognising', clips }, 1],
    ['asking, by the target', [tap], pick('target', 'fr'), { phase: 'asking' }, 0],
    ['listening, by the target', listening, pick('target', 'fr'), { phase: 'listening' }, 0],
    ['recognising, by the target', recorded, pick('target', 'fr'), { phase: 'recognising', clips }, 0],
    ['finishing, by the source', [...listening, tap], pick('source', 'fr'), { phase: 'finishing' }, 0],
  ])('picking one during %s', (_, events, picking, expected, moreRuns) => {
    const before = resultOf(...events);
    const picked = next(before, picking);
    expect(picked).toMatchObject({ ...expected, run: before.run + moreRuns });
    expect([picked.source, picked.target]).toContain('fr');
  });

  test('a translation keeps its own language when another target is picked', () => {
    const picked = resultOf(type('hello'), ask, answer('hola'), pick('target', 'fr'));
    expect(picked.translation).toMatchObject({ text: 'hola', language: 'es-ES' });
  });
});

describe('quick phrases', () => {
  test('its language is dropped when the text is cleared or a source is picked', () => {
    const picked = resultOf(phraseOf('شكرا', 'ar'), cancel);
    expect(getTextLanguage(next(picked, type('')))).toBe('en-US');
    expect(getTextLanguage(next(picked, pick('source', 'fr')))).toBe('fr');
  });

  const price = phraseOf('How much is it?', 'en-US');
  const arrived = answer('¿Cuánto cuesta?');

  test.each<[string, TranslatorEvent[], boolean]>([
    ['picked', [price, arrived], true],
    ['picked and translated again', [price, arrived, ask, arrived], true],
    ['edited', [price, arrived, type('How much is it, Ada?'), ask, arrived], false],
    ['of another language since', [price, arrived, pick('source', 'fr'), ask, arrived], false],
    ['typed', [type('How much is it?'), ask, arrived], false],
    ['said', [price, arrived, tap, hear('How much is it?'), arrived], false],
  ])('the translation of one that is %s counts as a phrase’s: %j', (_, events, isPhrase) => {
    expect(resultOf(...events).translation?.isPhrase).toBe(isPhrase);
  });
});

describe('when the allowance is used up', () => {
  const usedUp = next(createTranslator('en-US', 'es-ES'), {
    type: 'allowance-updated',
    allowance: { isUsedUp: true, textCharacters: limits.textCharacters.guest },
  });
  const withoutAny = (...events: TranslatorEvent[]) => steps(events, usedUp).at(-1) ?? usedUp;
  const limit = { phase: 'idle', isLimitShown: true };
  const guide = openGuide('type-instead');
  const withoutAllowance = (...events: TranslatorEvent[]) => ({
    ...resultOf(...events),
    allowance: usedUp.allowance,
  });

  test.each<[string, TranslatorEvent[], object]>([
    [
      'a phrase needs no translation',
      [phraseOf('Hi', 'en-US')],
      { phase: 'translating', isLimitShown: false },
    ],
    ['the keyboard opens the dialog without a request', [type('hello'), ask], { run: 0, isLimitShown: true }],
    ['without text the dialog stays closed', [ask], { isLimitShown: false }],
    ['the record button opens it before recording', [tap], { phase: 'idle', isLimitShown: true }],
    [
      'a phrase that was edited waits in the text area',
      [phraseOf('شكرا', 'ar'), cancel, type('شكرا جزيلا'), ask],
      { text: 'شكرا جزيلا', textLanguage: 'ar', ...limit },
    ],
    [
      'a phrase is translated into another language',
      [phraseOf('شكرا', 'ar'), answer('gracias'), pick('target', 'fr'), ask],
      { phase: 'translating', target: 'fr', isLimitShown: false },
    ],
    [
      'text in a guide waits',
      [guide, type('hello'), ask],
      { guide: 'type-instead', text: 'hello', ...limit },
    ],
    ['a swap changes nothing about it', [swap], { allowance: { isUsedUp: true } }],
  ])('%s', (_, events, expected) => {
    expect(withoutAny(...events)).toMatchObject(expected);
  });

  test('the button does nothing, and the line beside it opens the dialog', () => {
    const typed = withoutAny(type('hello'));
    expect([canSubmit(typed), typed.isLimitShown]).toEqual([false, false]);
    expect(next(typed, openLimitDialog)).toMatchObject({ isLimitShown: true, text: 'hello' });
  });

  test('speech during the last translation waits in the text area', () => {
    const waiting = { phase: 'idle', isLimitShown: true, text: 'hello', transcript: 'hello', clips: [] };
    expect(next(withoutAllowance(...recorded), hello)).toMatchObject(waiting);
  });

  test('earlier unrecognised speech is kept', () => {
    const unrecognised = withoutAllowance(...recorded, failed('transcription'));
    const { problem } = unrecognised;
    expect(next(unrecognised, tap)).toMatchObject({ isLimitShown: true, clips, problem });
  });

  test('the line beside the button stops no work', () => {
    const shown = { phase: 'recognising', isLimitShown: true };
    expect(next(withoutAllowance(...recorded), openLimitDialog)).toMatchObject(shown);
  });

  test('the dialog closes when dismissed, and when translations are left', () => {
    const shown = withoutAny(openLimitDialog);
    expect(next(shown, { type: 'limit-dialog-closed' }).isLimitShown).toBe(false);
    const allowance = { isUsedUp: false, textCharacters: limits.textCharacters.user };
    const learned = next(shown, { type: 'allowance-updated', allowance });
    expect(learned).toMatchObject({ isLimitShown: false, allowance });
  });
});

test('the allowance sets the longest text, and the same allowance changes nothing', () => {
  const long = resultOf(type('a'.repeat(limits.textCharacters.user)));
  expect(isTooLong(long)).toBe(true);
  const learning = {
    type: 'allowance-updated',
    allowance: { isUsedUp: false, textCharacters: limits.textCharacters.user },
  } as const;
  const learned = next(long, learning);
  expect(isTooLong(learned)).toBe(false);
  expect(next(learned, { ...learning, allowance: { ...learning.allowance } })).toBe(learned);
});

test.each([
  [false, 'idle'],
  [true, 'translating'],
])(
  'what was typed before the login is there again; where it was to be translated (%j) it is %s',
  (...row) => {
    const [shouldTranslate, phase] = row;
    const draft = { text: 'शुक्रिया', textLanguage: 'hi', source: 'fr', target: 'it' };
    expect(resultOf({ type: 'draft-restored', draft, shouldTranslate })).toMatchObject({ ...draft, phase });
  },
);

test.each<[string, string | undefined, string]>([
  ['Where', undefined, 'typed over it'],
  ['Where is the restroom?', undefined, 'pasted over it'],
  ['', undefined, 'all removed'],
  ['¿Dónde está', 'es', 'cut off'],
  ['Hola, ¿dónde está el baño?', 'es', 'begun otherwise'],
  ['¿Dónde está la estación?', 'es', 'ended otherwise'],
])('a phrase that becomes %j has the language %j, because it was %s', (text, language) => {
  expect(resultOf(phraseOf('¿Dónde está el baño?', 'es'), type(text)).textLanguage).toBe(language);
});

const thanked = [phraseOf('شكرا', 'ar'), answer('hola')];

test.each<[string, TranslatorEvent[], string]>([
  ['stays during later typing', [type(' hello '), ask, type('x'), answer('hola'), type('')], 'hello en-US'],
  ['has the language of its phrase', thanked, 'شكرا ar'],
  ['is that of a history entry', [...thanked, fromHistory(pickedOf('bonjour', 'fr'))], 'bonjour fr'],
])('the original of a translation %s', (_, events, words) => {
  const { original } = resultOf(...events);
  expect(`${original.text} ${original.language}`).toBe(words);
});

test('a very long text is cut to the limit of the field, never inside a character', () => {
  const long = `${'a'.repeat(limits.fieldCharacters - 1)}😀${'b'.repeat(2_000_000)}`;
  const linked = { text: long, sourceLanguage: 'en-US', targetLanguage: 'es-ES' };
  for (const event of [type(long), { type: 'link-opened', linked } as const]) {
    const { text } = resultOf(event);
    expect([text.length, text.isWellFormed()]).toEqual([limits.fieldCharacters - 1, true]);
    expect(fillsField(resultOf(event))).toBe(true);
  }
});

describe('a translation of the history, or a link', () => {
  const linkTo = (linked: LinkedText): TranslatorEvent => ({ type: 'link-opened', linked });
  const bonjour = pickedOf('bonjour', 'fr');
  const thanks = { text: 'شكرا', translatedText: 'gracias', sourceLanguage: 'ar', targetLanguage: 'es' };

  test('is shown with its languages, without a request', () => {
    const shown = { phase: 'idle', source: 'fr', target: 'it', text: 'bonjour' };
    const translation = { text: 'buongiorno', language: 'it' };
    expect(resultOf(fromHistory(bonjour))).toMatchObject({ ...shown, translation });
    const filled = resultOf(linkTo(bonjour));
    expect(filled).toMatchObject({ ...shown, translation: undefined });
    expect(canSubmit(filled)).toBe(true);
  });

  test.each([fromHistory(thanks), linkTo(thanks)])(
    '$type of a quick phrase leaves the source language, which cannot be picked',
    (event) => {
      const shown = resultOf(event);
      expect([shown.source, getTextLanguage(shown)]).toEqual(['en-US', 'ar']);
    },
  );

  test('without a text keeps its pair, also against the saved pair', () => {
    const filled = resultOf(linkTo({ ...bonjour, text: '' }), {
      type: 'pair-arrived',
      source: 'de',
      target: 'es',
    });
    expect(filled).toMatchObject({ source: 'fr', target: 'it' });
  });

  test.each<[string, TranslatorEvent[]]>([
    ['translating', [type('hello'), ask]],
    ['a translation', [type('hello'), ask, answer('hola')]],
    ['listening', listening],
    ['recognising', recorded],
  ])('replaces %s', (_, events) => {
    expect(resultOf(...events, linkTo(bonjour))).toMatchObject({
      phase: 'idle',
      text: 'bonjour',
      translation: undefined,
      transcript: '',
      clips: [],
    });
  });
});

/** Without a meaning at the start. */
const strays: TranslatorEvent[] = [
  begun,
  interim('hel'),
  clipsMade,
  failed('transcription'),
  hello,
  recognise,
  answer('hola'),
  failTranslation('x'),
  meetLimit,
  cancel,
];

test('an event without a meaning in a state leaves it unchanged', () => {
  const start = createTranslator('en-US', 'es-ES');
  for (const stray of strays) expect(next(start, stray)).toBe(start);
});

describe('undo', () => {
  const typed: TranslatorEvent[] = [type('hello')];
  const asked: TranslatorEvent[] = [...typed, ask];
  const read: TranslatorEvent[] = [...asked, answer('hola')];
  const phrase: TranslatorEvent = phraseOf('شكرا', 'ar');
  const history: TranslatorEvent = fromHistory(pickedOf('bonjour', 'fr'));

  test.each<[string, TranslatorEvent[], TranslatorEvent[]]>([
    ['a swap', read, [swap]],
    ['a swap there and back', read, [swap, swap]],
    ['a swap, and another language after it', read, [swap, pick('target', 'fr')]],
    ['a swap of a transcript', [...recorded, hello, answer('hola')], [swap]],
    ['a swap of unrecognised speech', [...recorded, failed('transcription')], [swap]],
    ['clearing the text', read, [clearText]],
    ['clearing the translation', read, [clearTranslation]],
    ['picking a phrase over typed text', typed, [phrase]],
    ['the translation of that phrase', typed, [phrase, answer('gracias')]],
    ['picking from the history over typed text', typed, [history]],
  ])('restores the state before %s', (_what, before, thrown) => {
    const stood = resultOf(...before);
    expect(wordsOf(resultOf(...before, ...thrown))).not.toEqual(wordsOf(stood));
    const undone = resultOf(...before, ...thrown, undo);
    expect(wordsOf(undone)).toEqual(wordsOf(stood));
    expect(undone.problem).toEqual(stood.problem);
  });

  test('of a swap while translating cancels the call, and restores the idle text', () => {
    const [pending] = steps(asked).slice(-1);
    const undone = resultOf(...asked, swap, undo);
    expect(undone).toMatchObject({ phase: 'idle', text: 'hello', source: 'en-US', translation: undefined });
    expect(undone.run).toBeGreaterThan(pending?.run ?? 0);
    // The late answer belongs to an earlier run.
    expect(next(undone, answer('hola'))).toBe(undone);
  });

  test('of a swap while listening restores the state before the tap', () => {
    const undone = resultOf(...read, ...listening, interim('hel'), swap, undo);
    expect(wordsOf(undone)).toEqual(wordsOf(resultOf(...read)));
  });

  test('continues with earlier states', () => {
    const cleared = resultOf(...read, clearTranslation, clearText, undo);
    expect(cleared).toMatchObject({ text: 'hello', translation: undefined });
    expect(next(cleared, undo).translation?.text).toBe('hola');
  });

  test.each<[string, TranslatorEvent[]]>([
    ['typed', [type('n')]],
    ['spoken', listening],
    ['translated', [phrase]],
  ])('has nothing to restore once something new is %s', (_what, news) => {
    expect(resultOf(...read, swap, ...news).discarded).toBeUndefined();
  });

  test('has nothing to restore if nothing was lost', () => {
    for (const event of [swap, clearText]) expect(resultOf(event).discarded).toBeUndefined();
    expect(resultOf(...read, pick('target', 'fr')).discarded).toBeUndefined();
  });

  test.each<[string, TranslatorEvent[], string | undefined]>([
    ['a swap', [...read, swap], 'both'],
    ['clearing the text', [...read, clearText], 'text'],
    ['clearing the translation', [...read, clearTranslation], 'translation'],
    ['what was typed over', [...typed, phrase], 'typed'],
    ['a phrase after a phrase', [phrase, phraseOf('مرحبا', 'ar')], undefined],
    ['a phrase after something spoken', [...recorded, hello, phrase], undefined],
    ['nothing', typed, undefined],
  ])('names what %s lost', (_what, events, loss) => {
    expect(findLoss(resultOf(...events))).toBe(loss);
  });
});

test('after any events, each phase has what it needs and idle has no leftovers', () => {
  const anyEvent = fc.constantFrom<TranslatorEvent>(
    ...strays,
    tap,
    hear('', 0),
    failed('interrupted'),
    closeGuide,
    type('hello'),
    clearText,
    ask,
    openLimitDialog,
    phraseOf('شكرا', 'ar'),
    fromHistory(pickedOf('bonjour', 'fr')),
    { type: 'link-opened', linked: pickedOf('bonsoir', 'fr') },
    pick('source', 'fr'),
    pick('target', 'it'),
    swap,
    clearTranslation,
    undo,
  );
  check(
    fc.property(fc.array(anyEvent, { maxLength: 30 }), (events) => {
      for (const state of steps(events)) {
        const { phase, clips, problem } = state;
        if (phase === 'idle') expect(state.interim).toBe('');
        else expect(problem).toBeUndefined();
        if (phase === 'idle' && clips.length > 0) expect(problem?.code).toBe('transcription');
        if (phase === 'recognising') expect(clips).not.toEqual([]);
        if (phase === 'translating') expect(state.text.trim()).not.toBe('');
        const undone = next(state, undo);
        const { discarded } = state;
        if (!discarded) expect(undone).toBe(state);
        // During speech only a translation can have been cleared: it is restored, and speech continues.
        else if (isVoicePhase(phase)) {
          const { translation } = discarded;
          expect(undone).toEqual({ ...state, translation, discarded: discarded.discarded });
        } else expect(wordsOf(undone)).toEqual(wordsOf(discarded));
        expect(undone.allowance).toBe(state.allowance);
      }
    }),
  );
});

/** The state that Undo restores. */
function wordsOf(state: TranslatorState) {
  const { source, target, text, textLanguage, transcript, translation, clips, phase } = state;
  return { source, target, text, textLanguage, transcript, translation, clips, phase };
}

function failed(code: VoiceFailureCode): TranslatorEvent {
  return { type: 'voice-failed', failure: { code, text: `It failed: ${code}` } };
}

function pickedOf(text: string, sourceLanguage: string) {
  return { text, translatedText: 'buongiorno', sourceLanguage, targetLanguage: 'it' };
}

function resultOf(...events: TranslatorEvent[]): TranslatorState {
  return steps(events).at(-1) ?? createTranslator('en-US', 'es-ES');
}

function steps(events: TranslatorEvent[], start = createTranslator('en-US', 'es-ES')): TranslatorState[] {
  const states: TranslatorState[] = [];
  for (const event of events) states.push(next(states.at(-1) ?? start, event));
  return states;
}
