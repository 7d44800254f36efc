import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Browser } from '../../../../../web/speech/browser.ts';
import type {
  Listening,
  MethodListener,
  VoiceFailureCode,
} from '../../../../../web/speech/recognise/listening.ts';
import { healthOf } from '../../../../support/component/health.ts';

const desktop: Browser = { id: 'desktop-chrome', device: 'desktop', isChrome: true, isInstalled: false };
const clip = new Blob(['sound']);
const premium = { isPremium: true, subscriptionStatus: 'active' } as const;
const paid = { status: premium };
const english = { status: premium, languages: ['en-US'] };

/** Methods that have started, in order. */
const methods: FakeMethod[] = [];
const transcribeClips = vi.hoisted(() => vi.fn());

vi.mock('../../../../../web/speech/recognise/run-recognition.ts', () => ({
  recognise: (language: string, _browser: Browser, told: MethodListener) =>
    fakeMethod('browser', { language }, told),
}));
vi.mock('../../../../../web/speech/record/recorder.ts', () => ({
  record: (language: string, browser: Browser, told: MethodListener) =>
    fakeMethod('server', { language, browser }, told),
}));
vi.mock('../../../../../web/speech/transcribe/transcription.ts', () => ({
  transcribe: transcribeClips,
}));

// The modules remember findings of a session.
beforeEach(() => {
  methods.length = 0;
  transcribeClips.mockReset();
  vi.resetModules();
  vi.stubGlobal('SpeechRecognition', class {});
});
afterEach(() => {
  behave = undefined;
  vi.unstubAllGlobals();
});

describe('the input method', () => {
  test.each([
    ['a guest', 'browser', { isGuest: true, isPremium: false, subscriptionStatus: 'free' }],
    ['a free account', 'browser', { isPremium: false, subscriptionStatus: 'free' }],
    ['an unknown visitor', 'browser', undefined],
    ['Premium', 'server', { isPremium: true, subscriptionStatus: 'active' }],
    ['Premium on trial', 'server', { isPremium: false, subscriptionStatus: 'trialing' }],
    ['Premium until its end', 'server', { isPremium: true, subscriptionStatus: 'canceled' }],
  ] as const)('of %s is first the %s', async (_, first, status) => {
    const { tap } = await open({ status });
    tap();
    expect(begun()).toEqual([first]);
  });

  test('is the recorder without a recogniser', async () => {
    vi.unstubAllGlobals();
    const { tap } = await open({});
    tap('en-GB');
    expect(methods[0]?.options).toEqual({ language: 'en-GB', browser: desktop });
  });

  test('is missing without both', async () => {
    vi.unstubAllGlobals();
    const { tap, told } = await open({ languages: ['en-US'] });
    tap('es-ES');
    expect(begun()).toEqual([]);
    expect(told).toEqual([
      'failure language Speech recognition is not supported in this browser for Spanish. Type the text instead.',
    ]);
  });
});

test('the tap reaches the method before it is over', async () => {
  const { tap } = await open({});
  tap();
  expect(methods[0]?.isInTap).toBe(true);
});

describe('a failure of the first method', () => {
  test.each([
    ...(['language', 'service-not-allowed', 'network', 'not-started', 'other', 'no-microphone'] as const).map(
      (code) => [code, undefined, 'browser server'] as const,
    ),
    ...(['unsupported', 'recording', 'not-started'] as const).map(
      (code) => [code, premium, 'server browser'] as const,
    ),
  ])('%s switches to the other method, with a toast: %j', async (code, status, order) => {
    const { tap, told, shown } = await open({ status });
    tap();
    methods[0]?.fail(code);
    expect(begun().join(' ')).toBe(order);
    expect(shown()).toEqual([
      expect.objectContaining({
        title: 'Switching Input Method',
        description: `It was ${code}.`,
        advice: 'Trying another way to listen.',
        tone: 'notice',
      }),
    ]);
    methods[1]?.told.onListening();
    methods[1]?.told.onTranscript('hello', 0.9);
    expect(told).toEqual(['switching', 'listening', 'transcript hello 0.9']);
  });

  test.each([
    ...(['not-allowed', 'no-speech', 'interrupted'] as const).map((code) => [code, undefined] as const),
    ...(['not-allowed', 'no-microphone', 'no-speech', 'interrupted'] as const).map(
      (code) => [code, premium] as const,
    ),
  ])('%s is reported, and the next tap starts with the same method: %j', async (code, status) => {
    const { tap, told, shown } = await open({ status });
    tap();
    methods[0]?.fail(code);
    expect([told, shown()]).toEqual([[`failure ${code} It was ${code}.`], []]);
    tap();
    expect(new Set(begun()).size).toBe(1);
  });

  test('network is reported without a connection: the server is unreachable, too', async () => {
    vi.stubGlobal('navigator', { onLine: false });
    const { play, told } = await open({});
    await play('tap', 'network');
    expect(told).toEqual(['failure network It was network.']);
    vi.stubGlobal('navigator', { onLine: true });
    await play('tap');
    expect(begun()).toEqual(['browser', 'browser']);
  });

  test('after the second tap is reported, and the next tap starts with the other', async () => {
    const { tap, told, shown } = await open({});
    const listening = tap();
    methods[0]?.told.onListening();
    listening.finish();
    methods[0]?.fail('network');
    expect([told.at(-1), shown()]).toEqual(['failure network It was network.', []]);
    tap();
    expect(begun()).toEqual(['browser', 'server']);
  });
});

// Events for the last method, and the first letters of the methods that have started by then.
test.each<[string, Parameters<typeof open>[0], string, string]>([
  ['Premium in a language that the server lacks', english, 'tap es-ES', 'b'],
  ['a failure after words, which another method would not hear', {}, 'tap, hears, network, tap', 'bb'],
  ['a recorder that fails while it records', paid, 'tap, listens, recording, tap', 'sb'],
  ['a recorder that cannot record', paid, 'tap, recording, clips, tap', 'sbb'],
  ['a microphone that only the recorder finds', {}, 'tap, no-microphone, listens, clips, tap', 'bss'],
  ['a microphone that neither finds', {}, 'tap, no-microphone, no-microphone, tap', 'bsb'],
  ['failures of both', {}, 'tap, network, recording, tap, network, recording', 'bsbs'],
  ['a second method that works', {}, 'tap, network, clips, tap, tap fr', 'bsss'],
  ['a recogniser without one language', {}, 'tap fr, language, clips, tap fr, clips, tap en-US', 'bssb'],
  ['a recogniser that failed before the recorder', {}, 'tap, other, clips, tap, recording', 'bssb'],
  ['a server at its limit', paid, '429, tap', 'b'],
  ['a server at its limit, after the recogniser failed', {}, 'tap, network, clips, 429, tap', 'bsb'],
  ['a server at its limit, after both failed', paid, 'tap, recording, network, tap, clips, 429, tap', 'sbsb'],
  ['a server with another failure', paid, '502, tap', 's'],
])('the methods for %s: %j, %s', async (_, opened, steps, order) => {
  const { play } = await open(opened);
  await play(...steps.split(', '));
  expect(
    begun()
      .map((kind) => kind[0])
      .join(''),
  ).toBe(order);
});

describe('a language that only the recogniser may support', () => {
  test.each(['network', 'other', 'service-not-allowed', 'not-started', 'no-microphone'])(
    'can still be spoken after %s: the next tap tries again',
    async (code) => {
      const { play, canListen } = await open({ languages: ['en-US'] });
      await play('tap es-ES', code, 'tap es-ES');
      expect(begun()).toEqual(['browser', 'browser']);
      expect(canListen('es-ES')).toBe(true);
    },
  );

  test('must be typed after the recogniser refuses it', async () => {
    const { play, canListen } = await open({ languages: ['en-US'] });
    await play('tap es-ES', 'language');
    expect(['es-ES', 'en-US', 'fr'].map(canListen)).toEqual([false, true, true]);
  });
});

test.each([
  [undefined, ['switching', 'failure recording It was recording. Type the text instead.']],
  [['fr'], ['failure network It was network. Type the text instead.']],
])(
  'when every method has failed the last reason is reported, with advice: %j',
  async (languages, expected) => {
    const { play, told, shown } = await open({ languages });
    await play('tap', 'network', 'recording');
    expect(told).toEqual(expected);
    expect(shown()).toHaveLength(expected.length - 1);
  },
);

describe('a server at its limit', () => {
  test('during long speech keeps its text, reports it, and leaves the next tap to the browser', async () => {
    const { tap, transcribeInPart, shown } = await open(paid);
    expect(await transcribeInPart()).toEqual({ transcript: 'where is', confidence: 0.9 });
    expect(shown()).toMatchObject([
      { title: 'Voice Input Issue', description: 'Some words weren’t recognised.', advice: 'No.' },
    ]);
    tap();
    expect(begun()).toEqual(['browser']);
  });

  test('is used if the browser cannot listen', async () => {
    vi.unstubAllGlobals();
    const { play } = await open({});
    await play('429', 'tap');
    expect(begun()).toEqual(['server']);
  });
});

test.each<[string, (method: FakeMethod, listening: Listening) => void]>([
  ['a transcript', (method) => method.told.onTranscript('hello', 0.9)],
  ['a failure', (method) => method.fail('no-speech')],
  ['a failure that lets the other listen', (method) => method.fail('network')],
  ['giving up', (_, listening) => listening.discard()],
])('the silence timeout is shown, and not after %s', async (_, end) => {
  const { tap } = await open({});
  const { silenceTimeout } = await import('../../../../../web/speech/record/signals.ts');
  const listening = tap();
  const [method] = methods as [FakeMethod];
  method.told.onSilenceTimer(2_000);
  expect(silenceTimeout.get()).toEqual({ durationMs: 2_000 });
  end(method, listening);
  expect(silenceTimeout.get()).toBeUndefined();
  method.told.onSilenceTimer(2_000);
  expect(silenceTimeout.get()).toBeUndefined();
});

describe('cancelling', () => {
  test('ends the method, and its later events are ignored', async () => {
    const { tap, told } = await open({});
    const listening = tap();
    listening.discard();
    listening.discard();
    methods[0]?.told.onListening();
    methods[0]?.told.onInterim('where');
    methods[0]?.fail('network');
    expect([methods[0]?.log, told, begun()]).toEqual([['discard'], [], ['browser']]);
  });

  test('delays other methods until the microphone is free, but not the same one', async () => {
    const { tap, setStatus } = await open({});
    tap().discard();
    tap().discard();
    expect(begun()).toEqual(['browser', 'browser']);
    setStatus(premium);
    tap();
    methods[0]?.told.onReleased();
    expect(begun()).toEqual(['browser', 'browser']);
    methods[1]?.told.onReleased();
    expect(begun()).toEqual(['browser', 'browser', 'server']);
  });

  test('also cancels a waiting method', async () => {
    const { tap, setStatus, told } = await open({});
    tap().discard();
    setStatus(premium);
    tap().discard();
    methods[0]?.told.onReleased();
    expect([begun(), told]).toEqual([['browser'], []]);
  });
});

describe('the second tap', () => {
  test('ends the method, once', async () => {
    const { tap } = await open({});
    const listening = tap();
    listening.finish();
    listening.finish();
    expect(methods[0]?.log).toEqual(['finish']);
  });

  test('ends the method that follows one that failed at once', async () => {
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

  test('while a method waits for an earlier one reports no speech', async () => {
    const { tap, told } = await open({});
    tap().discard();
    const listening = tap();
    methods[1]?.fail('network');
    listening.finish();
    expect([told, methods[1]?.log]).toEqual([['switching', 'transcript  0'], []]);
    methods[0]?.told.onReleased();
    expect(begun()).toEqual(['browser', 'browser']);
  });
});

/** A method that the test controls. */
interface FakeMethod {
  readonly kind: 'browser' | 'server';
  readonly options: unknown;
  readonly told: MethodListener;
  readonly isInTap: boolean;
  readonly log: string[];
  fail(code: VoiceFailureCode): void;
}

let isInTap = false;
let behave: ((method: FakeMethod) => Listening) | undefined;

function fakeMethod(kind: FakeMethod['kind'], options: object, told: MethodListener): Listening {
  const method: FakeMethod = {
    kind,
    options,
    told,
    isInTap,
    log: [],
    fail: (code) => told.onFailure({ code, text: `It was ${code}.` }),
  };
  methods.push(method);
  return (
    behave?.(method) ?? {
      finish: () => method.log.push('finish'),
      discard: () => method.log.push('discard'),
    }
  );
}

function begun(): string[] {
  return methods.map(({ kind }) => kind);
}

/** A page in a new session. */
async function open({
  status,
  languages,
}: {
  status?: object | undefined;
  languages?: string[] | undefined;
}) {
  const { listen, transcribe } = await import('../../../../../web/translation/translator/voice.ts');
  const { canListen } = await import('../../../../../web/speech/recognise/input-methods.ts');
  const { queryClient } = await import('../../../../../web/queries.ts');
  const { statusQuery } = await import('../../../../../web/billing/status.ts');
  const { healthQuery } = await import('../../../../../web/system/health.ts');
  const { toasts } = await import('../../../../../web/components/toasts/toasts.ts');
  const { ApiError } = await import('../../../../../web/api.ts');
  if (languages) queryClient.setQueryData(healthQuery.queryKey, healthOf({ listens: languages }));
  const setStatus = (changed: object | undefined) =>
    changed
      ? queryClient.setQueryData(statusQuery.queryKey, changed as never)
      : queryClient.removeQueries({ queryKey: statusQuery.queryKey });
  setStatus(status);
  const show = vi.spyOn(toasts, 'show');
  const told: string[] = [];

  function tap(language = 'en-US'): Listening {
    isInTap = true;
    const listening = listen(language, desktop, {
      onListening: () => told.push('listening'),
      onSwitching: () => told.push('switching'),
      onInterim: (text) => told.push(`interim ${text}`),
      onClips: (clips) => told.push(`clips ${clips.length}`),
      onTranscript: (text, confidence) => told.push(`transcript ${text} ${confidence}`),
      onFailure: ({ code, text, advice = '' }) => told.push(`failure ${code} ${text} ${advice}`.trim()),
    });
    isInTap = false;
    return listening;
  }

  async function play(...steps: string[]): Promise<void> {
    for (const step of steps) {
      const method = methods.at(-1);
      if (step.startsWith('tap')) tap(step.split(' ')[1]);
      else if (step === 'listens') method?.told.onListening();
      else if (step === 'hears') method?.told.onInterim('where is');
      else if (step === 'clips') method?.told.onClips([clip]);
      else if (/^\d/.test(step)) {
        transcribeClips.mockRejectedValueOnce(
          new ApiError(Number(step), 'No.', step === '429' ? 'rate_limited' : 'provider_failed'),
        );
        await expect(transcribe([clip], 'en-US', new AbortController().signal)).rejects.toThrow('No.');
      } else method?.fail(step as VoiceFailureCode);
    }
  }

  return {
    play,
    setStatus,
    tap,
    told,
    canListen: (language: string) =>
      canListen(language, desktop, queryClient.getQueryData(healthQuery.queryKey)),
    shown: () => show.mock.calls.map(([toast]) => ({ tone: 'plain', ...toast })),
    transcribeInPart() {
      const allowanceError = new ApiError(429, 'No.', 'rate_limited');
      transcribeClips.mockResolvedValueOnce({ transcript: 'where is', confidence: 0.9, allowanceError });
      return transcribe([clip], 'en-US', new AbortController().signal);
    },
  };
}
