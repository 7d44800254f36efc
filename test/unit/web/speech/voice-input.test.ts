import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Browser } from '../../../../web/speech/browser.ts';
import type { Listening, MethodListener, VoiceFailureCode } from '../../../../web/speech/listening.ts';
import { check } from '../../../support/properties.ts';

const desktop: Browser = { id: 'desktop-chrome', device: 'desktop', isChrome: true, isInstalled: false };
const clip = new Blob(['sound']);

/** Methods at work or that were, in the order in which they began. */
const methods: FakeMethod[] = [];
const transcribeClips = vi.hoisted(() => vi.fn());

vi.mock('../../../../web/speech/run-recognition.ts', () => ({
  recognise: (language: string, _browser: Browser, told: MethodListener) =>
    fakeMethod('browser', { language }, told),
}));
vi.mock('../../../../web/speech/recorder.ts', () => ({
  record: (options: object, told: MethodListener) => fakeMethod('server', options, told),
}));
vi.mock('../../../../web/speech/transcription.ts', () => ({
  transcribe: transcribeClips,
  isRefusal: ({ status }: { status: number }) => status === 429,
}));

// What a session has found out lives as long as the modules.
beforeEach(() => {
  methods.length = 0;
  transcribeClips.mockReset();
  vi.resetModules();
  vi.stubGlobal('SpeechRecognition', class {});
});
afterEach(() => {
  behave = undefined;
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

describe('who is heard by what', () => {
  test.each([
    ['a guest', 'browser', { isGuest: true, isPremium: false, subscriptionStatus: 'free' }],
    ['a free account', 'browser', { isPremium: false, subscriptionStatus: 'free' }],
    ['a visitor who is not known yet', 'browser', undefined],
    ['Premium', 'server', { isPremium: true, subscriptionStatus: 'active' }],
    ['Premium on trial', 'server', { isPremium: false, subscriptionStatus: 'trialing' }],
    ['Premium until its end', 'server', { isPremium: true, subscriptionStatus: 'canceled' }],
  ] as const)('%s is heard by the %s first', async (_, first, status) => {
    const { tap } = await open({ status });
    tap();
    expect(begun()).toEqual([first]);
  });

  test('by the recorder, with the sensitivity that is set', async () => {
    const { tap } = await open({ status: premium });
    const { settings } = await import('../../../../web/settings/settings.ts');
    settings.change({ micSensitivity: 8 });
    tap('en-GB');
    expect(methods[0]?.options).toMatchObject({ language: 'en-GB', micSensitivity: 8, browser: desktop });
  });

  test('text while one speaks comes from the server for Premium alone', async () => {
    const { tap } = await open({ status: premium });
    tap();
    expect(methods[0]?.options).toMatchObject({ hasInterim: true });
  });

  test('and for nobody else', async () => {
    vi.unstubAllGlobals();
    const { tap } = await open({});
    tap();
    expect(methods[0]?.options).toMatchObject({ hasInterim: false });
  });

  test('Premium by the browser where the server does not know the language', async () => {
    const { tap } = await open({ status: premium, languages: ['en-US'] });
    tap('es-ES');
    expect(begun()).toEqual(['browser']);
  });

  test('nobody where there is neither', async () => {
    vi.unstubAllGlobals();
    const { tap, told } = await open({ languages: ['en-US'] });
    tap('es-ES');
    expect(begun()).toEqual([]);
    expect(told).toEqual([
      [
        'onFailure',
        {
          code: 'exhausted',
          sentence: 'Speech in Spanish cannot be recognised here. Type the text instead.',
        },
      ],
    ]);
  });
});

test('what the method says is what is told', async () => {
  const { tap, told } = await open({});
  tap();
  methods[0]?.told.onListening();
  methods[0]?.told.onInterim('where is');
  methods[0]?.told.onTranscript('where is it', 0.7);
  expect(told).toEqual([['onListening'], ['onInterim', 'where is'], ['onTranscript', 'where is it', 0.7]]);
});

test('clips are told as clips', async () => {
  const { tap, told } = await open({ status: premium });
  tap();
  methods[0]?.told.onClips([clip, clip]);
  expect(told).toEqual([['onClips', [clip, clip]]]);
});

test('the tap reaches the method before it is over', async () => {
  const { tap } = await open({});
  tap();
  expect(methods[0]?.isInTap).toBe(true);
});

describe('a failure of the browser’s recogniser', () => {
  test.each(['unsupported', 'network', 'not-started', 'other', 'no-microphone'] as const)(
    '%s lets the recorder listen, and a toast says so',
    async (code) => {
      const { tap, told, shown } = await open({});
      tap();
      methods[0]?.fail(code);
      expect(begun()).toEqual(['browser', 'server']);
      expect(told).toEqual([['onSwitching']]);
      expect(shown()).toEqual([
        expect.objectContaining({
          title: 'Switching Input Method',
          description: 'Trying another way to listen.',
          tone: 'plain',
        }),
      ]);
      methods[1]?.told.onListening();
      methods[1]?.told.onClips([clip]);
      expect(told.slice(1)).toEqual([['onListening'], ['onClips', [clip]]]);
    },
  );

  test.each(['not-allowed', 'no-speech', 'interrupted'] as const)(
    '%s is told, and the next tap begins with it again',
    async (code) => {
      const { tap, told, shown } = await open({});
      tap();
      methods[0]?.fail(code);
      expect(told).toEqual([['onFailure', { code, sentence: `It was ${code}.` }]]);
      expect(shown()).toEqual([]);
      tap();
      expect(begun()).toEqual(['browser', 'browser']);
    },
  );

  test('network is told without a connection: the server is as far away', async () => {
    vi.stubGlobal('navigator', { onLine: false });
    const { tap, told } = await open({});
    tap();
    methods[0]?.fail('network');
    expect(told).toMatchObject([['onFailure', { code: 'network' }]]);
    vi.stubGlobal('navigator', { onLine: true });
    tap();
    expect(begun()).toEqual(['browser', 'browser']);
  });

  test('after words is told: a second method would not hear them', async () => {
    const { tap, told } = await open({});
    tap();
    methods[0]?.told.onListening();
    methods[0]?.told.onInterim('where is');
    methods[0]?.fail('network');
    expect(told.at(-1)).toMatchObject(['onFailure', { code: 'network' }]);
    tap();
    expect(begun()).toEqual(['browser', 'browser']);
  });

  test('after the second tap is told, and the next tap begins with the recorder', async () => {
    const { tap, told, shown } = await open({});
    const listening = tap();
    methods[0]?.told.onListening();
    listening.finish();
    methods[0]?.fail('network');
    expect(told.at(-1)).toMatchObject(['onFailure', { code: 'network' }]);
    expect(shown()).toEqual([]);
    tap();
    expect(begun()).toEqual(['browser', 'server']);
  });
});

describe('a failure of the recorder', () => {
  test.each(['unsupported', 'recording', 'not-started'] as const)(
    '%s lets the browser listen, and the next tap begins there',
    async (code) => {
      const { tap, told, shown } = await open({ status: premium });
      tap();
      methods[0]?.fail(code);
      expect(begun()).toEqual(['server', 'browser']);
      expect(shown()).toMatchObject([{ title: 'Switching Input Method' }]);
      methods[1]?.told.onTranscript('hello', 0.9);
      expect(told).toEqual([['onSwitching'], ['onTranscript', 'hello', 0.9]]);
      tap();
      expect(begun()).toEqual(['server', 'browser', 'browser']);
    },
  );

  test.each(['not-allowed', 'no-microphone', 'no-speech', 'interrupted'] as const)(
    '%s is told',
    async (code) => {
      const { tap, told } = await open({ status: premium });
      tap();
      methods[0]?.fail(code);
      expect(begun()).toEqual(['server']);
      expect(told).toMatchObject([['onFailure', { code }]]);
      tap();
      expect(begun()).toEqual(['server', 'server']);
    },
  );

  test('while it records is told: what was said until then is lost', async () => {
    const { tap, told } = await open({ status: premium });
    tap();
    methods[0]?.told.onListening();
    methods[0]?.fail('recording');
    expect(told.at(-1)).toMatchObject(['onFailure', { code: 'recording' }]);
    tap();
    expect(begun()).toEqual(['server', 'browser']);
  });
});

describe('a recogniser that finds no microphone', () => {
  test('is not asked again where the recorder finds one', async () => {
    const { tap } = await open({});
    tap();
    methods[0]?.fail('no-microphone');
    methods[1]?.told.onListening();
    methods[1]?.told.onClips([clip]);
    tap();
    expect(begun()).toEqual(['browser', 'server', 'server']);
  });

  test('was right where the recorder finds none either', async () => {
    const { tap, told } = await open({});
    tap();
    methods[0]?.fail('no-microphone');
    methods[1]?.fail('no-microphone');
    expect(told).toMatchObject([['onSwitching'], ['onFailure', { code: 'no-microphone' }]]);
    tap();
    expect(begun()).toEqual(['browser', 'server', 'browser']);
  });

  test('is believed where nothing else can listen, and the language is known to have no recogniser', async () => {
    const { tap, told, canListen } = await open({ languages: ['en-US'] });
    expect(canListen('es-ES')).toBe(true);
    tap('es-ES');
    methods[0]?.fail('no-microphone');
    expect(told).toMatchObject([['onFailure', { code: 'no-microphone' }]]);
    expect(canListen('es-ES')).toBe(false);
    expect(canListen('en-US')).toBe(true);
    const { inputMethods } = await import('../../../../web/speech/input-methods.ts');
    expect(inputMethods.standingOf('browser', 'es-ES')).toBe('deaf');
  });
});

describe('when every method has failed', () => {
  test('the reason of the last one is told, with what to do', async () => {
    const { tap, told, shown } = await open({});
    tap();
    methods[0]?.fail('network');
    methods[1]?.fail('recording');
    expect(begun()).toEqual(['browser', 'server']);
    expect(told).toEqual([
      ['onSwitching'],
      ['onFailure', { code: 'exhausted', sentence: 'It was recording. Type the text instead.' }],
    ]);
    expect(shown()).toHaveLength(1);
  });

  test('the only one’s as well', async () => {
    const { tap, told } = await open({ languages: ['en-US'] });
    tap('es-ES');
    methods[0]?.fail('network');
    expect(told).toMatchObject([
      [
        'onFailure',
        {
          code: 'exhausted',
          sentence: 'Speech in Spanish cannot be recognised here. Type the text instead.',
        },
      ],
    ]);
  });

  test('what may work again is tried again, the one that failed last after the other', async () => {
    const { tap } = await open({});
    tap();
    methods[0]?.fail('network');
    methods[1]?.fail('recording');
    tap();
    methods[2]?.fail('network');
    methods[3]?.fail('recording');
    expect(begun()).toEqual(['browser', 'server', 'browser', 'server']);
  });
});

describe('for the rest of the session', () => {
  test('the next tap begins with what works, without a toast', async () => {
    const { tap, shown } = await open({});
    tap();
    methods[0]?.fail('network');
    methods[1]?.told.onClips([clip]);
    tap();
    tap('fr');
    expect(begun()).toEqual(['browser', 'server', 'server', 'server']);
    expect(shown()).toHaveLength(1);
  });

  test('a recogniser without one language is asked for the others', async () => {
    const { tap } = await open({});
    tap('fr');
    methods[0]?.fail('other');
    methods[1]?.told.onClips([clip]);
    tap('fr');
    methods[2]?.told.onClips([clip]);
    tap('en-US');
    expect(begun()).toEqual(['browser', 'server', 'server', 'browser']);
  });

  test('a recogniser that did not begin comes last, but is not out', async () => {
    const { tap } = await open({});
    tap();
    methods[0]?.fail('not-started');
    methods[1]?.told.onClips([clip]);
    tap();
    methods[2]?.fail('recording');
    expect(begun()).toEqual(['browser', 'server', 'server', 'browser']);
  });

  test('a language that only the recogniser could know has none once that has failed', async () => {
    const { tap, canListen } = await open({ languages: ['en-US'] });
    tap('es-ES');
    methods[0]?.fail('network');
    expect(canListen('es-ES')).toBe(false);
    expect(canListen('en-US')).toBe(true);
    expect(canListen('fr')).toBe(true);
  });

  test('also where it has failed before, for a language that the server knows', async () => {
    const { tap, canListen } = await open({ languages: ['en-US'] });
    tap('en-US');
    methods[0]?.fail('network');
    methods[1]?.told.onClips([clip]);
    tap('es-ES');
    methods[2]?.fail('network');
    expect(begun()).toEqual(['browser', 'server', 'browser']);
    expect(canListen('es-ES')).toBe(false);
  });

  test('a browser that says that it has no recogniser is not asked again', async () => {
    const { tap, canListen } = await open({ languages: ['en-US'] });
    tap();
    methods[0]?.fail('unsupported');
    methods[1]?.fail('recording');
    tap();
    expect(begun()).toEqual(['browser', 'server', 'server']);
    expect(canListen('es-ES')).toBe(false);
  });
});

describe('a server that has heard as much as it may', () => {
  test('leaves the next tap to the browser', async () => {
    const { tap, transcribe } = await open({ status: premium });
    await expect(transcribe(429)).rejects.toThrow('429: No.');
    tap();
    expect(begun()).toEqual(['browser']);
  });

  test('leaves it to the browser also where that has failed before', async () => {
    const { tap, transcribe } = await open({});
    tap();
    methods[0]?.fail('network');
    methods[1]?.told.onClips([clip]);
    await expect(transcribe(429)).rejects.toThrow('429: No.');
    tap();
    expect(begun()).toEqual(['browser', 'server', 'browser']);
  });

  test('leaves it to the browser also where both have failed before', async () => {
    const { tap, transcribe } = await open({ status: premium });
    tap();
    methods[0]?.fail('recording');
    methods[1]?.fail('network');
    tap();
    methods[2]?.told.onClips([clip]);
    await expect(transcribe(429)).rejects.toThrow('429: No.');
    tap();
    expect(begun()).toEqual(['server', 'browser', 'server', 'browser']);
  });

  test('in the middle of long speech leaves what it has heard, says so, and leaves the next tap to the browser', async () => {
    const { tap, transcribeInPart, shown } = await open({ status: premium });
    expect(await transcribeInPart()).toEqual({ transcript: 'where is', confidence: 0.9 });
    expect(shown()).toMatchObject([
      { title: 'Voice Input Issue', description: 'Not all that you said was recognised. No.' },
    ]);
    tap();
    expect(begun()).toEqual(['browser']);
  });

  test('is asked where the browser cannot', async () => {
    vi.unstubAllGlobals();
    const { tap, transcribe } = await open({});
    await expect(transcribe(429)).rejects.toThrow('429: No.');
    tap();
    expect(begun()).toEqual(['server']);
  });

  test('is not what another failure means', async () => {
    const { tap, transcribe } = await open({ status: premium });
    await expect(transcribe(502)).rejects.toThrow('502: No.');
    tap();
    expect(begun()).toEqual(['server']);
  });
});

test('the silence time-out is shown, and not after the end', async () => {
  for (const end of [
    (method: FakeMethod) => method.told.onTranscript('hello', 0.9),
    (method: FakeMethod) => method.fail('no-speech'),
    (method: FakeMethod) => method.fail('network'),
    (_: FakeMethod, listening: Listening) => listening.discard(),
  ]) {
    vi.resetModules();
    methods.length = 0;
    const { tap } = await open({});
    const { silence } = await import('../../../../web/speech/silence.ts');
    const listening = tap();
    const [method] = methods as [FakeMethod];
    method.told.onSilence(2_000);
    expect(silence.get()).toBe(2_000);
    end(method, listening);
    expect(silence.get()).toBeUndefined();
    method.told.onSilence(2_000);
    expect(silence.get()).toBeUndefined();
  }
});

describe('giving up', () => {
  test('ends the method, and what it still says is not told', async () => {
    const { tap, told } = await open({});
    const listening = tap();
    listening.discard();
    listening.discard();
    methods[0]?.told.onListening();
    methods[0]?.told.onInterim('where');
    methods[0]?.fail('network');
    expect(methods[0]?.log).toEqual(['discard']);
    expect(told).toEqual([]);
    expect(begun()).toEqual(['browser']);
  });

  test('lets no other method begin before the microphone is free', async () => {
    const { tap, setStatus } = await open({});
    tap().discard();
    setStatus(premium);
    tap();
    expect(begun()).toEqual(['browser']);
    methods[0]?.told.onOver();
    expect(begun()).toEqual(['browser', 'server']);
  });

  test('while the next method waits for that gives it up as well', async () => {
    const { tap, setStatus, told } = await open({});
    tap().discard();
    setStatus(premium);
    tap().discard();
    methods[0]?.told.onOver();
    expect(begun()).toEqual(['browser']);
    expect(told).toEqual([]);
  });

  test('leaves the same method to follow itself at once', async () => {
    const { tap } = await open({});
    tap().discard();
    tap();
    expect(begun()).toEqual(['browser', 'browser']);
  });
});

test('the second tap ends the method, once', async () => {
  const { tap } = await open({});
  const listening = tap();
  listening.finish();
  listening.finish();
  expect(methods[0]?.log).toEqual(['finish']);
});

test('the second tap ends the method that follows one that failed at once', async () => {
  behave = (method) => {
    behave = undefined;
    method.fail('network');
    return { finish: () => method.log.push('finish'), discard() {} };
  };
  const { tap } = await open({});
  tap().finish();
  expect(methods.map(({ kind, log }) => [kind, log])).toEqual([
    ['browser', []],
    ['server', ['finish']],
  ]);
});

test('the second tap while the next method waits for an earlier one: nothing was said', async () => {
  const { tap, told } = await open({});
  tap().discard();
  const listening = tap();
  methods[1]?.fail('network');
  listening.finish();
  expect(told).toEqual([['onSwitching'], ['onTranscript', '', 0]]);
  expect(methods[1]?.log).toEqual([]);
  methods[0]?.told.onOver();
  expect(begun()).toEqual(['browser', 'browser']);
});

test('the second tap while a method waits for another to end: nothing was said', async () => {
  const { tap, setStatus, told } = await open({});
  tap().discard();
  setStatus(premium);
  tap().finish();
  expect(told).toEqual([['onTranscript', '', 0]]);
  methods[0]?.told.onOver();
  expect(begun()).toEqual(['browser']);
});

test('whatever the methods do and whenever one taps, one method has the microphone, and each tap comes to one end', async () => {
  const gesture = fc.oneof(
    { weight: 3, arbitrary: fc.constant('tap') },
    fc.constantFrom('finish', 'discard', 'become premium', 'become free'),
  );
  const behaviour = fc.record({
    /** What it ends with by itself, and when; before the tap has ended where that is 0. */
    outcome: fc.constantFrom<Outcome>('clips', 'transcript', ...failures),
    afterMs: fc.constantFrom(0, 1, 50, 2_000),
    /** How long a recogniser takes to let go of the microphone once it is given up; a recorder does so at once. */
    releaseMs: fc.constantFrom(0, 1, 700),
    listens: fc.boolean(),
    hears: fc.boolean(),
    speaksOn: fc.boolean(),
  });
  await check(
    fc.asyncProperty(
      fc.array(fc.tuple(gesture, fc.constantFrom(0, 1, 49, 300, 3_000)), { minLength: 1, maxLength: 12 }),
      fc.array(behaviour, { minLength: 1, maxLength: 8 }),
      async (gestures, behaviours) => {
        vi.useFakeTimers();
        vi.resetModules();
        methods.length = 0;
        let count = 0;
        behave = (method) => play(method, behaviours[count++ % behaviours.length] as Behaviour);
        const { listen, setStatus, shown } = await open({});
        const taps: { listening: Listening; isDiscarded: boolean; lasts: number; begunFrom: number }[] = [];
        for (const [kind, pauseMs] of gestures) {
          const tap = taps.at(-1);
          if (kind === 'become premium') setStatus(premium);
          if (kind === 'become free') setStatus(undefined);
          if (kind === 'finish') tap?.listening.finish();
          if (kind === 'discard' || kind === 'tap') {
            if (tap && tap.lasts === 0) tap.isDiscarded = true;
            tap?.listening.discard();
          }
          if (kind === 'tap') {
            const begunFrom = methods.length;
            const now = { listening: { finish() {}, discard() {} }, isDiscarded: false, lasts: 0, begunFrom };
            taps.push(now);
            const last = () => {
              expect(now.isDiscarded).toBe(false);
              now.lasts += 1;
            };
            now.listening = listen('en-US', desktop, {
              onListening: () => expect(now.lasts + Number(now.isDiscarded)).toBe(0),
              onSwitching: () => expect(now.lasts + Number(now.isDiscarded)).toBe(0),
              onInterim: () => expect(now.lasts + Number(now.isDiscarded)).toBe(0),
              onClips: last,
              onTranscript: last,
              onFailure: last,
            });
          }
          await vi.advanceTimersByTimeAsync(pauseMs);
        }
        await vi.advanceTimersByTimeAsync(10_000);
        for (const [index, tap] of taps.entries()) {
          expect(tap.lasts).toBe(tap.isDiscarded ? 0 : 1);
          const begun = methods.slice(tap.begunFrom, taps[index + 1]?.begunFrom);
          expect(new Set(begun.map(({ kind }) => kind)).size).toBe(begun.length);
        }
        expect(shown().length).toBeLessThanOrEqual(taps.length);
        expect(methods.filter(({ isOpen }) => isOpen)).toEqual([]);
        vi.useRealTimers();
      },
    ),
    { runs: 150 },
  );
});

/** A method that does what it is told by the test. */
interface FakeMethod {
  readonly kind: 'browser' | 'server';
  readonly options: unknown;
  readonly told: MethodListener;
  readonly isInTap: boolean;
  /** It has the microphone. */
  isOpen: boolean;
  readonly log: string[];
  fail(code: VoiceFailureCode): void;
}

const premium = { isPremium: true, subscriptionStatus: 'active' } as const;
const failures = [
  'not-allowed',
  'no-microphone',
  'no-speech',
  'interrupted',
  'not-started',
  'unsupported',
  'network',
  'recording',
  'other',
] as const;

type Outcome = 'clips' | 'transcript' | (typeof failures)[number];

interface Behaviour {
  outcome: Outcome;
  afterMs: number;
  releaseMs: number;
  listens: boolean;
  hears: boolean;
  speaksOn: boolean;
}

let isInTap = false;
let behave: ((method: FakeMethod) => Listening) | undefined;

function fakeMethod(kind: FakeMethod['kind'], options: object, told: MethodListener): Listening {
  const others = methods.filter((method) => method.isOpen && method.kind !== kind);
  expect(others.filter(() => behave !== undefined)).toEqual([]);
  const method: FakeMethod = {
    kind,
    options,
    told,
    isInTap,
    isOpen: true,
    log: [],
    fail: (code) => told.onFailure({ code, sentence: `It was ${code}.` }),
  };
  methods.push(method);
  return (
    behave?.(method) ?? {
      finish: () => method.log.push('finish'),
      discard: () => method.log.push('discard'),
    }
  );
}

/** Keeps what a method promises, in the worst way. */
function play(method: FakeMethod, behaviour: Behaviour): Listening {
  const { outcome, afterMs, releaseMs, listens, hears, speaksOn } = behaviour;
  const { told } = method;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function end(): void {
    if (!method.isOpen) return;
    method.isOpen = false;
    if (outcome === 'clips') told.onClips([clip]);
    else if (outcome === 'transcript') told.onTranscript('hello', 0.9);
    else method.fail(outcome);
    told.onOver();
    if (speaksOn) told.onInterim('later');
    if (speaksOn) method.fail('network');
  }

  function release(): void {
    if (!method.isOpen) return;
    method.isOpen = false;
    told.onOver();
  }

  if (afterMs === 0) end();
  else {
    timer = setTimeout(end, afterMs);
    if (listens) told.onListening();
    if (hears) told.onInterim('hel');
    told.onSilence(2_000);
  }
  return {
    finish: end,
    discard() {
      clearTimeout(timer);
      if (speaksOn) told.onListening();
      if (releaseMs === 0 || method.kind === 'server') release();
      else setTimeout(release, releaseMs);
    },
  };
}

function begun(): string[] {
  return methods.map(({ kind }) => kind);
}

/** A page that is opened in a new session. */
async function open({ status, languages }: { status?: object | undefined; languages?: string[] }) {
  const { listen, transcribe } = await import('../../../../web/speech/voice-input.ts');
  const { canListen } = await import('../../../../web/speech/input-methods.ts');
  const { queryClient } = await import('../../../../web/queries.ts');
  const { statusQuery } = await import('../../../../web/billing/status.ts');
  const { healthQuery } = await import('../../../../web/system/health.ts');
  const { toasts } = await import('../../../../web/components/toasts.ts');
  const { ApiError } = await import('../../../../web/api.ts');
  if (languages) {
    queryClient.setQueryData(healthQuery.queryKey, {
      status: 'ok',
      engines: {
        translation: { up: true, languages: [], pairs: null },
        recognition: { up: true, languages },
        speech: { up: true, languages: [] },
      },
    });
  }
  const setStatus = (changed: object | undefined) =>
    changed
      ? queryClient.setQueryData(statusQuery.queryKey, changed as never)
      : queryClient.removeQueries({ queryKey: statusQuery.queryKey });
  setStatus(status);
  const show = vi.spyOn(toasts, 'show');
  const told: unknown[] = [];
  return {
    listen,
    setStatus,
    told,
    canListen: (language: string) =>
      canListen(language, desktop, queryClient.getQueryData(healthQuery.queryKey)),
    shown: () => show.mock.calls.map(([toast]) => ({ tone: 'plain', ...toast })),
    tap(language = 'en-US'): Listening {
      isInTap = true;
      const listening = listen(language, desktop, {
        onListening: () => told.push(['onListening']),
        onSwitching: () => told.push(['onSwitching']),
        onInterim: (text) => told.push(['onInterim', text]),
        onClips: (clips) => told.push(['onClips', clips]),
        onTranscript: (text, confidence) => told.push(['onTranscript', text, confidence]),
        onFailure: (failure) => told.push(['onFailure', failure]),
      });
      isInTap = false;
      return listening;
    },
    transcribeInPart() {
      const refusal = new ApiError(429, 'No.');
      transcribeClips.mockResolvedValueOnce({ transcript: 'where is', confidence: 0.9, refusal });
      return transcribe([clip], 'en-US', new AbortController().signal);
    },
    transcribe(httpStatus: number) {
      transcribeClips.mockRejectedValueOnce(new ApiError(httpStatus, 'No.'));
      return transcribe([clip], 'en-US', new AbortController().signal);
    },
  };
}
