import { expect, test } from 'vitest';
import { readSettingsFor } from '../../../infra/stack/context.ts';
import { computeAddressLimit, computeThrottle } from '../../../infra/stack/operations/throttles.ts';
import { endpointIds } from '../../../shared/api/index.ts';

test.each([10, 100, 1_000])('with room for %i functions, one address leaves half of every route', (room) => {
  const settings = readSettingsFor(['-c', `concurrentExecutions=${room}`]);
  for (const id of endpointIds) {
    const inFiveMinutes = 300 * computeThrottle(id, settings).perSecond;
    expect(computeAddressLimit(endpointIds, settings), id).toBeLessThanOrEqual(inFiveMinutes / 2);
  }
  // The web ACL takes no less.
  expect(computeAddressLimit(endpointIds, settings)).toBeGreaterThanOrEqual(10);
});
