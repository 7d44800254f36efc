import { ulid } from 'ulid';
import { describe, expect, test, vi } from 'vitest';
import { giveBack, reserve } from '../../functions/meters/reservations.ts';
import type { CounterKey } from '../../functions/tables/usage.ts';
import { startInProcess } from '../support/handlers/in-process.ts';

const { item, remove, logged } = await startInProcess();

describe('counting', () => {
  test('adds all amounts, up to the ceiling inclusive, and those without a ceiling', async () => {
    const counters = newCounters();
    const amounts = { used: 1, characters: 500 };
    for (const max of [{ characters: 1_000 }, { characters: 1_000 }]) {
      expect(await reserve([{ of: 'own', counters, amounts, max }])).toHaveProperty('taken');
    }
    expect(await reserve([{ of: 'own', counters, amounts: { used: 1 }, max: {} }])).toHaveProperty('taken');
    expect(await kept(counters)).toMatchObject({ used: 3, characters: 1_000 });
  });

  test.each([
    ['with what is counted', [999], 2],
    ['alone', [], 1_001],
  ])('adds nothing if one amount would exceed its ceiling %s', async (_what, before, characters) => {
    const counters = newCounters();
    const max = { used: 1, characters: 1_000 };
    for (const each of before) await reserve([{ of: 'own', counters, amounts: { characters: each }, max }]);
    const known = await kept(counters);
    const ask = (amount: number) =>
      reserve([{ of: 'own', counters, amounts: { used: 1, characters: amount }, max }]);
    expect(await ask(characters)).toMatchObject({ of: 'own', refusedBy: 'characters' });
    expect(await kept(counters)).toEqual(known);
    expect(await ask(characters - 1)).toHaveProperty('taken');
  });

  test('admits no more calls at once than its ceiling', async () => {
    const counters = newCounters();
    const results = await Promise.all(
      Array.from({ length: 20 }, () =>
        reserve([{ of: 'own', counters, amounts: { used: 1 }, max: { used: 7 } }]),
      ),
    );
    expect(results.filter((result) => 'taken' in result)).toHaveLength(7);
    expect(await kept(counters)).toMatchObject({ used: 7 });
  });

  test('reports no limit if the database fails', async () => {
    vi.stubEnv('USAGE_TABLE', 'none');
    const asked = reserve([{ of: 'own', counters: newCounters(), amounts: { used: 1 }, max: { used: 3 } }]);
    await expect(asked).rejects.toThrow();
    vi.unstubAllEnvs();
  });
});

describe('giving back', () => {
  test('subtracts each amount', async () => {
    const counters = newCounters();
    await reserve([{ of: 'own', counters, amounts: { used: 2, characters: 500 }, max: {} }]);
    await giveBack([{ counters, amounts: { used: 1, characters: 200 } }]);
    expect(await kept(counters)).toMatchObject({ used: 1, characters: 300 });
    expect(logged()).toBe('');
  });

  test('does not recreate removed counters below zero, and is logged', async () => {
    const counters = newCounters();
    await reserve([{ of: 'own', counters, amounts: { used: 1 }, max: { used: 3 } }]);
    await remove('usage', counters.pk, counters.sk);
    await giveBack([{ counters, amounts: { used: 1 } }]);
    expect(await kept(counters)).toBeUndefined();
    expect(JSON.parse(logged())).toMatchObject({
      event: 'give-back-failed',
      chain: [{ name: 'ConditionalCheckFailedException' }],
    });
  });
});

function newCounters(): CounterKey {
  return { pk: `GUEST#${ulid()}`, sk: 'ALL', expiresAt: Math.floor(Date.now() / 1_000) + 99 };
}

function kept({ pk, sk }: CounterKey) {
  return item('usage', pk, sk);
}
