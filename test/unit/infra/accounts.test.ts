import { expect, test } from 'vitest';
import { openStore } from '../../../infra/local/database/store.ts';
import { createAccounts, seedOperator } from '../../../infra/local/login/accounts.ts';

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
