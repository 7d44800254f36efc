import { ulid } from 'ulid';
import { beforeEach, expect, test, vi } from 'vitest';
import { listBounds } from '../../functions/meters/bounds.ts';
import { giveBack, reserve } from '../../functions/meters/reservations.ts';
import type { Guest } from '../../functions/request/caller.ts';
import { documentClient } from '../../functions/tables/client.ts';
import { beforeRequests, startInProcess } from '../support/handlers/in-process.ts';

const { all, remove } = await startInProcess();

/** 16 shares of 18,750 characters. */
const ceiling = 300_000;
const share = ceiling / 16;

let day = Date.parse('2026-11-20T12:00:00Z');

beforeEach(async () => {
  day += 86_400_000;
  vi.useFakeTimers({ toFake: ['Date'], now: day });
  for (const { pk, sk } of await all('usage')) await remove('usage', `${pk}`, `${sk}`);
  return () => vi.useRealTimers();
});

test('callers are spread over sixteen counters, and each always begins with the same one', () => {
  const guests = Array.from({ length: 800 }, newGuest);
  const counted = Map.groupBy(guests, (guest) => groupOf(guest).counters.pk);
  expect([...counted.keys()].toSorted()).toEqual(
    Array.from({ length: 16 }, (_, shard) => `GUESTS#${shard}`).toSorted(),
  );
  // 50 each, within five standard deviations.
  for (const guestsOfOne of counted.values()) expect(Math.abs(guestsOfOne.length - 50)).toBeLessThan(35);
  const [guest] = guests as [Guest];
  expect(groupOf(guest)).toEqual(groupOf({ ...guest, address: '198.51.100.9' }));
});

test('one caller may use the shares of all, to the last character', async () => {
  const guest = newGuest();
  for (let turn = 0; turn < 16; turn++) expect(await take(guest, share)).toHaveProperty('taken');
  expect(await take(guest, 20)).toMatchObject({ of: 'all', refusedBy: 'characters' });
  expect(await total()).toBe(ceiling);
});

test('a request is refused only when no share has room for it: less than sixteen times its size is left', async () => {
  const size = 5_000;
  for (let turn = 0; turn < 16 * 3; turn++) {
    expect(await take(newGuest(), size), `${turn}`).toHaveProperty('taken');
  }
  expect(await take(newGuest(), size)).toHaveProperty('refusedBy');
  expect(await total()).toBe(240_000);
  // 3,750 are left in each share.
  for (let turn = 0; turn < 16; turn++) expect(await take(newGuest(), 3_750)).toHaveProperty('taken');
  expect(await total()).toBe(ceiling);
});

test('callers at the same time never exceed the ceiling', async () => {
  const guests = Array.from({ length: 40 }, newGuest);
  const outcomes = await Promise.all(guests.map((guest) => take(guest, 9_000)));
  expect(outcomes.filter((outcome) => 'taken' in outcome)).toHaveLength(32);
  expect(await total()).toBe(288_000);
});

test('a count is returned to the share that holds it', async () => {
  const guest = newGuest();
  for (let turn = 0; turn < 15; turn++) await take(guest, share);
  const last = await take(guest, share);
  if (!('taken' in last)) throw new Error('The last share has room');
  await giveBack(last.taken);
  expect(await total()).toBe(15 * share);
  expect(await take(guest, share)).toHaveProperty('taken');
});

test('a full group is not read again for a few seconds, unless a request is smaller', async () => {
  const requests: string[] = [];
  const guest = newGuest();
  for (let turn = 0; turn < 16; turn++) await take(guest, share - 100);
  await take(guest, 1_000);
  beforeRequests(documentClient, (command) => requests.push(command));
  expect(await take(newGuest(), 1_000)).toHaveProperty('refusedBy');
  expect(requests).toEqual([]);
  expect(await take(newGuest(), 100)).toHaveProperty('taken');
  vi.setSystemTime(Date.now() + 5_000);
  requests.length = 0;
  expect(await take(newGuest(), 1_000)).toHaveProperty('refusedBy');
  // The failed write's counter, and the other fifteen.
  expect(requests.filter((command) => command === 'GetItemCommand')).toHaveLength(16);
});

test('a small ceiling has fewer shares, so that the longest texts fit', async () => {
  vi.resetModules();
  vi.stubEnv('CEILINGS', JSON.stringify({ guestCharactersPerDay: 31_000 }));
  const { listBounds: listSmallBounds } = await import('../../functions/meters/bounds.ts');
  const all = listSmallBounds(newGuest(), Date.now()).at(-1);
  expect(all).toMatchObject({ max: { characters: 15_500, speechSeconds: 5_000 }, others: [{}] });
  vi.unstubAllEnvs();
});

function newGuest(): Guest {
  return { kind: 'guest', guestId: ulid(), address: '198.51.100.1' } as Guest;
}

function groupOf(guest: Guest) {
  const all = listBounds(guest, Date.now()).find(({ of }) => of === 'all');
  if (!all) throw new Error('A guest counts with all guests');
  return all;
}

function take(guest: Guest, characters: number) {
  return reserve([{ ...groupOf(guest), amounts: { used: 1, characters } }]);
}

async function total(): Promise<number> {
  const items = await all('usage');
  return items.reduce((sum, { characters }) => sum + Number(characters), 0);
}
