import { expect, test } from 'vitest';
import { readCommandSettings } from '../../../../../../infra/aws/stack/context.ts';
import {
  computeAddressLimit,
  computeThrottle,
  getExpectedSeconds,
  hasRoomForStreams,
} from '../../../../../../infra/aws/stack/operations/throttles.ts';
import { endpointIds } from '../../../../../../shared/api/index.ts';
import { limits } from '../../../../../../shared/limits.ts';

test.each([10, 100, 1_000])('with room for %i functions, a route leaves half of it', (room) => {
  const settings = readCommandSettings(['-c', `concurrentExecutions=${room}`]);
  for (const id of endpointIds) {
    const { perSecond, burst } = computeThrottle(id, settings);
    // The least throttle is one call a second; streams are off then.
    if (perSecond > 1)
      expect(perSecond * getExpectedSeconds(id, settings) + burst, id).toBeLessThanOrEqual(room / 2);
  }
});

test('a new account’s room is for typed text, and streams begin with a hundred functions', () => {
  const withRoom = (room: number) => readCommandSettings(['-c', `concurrentExecutions=${room}`]);
  expect(computeThrottle('settings.read', withRoom(10)).perSecond).toBe(1);
  expect(hasRoomForStreams(withRoom(10))).toBe(false);
  expect(hasRoomForStreams(withRoom(99))).toBe(false);
  expect(hasRoomForStreams(withRoom(100))).toBe(true);
});

test('throttles follow expected times and head-room, not time limits', () => {
  const throttle = (...flags: string[]) =>
    computeThrottle(
      'translation.translate',
      readCommandSettings(['-c', 'concurrentExecutions=100', ...flags]),
    ).perSecond;
  expect(throttle()).toBe(7);
  expect(throttle('-c', 'providerCallSeconds=3')).toBe(10);
  expect(throttle('-c', 'concurrencyShare=0.8')).toBe(11);
});

test('four people of one hotel may speak for five minutes without a pause', () => {
  const settings = readCommandSettings([]);
  const windowSeconds = 300;
  const limit = computeAddressLimit(['speech.send-chunk'], settings, { windowSeconds, share: 1 / 8 });
  expect(limit).toBeGreaterThanOrEqual((4 * windowSeconds) / limits.chunkSeconds);
});

test('a route to a provider is as fast as the provider’s quota', () => {
  const settings = readCommandSettings(['-c', 'transcribeStreams=6', '-c', 'pollyRequestsPerSecond=3']);
  expect(computeThrottle('speech.listen', settings)).toEqual({ perSecond: 2, burst: 4 });
  expect(computeThrottle('speech.send-chunk', settings)).toEqual({ perSecond: 34, burst: 68 });
  expect(computeThrottle('speech.synthesize', settings).perSecond).toBe(3);
  expect(computeThrottle('speech.marks', settings).perSecond).toBe(3);
});
