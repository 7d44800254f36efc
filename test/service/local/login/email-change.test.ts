import { afterAll, expect, test } from 'vitest';
import { startParley } from '../../../support/parley/system.ts';
import { confirmPassword, signIn, signUp, visit } from '../../../support/people/session.ts';

/** Its own, because it prints the emails. */
const parley = await startParley({ flags: ['--data', 'memory'] });
afterAll(() => parley.stop());

test('a person changes their address with the code that the computer prints', async () => {
  const [ada, eve] = [visit(parley.url), visit(parley.url)];
  const person = await signUp(ada);
  const other = await signUp(eve);
  const email = `new-${person.email}`;
  expect((await change(ada, email)).status).toBe(409);
  await confirmPassword(ada, person);
  expect((await change(ada, email)).status).toBe(200);
  const code = await codeFor(email);
  expect(await emailOf(ada)).toBe(person.email);
  const wrong = await confirm(ada, email, code === '000000' ? '000001' : '000000');
  expect([wrong.status, (await wrong.json()).reason]).toEqual([422, 'emailCodeWrong']);
  expect((await confirm(ada, email, code)).status).toBe(200);
  expect(await emailOf(ada)).toBe(email);
  await expect
    .poll(() => parley.lines.some((line) => line.includes(`[mail] To ${person.email}: The`)))
    .toBe(true);

  await expect(signIn(visit(parley.url), person)).rejects.toThrow('Wrong email address or password');
  const again = visit(parley.url);
  await signIn(again, { ...person, email });
  expect(await emailOf(again)).toBe(email);
  // The old address is free again.
  await signUp(visit(parley.url), { email: person.email });

  await confirmPassword(ada, { ...person, email });
  expect((await change(ada, other.email)).status).toBe(200);
  const taken = await confirm(ada, other.email, await codeFor(other.email));
  expect([taken.status, (await taken.json()).reason]).toEqual([409, 'emailTaken']);
  expect([await emailOf(ada), await emailOf(eve)]).toEqual([email, other.email]);
});

test('another person’s confirmation, and one before signing out everywhere, are worth nothing', async () => {
  const [ada, eve] = [visit(parley.url), visit(parley.url)];
  const person = await signUp(ada);
  const thief = await signUp(eve);
  await confirmPassword(eve, thief);
  ada.cookies.set(stepUp, eve.cookies.get(stepUp) ?? '');
  expect((await change(ada, thief.email)).status).toBe(409);
  await confirmPassword(ada, person);
  const kept = ada.cookies.get(stepUp) ?? '';
  expect((await ada.post('/api/account/sign-out', {})).status).toBe(200);
  await expect
    .poll(async () => {
      await signIn(ada, person);
      return (await ada.fetch('/api/auth/user')).status;
    })
    .toBe(200);
  ada.cookies.set(stepUp, kept);
  const refused = await change(ada, `new-${person.email}`);
  expect([refused.status, (await refused.json()).reason]).toEqual([409, 'signInAgain']);
});

test('a code stops working after five wrong ones', async () => {
  const ada = visit(parley.url);
  const person = await signUp(ada);
  const email = `new-${person.email}`;
  await confirmPassword(ada, person);
  await change(ada, email);
  const code = await codeFor(email);
  for (const _ of [1, 2, 3, 4, 5]) await confirm(ada, email, 'wrong');
  expect((await confirm(ada, email, code)).status).toBe(422);
  expect(await emailOf(ada)).toBe(person.email);
});

const stepUp = 'parley_step_up';

type Visitor = ReturnType<typeof visit>;

function change(visitor: Visitor, email: string) {
  return visitor.post('/api/account/email', { email });
}

function confirm(visitor: Visitor, email: string, code: string) {
  return visitor.post('/api/account/email/confirm', { email, code });
}

async function emailOf(visitor: Visitor): Promise<unknown> {
  return (await (await visitor.fetch('/api/auth/user')).json()).email;
}

async function codeFor(email: string): Promise<string> {
  const find = () =>
    parley.lines.flatMap(
      (line) => line.match(new RegExp(`\\[mail\\] To ${email}: .*code is (\\d{6})`))?.[1] ?? [],
    );
  await expect.poll(() => find().length).toBeGreaterThan(0);
  return find().at(-1) ?? '';
}
