import { setImmediate } from 'node:timers/promises';
import { describe, expect, test, vi } from 'vitest';
import { recordChange } from '../../../functions/analytics/changes.ts';
import { addPayment, createEntryKey, flushOutbox } from '../../../functions/analytics/ledger.ts';
import { documentClient } from '../../../functions/tables/client.ts';
import type { ProfileItem } from '../../../functions/tables/users.ts';
import { beforeRequests, breaks, rightAfter, startInProcess } from '../../support/handlers/in-process.ts';

const { user, item, items, put, logged } = await startInProcess();

describe('an outbox entry', () => {
  test('is entered on its day, counted, logged and removed', async () => {
    const [signup, began, ended] = [
      createEntryKey('SIGNUP'),
      createEntryKey('BEGAN'),
      createEntryKey('ENDED'),
    ];
    const at = '2026-03-01T23:59:59.999Z';
    const ada = await profileWith({ [signup]: at, [began]: at, [ended]: '2026-03-02T00:00:00.000Z' });
    expect(await flushOutbox(ada)).toBe(3);
    const expiresAt = Date.parse('2026-03-01') / 1_000 + 2 * 365 * 86_400;
    expect(await items('users', 'LEDGER#2026-03-01')).toEqual([
      { pk: 'LEDGER#2026-03-01', sk: began, at, expiresAt },
      { pk: 'LEDGER#2026-03-01', sk: signup, at, expiresAt },
    ]);
    expect(await day('2026-03-01')).toMatchObject({ signups: 1, began: 1, changes: 2, expiresAt });
    expect(await day('2026-03-02')).toMatchObject({ ended: 1, changes: 1 });
    expect((await item('users', ada.pk, 'PROFILE'))?.outbox).toEqual({});
    expect(logged().match(/"event":"(signed-up|subscription-began|subscription-ended)"/g)).toHaveLength(3);
  });

  test('counts once, however often it is entered', async () => {
    const ada = await profileWith({ [createEntryKey('SIGNUP')]: '2026-03-03T12:00:00.000Z' });
    await Promise.all([flushOutbox(ada), flushOutbox(ada), flushOutbox(ada)]);
    await flushOutbox(ada);
    expect(await day('2026-03-03')).toMatchObject({ signups: 1, changes: 1 });
    expect(logged().match(/"signed-up"/g)).toHaveLength(1);
  });

  test('stays there until it is in the ledger', async () => {
    const ada = await profileWith({ [createEntryKey('SIGNUP')]: '2026-03-04T12:00:00.000Z' });
    const mend = beforeRequests(documentClient, breaks(/^PutItemCommand/));
    await expect(flushOutbox(ada)).rejects.toThrow('broken');
    mend();
    expect(await day('2026-03-04')).toBeUndefined();
    expect((await item('users', ada.pk, 'PROFILE'))?.outbox).toEqual(ada.outbox);
    await flushOutbox(ada);
    expect(await day('2026-03-04')).toMatchObject({ signups: 1 });
  });

  test('does not bring back a profile that has been deleted', async () => {
    const ada = await profileWith({ [createEntryKey('ENDED')]: '2026-03-05T12:00:00.000Z' });
    rightAfter(documentClient, 'PutItemCommand', async () => {
      const { pk, sk } = ada;
      await put('users', { pk, sk, kind: 'user', createdAt: ada.createdAt });
    });
    await flushOutbox(ada);
    expect(await item('users', ada.pk, 'PROFILE')).not.toHaveProperty('outbox');
  });
});

describe('a paid invoice', () => {
  const invoice = { sk: 'INVOICE#in_1' as const, amountCents: 499, currency: 'usd', plan: 'parley_monthly' };

  test('is revenue once, however often it is entered', async () => {
    const at = '2026-04-01T12:00:00.000Z';
    for (let time = 0; time < 3; time += 1) await addPayment({ ...invoice, at });
    await addPayment({ ...invoice, sk: 'INVOICE#in_2', amountCents: 3_999, at });
    expect(await day('2026-04-01')).toMatchObject({ revenueCents: 4_498, changes: 2 });
    expect(logged().match(/"invoice-paid"/g)).toHaveLength(2);
  });

  test('is entered once its day is counted, because a function that has answered is frozen', async () => {
    const counting = Promise.withResolvers<void>();
    const counted = Promise.withResolvers<void>();
    const end = beforeRequests(documentClient, async (command) => {
      if (command !== 'UpdateItemCommand') return;
      counting.resolve();
      await counted.promise;
    });
    let isEntered = false;
    const adding = addPayment({ ...invoice, sk: 'INVOICE#in_3', at: '2026-04-05T12:00:00.000Z' }).then(() => {
      isEntered = true;
    });
    await counting.promise;
    await setImmediate();
    expect(isEntered).toBe(false);
    counted.resolve();
    await adding;
    end();
  });

  test('in another currency is kept, and is no revenue in ours', async () => {
    await addPayment({ ...invoice, currency: 'eur', at: '2026-04-02T12:00:00.000Z' });
    expect(await items('users', 'LEDGER#2026-04-02')).toHaveLength(1);
    expect(await day('2026-04-02')).toMatchObject({ revenueCents: 0 });
  });

  test('that cannot be entered throws, so that Stripe retries', async () => {
    const mend = beforeRequests(documentClient, breaks(/^PutItemCommand/));
    await expect(addPayment({ ...invoice, at: '2026-04-03T12:00:00.000Z' })).rejects.toThrow('broken');
    mend();
  });

  test('that is in the ledger is safe where its day cannot be counted', async () => {
    const mend = beforeRequests(documentClient, breaks(/^UpdateItemCommand/));
    await addPayment({ ...invoice, at: '2026-04-04T12:00:00.000Z' });
    mend();
    expect(await items('users', 'LEDGER#2026-04-04')).toHaveLength(1);
    expect(logged()).toContain('"analytics-failed"');
  });
});

test('a change that cannot be counted is logged, and does not fail the request', async () => {
  const ada = await profileWith({ [createEntryKey('SIGNUP')]: '2026-03-07T12:00:00.000Z' });
  const mend = beforeRequests(documentClient, breaks(/^(Put|Update)ItemCommand/));
  await recordChange(undefined, ada);
  mend();
  expect(logged().match(/"analytics-failed"/g)).toHaveLength(2);
  expect(logged()).not.toContain(ada.email);
});

test('a change that takes long to count does not delay the request', async () => {
  const ada = await profileWith({ [createEntryKey('SIGNUP')]: '2026-03-08T12:00:00.000Z' });
  documentClient.middlewareStack.add(() => () => new Promise(() => {}), {
    step: 'initialize',
    name: 'hanging',
  });
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  const followed = recordChange(undefined, ada);
  await vi.advanceTimersByTimeAsync(3_000);
  await followed;
  vi.useRealTimers();
  documentClient.middlewareStack.remove('hanging');
  expect(logged().match(/"analytics-failed".*"AnalyticsTimedOut"/g)).toHaveLength(2);
});

async function profileWith(outbox: Record<string, string>): Promise<ProfileItem> {
  const { partition } = await user({ outbox });
  return (await item('users', partition, 'PROFILE')) as unknown as ProfileItem;
}

function day(date: string) {
  return item('users', 'STATS', `DAY#${date}`);
}
