import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Browser, type BrowserId, detectBrowser } from '../../../../../web/speech/browser.ts';
import type { VoiceFailureCode } from '../../../../../web/speech/recognise/listening.ts';
import type { RecognisedResult } from '../../../../../web/speech/recognise/recognised-text.ts';
import {
  chooseCommand,
  createRecognition,
  listTimers,
  nextRecognition,
  type Recognition,
  type RecognitionEvent,
  readRecognisedText,
} from '../../../../../web/speech/recognise/recognition.ts';
import { describeRecognitionError } from '../../../../../web/speech/recognise/recognition-errors.ts';
import { findBrowserProfile } from '../../../../../web/speech/recognition-profiles.ts';
import { check } from '../../../../support/properties.ts';

const iphoneSetting = 'iPhone Settings > Chrome > Microphone';
const started: RecognitionEvent[] = [{ type: 'pause-ended' }];
const listening: RecognitionEvent[] = [...started, { type: 'began' }];
const finish = { type: 'finish-requested' } as const;
const aborted: RecognitionEvent[] = [{ type: 'failed', errorCode: 'aborted' }, { type: 'ended' }];

describe('starting', () => {
  test.each([
    [0, 200],
    [200, 400],
    [undefined, 500],
  ])('waits for the remaining clean-up of %s ms, and then for its delay', (cleanUpMs, durationMs) => {
    const state = createRecognition(profile('desktop-chrome'), ' ', cleanUpMs);
    const free = nextRecognition(state, { type: 'recogniser-available' });
    expect(listTimers(free)).toMatchObject([{ event: { type: 'pause-ended' }, durationMs }]);
  });

  test.each([
    ['desktop-chrome', 5_000],
    ['ios-chrome', 3_000],
  ] as const)('fails in %s without a start within %d ms', (id, durationMs) => {
    const state = inBrowser(id, ...started);
    expect(listTimers(state)).toMatchObject([{ event: { errorCode: 'start-timed-out' }, durationMs }]);
    const late = nextRecognition(state, { type: 'failed', errorCode: 'start-timed-out' });
    expect([late.phase, chooseCommand(late)]).toEqual(['stopped', 'abort']);
    expect(nextRecognition(late, { type: 'ended' })).toMatchObject({
      phase: 'idle',
      errorCode: 'start-timed-out',
    });
  });
});

describe('listening ends', () => {
  test('on the main timeout', () => {
    const state = stateAfter(...listening);
    expect(listTimers(state)).toEqual([{ key: 'main', event: finish, durationMs: 20_000 }]);
    const stopped = nextRecognition(state, finish);
    expect([stopped.phase, chooseCommand(stopped)]).toEqual(['stopped', 'stop']);
  });

  test('on the silence timeout, which starts after speech and restarts with each result', () => {
    expect(silenceKey(stateAfter(...listening))).toBeUndefined();
    const once = stateAfter(...listening, heard(interim('hello')));
    expect(listTimers(once)).toContainEqual({ key: 'silence 1', event: finish, durationMs: 2_000 });
    expect(silenceKey(nextRecognition(once, heard(interim('hello'))))).not.toBe(silenceKey(once));
    expect(chooseCommand(nextRecognition(once, finish))).toBe('stop');
  });

  test('on the silence timeout, also after speech without words', () => {
    const state = stateAfter(...listening, { type: 'speech-ended' });
    expect(silenceKey(state)).toBeDefined();
    const over = [finish, { type: 'ended' } as const].reduce(nextRecognition, state);
    expect(over).toMatchObject({ phase: 'idle', errorCode: 'no-speech' });
  });

  test('not by results without words', () => {
    expect(silenceKey(stateAfter(...listening, heard(interim(' '))))).toBeUndefined();
  });

  test('with a final result unless it is continuous', () => {
    expect(chooseCommand(inBrowser('ios-safari', ...listening, heard(final('hello'))))).toBe('stop');
    expect(inBrowser('ios-chrome', ...listening, heard(final('hello'))).phase).toBe('listening');
  });
});

test.each([
  ['by itself is an interruption', [], 'interrupted'],
  ['after being finished is silence', [finish], 'no-speech'],
  ['after a failure is that', [{ type: 'failed', errorCode: 'network' }], 'network'],
  ['after another is to listen is an interruption', [{ ...finish, errorCode: 'interrupted' }], 'interrupted'],
  [
    'after being finished and a failure is that',
    [finish, { type: 'failed', errorCode: 'network' }],
    'network',
  ],
  [
    'after being finished and aborted is silence',
    [finish, { type: 'failed', errorCode: 'aborted' }],
    'no-speech',
  ],
] as [string, RecognitionEvent[], string][])('an end without words %s', (_, events, errorCode) => {
  expect(stateAfter(...listening, ...events, { type: 'ended' })).toMatchObject({
    phase: 'idle',
    errorCode,
  });
});

test.each([
  'not-allowed',
  'no-speech',
  'audio-capture',
  'network',
  'service-not-allowed',
  'language-not-supported',
  'bad-grammar',
])('a failure %s is reported, also after words', (errorCode) => {
  for (const before of [
    [],
    [heard(interim('hello'))],
    [heard(final('hello'))],
    [heard(final('hello')), finish],
  ]) {
    const state = stateAfter(...listening, ...before, { type: 'failed', errorCode }, { type: 'ended' });
    expect(state).toMatchObject({ phase: 'idle', errorCode });
    expect(readRecognisedText(state).text).toBe(before.length > 0 ? 'hello' : '');
  }
});

test('an abort is reported after words, too, once its retries are used up', () => {
  const again: RecognitionEvent[] = [...aborted, { type: 'pause-ended' }];
  const state = stateAfter(...listening, heard(interim('hello')), ...again, ...again, ...again, ...aborted);
  expect(state).toMatchObject({ phase: 'idle', errorCode: 'aborted' });
  expect(readRecognisedText(state).text).toBe('hello');
});

test('an end after words is not a failure: some recognisers end after each sentence', () => {
  const state = stateAfter(...listening, heard(final('hello')), { type: 'ended' });
  expect(state).toMatchObject({ phase: 'idle', errorCode: undefined });
});

describe('an aborted recogniser', () => {
  test('is replaced a second later', () => {
    const again = stateAfter(...listening, ...aborted);
    expect(again).toMatchObject({ phase: 'pausing', attempt: 2, retries: 1 });
    expect(listTimers(again)).toContainEqual(
      expect.objectContaining({ event: { type: 'pause-ended' }, durationMs: 1_000 + 200 }),
    );
  });

  test('leaves its words, also if the next one hears the same first word', () => {
    const again: RecognitionEvent[] = [...aborted, { type: 'pause-ended' }, { type: 'began' }];
    const state = stateAfter(...listening, heard(interim('no')), ...again, heard(interim('no thanks')));
    expect(readRecognisedText(state).text).toBe('no no thanks');
  });

  test('is replaced at most three times', () => {
    const again: RecognitionEvent[] = [...aborted, { type: 'pause-ended' }];
    const third = stateAfter(...started, ...again, ...again, ...again);
    expect(third).toMatchObject({ phase: 'launched', retries: 3 });
    expect(aborted.reduce(nextRecognition, third)).toMatchObject({ phase: 'idle', errorCode: 'aborted' });
  });

  test('restarts the count when one begins', () => {
    const again: RecognitionEvent[] = [...aborted, { type: 'pause-ended' }, { type: 'began' }];
    expect(stateAfter(...listening, ...again, ...again, ...again, ...again).phase).toBe('listening');
  });

  test('does not restart the main timeout', () => {
    const before = listTimers(stateAfter(...listening)).find(({ key }) => key === 'main');
    for (const events of [aborted.slice(0, 1), aborted, [...aborted, { type: 'pause-ended' } as const]]) {
      expect(listTimers(stateAfter(...listening, ...events))).toContainEqual(before);
    }
    expect(stateAfter(...listening, ...aborted, finish)).toMatchObject({
      phase: 'idle',
      errorCode: 'no-speech',
    });
  });

  test('passes its words and the current silence to the next', () => {
    const again = stateAfter(
      ...listening,
      heard(interim('where is')),
      ...aborted,
      { type: 'pause-ended' },
      { type: 'began' },
    );
    expect(silenceKey(again)).toBeDefined();
    expect(readRecognisedText(nextRecognition(again, heard(final('the station')))).text).toBe(
      'where is the station',
    );
  });

  test('is not replaced after finishing', () => {
    const state = stateAfter(
      ...listening,
      { type: 'failed', errorCode: 'aborted' },
      { type: 'finish-requested' },
    );
    expect(nextRecognition(state, { type: 'ended' })).toMatchObject({
      phase: 'idle',
      errorCode: 'no-speech',
    });
  });
});

test('late events change nothing', () => {
  const state = stateAfter(...listening);
  for (const type of ['recogniser-available', 'pause-ended', 'began'] as const)
    expect(nextRecognition(state, { type })).toBe(state);
  expect(nextRecognition(state, { type: 'start-refused', errorCode: 'start-refused' })).toBe(state);
  const discarded = nextRecognition(state, { type: 'discard-requested' });
  const over = nextRecognition(discarded, { type: 'ended' });
  const late: RecognitionEvent[] = [heard(final('late')), { type: 'failed', errorCode: 'network' }, finish];
  for (const event of late) {
    expect(nextRecognition(discarded, event)).toBe(discarded);
    expect(nextRecognition(over, event)).toBe(over);
  }
});

test('discarding ends at once before the start, and aborts later', () => {
  expect(stateAfter({ type: 'discard-requested' }).phase).toBe('idle');
  const state = stateAfter(...listening, heard(final('hello')), { type: 'discard-requested' });
  expect(chooseCommand(state)).toBe('abort');
  expect(nextRecognition(state, { type: 'ended' })).toMatchObject({ phase: 'idle', afterEnd: 'discard' });
});

describe('the text', () => {
  test.each<[string, RecognisedResult[], string]>([
    ['joins all results', [final('Where is'), interim(' the station')], 'Where is the station'],
    [
      'is not doubled by repeating all',
      [final('hello'), final('hello how'), interim('Hello how are')],
      'Hello how are',
    ],
    ['is not doubled by repeating the last', [final('where'), final('is'), interim('is it')], 'where is it'],
    ['is not doubled by repeating one', [final('hello you'), final('hello you')], 'hello you'],
    [
      'is not doubled by repeating several',
      [final('one'), final('two'), final('one two then')],
      'one two then',
    ],
    [
      'is not doubled by a shorter final version of Android',
      [final('I want a table for two', 0), final('I want a table', 0)],
      'I want a table for two',
    ],
    ['keeps a word that is said again', [final('no thanks', 0.9), final('no', 0.9)], 'no thanks no'],
  ])('%s', (_, results, text) => {
    expect(readRecognisedText(inBrowser('other', ...listening, heard(...results))).text).toBe(text);
  });

  test('is not removed by a list without words', () => {
    expect(readRecognisedText(stateAfter(...listening, heard(interim('Shock')), heard(final('')))).text).toBe(
      'Shock',
    );
    expect(readRecognisedText(stateAfter(...listening, heard(interim('Shock')), heard())).text).toBe('Shock');
  });

  test('keeps final words where a list restarts', () => {
    const state = stateAfter(...listening, heard(final('Where is', 0.9)), heard(interim('the station')));
    expect(readRecognisedText(state).text).toBe('Where is the station');
  });

  test('follows final results that Android revises', () => {
    const state = stateAfter(...listening, heard(final('wear', 0)), heard(interim('where is')));
    expect(readRecognisedText(state).text).toBe('where is');
  });

  test.each<[string, RecognitionEvent[], string]>([
    [
      'a list that starts over after a pause follows the words before it',
      [
        heard(interim('I am allergic to peanuts')),
        later(interim('please')),
        later(interim('please call a doctor')),
      ],
      'I am allergic to peanuts please call a doctor',
    ],
    [
      'a sentence that begins with the same words is a new one after a pause',
      [heard(interim('I walked home')), later(interim('I')), later(interim('I walked there'))],
      'I walked home I walked there',
    ],
    [
      'only whole words continue a text',
      [heard(interim('no')), later(interim('nobody was at home'))],
      'no nobody was at home',
    ],
    [
      'a last word that grows is revised',
      [heard(interim('I am allergic to pea')), heard(interim('I am allergic to peanuts'))],
      'I am allergic to peanuts',
    ],
    [
      'a late final version that keeps most words is a revision',
      [heard(interim('I am allergic to pea nuts')), later(final('I am allergic to peanuts.', 0.9))],
      'I am allergic to peanuts.',
    ],
    [
      'an unrelated version of the same moment is a revision',
      [
        heard(interim('recognise speech')),
        heard(interim('wreck a nice beach')),
        heard(interim('recognise speech')),
      ],
      'recognise speech',
    ],
    [
      'a list that becomes shorter at once, with other words, was started over',
      [heard(final('hello', 0), interim('there')), heard(interim('please'))],
      'hello there please',
    ],
    [
      'interim words stay where final ones follow',
      [
        heard(final('Hello.', 0.9), interim('I am allergic to peanuts')),
        later(final('Hello.', 0.9), interim('please')),
        later(final('Hello.', 0.9), final('Please call a doctor.', 0.9)),
      ],
      'Hello. I am allergic to peanuts Please call a doctor.',
    ],
    [
      'interim words that the list drops stay',
      [heard(final('Hello.', 0.9), interim('call a doctor')), later(final('Hello.', 0.9))],
      'Hello. call a doctor',
    ],
    [
      'a list that repeats everything replaces everything',
      [heard(interim('call a doctor')), later(interim('please')), later(interim('call a doctor please now'))],
      'call a doctor please now',
    ],
  ])('%s', (_, events, text) => {
    expect(readRecognisedText(stateAfter(...listening, ...events)).text).toBe(text);
  });

  test('of Android keeps a word that begins another', () => {
    const state = inBrowser('other', ...listening, heard(final('no'), final('nobody was at home')));
    expect(readRecognisedText(state).text).toBe('no nobody was at home');
  });

  test.each([
    ['ja', '助けてください', '医者を呼んで', '助けてください医者を呼んで'],
    ['th', 'ฉันแพ้ถั่ว', 'โทรหาหมอ', 'ฉันแพ้ถั่วโทรหาหมอ'],
    ['zh-CN', '不', '不要紧', '不不要紧'],
  ])('in %s needs no spaces to tell a new sentence from a revision', (_, first, second, both) => {
    const created = createRecognition(profile('ios-safari'), '', 0);
    const hearing = (...events: RecognitionEvent[]) =>
      readRecognisedText([...listening, ...events].reduce(nextRecognition, created)).text;
    expect(hearing(heard(interim(first)), later(interim(second)))).toBe(both);
    expect(hearing(heard(interim(first)), heard(interim(second)))).toBe(second);
    expect(hearing(heard(interim(first)), later(interim(`${first}${second}`)))).toBe(both);
  });

  test('comes from the alternative with the highest confidence', () => {
    const result = {
      isFinal: true,
      alternatives: [
        { transcript: 'wear', confidence: 0.3 },
        { transcript: 'where', confidence: 0.7 },
        { transcript: 'ware', confidence: 0.5 },
      ],
    };
    expect(readRecognisedText(stateAfter(...listening, heard(result)))).toEqual({
      text: 'where',
      confidence: 0.7,
    });
  });
});

test.each<[string, RecognisedResult[], number]>([
  ['of a final result is its own', [final('hello', 0.6)], 0.6],
  ['of a final result without one is 0.9', [final('hello')], 0.9],
  ['of a final result with 0 is 0.9', [final('hello', 0)], 0.9],
  ['of a last interim result is 0.8', [interim('hello')], 0.8],
  ['of several is the lowest', [final('hello', 0.95), final('you', 0.7)], 0.7],
  ['is never above 1', [final('hello', 97)], 1],
])('the confidence %s', (_, results, confidence) => {
  expect(readRecognisedText(stateAfter(...listening, heard(...results), { type: 'ended' })).confidence).toBe(
    confidence,
  );
});

test('after any events the text has all final words', () => {
  check(
    fc.property(fc.array(anySpeech, { maxLength: 20 }), (ops) => {
      let state = stateAfter(...listening);
      let list: RecognisedResult[] = [];
      const said: string[] = [];
      ops.forEach((op, index) => {
        const word = `word${index}.`;
        const settled = list.filter(({ isFinal }) => isFinal);
        if (op === 'abort') {
          state = [...aborted, { type: 'pause-ended' } as const, { type: 'began' } as const].reduce(
            nextRecognition,
            state,
          );
          list = [];
          return;
        }
        const all = settled.map(({ alternatives }) => alternatives[0]?.transcript).join(' ');
        if (op === 'interim') list = [...settled, interim(word)];
        if (op === 'final') list = [...settled, final(word, 0.9)];
        if (op === 'restated') list = [...settled, final(`${all} ${word}`, 0.9)];
        if (op === 'restarted') list = settled.length > 0 ? [interim(word)] : [];
        if (op === 'final' || op === 'restated') said.push(word);
        state = nextRecognition(state, heard(...list));
        for (const each of said) ensure(readRecognisedText(state).text.includes(each), `${each} is kept`);
      });
    }),
    { runs: 10_000 },
  );
});

test('words that stood for half a second and were not revised are in the text, once each', () => {
  check(
    fc.property(
      fc.constantFrom<BrowserId>('desktop-chrome', 'ios-chrome', 'firefox', 'other'),
      fc.array(fc.tuple(anyHearing, fc.integer({ min: 0, max: 499 })), { maxLength: 25 }),
      (id, ops) => {
        let state = inBrowser(id, ...listening);
        let atMs = 0;
        let changedAtMs = 0;
        let finals: RecognisedResult[] = [];
        let words: string[] = [];
        const expected: string[] = [];
        ops.forEach(([op, afterMs], index) => {
          const word = `${'abcdefghij'[index % 10]}${index}${'klmnopqrst'[index % 10]}`;
          atMs += afterMs;
          if (op === 'grow') {
            words.push(word);
            expected.push(word);
          }
          // Later, the same list would be a new sentence.
          if (op === 'revise' && words.length > 0 && atMs - changedAtMs < 500) {
            expected.splice(expected.length - words.length, words.length, word);
            words = [word];
          }
          if (op === 'settle' && words.length > 0) {
            finals = [...finals, final(words.join(' '), 0.9)];
            words = [];
          }
          if (op === 'pause' || op === 'drop' || op === 'start over') atMs += 500;
          if (op === 'drop') words = [];
          if (op === 'start over') {
            finals = [];
            words = [word];
            expected.push(word);
          }
          const results = words.length > 0 ? [...finals, interim(words.join(' '))] : finals;
          const before = readRecognisedText(state).text;
          state = nextRecognition(state, { type: 'results-changed', results, atMs });
          if (readRecognisedText(state).text !== before) changedAtMs = atMs;
          const { text } = readRecognisedText(state);
          ensure(text === expected.join(' '), `${op}: ${text} instead of ${expected.join(' ')}`);
        });
      },
    ),
    { runs: 5_000 },
  );
});

const anyHearing = fc.constantFrom('grow', 'grow', 'grow', 'revise', 'settle', 'pause', 'drop', 'start over');

describe('a failure has its message', () => {
  test.each<[string, VoiceFailureCode, string]>([
    ['not-allowed', 'not-allowed', 'Microphone access denied. Please allow microphone permission.'],
    ['audio-capture', 'no-microphone', 'No microphone detected. Please check your microphone connection.'],
    ['not-created', 'not-started', 'Failed to create speech recognition instance'],
    ['start-timed-out', 'not-started', 'Failed to start speech recognition. Please try again.'],
    ['network', 'network', 'Network error. Please check your internet connection.'],
    ['no-speech', 'no-speech', 'No speech detected. Please speak into your microphone.'],
    ['aborted', 'interrupted', 'Speech recognition error: aborted'],
    ['service-not-allowed', 'service-not-allowed', 'Speech recognition error: service-not-allowed'],
    ['language-not-supported', 'language', 'Speech recognition error: language-not-supported'],
    ['bad-grammar', 'other', 'Speech recognition error: bad-grammar'],
  ])('%s', (errorCode, code, text) => {
    expect(describeRecognitionError(errorCode, browserOf('other'))).toMatchObject({ code, text });
  });

  const other = 'You can type instead or try voice again.';
  const refresh = 'Please refresh the page and try again.';
  const safari = 'Please refresh the page, or try Safari.';

  test.each<[string, Browser, string | undefined]>([
    ['not-allowed', browserOf('ios-chrome'), 'Turn it on in iPhone Settings > Chrome > Microphone.'],
    [
      'not-allowed',
      browserOf('desktop-chrome'),
      'Click the microphone icon in the address bar and allow it.',
    ],
    ['not-allowed', browserOf('ios-safari'), 'Turn it on in Settings > Safari > Microphone.'],
    ['not-allowed', browserOf('firefox'), 'Click the shield icon in the address bar and allow it.'],
    ['not-allowed', browserOf('other'), undefined],
    ['no-speech', browserOf('ios-chrome'), `Hold your iPhone close, and check that ${iphoneSetting} is on.`],
    ['network', androidChrome, undefined],
    ['not-created', browserOf('other'), other],
    ['bad-grammar', desktopChrome, refresh],
    ['bad-grammar', androidChrome, refresh],
    ['bad-grammar', iosChrome, safari],
    ['bad-grammar', browserOf('ios-safari'), other],
    ['aborted', androidChrome, refresh],
    ['service-not-allowed', browserOf('ios-safari'), 'Turn on Dictation in Settings > General > Keyboard.'],
    ['service-not-allowed', androidChrome, refresh],
  ])('%s in %j with its advice beside the text', (errorCode, browser, advice) => {
    const { text } = describeRecognitionError(errorCode, browserOf('other'));
    expect(describeRecognitionError(errorCode, browser)).toMatchObject({ text, advice });
  });
});

const desktopChrome = userOf('X11; Linux x86_64 Chrome/156.0.0.0 Safari/537.36');
const androidChrome = userOf('Linux; Android 14 Chrome/156.0.0.0 Mobile Safari/537.36');
const iosChrome = userOf('iPhone; CPU iPhone OS 18_5 CriOS/156.0 Safari/604.1');

function userOf(userAgent: string): Browser {
  return detectBrowser({ userAgent, maxTouchPoints: 0, isInstalled: false });
}

function stateAfter(...events: RecognitionEvent[]): Recognition {
  return inBrowser('desktop-chrome', ...events);
}

function inBrowser(id: BrowserId, ...events: RecognitionEvent[]): Recognition {
  return events.reduce(nextRecognition, createRecognition(profile(id), ' ', 0));
}

function profile(id: BrowserId) {
  return findBrowserProfile(browserOf(id)).recognition;
}

function browserOf(id: BrowserId): Browser {
  return { id, device: 'desktop', isChrome: false, isInstalled: false };
}

function heard(...results: RecognisedResult[]): RecognitionEvent {
  return { type: 'results-changed', results, atMs: 0 };
}

/** The same, long after the last change. */
function later(...results: RecognisedResult[]): RecognitionEvent {
  return { type: 'results-changed', results, atMs: 60_000 };
}

function interim(transcript: string): RecognisedResult {
  return { isFinal: false, alternatives: [{ transcript, confidence: 0.4 }] };
}

function final(transcript: string, confidence?: number): RecognisedResult {
  return { isFinal: true, alternatives: [{ transcript, confidence }] };
}

function silenceKey(state: Recognition): string | undefined {
  return listTimers(state).find(({ key }) => key.startsWith('silence'))?.key;
}

const anySpeech = fc.constantFrom('interim', 'final', 'restated', 'restarted', 'abort');

/** A hundred times as fast as `expect`. */
function ensure(holds: boolean, what: string): void {
  if (!holds) throw new Error(`not so: ${what}`);
}
