import { expect, onTestFinished, test, vi } from 'vitest';
import { openStore } from '../../../../../infra/local/database/store.ts';
import { createAccounts, seedOperator } from '../../../../../infra/local/login/accounts.ts';

test('the operator’s password stays the same, and signs in a member of operators', async () => {
  const store = await openStore();
  const told = await seedOperator(store, createAccounts(store));
  const accounts = createAccounts(store);
  expect(await seedOperator(store, accounts)).toEqual(told);
  expect(await accounts.verifyPassword(told.email, told.password)).toMatchObject({ groups: ['operators'] });
});

test('an account is stored without its password', async () => {
  const store = await openStore();
  const person = { email: 'ada@parley.example', firstName: 'Ada', lastName: 'Lovelace' };
  await createAccounts(store).create({ ...person, password: 'Correct-horse-7' });
  const stored = JSON.stringify(store.list(''));
  expect(stored).toContain(person.email);
  expect(stored).not.toContain('Correct-horse-7');
});

test('of a removed account nothing is left, not even the key of its second factor', async () => {
  const store = await openStore();
  const accounts = createAccounts(store);
  const person = { email: 'ada@parley.example', firstName: 'Ada', lastName: 'Lovelace' };
  const account = await accounts.create({ ...person, password: 'Correct-horse-7' });
  if (!account) throw new Error('The address was taken.');
  await accounts.secondFactors.begin(account.id);
  expect(store.list('')).toHaveLength(3);
  await accounts.remove(account);
  expect(store.list('')).toEqual([]);
});

test('a wrong code does not extend the hour of a reset', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  const store = await openStore();
  const accounts = createAccounts(store);
  const { email, password } = await seedOperator(store, accounts);
  const code = await accounts.beginReset(email);
  vi.setSystemTime(Date.now() + 3_599_000);
  expect(await accounts.reset(email, 'wrong', password)).toBe(false);
  expect(accounts.findResetCode(email)).toBe(code);
  vi.setSystemTime(Date.now() + 1_000);
  expect(accounts.findResetCode(email)).toBeUndefined();
});
