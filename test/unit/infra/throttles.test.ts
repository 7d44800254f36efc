import { expect, test } from 'vitest';
import { settingsOf } from '../../../infra/stack/context.ts';
import { addressLimit, throttleOf } from '../../../infra/stack/operations/throttles.ts';
import { endpointIds } from '../../../shared/api/index.ts';

test.each([10, 100, 1_000])('with room for %i functions, one address leaves half of every route', (room) => {
  const settings = settingsOf(['-c', `concurrentExecutions=${room}`]);
  for (const id of endpointIds) {
    const inFiveMinutes = 300 * throttleOf(id, settings).perSecond;
    expect(addressLimit(endpointIds, settings), id).toBeLessThanOrEqual(inFiveMinutes / 2);
  }
  // The web ACL takes no less.
  expect(addressLimit(endpointIds, settings)).toBeGreaterThanOrEqual(10);
});
