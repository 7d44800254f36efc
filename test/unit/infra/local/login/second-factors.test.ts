import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { openStore } from '../../../../../infra/local/database/store.ts';
import { createSecondFactors } from '../../../../../infra/local/login/second-factors.ts';
import { codeOfApp } from '../../../../support/people/authenticator.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-29T12:00:10Z') });
  onTestFinished(() => void vi.useRealTimers());
});

test('the app of the tests shows the codes of RFC 6238', () => {
  const key = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
  const seconds = [59, 1111111109, 1111111111, 1234567890, 2000000000, 20000000000];
  expect(seconds.map((at) => codeOfApp(key, at * 1_000))).toEqual([
    '287082',
    '081804',
    '050471',
    '005924',
    '279037',
    '353130',
  ]);
});

test('a code of the new key turns it on; a wrong one does not', async () => {
  const factors = createSecondFactors(await openStore());
  expect(await factors.verify('ada', '123456')).toBeUndefined();
  expect(await factors.set('ada', true)).toBe(false);
  const key = await factors.begin('ada');
  expect(key).toMatch(/^[A-Z2-7]{52}$/);
  expect(await factors.verify('ada', wrongFor(key))).toBe(false);
  expect(await factors.verify('ada', codeOfApp(key))).toBe(true);
  expect(factors.isOn('ada')).toBe(false);
  expect(await factors.set('ada', true)).toBe(true);
  expect(factors.isOn('ada')).toBe(true);
  expect(factors.isOn('eve')).toBe(false);
});

test('a key that is asked for and not confirmed leaves the one in use', async () => {
  const { factors, key } = await turnOn();
  const newKey = await factors.begin('ada');
  later(30);
  expect(await factors.check('ada', codeOfApp(newKey))).toBe('wrong');
  expect(await factors.check('ada', codeOfApp(key))).toBe('right');
});

test('a clock may be half a minute early or late, and not more', async () => {
  for (const [seconds, outcome] of [
    [-60, 'wrong'],
    [-30, 'right'],
    [0, 'right'],
    [30, 'right'],
    [60, 'wrong'],
  ] as const) {
    const { factors, key } = await turnOn();
    later(300);
    const code = codeOfApp(key, Date.now() + seconds * 1_000);
    expect(await factors.check('ada', code), `${seconds}`).toBe(outcome);
  }
});

test('a code works once, also the one that turned it on, and no earlier one after it', async () => {
  const { factors, key } = await turnOn();
  expect(await factors.check('ada', codeOfApp(key))).toBe('wrong');
  later(30);
  const code = codeOfApp(key);
  const both = await Promise.all([factors.check('ada', code), factors.check('ada', code)]);
  expect(both).toEqual(['right', 'wrong']);
  expect(await factors.check('ada', codeOfApp(key, Date.now() - 30_000))).toBe('wrong');
});

test('after five wrong codes no code works for 15 minutes; a right one before starts again', async () => {
  const { factors, key } = await turnOn();
  const guess = () => factors.check('ada', wrongFor(key));
  later(60);
  for (const _ of [1, 2, 3, 4]) expect(await guess()).toBe('wrong');
  expect(await factors.check('ada', codeOfApp(key))).toBe('right');
  for (const _ of [1, 2, 3, 4]) expect(await guess()).toBe('wrong');
  expect(await guess()).toBe('blocked');
  later(14 * 60);
  expect(await factors.check('ada', codeOfApp(key))).toBe('blocked');
  later(60);
  expect(await factors.check('ada', codeOfApp(key))).toBe('right');
});

test('a challenge holds for three minutes', async () => {
  const factors = createSecondFactors(await openStore());
  const challenge = await factors.beginChallenge('ada');
  later(179);
  expect(factors.findChallenged(challenge)).toBe('ada');
  later(1);
  expect(factors.findChallenged(challenge)).toBeUndefined();
});

async function turnOn() {
  const factors = createSecondFactors(await openStore());
  const key = await factors.begin('ada');
  await factors.verify('ada', codeOfApp(key));
  await factors.set('ada', true);
  return { factors, key };
}

function later(seconds: number): void {
  vi.setSystemTime(Date.now() + seconds * 1_000);
}

/** Right at no moment near now. */
function wrongFor(key: string): string {
  const near = [-60, -30, 0, 30, 60].map((seconds) => codeOfApp(key, Date.now() + seconds * 1_000));
  return (
    ['000000', '000001', '000002', '000003', '000004', '000005'].find((each) => !near.includes(each)) ?? ''
  );
}
