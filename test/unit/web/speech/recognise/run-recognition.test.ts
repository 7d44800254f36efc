import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Browser, BrowserId } from '../../../../../web/speech/browser.ts';
import type { MethodListener } from '../../../../../web/speech/recognise/listening.ts';
import { recognise } from '../../../../../web/speech/recognise/run-recognition.ts';
import {
  findBrowserProfile,
  type RecognitionProfile,
} from '../../../../../web/speech/recognition-profiles.ts';
import { check } from '../../../../support/properties.ts';

// One clock for all: the time of the last clean-up outlives a test.
beforeAll(() => {
  vi.useFakeTimers();
});

afterAll(() => {
  vi.useRealTimers();
});

beforeEach(() => {
  recognisers.length = 0;
  behaviour = {};
  vi.stubGlobal('webkitSpeechRecognition', FakeRecogniser);
});

afterEach(() => {
  // Ends everything that a test left, so that the next one finds the recogniser free.
  vi.advanceTimersByTime(3_600_000);
  vi.unstubAllGlobals();
});

describe('a recogniser', () => {
  test.each([
    ['desktop-chrome', true, 3, 200],
    ['ios-chrome', true, 1, 800],
    ['ios-safari', false, 1, 100],
  ] as const)('is set up for %s, and started after its delay', (id, continuous, maxAlternatives, delayMs) => {
    listenIn(id);
    vi.advanceTimersByTime(delayMs - 1);
    expect(recognisers).toHaveLength(0);
    vi.advanceTimersByTime(1);
    expect(recognisers).toMatchObject([
      { lang: 'en-US', continuous, interimResults: true, maxAlternatives, log: ['start'] },
    ]);
  });

  test.each([
    [false, true],
    [true, undefined],
  ])('recognises on the device only without a connection: online %s', (onLine, processLocally) => {
    vi.stubGlobal('navigator', { onLine });
    listenIn('other');
    vi.advanceTimersByTime(100);
    expect(recognisers).toMatchObject([{ processLocally }]);
  });

  test.each([
    [false, 'network'],
    [true, 'language'],
  ])(
    'without a connection, a language that the device lacks is a missing connection: online %s',
    (onLine, code) => {
      vi.stubGlobal('navigator', { onLine });
      const { log } = listenIn('other');
      vi.advanceTimersByTime(100);
      recognisers[0]?.onerror({ error: 'language-not-supported' });
      recognisers[0]?.onend();
      vi.advanceTimersByTime(1_000);
      expect(log.find((line) => line.startsWith('failure'))).toContain(`failure ${code} `);
    },
  );

  test.each([
    ['es-ES', 'es-ES'],
    ['fr', 'fr-FR'],
    ['es-419', 'es-US'],
    ['no', 'nb-NO'],
    ['et', 'et-EE'],
    ['nl-BE', 'nl-BE'],
    ['ar', 'ar-SA'],
    ['', 'en-US'],
  ])('listens to %j as %s', (language, lang) => {
    listenIn('other', language);
    vi.advanceTimersByTime(100);
    expect(recognisers[0]?.lang).toBe(lang);
  });
});

describe('heard words', () => {
  test('are reported at once, and finally once', () => {
    const { log, recogniser } = begin();
    recogniser.onstart();
    recogniser.says(interim('where is'));
    recogniser.says(interim('where is'), interim(' the station'));
    recogniser.says(final('Where is the station', 0.93));
    vi.advanceTimersByTime(2_000);
    expect(recogniser.log).toEqual(['start', 'stop']);
    expect(log).toEqual([
      'listening',
      'interim where is',
      'silence 2000',
      'interim where is the station',
      'silence 2000',
      'interim Where is the station',
      'silence 2000',
      'silence undefined',
    ]);
    recogniser.onend();
    expect(log.slice(8)).toEqual(['transcript Where is the station 0.93', 'over']);
    vi.advanceTimersByTime(60_000);
    recogniser.onend();
    expect(log).toHaveLength(10);
  });

  test('arrive after a listener has thrown', () => {
    const log: string[] = [];
    const onInterim = vi.fn<(text: string) => void>().mockImplementationOnce(() => {
      throw new Error('broken');
    });
    recognise('en-US', browserOf('desktop-chrome'), { ...listenerInto(log), onInterim });
    vi.advanceTimersByTime(1_100);
    const [recogniser] = recognisers;
    expect(() => recogniser?.says(interim('where'))).toThrow('broken');
    recogniser?.says(interim('where is'));
    expect(onInterim).toHaveBeenLastCalledWith('where is');
  });

  test('arrive although a recogniser never ends, and it is aborted', () => {
    const { log, recogniser, listening } = begin();
    recogniser.says(final('hello', 0.7));
    listening.finish();
    vi.advanceTimersByTime(1_999);
    expect(log).not.toContain('over');
    vi.advanceTimersByTime(1);
    expect(recogniser.log).toEqual(['start', 'stop', 'abort']);
    expect(log.slice(-2)).toEqual(['transcript hello 0.7', 'over']);
  });
});

describe('a failure is reported if', () => {
  test.each([
    ['there is no microphone among the devices', [{ kind: 'audiooutput' }]],
    // Without a device, Debian's Chromium answers `not-allowed`.
    ['the microphone is allowed, and no device is listed', []],
  ])('%s', async (_, devices) => {
    vi.stubGlobal('navigator', {
      mediaDevices: { enumerateDevices: async () => devices },
      permissions: { query: async () => ({ state: 'granted' }) },
    });
    const { log } = listenIn('desktop-chrome');
    await vi.advanceTimersByTimeAsync(300);
    expect(log).toEqual([
      'failure no-microphone No microphone found. Please connect a microphone and try again.',
      'over',
    ]);
    expect(recognisers).toHaveLength(0);
  });

  test.each([
    ['no device is listed', async () => []],
    ['the list is refused', () => Promise.reject(new DOMException('', 'NotAllowedError'))],
    ['the browser has no list', undefined],
  ])('but not if %s', async (_, enumerateDevices) => {
    const permissions = { query: async () => ({ state: 'prompt' }) };
    vi.stubGlobal('navigator', { mediaDevices: { enumerateDevices }, permissions });
    listenIn('desktop-chrome');
    await vi.advanceTimersByTimeAsync(300);
    expect(recognisers).toHaveLength(1);
  });

  test('it cannot be started', () => {
    behaviour.starts = false;
    const { log } = listenIn('other');
    vi.advanceTimersByTime(100);
    expect(log).toEqual([
      'failure not-started Failed to start speech recognition. Please refresh the page and try again.',
      'over',
    ]);
    vi.advanceTimersByTime(10_000);
    expect(recognisers[0]?.log).toEqual(['start']);
  });
});

test('the next attempt is not reported as another start, and ignores events of the one before', () => {
  const { log, recogniser } = begin('other');
  recogniser.onstart();
  recogniser.onerror({ error: 'aborted' });
  vi.advanceTimersByTime(2_000 + 1_100);
  expect(recognisers).toHaveLength(2);
  recognisers[1]?.onstart();
  recogniser.says(final('late'));
  recogniser.onend();
  expect(log).toEqual(['listening']);
  recognisers[1]?.says(final('hello'));
  expect(log).toContain('interim hello');
});

describe('discarding', () => {
  test('aborts, and reports only the end, also of the silence', () => {
    const { log, recogniser, listening } = begin();
    recogniser.onstart();
    recogniser.says(interim('hello'));
    log.length = 0;
    listening.discard();
    expect(recogniser.log).toEqual(['start', 'abort']);
    recogniser.says(final('hello'));
    recogniser.onerror({ error: 'aborted' });
    recogniser.onend();
    listening.finish();
    vi.advanceTimersByTime(60_000);
    expect(log).toEqual(['silence undefined', 'over']);
  });

  test('works from within a listener', () => {
    const log: string[] = [];
    const listening = recognise('en-US', browserOf('other'), {
      ...listenerInto(log),
      onInterim: () => listening.discard(),
    });
    vi.advanceTimersByTime(100);
    const [recogniser] = recognisers;
    recogniser?.says(final('hello'));
    recogniser?.onend();
    expect(log).toEqual(['listening', 'silence 2000', 'silence undefined', 'over']);
  });
});

test('a second recogniser aborts the first, waits for its end, and 300 ms more before its delay', () => {
  const first = begin('other');
  first.recogniser.onstart();
  const second = listenIn('other');
  expect(first.recogniser.log).toEqual(['start', 'abort']);
  vi.advanceTimersByTime(500);
  expect(recognisers).toHaveLength(1);
  first.recogniser.onend();
  expect(first.log.slice(-2)).toEqual([
    'failure interrupted Speech recognition stopped unexpectedly. Please try again.',
    'over',
  ]);
  vi.advanceTimersByTime(399);
  expect(recognisers).toHaveLength(1);
  vi.advanceTimersByTime(1);
  recognisers[1]?.onstart();
  expect(second.log).toEqual(['listening']);
});

test.each([100, 3_600_000])(
  '%d ms after the last end, only the rest of the 300 ms is waited',
  (sinceEndMs) => {
    begin('other').recogniser.onend();
    vi.advanceTimersByTime(sinceEndMs);
    listenIn('other');
    vi.advanceTimersByTime(Math.max(0, 300 - sinceEndMs) + 99);
    expect(recognisers).toHaveLength(1);
    vi.advanceTimersByTime(1);
    expect(recognisers).toHaveLength(2);
  },
);

test('with any misbehaviour, one recogniser is alive at a time, and each call ends once in time', () => {
  check(
    fc.property(
      fc.constantFrom<BrowserId>('desktop-chrome', 'ios-chrome', 'ios-safari', 'firefox', 'other'),
      fc.array(anyScript, { minLength: 1, maxLength: 6 }),
      fc.array(anyAction, { maxLength: 4 }),
      (id, scripts, acts) => {
        recognisers.length = 0;
        let made = 0;
        behaviour = { script: () => scripts[made++ % scripts.length] };
        const { recognition: profile } = findBrowserProfile(browserOf(id));
        const overlapping: FakeRecogniser[] = [];
        behaviour.onStart = (starting) => {
          overlapping.push(...recognisers.filter((each) => each !== starting && !isOver(each, profile)));
        };
        const calls = [listenIn(id)];
        for (const { afterMs, act } of acts) {
          vi.advanceTimersByTime(afterMs);
          const call = calls.at(-1);
          if (act === 'again') calls.push(listenIn(id));
          if (act === 'finish') call?.listening.finish();
          if (act === 'discard' && call) {
            if (!spoken(call.log)) call.isDiscarded = true;
            call.listening.discard();
          }
        }
        vi.advanceTimersByTime(longestMs(profile));
        ensure(overlapping.length === 0, 'each was over when the next began');
        for (const { log, isDiscarded } of calls) {
          ensure(log.filter((line) => line === 'over').length === 1, 'over once');
          ensure(log.at(-1) === 'over', 'over last');
          ensure(log.filter(isLastWord).length === (isDiscarded ? 0 : 1), 'one last word');
          ensure(isDiscarded || isLastWord(log.at(-2) ?? ''), 'and nothing after it');
        }
      },
    ),
    { runs: 1_000 },
  );
});

/** Scripted recognisers. */
class FakeRecogniser {
  lang = '';
  continuous = false;
  interimResults = false;
  maxAlternatives = 1;
  processLocally: boolean | undefined;
  onstart = () => {};
  onspeechend = () => {};
  onresult = (_: { results: Result[] }) => {};
  onerror = (_: { error: string }) => {};
  onend = () => {};
  readonly log: string[] = [];
  /** Time of its first stop or failure. */
  stoppedAtMs: number | undefined;
  hasEnded = false;
  readonly script = behaviour.script?.();

  constructor() {
    recognisers.push(this);
  }

  start(): void {
    this.log.push('start');
    behaviour.onStart?.(this);
    if (behaviour.starts === false || this.script?.starts === false) {
      this.hasEnded = true;
      throw new DOMException('', 'InvalidStateError');
    }
    for (const { afterMs, what } of this.script?.events ?? []) setTimeout(() => this.does(what), afterMs);
  }

  stop(): void {
    this.asked('stop', this.script?.onStop);
  }

  abort(): void {
    this.asked('abort', this.script?.onAbort);
  }

  says(...results: Result[]): void {
    this.onresult({ results });
  }

  private asked(what: 'stop' | 'abort', answers: readonly Deed[] = []): void {
    this.log.push(what);
    this.stoppedAtMs ??= performance.now();
    for (const answer of answers) this.does(answer);
  }

  private does(what: Deed): void {
    if (what === 'start') this.onstart();
    if (what === 'speech-end') this.onspeechend();
    if (what === 'interim') this.says(interim('hello'));
    if (what === 'final') this.says(final('hello you'));
    if (what === 'aborted' || what === 'network') {
      this.stoppedAtMs ??= performance.now();
      this.onerror({ error: what });
    }
    if (what === 'end') {
      this.hasEnded = true;
      this.onend();
    }
  }
}

const recognisers: FakeRecogniser[] = [];
let behaviour: {
  starts?: boolean;
  script?: () => Script | undefined;
  onStart?: (recogniser: FakeRecogniser) => void;
} = {};

interface Result {
  readonly isFinal: boolean;
  readonly [index: number]: { readonly transcript: string; readonly confidence?: number | undefined };
}

interface Script {
  readonly starts: boolean;
  readonly events: readonly { readonly afterMs: number; readonly what: Deed }[];
  readonly onStop: readonly Deed[];
  readonly onAbort: readonly Deed[];
}

type Deed = 'start' | 'speech-end' | 'interim' | 'final' | 'aborted' | 'network' | 'end';

const anyUserEvent = fc.constantFrom<Deed>(
  'start',
  'speech-end',
  'interim',
  'final',
  'aborted',
  'network',
  'end',
);

const anyScript: fc.Arbitrary<Script> = fc.record({
  starts: fc.integer({ min: 0, max: 9 }).map((number) => number > 0),
  events: fc.array(
    fc.record({
      afterMs: fc.oneof(fc.constant(0), fc.integer({ max: 9_000, min: 0 })),
      what: fc.oneof(anyUserEvent, fc.constant<Deed>('start'), fc.constant<Deed>('aborted')),
    }),
    { maxLength: 8 },
  ),
  onStop: fc.array(anyUserEvent, { maxLength: 3 }),
  onAbort: fc.array(anyUserEvent, { maxLength: 3 }),
});

const anyAction = fc.record({
  afterMs: fc.integer({ min: 0, max: 9_000 }),
  act: fc.constantFrom('finish', 'discard', 'again'),
});

function begin(id: BrowserId = 'desktop-chrome', language = 'en-US') {
  const call = listenIn(id, language);
  vi.advanceTimersByTime(1_100);
  const recogniser = recognisers.at(-1);
  if (!recogniser) throw new Error('none was made');
  return { ...call, recogniser };
}

function listenIn(id: BrowserId, language = 'en-US') {
  const log: string[] = [];
  return { log, isDiscarded: false, listening: recognise(language, browserOf(id), listenerInto(log)) };
}

function listenerInto(log: string[]): MethodListener {
  return {
    onListening: () => log.push('listening'),
    onInterim: (text) => log.push(`interim ${text}`),
    onSilenceTimer: (durationMs) => log.push(`silence ${durationMs}`),
    onClips: () => {},
    onTranscript: (text, confidence) => log.push(`transcript ${text} ${confidence}`),
    onFailure: ({ code, text }) => log.push(`failure ${code} ${text}`),
    onReleased: () => log.push('over'),
  };
}

function browserOf(id: BrowserId): Browser {
  return { id, device: 'desktop', isChrome: false, isInstalled: false };
}

function interim(transcript: string): Result {
  return { isFinal: false, 0: { transcript, confidence: 0.4 } };
}

function final(transcript: string, confidence?: number): Result {
  return { isFinal: true, 0: { transcript, confidence } };
}

function isLastWord(line: string): boolean {
  return /^(transcript|failure) /.test(line);
}

function spoken(log: readonly string[]): boolean {
  return log.some(isLastWord);
}

/** It has reported its end, or has had the time to. */
function isOver({ hasEnded, stoppedAtMs }: FakeRecogniser, { endTimeoutMs }: RecognitionProfile): boolean {
  return hasEnded || (stoppedAtMs !== undefined && performance.now() - stoppedAtMs >= endTimeoutMs);
}

/** The displaced one and its successor fail to start until the last attempt, and never end. */
function longestMs(profile: RecognitionProfile): number {
  const attempt = profile.startTimeoutMs + profile.endTimeoutMs + profile.startDelayMs;
  return (
    profile.endTimeoutMs +
    profile.cleanUpDelayMs +
    (profile.abortRetries + 1) * attempt +
    profile.abortRetries * profile.abortPauseMs +
    profile.mainTimeoutMs +
    profile.endTimeoutMs
  );
}

function ensure(holds: boolean, what: string): void {
  if (!holds) throw new Error(`not so: ${what}`);
}
