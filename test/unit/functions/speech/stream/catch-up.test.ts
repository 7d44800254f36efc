import { expect, test } from 'vitest';
import {
  nothingSent,
  shortenPauses,
  toStreamSeconds,
} from '../../../../../functions/speech/stream/catch-up.ts';
import { spoken } from '../../../../support/audio/scripted-recogniser.ts';

const pause = [0, 0, 0, 0, 0, 0, 0, 0];

test('everything is sent while the recogniser keeps up', () => {
  const audio = spoken(1, ...pause, 2);
  const { sending, audio: sent } = shortenPauses(nothingSent, audio, () => false);
  expect(Buffer.concat(sent)).toEqual(audio);
  expect(toStreamSeconds(sending, 0.9)).toBe(0.9);
});

test('a pause is shortened while it is behind, and the silence before a word stays', () => {
  const { sending, audio } = shortenPauses(nothingSent, spoken(1, ...pause, 2, 3), () => true);
  expect(Buffer.concat(audio)).toEqual(spoken(1, 0, 0, 0, 0, 0, 2, 3));
  expect(toStreamSeconds(sending, 0.1)).toBe(0.1);
  expect(toStreamSeconds(sending, 0.4)).toBeCloseTo(0.4);
  expect(toStreamSeconds(sending, 0.7)).toBeCloseTo(1);
});

test('pauses are shortened until it has caught up, also across parts', () => {
  const mostBytes = spoken(1, 0, 0, 0).length;
  const isBehind = (sentBytes: number) => sentBytes <= mostBytes;
  const first = shortenPauses(nothingSent, spoken(1, 0, 0, 0, 0), isBehind);
  const second = shortenPauses(first.sending, spoken(0, 0, 0, 2, 0, 0, 0, 0, 0), isBehind);
  expect(Buffer.concat([...first.audio, ...second.audio])).toEqual(
    spoken(1, 0, 0, 0, 0, 0, 2, 0, 0, 0, 0, 0),
  );
  expect(toStreamSeconds(second.sending, 1.1)).toBeCloseTo(1.3);
});
