import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type Conversation,
  type ConversationEvent,
  canSendDraft,
  createConversation,
  getOtherSide,
  isDraftTooLong,
  languageOf,
  next,
  type Side,
} from '../../../../../web/translation/conversation/conversation.ts';
import type { TranslatorEvent } from '../../../../../web/translation/translator/translator.ts';
import { check } from '../../../../support/properties.ts';

const browser = { id: 'other', device: 'phone', isChrome: false, isInstalled: false } as never;
const start = createConversation('en-US', 'es', browser);
const clips = [new Blob(['sound'])];

/** Applies the events in order. */
function play(state: Conversation, ...events: (ConversationEvent | TranslatorEvent)[]): Conversation {
  return events.reduce(next, state);
}

const talk = (side: Side): ConversationEvent => ({ type: 'talk-tapped', side });
const began: TranslatorEvent = { type: 'listening-started' };
const heard = (transcript: string, confidence = 0.9): TranslatorEvent => ({
  type: 'transcript-arrived',
  transcript,
  confidence,
});
const translated = (translatedText: string): TranslatorEvent => ({
  type: 'translation-arrived',
  translatedText,
});
const recorded: TranslatorEvent = { type: 'speech-recorded', clips };
const translationFailed: TranslatorEvent = { type: 'translation-failed', text: 'No answer.' };
const recognitionFailed: TranslatorEvent = {
  type: 'voice-failed',
  failure: { code: 'transcription', text: 'No answer.' },
};
const typed = (side: Side, text: string): ConversationEvent[] => [
  { type: 'drafted', side, text },
  { type: 'draft-sent', side },
];
const usedUp: TranslatorEvent = {
  type: 'allowance-updated',
  allowance: { isUsedUp: true, textCharacters: 1_000 },
};

/** Both sides have spoken once. */
const exchanged = play(
  start,
  talk('near'),
  began,
  heard('hello'),
  translated('hola'),
  talk('far'),
  began,
  heard('gracias'),
  translated('thank you'),
);

describe('a turn', () => {
  test('notes low confidence', () => {
    expect(play(start, talk('near'), began, heard('hello', 0.3)).turns).toMatchObject([{ isUnsure: true }]);
    expect(exchanged.turns.map(({ isUnsure }) => isUnsure)).toEqual([false, false]);
    const failed = play(start, talk('near'), began, heard('hello', 0.3), translationFailed);
    expect(play(failed, { type: 'turn-retried', id: 1 }, translated('hola')).turns).toMatchObject([
      { isUnsure: true },
    ]);
  });

  test('can be typed by either side; a draft stays until it is sent', () => {
    const drafted = play(start, { type: 'drafted', side: 'far', text: ' buenos días ' });
    expect(drafted.drafts).toEqual({ near: '', far: ' buenos días ' });
    const sent = play(drafted, { type: 'draft-sent', side: 'far' });
    expect(sent).toMatchObject({ phase: 'translating', source: 'es', drafts: { far: '' } });
    expect(play(sent, translated('good morning')).turns).toMatchObject([
      { side: 'far', text: 'buenos días', translation: 'good morning' },
    ]);
  });

  test('is not sent during another turn, when blank, or when too long', () => {
    const blank = play(start, ...typed('near', ' \u200b'));
    expect(blank).toMatchObject({ phase: 'idle', turns: [] });
    expect(canSendDraft(blank, 'near')).toBe(false);
    const long = play(start, ...typed('near', 'x'.repeat(1_001)));
    expect(isDraftTooLong(long, 'near')).toBe(true);
    expect(long).toMatchObject({ phase: 'idle', turns: [] });
    const listening = play(start, talk('near'), began, ...typed('far', 'hola'));
    expect(listening).toMatchObject({ phase: 'listening', drafts: { far: 'hola' } });
  });
});

describe('a turn that the device translated', () => {
  const onDevice: TranslatorEvent = { type: 'translation-arrived', translatedText: 'ola', isOnDevice: true };
  const spoken = play(start, talk('near'), began, heard('hello'), onDevice);
  const retried = play(spoken, { type: 'turn-retried', id: 1 });

  test('is marked, and the server’s translation takes its place', () => {
    expect(spoken.turns).toMatchObject([{ translation: 'ola', isOnDevice: true }]);
    expect(play(retried, translated('hola')).turns).toMatchObject([
      { text: 'hello', translation: 'hola', isOnDevice: undefined },
    ]);
  });

  test('stays if the server fails', () => {
    expect(play(retried, translationFailed).turns).toMatchObject([
      { translation: 'ola', isOnDevice: true, problem: { text: 'No answer.' } },
    ]);
  });
});

describe('the other side’s button', () => {
  test('begins at once before the first words or while a translation is spoken', () => {
    expect(play(start, talk('near'), talk('far'))).toMatchObject({ phase: 'asking', side: 'far' });
    const arrived = play(start, talk('near'), began, talk('far'), heard('hello'), translated('hola'));
    expect(play(arrived, talk('far'))).toMatchObject({ phase: 'asking', side: 'far', nextSide: undefined });
  });

  test('keeps the translation for screen readers while listening', () => {
    const handed = play(start, talk('near'), began, talk('far'), heard('hello'), translated('hola'));
    expect(play(handed, { type: 'speaking-ended' }).translation?.text).toBe('hola');
  });

  test('stops waiting when pressed again, and after a failure or cancelling', () => {
    const handed = play(start, talk('near'), began, talk('far'));
    expect(play(handed, talk('far'))).toMatchObject({ phase: 'finishing', nextSide: undefined });
    expect(play(handed, talk('near'))).toMatchObject({ phase: 'idle', nextSide: undefined });
    expect(play(handed, recorded, recognitionFailed)).toMatchObject({ phase: 'idle', nextSide: undefined });
  });
});

describe('automatic turns', () => {
  const automatic = play(start, { type: 'automatic-toggled' });
  const spoken = (confidence?: number) =>
    play(automatic, talk('near'), began, heard('hello', confidence), translated('hola'));

  test('let the other side listen once the translation was spoken', () => {
    expect(spoken()).toMatchObject({ phase: 'idle', nextSide: 'far' });
    const next = play(spoken(), { type: 'speaking-ended' });
    expect(next).toMatchObject({ phase: 'asking', side: 'far', source: 'es' });
    expect(play(exchanged, { type: 'speaking-ended' }).phase).toBe('idle');
  });

  test('wait for a tap after words that may have been misheard, and after typed ones', () => {
    expect(spoken(0.3).nextSide).toBeUndefined();
    expect(play(automatic, ...typed('near', 'hello'), translated('hola')).nextSide).toBeUndefined();
  });

  test('end with silence, a tap, or the switch, without a problem', () => {
    const listening = play(spoken(), { type: 'speaking-ended' }, began);
    const silence: TranslatorEvent = {
      type: 'voice-failed',
      failure: { code: 'no-speech', text: 'No speech detected.' },
    };
    expect(play(listening, silence)).toMatchObject({
      phase: 'idle',
      problem: undefined,
      nextSide: undefined,
      voiceFailures: 0,
    });
    expect(play(listening, talk('far'), silence)).toMatchObject({ phase: 'idle', problem: undefined });
    expect(play(start, talk('near'), began, silence).problem?.text).toBe('No speech detected.');
    expect(play(spoken(), { type: 'automatic-toggled' }, { type: 'speaking-ended' }).phase).toBe('idle');
  });
});

describe('turns survive failures', () => {
  test('a failed translation can be retried, also after the other side has spoken', () => {
    const failed = play(start, talk('near'), began, heard('hello'), translationFailed);
    expect(failed.turns).toMatchObject([
      { text: 'hello', translation: undefined, problem: { text: 'No answer.' } },
    ]);
    const answered = play(failed, talk('far'), began, heard('gracias'), translated('thank you'));
    const tried = play(answered, { type: 'turn-retried', id: 1 });
    expect(tried).toMatchObject({ phase: 'translating', side: 'near', text: 'hello', source: 'en-US' });
    expect(play(tried, translated('hola')).turns).toMatchObject([
      { text: 'hello', translation: 'hola', problem: undefined },
      { text: 'gracias' },
    ]);
  });

  test('a turn is retried in its own language', () => {
    const failed = play(start, talk('near'), began, heard('hello'), translationFailed);
    const changed = play(failed, { type: 'side-language-picked', side: 'near', code: 'fr' });
    const tried = play(changed, { type: 'turn-retried', id: 1 });
    expect(tried.original).toEqual({ text: 'hello', language: 'en-US' });
    expect(tried.turns).toMatchObject([{ language: 'en-US', translationLanguage: 'es' }]);
    expect(play(tried, translated('hola'), talk('near'))).toMatchObject({ phase: 'asking', source: 'fr' });
  });

  test('an unrecognised recording stays with its turn and can be retried', () => {
    const failed = play(start, talk('near'), began, talk('near'), recorded, recognitionFailed);
    expect(failed.turns).toMatchObject([{ text: '', clips, problem: { text: 'No answer.' } }]);
    const answered = play(failed, talk('far'), began, heard('gracias'), translated('thank you'));
    const tried = play(answered, { type: 'turn-retried', id: 1 });
    expect(tried).toMatchObject({ phase: 'recognising', side: 'near', clips, turnId: 1 });
    // Cancelling keeps it.
    expect(play(tried, { type: 'cancelled' }).turns).toMatchObject([{ clips }, { text: 'gracias' }]);
    expect(play(tried, heard('hello'), translated('hola')).turns).toMatchObject([
      { text: 'hello', translation: 'hola', clips: [] },
      { text: 'gracias' },
    ]);
  });

  test('words heard before a failure stay as a turn, which waits for its translation', () => {
    const words: TranslatorEvent = { type: 'interim-heard', text: 'allergic to peanuts' };
    const network = { code: 'network', text: 'Network error.' } as const;
    const failed = play(start, talk('near'), began, words, { type: 'voice-failed', failure: network });
    expect(failed).toMatchObject({ phase: 'idle', turnId: undefined, problem: network });
    expect(failed.turns).toMatchObject([
      { side: 'near', text: 'allergic to peanuts', translation: undefined, problem: undefined },
    ]);
    const tried = play(failed, { type: 'turn-retried', id: 1 });
    expect(tried).toMatchObject({ phase: 'translating', text: 'allergic to peanuts', problem: undefined });
    const recording = play(start, talk('near'), began, words, talk('near'), recorded, recognitionFailed);
    expect(recording.turns).toMatchObject([
      { text: 'allergic to peanuts', clips, problem: { text: 'No answer.' } },
    ]);
    expect(play(recording, { type: 'turn-retried', id: 1 }).phase).toBe('recognising');
  });

  test('with a used-up allowance, turns wait untranslated', () => {
    const spoken = play(start, talk('near'), began, usedUp, heard('hello'));
    expect(spoken).toMatchObject({ phase: 'idle', isLimitShown: true, turnId: undefined });
    expect(spoken.turns).toMatchObject([{ text: 'hello', translation: undefined }]);
    const written = play(start, usedUp, ...typed('far', 'hola'));
    expect(written).toMatchObject({ phase: 'idle', isLimitShown: true, side: 'far', turnId: undefined });
    expect(written.turns).toMatchObject([{ text: 'hola', translation: undefined }]);
    expect(play(start, usedUp, talk('near'))).toMatchObject({ phase: 'idle', isLimitShown: true });
  });

  test('a limit is no problem of the turn', () => {
    const met = play(start, ...typed('near', 'hello'), {
      type: 'limit-reached',
      limit: 'daily_limit_reached',
      text: 'Used up.',
    });
    expect(met).toMatchObject({ phase: 'idle', allowance: { isUsedUp: true } });
    expect(met.turns).toMatchObject([{ text: 'hello', problem: undefined }]);
  });
});

test('recognised words stay as a turn when the page is left', () => {
  const interim: TranslatorEvent = { type: 'interim-heard', text: 'please call a doctor' };
  const left = play(start, talk('near'), began, interim, { type: 'page-left' });
  expect(left.turns).toMatchObject([{ side: 'near', text: 'please call a doctor' }]);
});

test('a cancelled or empty recording leaves no turn', () => {
  const recognising = play(start, talk('near'), began, talk('near'), recorded);
  expect(play(recognising, talk('near'))).toMatchObject({ phase: 'idle', turns: [] });
  const empty = play(recognising, heard(' '));
  expect(empty).toMatchObject({ turns: [], problem: { code: 'no-speech' } });
});

test('the languages are initially the page’s, unless there are turns', () => {
  const opened = { type: 'opened', source: 'de', target: 'it' } as const;
  expect(play(start, opened)).toMatchObject({ source: 'de', target: 'it' });
  expect(play(exchanged, opened)).toBe(exchanged);
});

test('swapping sides exchanges languages, turns, the speaker and the waiting side', () => {
  const listening = play(exchanged, talk('near'), began, talk('far'), { type: 'sides-swapped' });
  expect(listening).toMatchObject({ side: 'far', nextSide: 'near', source: 'en-US', target: 'es' });
  expect([languageOf(listening, 'near'), languageOf(listening, 'far')]).toEqual(['es', 'en-US']);
  expect(listening.turns.map(({ side }) => side)).toEqual(['far', 'near']);
});

describe('clearing', () => {
  const cleared = play(exchanged, { type: 'turns-cleared' });

  test('can be undone until there is a new turn', () => {
    expect(cleared.turns).toEqual([]);
    expect(play(cleared, { type: 'clearing-undone' })).toMatchObject({
      turns: exchanged.turns,
      cleared: [],
    });
    expect(play(cleared, ...typed('near', 'hello')).cleared).toEqual([]);
  });

  test('cannot be undone after closing', () => {
    expect(play(cleared, { type: 'closed' }, { type: 'clearing-undone' }).turns).toEqual([]);
  });
});

test('closing cancels what is in progress and keeps the turns', () => {
  const closed = play(exchanged, talk('near'), began, talk('far'), { type: 'closed' });
  expect(closed).toMatchObject({ phase: 'idle', nextSide: undefined, turns: exchanged.turns });
});

test('a saved conversation is restored into an unused one only', () => {
  const saved = {
    languages: { near: 'de', far: 'it' },
    drafts: { near: 'danke', far: '' },
    turns: exchanged.turns,
  };
  const back = play(start, { type: 'restored', saved });
  expect(back).toMatchObject({ source: 'de', target: 'it', turns: exchanged.turns, drafts: saved.drafts });
  expect(play(exchanged, { type: 'restored', saved })).toBe(exchanged);
  const busy = play(start, talk('near'));
  expect(play(busy, { type: 'restored', saved })).toBe(busy);
});

test('after any events, turns keep their ids and at most one is in progress', () => {
  const side = fc.constantFrom<Side>('near', 'far');
  const event: fc.Arbitrary<ConversationEvent | TranslatorEvent> = fc.oneof(
    side.map(talk),
    fc.constantFrom<ConversationEvent | TranslatorEvent>(
      began,
      recorded,
      heard('hello'),
      heard(''),
      translated('hola'),
      recognitionFailed,
      translationFailed,
      { type: 'limit-reached', limit: 'daily_limit_reached', text: 'Used up.' },
      { type: 'cancelled' },
      { type: 'speaking-ended' },
      { type: 'sides-swapped' },
      { type: 'automatic-toggled' },
      { type: 'closed' },
      { type: 'turn-retried', id: 1 },
      { type: 'turn-retried', id: 2 },
      usedUp,
      { type: 'allowance-updated', allowance: { isUsedUp: false, textCharacters: 1_000 } },
    ),
    side.map((side): ConversationEvent => ({ type: 'drafted', side, text: 'typed' })),
    side.map((side): ConversationEvent => ({ type: 'draft-sent', side })),
  );
  check(
    fc.property(fc.array(event, { maxLength: 40 }), (events) => {
      let state = start;
      for (const happened of events) {
        const before = state;
        state = next(state, happened);
        const ids = state.turns.map(({ id }) => id);
        expect(new Set(ids).size).toBe(ids.length);
        for (const turn of before.turns) {
          const later = state.turns.find(({ id }) => id === turn.id);
          if (turn.text !== '') expect(later?.text).toBe(turn.text);
          if (turn.translation !== undefined) expect(later?.translation).toBe(turn.translation);
        }
        const isWorking = state.phase === 'recognising' || state.phase === 'translating';
        expect(state.turnId !== undefined).toBe(isWorking);
        expect(new Set([state.source, state.target])).toEqual(new Set(['en-US', 'es']));
        if (state.nextSide) expect(state.nextSide).toBe(getOtherSide(state.side));
      }
    }),
  );
});
