import { expect, test } from 'vitest';
import { sharedParley } from '../../../support/parley/shared.ts';
import { codeOfApp } from '../../../support/people/authenticator.ts';
import { confirmPassword, type Person, signIn, signUp, visit } from '../../../support/people/session.ts';

const { url, login } = sharedParley;

test('two-step login is set up with a code, asked for, and turned off', async () => {
  const ada = visit(url);
  const person = await signUp(ada);
  expect((await begin(ada)).status).toBe(409);
  const key = await turnOn(ada, person);
  // The session goes on; only sign-ins ask.
  expect((await ada.fetch('/api/auth/user')).status).toBe(200);
  await expect(signIn(visit(url), person)).rejects.toThrow('The login showed a form again');

  const again = visit(url);
  const next = nextCode(key);
  await signIn(again, { ...person, code: next });
  expect((await again.fetch('/api/auth/user')).status).toBe(200);
  await expect(signIn(visit(url), { ...person, code: next }), 'used already').rejects.toThrow(
    'This code isn’t right',
  );

  // The second sign-in asks as well, and no key comes while there is one in use.
  await expect(confirmPassword(ada, person, 'second-factor')).rejects.toThrow('showed a form again');
  expect((await end(ada)).status).toBe(409);
  expect(await turnOffFor(person.email)).toBe(200);
  await signIn(visit(url), person);
});

test('a wrong password never leads to the question for a code', async () => {
  const ada = visit(url);
  const person = await signUp(ada);
  const key = await turnOn(ada, person);
  const wrong = signIn(visit(url), { ...person, password: 'Wrong-horse-7', code: nextCode(key) });
  await expect(wrong).rejects.toThrow('That took too long');
});

test('after five wrong codes the right one is refused, also in another browser', async () => {
  const ada = visit(url);
  const person = await signUp(ada);
  const key = await turnOn(ada, person);
  const code = nextCode(key);
  const guess = (given: string) => signIn(visit(url), { ...person, code: given });
  for (const _ of [1, 2, 3, 4]) await expect(guess('wrong')).rejects.toThrow('This code isn’t right');
  await expect(guess('wrong')).rejects.toThrow('Too many wrong codes');
  await expect(guess(code)).rejects.toThrow('Too many wrong codes');
});

test('a person turns it off after a sign-in with a code', async () => {
  const ada = visit(url);
  const person = await signUp(ada);
  const key = await turnOn(ada, person);
  await confirmPassword(ada, { ...person, code: nextCode(key) }, 'second-factor');
  const asked = await begin(ada);
  expect([asked.status, await asked.json()]).toEqual([200, { key: null }]);
  expect((await end(ada)).status).toBe(200);
  await signIn(visit(url), person);
});

test('only a command on this machine turns it off for somebody', async () => {
  const ada = visit(url);
  const person = await signUp(ada);
  await turnOn(ada, person);
  expect(await turnOffFor(person.email, {})).toBe(403);
  expect(await turnOffFor('nobody@parley.example')).toBe(404);
  await expect(signIn(visit(url), person)).rejects.toThrow('The login showed a form again');
});

type Visitor = ReturnType<typeof visit>;

const path = '/api/account/second-factor';
const begin = (visitor: Visitor) => visitor.post(path, {});
const confirm = (visitor: Visitor, code: string) => visitor.post(`${path}/confirm`, { code });
const end = (visitor: Visitor) => visitor.fetch(path, { method: 'DELETE' });

async function turnOn(visitor: Visitor, person: Person): Promise<string> {
  await confirmPassword(visitor, person, 'second-factor');
  const { key } = await (await begin(visitor)).json();
  const wrong = await confirm(visitor, 'wrong');
  expect([wrong.status, (await wrong.json()).reason]).toEqual([422, 'appCodeWrong']);
  expect((await confirm(visitor, codeOfApp(key))).status).toBe(200);
  return key;
}

/** The login takes it already: clocks may differ. The one before has been used. */
function nextCode(key: string): string {
  return codeOfApp(key, Date.now() + 30_000);
}

async function turnOffFor(email: string, headers: Record<string, string> = { 'x-parley-local': '1' }) {
  const address = `${login}/local/second-factors/${encodeURIComponent(email)}`;
  return (await fetch(address, { method: 'DELETE', headers })).status;
}
