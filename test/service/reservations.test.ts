import { ulid } from 'ulid';
import { describe, expect, test, vi } from 'vitest';
import { giveBack, reserve } from '../../functions/meters/reservations.ts';
import type { Counters } from '../../functions/tables/usage.ts';
import { startInProcess } from '../support/handlers/in-process.ts';

const { item, remove, logged } = await startInProcess();

describe('counting', () => {
  test('adds all amounts, up to the ceiling inclusive, and those without a ceiling', async () => {
    const counters = newCounters();
    const amounts = { used: 1, characters: 500 };
    for (let again = 0; again < 2; again++) {
      expect(await reserve([{ counters, amounts, max: { characters: 1_000 } }])).toHaveProperty('totals');
    }
    expect(await reserve([{ counters, amounts: { used: 1 }, max: {} }])).toHaveProperty('totals');
    expect(await kept(counters)).toMatchObject({ used: 3, characters: 1_000 });
  });

  test('adds nothing if one amount would exceed its ceiling', async () => {
    const counters = newCounters();
    const max = { used: 9, characters: 1_000 };
    expect(await reserve([{ counters, amounts: { used: 1, characters: 999 }, max }])).toHaveProperty(
      'totals',
    );
    expect(await reserve([{ counters, amounts: { used: 1, characters: 2 }, max }])).toEqual({
      index: 0,
      attribute: 'characters',
    });
    expect(await kept(counters)).toMatchObject({ used: 1, characters: 999 });
  });

  test('adds nothing if one amount alone exceeds its ceiling', async () => {
    const counters = newCounters();
    expect(
      await reserve([
        {
          counters,
          amounts: { used: 1, characters: 1_001 },
          max: { used: 9, characters: 1_000 },
        },
      ]),
    ).toEqual({ index: 0, attribute: 'characters' });
    expect(await kept(counters)).toBeUndefined();
    expect(
      await reserve([
        {
          counters,
          amounts: { used: 1, characters: 1_000 },
          max: { used: 1, characters: 1_000 },
        },
      ]),
    ).toHaveProperty('totals');
  });

  test('admits no more calls at once than its ceiling', async () => {
    const counters = newCounters();
    const results = await Promise.all(
      Array.from({ length: 20 }, () => reserve([{ counters, amounts: { used: 1 }, max: { used: 7 } }])),
    );
    expect(results.filter((result) => 'totals' in result)).toHaveLength(7);
    expect(await kept(counters)).toMatchObject({ used: 7 });
  });

  test('reports no limit if the database fails', async () => {
    vi.stubEnv('USAGE_TABLE', 'none');
    await expect(
      reserve([{ counters: newCounters(), amounts: { used: 1 }, max: { used: 3 } }]),
    ).rejects.toThrow();
    vi.unstubAllEnvs();
  });
});

describe('giving back', () => {
  test('subtracts each amount', async () => {
    const counters = newCounters();
    await reserve([{ counters, amounts: { used: 2, characters: 500 }, max: {} }]);
    await giveBack([{ counters, amounts: { used: 1, characters: 200 } }]);
    expect(await kept(counters)).toMatchObject({ used: 1, characters: 300 });
    expect(logged()).toBe('');
  });

  test('does not recreate removed counters below zero, and is logged', async () => {
    const counters = newCounters();
    await reserve([{ counters, amounts: { used: 1 }, max: { used: 3 } }]);
    await remove('usage', counters.pk, counters.sk);
    await giveBack([{ counters, amounts: { used: 1 } }]);
    expect(await kept(counters)).toBeUndefined();
    expect(JSON.parse(logged())).toMatchObject({
      event: 'give-back-failed',
      chain: [{ name: 'ConditionalCheckFailedException' }],
    });
  });
});

function newCounters(): Counters {
  return { pk: `GUEST#${ulid()}`, sk: 'ALL', expiresAt: Math.floor(Date.now() / 1_000) + 99 };
}

function kept({ pk, sk }: Counters) {
  return item('usage', pk, sk);
}
