import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Browser, BrowserId } from '../../../../web/speech/browser.ts';
import { hold } from '../../../../web/speech/recognise/hold.ts';
import { type RecognitionListener, recognise } from '../../../../web/speech/recognise/run-recognition.ts';

// One clock for all: the time of the last clean-up outlives a test.
beforeAll(() => {
  vi.useFakeTimers();
});

afterAll(() => {
  vi.useRealTimers();
});

beforeEach(() => {
  recognisers.length = 0;
  starts = true;
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

test('silence ends it only after the button is released', () => {
  hold.set(true);
  const { log, recogniser } = begin();
  recogniser.onstart();
  recogniser.says(interim('where is'));
  vi.advanceTimersByTime(10_000);
  expect(recogniser.log).toEqual(['start']);
  hold.set(false);
  expect(log.at(-1)).toBe('silence 2000');
  vi.advanceTimersByTime(2_000);
  expect(recogniser.log).toEqual(['start', 'stop']);
});

test('the button matters until the end', () => {
  const stop = vi.fn<() => boolean>();
  const follow = vi.spyOn(hold, 'subscribe').mockReturnValue(stop);
  const { recogniser } = begin();
  recogniser.onstart();
  expect([follow.mock.calls.length, stop.mock.calls.length]).toEqual([1, 0]);
  recogniser.onend();
  expect([follow.mock.calls.length, stop.mock.calls.length]).toEqual([1, 1]);
  follow.mockRestore();
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
  test('there is no microphone among the devices', async () => {
    vi.stubGlobal('navigator', { mediaDevices: { enumerateDevices: async () => [{ kind: 'audiooutput' }] } });
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
  ])('but not if %s', async (_, enumerateDevices) => {
    vi.stubGlobal('navigator', { mediaDevices: { enumerateDevices } });
    listenIn('desktop-chrome');
    await vi.advanceTimersByTimeAsync(300);
    expect(recognisers).toHaveLength(1);
  });

  test('it cannot be started', () => {
    starts = false;
    const { log } = listenIn('other');
    vi.advanceTimersByTime(100);
    expect(log).toEqual([
      'failure not-started Failed to start speech recognition. Please refresh the page and try again.',
      'over',
    ]);
    vi.advanceTimersByTime(10_000);
    expect(recognisers[0]?.log).toEqual(['start']);
  });

  test('it has an error, after its end', () => {
    const { log, recogniser } = begin();
    recogniser.onerror({ error: 'network' });
    expect(log).toEqual([]);
    recogniser.onend();
    expect(log).toEqual(['failure network Network error. Please check your internet connection.', 'over']);
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

  test('during the delay prevents the start', () => {
    const { log, listening } = listenIn('desktop-chrome');
    listening.discard();
    vi.advanceTimersByTime(60_000);
    expect(recognisers).toHaveLength(0);
    expect(log).toEqual(['over']);
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

describe('a second recogniser', () => {
  test('aborts the first, waits for its end, and 300 ms more before its delay', () => {
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
});

class FakeRecogniser {
  lang = '';
  continuous = false;
  interimResults = false;
  maxAlternatives = 1;
  onstart = () => {};
  onresult = (_: { results: Result[] }) => {};
  onerror = (_: { error: string }) => {};
  onend = () => {};
  readonly log: string[] = [];

  constructor() {
    recognisers.push(this);
  }

  start(): void {
    this.log.push('start');
    if (!starts) throw new DOMException('', 'InvalidStateError');
  }

  stop(): void {
    this.log.push('stop');
  }

  abort(): void {
    this.log.push('abort');
  }

  says(...results: Result[]): void {
    this.onresult({ results });
  }
}

const recognisers: FakeRecogniser[] = [];
let starts = true;

interface Result {
  readonly isFinal: boolean;
  readonly [index: number]: { readonly transcript: string; readonly confidence?: number | undefined };
}

function begin(id: BrowserId = 'desktop-chrome', language = 'en-US') {
  const call = listenIn(id, language);
  vi.advanceTimersByTime(1_100);
  const recogniser = recognisers.at(-1);
  if (!recogniser) throw new Error('none was made');
  return { ...call, recogniser };
}

function listenIn(id: BrowserId, language = 'en-US') {
  const log: string[] = [];
  return { log, listening: recognise(language, browserOf(id), listenerInto(log)) };
}

function listenerInto(log: string[]): RecognitionListener {
  return {
    onListening: () => log.push('listening'),
    onInterim: (text) => log.push(`interim ${text}`),
    onSilence: (durationMs) => log.push(`silence ${durationMs}`),
    onTranscript: (text, confidence) => log.push(`transcript ${text} ${confidence}`),
    onFailure: ({ code, sentence }) => log.push(`failure ${code} ${sentence}`),
    onOver: () => log.push('over'),
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
