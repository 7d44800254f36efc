import { ulid } from 'ulid';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { Guest, User } from '../../../../functions/request/caller.ts';
import { guestCookieDays } from '../../../../functions/request/guest.ts';
import { documentClient } from '../../../../functions/tables/client.ts';
import {
  buildAddressCounterKey,
  buildCounterKey,
  buildFreeAddressCounterKey,
  buildGroupCounterKeys,
  buildMonthCounterKey,
  counterDays,
  listDayShards,
  readCounters,
  toEmailKey,
} from '../../../../functions/tables/usage.ts';
import { dayMs } from '../../../../shared/dates.ts';

const noon = Date.parse('2026-11-20T12:00:00Z');
const midnight = Date.parse('2026-11-21T00:00:00Z');

beforeEach(() => {
  vi.stubEnv('SIGNING_SECRET', 'signing-secret-of-the-tests');
  vi.stubEnv('USAGE_TABLE', 'usage');
});

describe('the key of counters', () => {
  test('a user’s is for a UTC day, and expires after 35', () => {
    expect(buildCounterKey(user('ada'), noon)).toEqual({
      pk: expect.stringMatching(/^USER#[\w-]{43}$/),
      sk: '2026-11-20',
      expiresAt: Date.parse('2026-12-25T00:00:00Z') / 1_000,
      utcDay: expect.stringMatching(/^2026-11-20#\d+$/),
    });
    expect(counterDays).toBe(35);
  });

  test('a user’s depends on the mailbox, in any spelling and alias, and not on the account', () => {
    const pk = toEmailKey(user('ada'));
    expect(toEmailKey(user('another id', ' ADA@Parley.example '))).toBe(pk);
    expect(toEmailKey(user('another id', 'ada+again@parley.example'))).toBe(pk);
    expect(toEmailKey(user('ada', 'eve@parley.example'))).not.toBe(pk);
  });

  test('a user’s for a month expires after it, and is in no day’s index', () => {
    expect(buildMonthCounterKey(user('ada'), noon)).toEqual({
      pk: toEmailKey(user('ada')),
      sk: '2026-11',
      expiresAt: Date.parse('2026-12-02T00:00:00Z') / 1_000,
    });
  });

  test('a guest’s is for all days, in no day’s index, and outlives the cookie by a week', () => {
    const guestId = ulid(noon + 1);
    expect(buildCounterKey(guest(guestId), midnight)).toEqual({
      pk: `GUEST#${guestId}`,
      sk: 'ALL',
      // The next whole second.
      expiresAt: (noon + (guestCookieDays + 7) * dayMs) / 1_000 + 1,
    });
  });

  test('an address’s is its network’s for a day, without the address', () => {
    const one = buildAddressCounterKey('2001:db8:1:2::3', noon);
    expect(one.pk).toMatch(/^ADDRESS#[\w-]{43}$/);
    expect(buildFreeAddressCounterKey('2001:db8:1:2::3', noon).pk).not.toBe(one.pk);
    expect(one.sk).toBe('2026-11-20');
    expect(buildAddressCounterKey('2001:db8:1:2:ffff::4', noon)).toEqual(one);
    expect(buildAddressCounterKey('2001:db8:1:3::3', noon).pk).not.toBe(one.pk);
  });

  test('a group’s are as many as asked for, in another order for each caller, each in one part of the day’s index', () => {
    const keys = buildGroupCounterKeys('FREE', buildCounterKey(user('ada'), noon), 16, noon);
    expect(new Set(keys.map(({ pk }) => pk)).size).toBe(16);
    for (const key of keys) {
      expect(key).toMatchObject({ pk: expect.stringMatching(/^FREE#\d+$/), sk: '2026-11-20' });
      expect(listDayShards('2026-11-20')).toContain(key.utcDay);
    }
    const others = buildGroupCounterKeys('FREE', buildCounterKey(user('bob'), noon), 16, noon);
    expect(others[0].pk).not.toBe(keys[0].pk);
    expect(buildGroupCounterKeys('FREE', buildCounterKey(user('bob'), noon), 1, noon)).toHaveLength(1);
  });

  test('counters are read consistently', async () => {
    const item = { pk: 'USER#ada', sk: '2026-11-20', expiresAt: 1, used: 3 };
    const send = vi.spyOn(documentClient, 'send').mockResolvedValue({ Item: item } as never);
    expect(await readCounters(buildCounterKey(user('ada'), noon))).toEqual(item);
    expect(send.mock.calls.map(([command]) => command.input)).toEqual([
      { TableName: 'usage', Key: { pk: toEmailKey(user('ada')), sk: '2026-11-20' }, ConsistentRead: true },
    ]);
  });
});

function user(userId: string, email = `${userId}@parley.example`): User {
  return { kind: 'free', userId, profile: { email } } as User;
}

function guest(guestId: string): Guest {
  return { kind: 'guest', guestId } as Guest;
}
