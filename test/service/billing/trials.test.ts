import { describe, expect, test } from 'vitest';
import type { ProfileItem } from '../../../functions/users-table.ts';
import { startInProcess } from '../../support/handlers/in-process.ts';

const { user, item, all, remove } = await startInProcess();
const { isTrialAvailable, takeTrial, withoutAlias } = await import('../../../functions/billing/trials.ts');

describe('a letter box', () => {
  test.each([
    ['ada@example.com', 'ada@example.com'],
    ['  Ada@Example.COM ', 'ada@example.com'],
    ['ada+parley@example.com', 'ada@example.com'],
    ['ada+one+two@example.com', 'ada@example.com'],
    ['ada.lovelace@example.com', 'ada.lovelace@example.com'],
    ['ada.lovelace@gmail.com', 'adalovelace@gmail.com'],
    ['Ada.Love.Lace+parley@googlemail.com', 'adalovelace@gmail.com'],
    ['"a@b"@example.com', '"a@b"@example.com'],
    ['ada@mail.gmail.com', 'ada@mail.gmail.com'],
    ['ada', 'ada@'],
    ['', '@'],
  ])('of %j is %j', (email, box) => {
    expect(withoutAlias(email)).toBe(box);
  });
});

describe('the one trial of a person', () => {
  test('is there for somebody new, and gone once it is taken', async () => {
    const ada = await person();
    expect(await isTrialAvailable(ada)).toBe(true);
    expect(await takeTrial(ada, 'card-of-ada', 'seti_1')).toBe(true);
    expect(await isTrialAvailable(await again(ada))).toBe(false);
  });

  test('may be taken again by the purchase that has it, and by no other of the same user', async () => {
    const ada = await person();
    expect(await takeTrial(ada, 'card-repeated', 'seti_1')).toBe(true);
    expect(await takeTrial(ada, 'card-repeated', 'seti_1')).toBe(true);
    expect(await takeTrial(ada, 'card-repeated', 'seti_2')).toBe(false);
    expect(await takeTrial(ada, 'another-card', 'seti_3')).toBe(false);
  });

  test('goes with the card: another account gets none with it, and keeps its own', async () => {
    const [ada, eve] = [await person(), await person()];
    await takeTrial(ada, 'card-shared', 'seti_1');
    expect(await takeTrial(eve, 'card-shared', 'seti_2')).toBe(false);
    expect(await isTrialAvailable(await again(eve))).toBe(true);
    expect(await takeTrial(eve, 'card-of-eve', 'seti_3')).toBe(true);
  });

  test('leaves the letter box to whoever was refused for the card', async () => {
    const [ada, eve] = [await person(), await person({ email: 'eve@example.com' })];
    await takeTrial(ada, 'card-lent', 'seti_1');
    expect(await takeTrial(eve, 'card-lent', 'seti_2')).toBe(false);
    const eveAnew = await person({ email: 'eve@example.com' });
    expect(await takeTrial(eveAnew, 'card-of-eve-anew', 'seti_3')).toBe(true);
  });

  test('goes with the letter box, under whichever alias', async () => {
    const ada = await person({ email: 'ada.lovelace@gmail.com' });
    const alias = await person({ email: 'AdaLovelace+2@googlemail.com' });
    const other = await person({ email: 'ada.lovelace@example.com' });
    await takeTrial(ada, 'card-of-one', 'seti_1');
    expect(await isTrialAvailable(alias)).toBe(false);
    expect(await takeTrial(alias, 'card-of-two', 'seti_2')).toBe(false);
    expect(await isTrialAvailable(other)).toBe(true);
    expect(await item('users', 'TRIAL#CARD#card-of-two', 'TRIAL')).toBeUndefined();
  });

  test('is not given to a card that cannot be told from others', async () => {
    const ada = await person();
    expect(await takeTrial(ada, null, 'seti_1')).toBe(false);
    expect(await takeTrial(ada, '', 'seti_1')).toBe(false);
    expect(await isTrialAvailable(await again(ada))).toBe(true);
  });

  test('is taken by one of many who come at the same time with one card', async () => {
    const people = await Promise.all(Array.from({ length: 20 }, () => person()));
    const taken = await Promise.all(
      people.map((each, index) => takeTrial(each, 'card-raced', `seti_${index}`)),
    );
    expect(taken.filter(Boolean)).toHaveLength(1);
  });

  test('is taken by one of many purchases of one user', async () => {
    const ada = await person();
    const taken = await Promise.all(
      Array.from({ length: 20 }, (_, index) => takeTrial(ada, `card-${index}-of-many`, `seti_${index}`)),
    );
    expect(taken.filter(Boolean)).toHaveLength(1);
  });

  test('is not taken for an account that has gone', async () => {
    const ada = await person();
    await remove('users', ada.pk, 'PROFILE');
    expect(await takeTrial(ada, 'card-of-nobody', 'seti_1')).toBe(false);
    expect(await item('users', ada.pk, 'PROFILE')).toBeUndefined();
  });

  test('is remembered without the address, for good', async () => {
    const ada = await person({ email: 'ada+readable@readable.example' });
    await takeTrial(ada, 'card-readable', 'seti_1');
    const ledger = (await all('users')).filter(({ pk }) => String(pk).startsWith('TRIAL#'));
    expect(JSON.stringify(ledger)).not.toContain('readable.example');
    for (const each of ledger) expect(each).not.toHaveProperty('expiresAt');
  });
});

async function person(profile: Partial<ProfileItem> = {}): Promise<ProfileItem> {
  const { partition } = await user(profile);
  return profileOf(partition);
}

function again({ pk }: ProfileItem): Promise<ProfileItem> {
  return profileOf(pk);
}

async function profileOf(partition: string): Promise<ProfileItem> {
  return (await item('users', partition, 'PROFILE')) as unknown as ProfileItem;
}
