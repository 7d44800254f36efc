import { ulid } from 'ulid';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { Guest, User } from '../../../../functions/request/caller.ts';
import { guestDays } from '../../../../functions/request/guest.ts';
import {
  counterDays,
  countersOf,
  countersOfAddress,
  countersOfAll,
  countersOfMonth,
  dayOf,
  nextDay,
  nextHour,
  nextMonth,
  personOf,
  readCounters,
} from '../../../../functions/tables/usage.ts';
import { documents } from '../../../../functions/tables/users.ts';

const noon = Date.parse('2026-11-20T12:00:00Z');
const midnight = Date.parse('2026-11-21T00:00:00Z');
const dayMs = 86_400_000;

beforeEach(() => {
  vi.stubEnv('SIGNING_SECRET', 'signing-secret-of-the-tests');
  vi.stubEnv('USAGE_TABLE', 'usage');
});

describe('the key of counters', () => {
  test('a user’s is for a UTC day, and expires after 35', () => {
    expect(countersOf(user('ada'), noon)).toEqual({
      pk: expect.stringMatching(/^USER#[\w-]{43}$/),
      sk: '2026-11-20',
      expiresAt: Date.parse('2026-12-25T00:00:00Z') / 1_000,
      utcDay: '2026-11-20',
    });
    expect(counterDays).toBe(35);
  });

  test('a user’s depends on the e-mail address, in any spelling, and not on the account', () => {
    const pk = personOf(user('ada'));
    expect(personOf(user('another id', ' ADA@Parley.example '))).toBe(pk);
    expect(personOf(user('ada', 'eve@parley.example'))).not.toBe(pk);
  });

  test('a user’s for a month expires after it, and is in no day’s index', () => {
    expect(countersOfMonth(user('ada'), noon)).toEqual({
      pk: personOf(user('ada')),
      sk: '2026-11',
      expiresAt: Date.parse('2026-12-02T00:00:00Z') / 1_000,
    });
    expect(nextMonth(Date.parse('2026-12-31T23:59:59Z'))).toBe(Date.parse('2027-01-01T00:00:00Z'));
    expect(nextHour(noon)).toBe(noon + dayMs / 24);
  });

  test('a guest’s is for all days, in no day’s index, and outlives the cookie by a week', () => {
    const guestId = ulid(noon + 1);
    expect(countersOf(guest(guestId), midnight)).toEqual({
      pk: `GUEST#${guestId}`,
      sk: 'ALL',
      // The next whole second.
      expiresAt: (noon + (guestDays + 7) * dayMs) / 1_000 + 1,
    });
  });

  test('an address’s is for its network and a day, without the address', () => {
    const one = countersOfAddress('2001:db8:1:2::3', noon);
    expect(one.pk).toMatch(/^ADDRESS#[\w-]{43}$/);
    expect(one.sk).toBe('2026-11-20');
    expect(countersOfAddress('2001:db8:1:2:ffff::4', noon)).toEqual(one);
    expect(countersOfAddress('2001:db8:1:3::3', noon).pk).not.toBe(one.pk);
  });

  test('all guests and all free accounts have one a day each', () => {
    expect(countersOfAll('guest', noon)).toMatchObject({ pk: 'GUESTS', sk: '2026-11-20' });
    expect(countersOfAll('free', noon)).toMatchObject({ pk: 'FREE', sk: '2026-11-20' });
  });

  test('counters are read consistently', async () => {
    const item = { pk: 'USER#ada', sk: '2026-11-20', expiresAt: 1, used: 3 };
    const send = vi.spyOn(documents, 'send').mockResolvedValue({ Item: item } as never);
    expect(await readCounters(countersOf(user('ada'), noon))).toEqual(item);
    expect(send.mock.calls.map(([command]) => command.input)).toEqual([
      { TableName: 'usage', Key: { pk: personOf(user('ada')), sk: '2026-11-20' }, ConsistentRead: true },
    ]);
  });
});

describe('a UTC day', () => {
  test('ends after its last millisecond', () => {
    expect([dayOf(midnight - 1), dayOf(midnight)]).toEqual(['2026-11-20', '2026-11-21']);
    expect([nextDay(noon), nextDay(midnight - 1)]).toEqual([midnight, midnight]);
    expect(nextDay(midnight)).toBe(midnight + dayMs);
  });
});

function user(userId: string, email = `${userId}@parley.example`): User {
  return { kind: 'free', userId, profile: { email } } as User;
}

function guest(guestId: string): Guest {
  return { kind: 'guest', guestId } as Guest;
}
