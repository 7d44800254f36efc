import fc from 'fast-check';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
// Both load now, because fake timers do not wait for a file.
import '../../../../../web/answers.ts';
import '../../../../../web/texts/refusals.ts';
import { Dictation } from '../../../../../web/speech/transcribe/dictation.ts';
import { transcribe } from '../../../../../web/speech/transcribe/transcription.ts';
import { chanceFrom } from '../../../../support/chance.ts';
import { check } from '../../../../support/properties.ts';
import { rate } from '../record/sounds.ts';
import { Network, say, type Trouble } from './network.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('every word is transcribed once, whatever connections are lost and whenever people try again', async () => {
  const pauses = fc.array(fc.constantFrom(0.25, 0.25, 0.25, 0.3, 0.8, 3), { minLength: 2, maxLength: 16 });
  const start = fc.integer({ min: 0, max: 10_000 });
  const length = fc.constantFrom(300, 3_000, 6_000, 20_000);
  const trouble = fc.record({
    outages: fc.array(
      fc.tuple(start, length).map(([from, ms]) => [from, from + ms] as const),
      { minLength: 1, maxLength: 3 },
    ),
    isMute: fc.boolean(),
    refusals: fc.constantFrom(0, 0.3),
  });
  await check(
    fc.asyncProperty(pauses, trouble, fc.integer(), async (pauses, trouble, seed) => {
      const wanted = pauses.map((_, index) => `${index + 1}`).join(' ');
      expect(await dictate(pauses, trouble, seed)).toBe(wanted);
    }),
    { runs: 12 },
  );
});

test('words that were cut off by the loss are heard again', async () => {
  const pauses = [0.3, 0.25, 0.25, 0.25, 0.25, 0.25, 0.25, 0.25];
  for (let seed = 0; seed < 5; seed++) {
    const trouble = { outages: [[1_300, 5_000]] as const, isMute: true, refusals: 0 };
    expect(await dictate(pauses, trouble, seed)).toBe('1 2 3 4 5 6 7 8');
  }
});

/** Speaks in real time, stops, and tries again until it is transcribed. */
async function dictate(pauses: readonly number[], trouble: Trouble, seed: number): Promise<string> {
  vi.stubGlobal('fetch', new Network(trouble, chanceFrom(seed)).fetch);
  const profile = { mainTimeoutMs: 30_000, silenceTimeoutMs: 2_000 };
  const ignored = { onText() {}, onPause() {}, onSilence() {}, onAllowanceUsedUp() {} };
  const dictation = new Dictation('en-US', profile, { hasStreams: true }, ignored);
  const speech = say(pauses);
  for (let at = 0; at < speech.length; at += rate / 10) {
    dictation.add(speech.subarray(at, at + rate / 10));
    await vi.advanceTimersByTimeAsync(100);
  }
  const clips = dictation.end();
  for (let tries = 0; tries < 30; tries++) {
    const heard = transcribe(clips, 'en-US', new AbortController().signal).then(
      ({ transcript }) => transcript,
      () => undefined,
    );
    const answer = await settle(heard);
    if (answer !== undefined) return answer;
    await vi.advanceTimersByTimeAsync(2_000);
  }
  throw new Error('It never ends.');
}

/** Lets time pass until the answer comes; requests that get none are given up after a minute. */
async function settle(heard: Promise<string | undefined>): Promise<string | undefined> {
  let answer: { text: string | undefined } | undefined;
  void heard.then((text) => {
    answer = { text };
  });
  for (let ms = 0; ms < 60_000 && !answer; ms += 500) await vi.advanceTimersByTimeAsync(500);
  return answer?.text;
}
