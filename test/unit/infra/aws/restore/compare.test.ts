import { expect, test } from 'vitest';
import { compare } from '../../../../../infra/aws/restore/compare.ts';

const now = 1_780_000_000;
const profile = (id: string, more: object = {}) => ({
  pk: { S: `USER#${id}` },
  sk: { S: 'PROFILE' },
  ...more,
});

test('equal tables differ in nothing, in any order of items, fields and members', async () => {
  const a = { plan: { S: 'free' }, tags: { SS: ['x', 'y'] }, list: { L: [{ S: 'x' }, { S: 'y' }] } };
  const b = { list: { L: [{ S: 'x' }, { S: 'y' }] }, tags: { SS: ['y', 'x'] }, plan: { S: 'free' } };
  const found = await compare([profile('1', a), profile('2')], [profile('2'), profile('1', b)], now);
  expect(found).toEqual([{ kind: 'USER PROFILE', live: 2, restored: 2, differences: 0 }]);
});

test('a changed, a missing and an additional item are a difference each', async () => {
  const found = await compare(
    [profile('1', { plan: { S: 'free' } }), profile('2')],
    [profile('1', { plan: { S: 'premium' } }), profile('3')],
    now,
  );
  expect(found).toEqual([{ kind: 'USER PROFILE', live: 2, restored: 2, differences: 3 }]);
});

test('the order of a list matters', async () => {
  const list = (...words: string[]) => profile('1', { list: { L: words.map((S) => ({ S })) } });
  const [found] = await compare([list('x', 'y')], [list('y', 'x')], now);
  expect(found?.differences).toBe(1);
});

test('expired items are in neither table', async () => {
  const guest = { pk: { S: 'GUEST#1' }, sk: { S: 'ALL' } };
  const live = [{ ...guest, expiresAt: { N: `${now}` } }];
  const restored = [profile('1'), { ...guest, expiresAt: { N: `${now - 1}` } }];
  const found = await compare(live, restored, now);
  expect(found).toEqual([{ kind: 'USER PROFILE', live: 0, restored: 1, differences: 1 }]);
});

test('counters of different days are one kind', async () => {
  const counter = (day: string) => ({ pk: { S: 'USER#1' }, sk: { S: day } });
  const [found, ...more] = await compare([counter('2026-11-27'), counter('2026-11-28')], [], now);
  expect(found).toEqual({ kind: 'USER', live: 2, restored: 0, differences: 2 });
  expect(more).toEqual([]);
});
