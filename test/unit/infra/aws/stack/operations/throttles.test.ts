import { expect, test } from 'vitest';
import { readCommandSettings } from '../../../../../../infra/aws/stack/context.ts';
import {
  computeAddressLimit,
  computeThrottle,
} from '../../../../../../infra/aws/stack/operations/throttles.ts';
import { endpointIds } from '../../../../../../shared/api/index.ts';
import { limits } from '../../../../../../shared/limits.ts';

test.each([10, 100, 1_000])('with room for %i functions, one address leaves half of every route', (room) => {
  const settings = readCommandSettings(['-c', `concurrentExecutions=${room}`]);
  for (const id of endpointIds) {
    const inFiveMinutes = 300 * computeThrottle(id, settings).perSecond;
    expect(computeAddressLimit(endpointIds, settings), id).toBeLessThanOrEqual(inFiveMinutes / 2);
  }
  // The web ACL takes no less.
  expect(computeAddressLimit(endpointIds, settings)).toBeGreaterThanOrEqual(10);
});

test('ten people of one hotel may speak at the same time', () => {
  const settings = readCommandSettings([]);
  const partsInFiveMinutes = 300 / limits.chunkSeconds;
  const limit = computeAddressLimit(['speech.send-chunk'], settings);
  expect(limit).toBeGreaterThanOrEqual(10 * partsInFiveMinutes);
});

test('a route to a provider is as fast as the provider’s quota', () => {
  const settings = readCommandSettings(['-c', 'transcribeStreams=6', '-c', 'pollyRequestsPerSecond=3']);
  expect(computeThrottle('speech.listen', settings)).toEqual({ perSecond: 2, burst: 4 });
  expect(computeThrottle('speech.send-chunk', settings)).toEqual({ perSecond: 34, burst: 68 });
  expect(computeThrottle('speech.synthesize', settings).perSecond).toBe(3);
});
