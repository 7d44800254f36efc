import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { readDirectory } from '../../../functions/analytics/directory.ts';
import { handler } from '../../../functions/analytics/users.ts';
import { documentClient } from '../../../functions/tables/client.ts';
import type { ProfileItem } from '../../../functions/tables/users.ts';
import type { Output } from '../../../shared/api/contract.ts';
import {
  call,
  premium,
  rightAfter,
  type Someone,
  startInProcess,
} from '../../support/handlers/in-process.ts';

const { user, issuer, put, all, remove } = await startInProcess();

/** The caller: the oldest user, on the last page. */
let viewer: Someone;

beforeEach(async () => {
  viewer = await user({ createdAt: '2020-01-01T00:00:00.000Z' });
});
afterEach(async () => {
  for (const { pk, sk } of await all('users')) await remove('users', `${pk}`, `${sk}`);
});

describe('a page', () => {
  test('has 10 users, newest first, with exactly the promised fields', async () => {
    await people(24);
    await putTotal(25);
    const { users, pagination } = await page();
    expect(users.map(({ id }) => id)).toEqual(idsOf(24, 15));
    expect(users[0]).toEqual({
      id: 'person-24',
      firstName: null,
      lastName: null,
      email: null,
      subscriptionStatus: 'free',
      createdAt: createdAt(24),
      trialEndsAt: null,
      subscriptionEndsAt: null,
    });
    expect(pagination).toEqual({
      page: 1,
      limit: 10,
      totalUsers: 25,
      totalPages: 3,
      next: expect.any(String),
    });
  });

  test('has names for operators only', async () => {
    await people(1, { email: 'canarybird@parley.example', firstName: 'Canary', lastName: 'Bird' });
    const told = await call(handler, request(), viewer);
    // A generated id may contain "ada".
    expect(JSON.stringify(told)).not.toMatch(/canary|bird|"ada|lovelace|@/i);
    const access = await issuer.mint({ sub: viewer.id, 'cognito:groups': ['testers', 'operators'] });
    const operator = { ...viewer, cookies: [`__Host-parley_access=${access}`] };
    expect((await call(handler, request(), operator)).body.users[0]).toMatchObject({
      id: 'person-1',
      firstName: 'Canary',
      lastName: 'Bird',
      email: 'canarybird@parley.example',
    });
  });

  test('shows subscriptions as they stand now', async () => {
    const { subscription } = premium;
    const [past, future] = ['2020-02-01T00:00:00.000Z', '2099-01-01T00:00:00.000Z'];
    await people(1, premium);
    await person(2, { subscription: { ...subscription, status: 'trialing', trialEndsAt: future } });
    await person(3, { subscription: { ...subscription, status: 'canceled' } });
    await person(4, { subscription: { ...subscription, status: 'canceled', endsAt: past } });
    const { users } = await page();
    const standings = users.map((each) => [
      each.subscriptionStatus,
      each.trialEndsAt,
      each.subscriptionEndsAt,
    ]);
    expect(standings.slice(0, 4)).toEqual([
      ['free', null, null],
      ['canceled', null, future],
      ['trialing', future, future],
      ['active', null, future],
    ]);
  });

  test('leaves out deleted and half-deleted accounts', async () => {
    await people(3);
    await person(2, { expiresAt: Math.floor(Date.now() / 1_000) - 1 });
    await person(1, { expiresAt: Math.floor(Date.now() / 1_000) + 1_000 });
    rightAfter(documentClient, 'QueryCommand', () => remove('users', 'USER#person-3', 'PROFILE'));
    expect((await page()).users.map(({ id }) => id)).toEqual(['person-1', viewer.id]);
  });
});

describe('steps', () => {
  test.each([
    ['each at a different time', createdAt],
    ['all at the same time', () => createdAt(1)],
  ])('lead through all users, %s', async (_case, when) => {
    for (let index = 1; index <= 34; index++) await person(index, { createdAt: when(index) });
    await putTotal(35);
    const pages = [await page()];
    for (let last = pages.at(-1); last?.pagination.next; last = pages.at(-1)) {
      pages.push(await page({ page: `${pages.length + 1}`, cursor: last.pagination.next }));
    }
    expect(pages.map(({ users }) => users.length)).toEqual([10, 10, 10, 5]);
    expect(pages.map(({ pagination }) => pagination.page)).toEqual([1, 2, 3, 4]);
    expect(pages.map(({ pagination }) => pagination.totalPages)).toEqual([4, 4, 4, 4]);
    expect(new Set(pages.flatMap(({ users }) => users.map(({ id }) => id))).size).toBe(35);
  });

  test('end with a last page that is full', async () => {
    await people(19);
    const { pagination } = await page();
    const last = await page({ page: '2', cursor: pagination.next ?? '' });
    expect([last.users.length, last.pagination.next]).toEqual([10, null]);
  });

  test('are on the pages with the same numbers', async () => {
    await people(34);
    const first = await page();
    const second = await page({ page: '2', cursor: first.pagination.next ?? '' });
    expect(await page({ page: '2' })).toEqual(second);
    expect((await page({ page: '3' })).users.map(({ id }) => id)).toEqual(idsOf(14, 5));
  });

  test('keep their place while others sign up or leave', async () => {
    await people(34);
    const { pagination } = await page();
    for (let index = 35; index <= 39; index++) await person(index);
    await remove('users', 'USER#person-25', 'PROFILE');
    const second = await page({ page: '2', cursor: pagination.next ?? '' });
    expect(second.users.map(({ id }) => id)).toEqual(idsOf(24, 15));
  });

  test.each([
    ['empty', ''],
    ['no base64', 'ö'],
    ['no JSON', encoded('{')],
    ['a history’s', '01JD3Z8Q5W8X9YV2T6R4N7M1KP'],
    ['with an invalid time', encoded({ createdAt: 'today', pk: 'USER#a' })],
    ['of something else', encoded({ createdAt: createdAt(1), pk: 'STATS' })],
    ['without a user', encoded({ createdAt: createdAt(1), pk: 'USER#' })],
    ['of half a letter', encoded({ createdAt: createdAt(1), pk: 'USER#\ud800' })],
    ['with something more', encoded({ createdAt: createdAt(1), pk: 'USER#a', sk: 'X' })],
    ['too long', encoded({ createdAt: createdAt(1), pk: `USER#${'a'.repeat(400)}` })],
  ])('refuse a cursor that is %s', async (_case, cursor) => {
    const { status, body } = await call(handler, request({ cursor }), viewer);
    expect([status, body.issues[0].path]).toEqual([400, 'cursor']);
    expect(body.error).toMatch(/^This cursor is not valid\./);
  });
});

describe('a number', () => {
  test('beyond the last page has no users', async () => {
    await people(24);
    await putTotal(25);
    const last = await page({ page: '3' });
    expect(last.users.map(({ id }) => id)).toEqual([...idsOf(4, 1), viewer.id]);
    expect(last.pagination).toMatchObject({ page: 3, totalPages: 3, next: null });
    for (const number of [4, 9_999]) {
      const { users, pagination } = await page({ page: `${number}` });
      expect(users).toEqual([]);
      expect(pagination).toMatchObject({ page: number, totalPages: 3, next: null });
    }
  });

  test.each(['', '0', '-1', '1.5', '01', '1e3', 'last', '10000'])('is not "%s"', async (number) => {
    const { status, body } = await call(handler, request({ page: number }), viewer);
    expect([status, body.error]).toEqual([400, 'A page is a whole number from 1 to 9,999.']);
  });

  test('is reached in several reads if necessary', async () => {
    await people(34);
    const send = documentClient.send.bind(documentClient);
    vi.spyOn(documentClient, 'send').mockImplementation(((command: QueryCommand) => {
      const isLong = command instanceof QueryCommand && command.input.Select === 'COUNT';
      const { Limit = 0, ...input } = command.input;
      return send(isLong ? new QueryCommand({ ...input, Limit: Math.min(7, Limit) }) : command);
    }) as typeof send);
    expect((await page({ page: '3' })).users.map(({ id }) => id)).toEqual(idsOf(14, 5));
    expect((await page({ page: '9' })).users).toEqual([]);
  });
});

test('reading ends with the request, at each step', async () => {
  await remove('users', viewer.partition, 'PROFILE');
  // Without users, the keys of a page, and those before it, are all that is read.
  for (const page of [1, 3]) {
    await expect(readDirectory({ page }, AbortSignal.abort())).rejects.toThrow('aborted');
  }
  await people(1);
  const time = new AbortController();
  rightAfter(documentClient, 'QueryCommand', async () => time.abort());
  await expect(readDirectory({ page: 1 }, time.signal)).rejects.toThrow('aborted');
});

test('only the last page has no next page, even if the totals are wrong', async () => {
  await people(14);
  for (const total of [-3, 0, 15, 4_000]) {
    await putTotal(total);
    const first = await page();
    expect(first.pagination).toMatchObject({ totalUsers: Math.max(0, total), next: expect.any(String) });
    expect(first.pagination.totalPages).toBe(Math.max(2, total / 10));
    for (const query of [{ page: '2' }, { page: '2', cursor: first.pagination.next ?? '' }]) {
      expect((await page(query)).pagination).toMatchObject({ page: 2, totalPages: 2, next: null });
    }
  }
});

function request(query: Record<string, string> = {}) {
  return { method: 'GET', path: '/api/analytics/users', query };
}

async function page(query: Record<string, string> = {}): Promise<Page> {
  const { status, body } = await call(handler, request(query), viewer);
  expect([status, body.error]).toEqual([200, undefined]);
  return body;
}

/** Creates users; the last one is the newest. */
async function people(count: number, profile: Partial<ProfileItem> = {}): Promise<void> {
  for (let index = 1; index <= count; index++) await person(index, profile);
}

function person(index: number, profile: Partial<ProfileItem> = {}): Promise<void> {
  const names = { email: `${index}@parley.example`, firstName: 'Ada', lastName: 'Lovelace' };
  const key = { pk: `USER#person-${index}`, sk: 'PROFILE' };
  return put('users', { ...key, kind: 'user', createdAt: createdAt(index), ...names, ...profile });
}

function createdAt(index: number): string {
  return new Date(Date.parse('2026-01-01T00:00:00Z') + index * 60_000).toISOString();
}

function idsOf(newest: number, oldest: number): string[] {
  return Array.from({ length: newest - oldest + 1 }, (_, index) => `person-${newest - index}`);
}

function putTotal(users: number): Promise<void> {
  return put('users', { pk: 'STATS', sk: 'TOTALS', users });
}

function encoded(cursor: unknown): string {
  return Buffer.from(typeof cursor === 'string' ? cursor : JSON.stringify(cursor)).toString('base64url');
}

type Page = Output<'analytics.users'>;
