import fc from 'fast-check';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Browser, BrowserId } from '../../../../web/speech/browser.ts';
import type { Listening } from '../../../../web/speech/recognise/listening.ts';
import { check } from '../../../support/properties.ts';

/** Holders of the microphone, from the browser's point of view. */
const atWork = { recognisers: new Set<FakeRecogniser>(), streams: new Set<FakeStream>() };
/** Broken invariants. */
let mishaps: string[] = [];
let recognisers: Iterator<RecogniserBehaviour>;
let microphones: Iterator<MicrophoneBehaviour>;

vi.mock('../../../../web/speech/transcribe/transcription.ts', async (importOriginal) => ({
  ...(await importOriginal<object>()),
  transcribeEarly: () => new Promise(() => {}),
}));

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('webkitSpeechRecognition', FakeRecogniser);
  vi.stubGlobal('MediaRecorder', FakeMediaRecorder);
  vi.stubGlobal('navigator', { onLine: true, mediaDevices: { getUserMedia } });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test('recogniser and recorder never share the microphone, and each tap has one end', async () => {
  const gesture = fc.constantFrom('tap', 'tap', 'tap', 'finish', 'discard', 'become premium', 'become free');
  const pauseMs = fc.constantFrom(0, 1, 150, 900, 4_000, 40_000);
  await check(
    fc.asyncProperty(
      fc.constantFrom<BrowserId>('desktop-chrome', 'ios-chrome', 'ios-safari', 'other'),
      fc.array(fc.tuple(gesture, pauseMs), { minLength: 1, maxLength: 10 }),
      fc.infiniteStream(recogniserBehaviour),
      fc.infiniteStream(microphoneBehaviour),
      async (id, gestures, recogniserBehaviours, microphoneBehaviours) => {
        vi.resetModules();
        const { listen, setPremium } = await open();
        recognisers = recogniserBehaviours;
        microphones = microphoneBehaviours;
        mishaps = [];
        atWork.recognisers.clear();
        atWork.streams.clear();
        const taps: Tap[] = [];
        for (const [kind, pauseMs] of gestures) {
          const before = taps.at(-1);
          if (kind === 'become premium') setPremium(true);
          if (kind === 'become free') setPremium(false);
          if (kind === 'finish') before?.listening.finish();
          if (kind === 'discard' || kind === 'tap') {
            before?.listening.discard();
            if (before?.lasts === 0) before.isDiscarded = true;
          }
          if (kind === 'tap') taps.push(tap(listen, browserOf(id)));
          await vi.advanceTimersByTimeAsync(pauseMs);
        }
        // A recorder with unreadable containers records until it is stopped.
        taps.at(-1)?.listening.finish();
        await vi.advanceTimersByTimeAsync(60_000);
        expect(mishaps).toEqual([]);
        for (const { lasts, isDiscarded } of taps) expect(lasts).toBe(isDiscarded ? 0 : 1);
        expect(atWork.recognisers.size + atWork.streams.size).toBe(0);
      },
    ),
    { runs: 100 },
  );
});

const recogniserBehaviour = fc.record({
  start: fc.constantFrom('throws', 'never', 'begins', 'begins'),
  hears: fc.boolean(),
  error: fc.constantFrom(
    undefined,
    'network',
    'audio-capture',
    'not-allowed',
    'service-not-allowed',
    'language-not-supported',
    'no-speech',
    'aborted',
  ),
  afterMs: fc.constantFrom(0, 10, 700),
  ends: fc.boolean(),
});

const microphoneBehaviour = fc.record({
  error: fc.constantFrom(
    undefined,
    undefined,
    'NotAllowedError',
    'NotFoundError',
    'NotReadableError',
    'AbortError',
  ),
  afterMs: fc.constantFrom(0, 10, 700, 3_000),
  records: fc.boolean(),
});

type RecogniserBehaviour = typeof recogniserBehaviour extends fc.Arbitrary<infer T> ? T : never;
type MicrophoneBehaviour = typeof microphoneBehaviour extends fc.Arbitrary<infer T> ? T : never;

interface Tap {
  listening: Listening;
  isDiscarded: boolean;
  /** Reported ends. */
  lasts: number;
}

function tap(listen: Listen, browser: Browser): Tap {
  const tap: Tap = { listening: { finish() {}, discard() {} }, isDiscarded: false, lasts: 0 };
  const last = () => {
    tap.lasts += 1;
  };
  // The words are translated and spoken.
  const lastHeard = () => {
    tap.lasts += 1;
    if (atWork.recognisers.size + atWork.streams.size > 0)
      mishaps.push('heard, with the microphone still open');
  };
  const more = () => {
    if (tap.isDiscarded || tap.lasts > 0) mishaps.push('a word after the last');
  };
  tap.listening = listen('en-US', browser, {
    onListening: more,
    onSwitching: more,
    onInterim: more,
    onClips: lastHeard,
    onTranscript: (text) => (text === '' ? last() : lastHeard()),
    onFailure: last,
  });
  return tap;
}

function look(): void {
  if (atWork.recognisers.size > 1) mishaps.push('two recognisers');
  if (atWork.recognisers.size > 0 && atWork.streams.size > 0) mishaps.push('a recogniser beside a stream');
}

class FakeRecogniser {
  declare onstart: () => void;
  declare onresult: (event: object) => void;
  declare onerror: (event: { error: string }) => void;
  declare onend: () => void;
  readonly behaviour = recognisers.next().value as RecogniserBehaviour;
  isAsked = false;

  start(): void {
    const { start, hears, error, afterMs } = this.behaviour;
    if (start === 'throws') throw new DOMException('', 'InvalidStateError');
    atWork.recognisers.add(this);
    look();
    if (start === 'never') return;
    setTimeout(() => {
      this.onstart();
      if (hears) this.onresult({ results: [Object.assign([{ transcript: 'hello' }], { isFinal: false })] });
      if (error) this.onerror({ error });
      if (error) this.end();
    }, afterMs);
  }
  stop(): void {
    this.isAsked = true;
    this.end();
  }
  /** The second attempt is abandoned: some recognisers never report their end. */
  abort(): void {
    if (this.isAsked) atWork.recognisers.delete(this);
    this.isAsked = true;
    this.end();
  }
  end(): void {
    if (!this.behaviour.ends) return;
    setTimeout(() => {
      atWork.recognisers.delete(this);
      this.onend();
    }, this.behaviour.afterMs);
  }
}

class FakeStream {
  readonly track = Object.assign(new EventTarget(), {
    kind: 'audio',
    stop: () => {
      atWork.streams.delete(this);
    },
  });
  getTracks = () => [this.track];
  getAudioTracks = () => [this.track];
}

function getUserMedia(): Promise<FakeStream> {
  const { error, afterMs } = microphones.next().value as MicrophoneBehaviour;
  return new Promise((resolve, reject) => {
    setTimeout(() => {
      if (error) return reject(new DOMException('', error));
      const stream = new FakeStream();
      atWork.streams.add(stream);
      resolve(stream);
      // A stream that arrives after cancelling is closed at once.
      setTimeout(look);
    }, afterMs);
  });
}

class FakeMediaRecorder extends EventTarget {
  static isTypeSupported = () => true;
  mimeType = 'audio/webm';
  state = 'inactive';
  readonly behaviour = microphones.next().value as MicrophoneBehaviour;

  start(): void {
    this.state = 'recording';
    if (!this.behaviour.records) setTimeout(() => this.dispatchEvent(new Event('error')), 10);
  }
  stop(): void {
    this.state = 'inactive';
    setTimeout(() => {
      const data = new Blob(['sound']);
      this.dispatchEvent(Object.assign(new Event('dataavailable'), { data }));
      this.dispatchEvent(new Event('stop'));
    });
  }
}

type Listen = typeof import('../../../../web/translation/conversation/voice.ts').listen;

/** A page in a new session. */
async function open() {
  const { listen } = await import('../../../../web/translation/conversation/voice.ts');
  const { queryClient } = await import('../../../../web/queries.ts');
  const { statusQuery } = await import('../../../../web/billing/status.ts');
  const setPremium = (isPremium: boolean) =>
    queryClient.setQueryData(statusQuery.queryKey, { isPremium, subscriptionStatus: 'free' } as never);
  return { listen, setPremium };
}

function browserOf(id: BrowserId): Browser {
  const device = id.startsWith('ios') ? 'iphone' : 'desktop';
  return { id, device, isChrome: id.endsWith('chrome'), isInstalled: false };
}
