import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { handler as endSessions } from '../../../functions/account/end-sessions.ts';
import { handler as readUser } from '../../../functions/auth/user.ts';
import { documentClient } from '../../../functions/tables/client.ts';
import { beforeRequests, breaks, startInProcess } from '../../support/handlers/in-process.ts';
import { call } from '../../support/handlers/jar.ts';
import { type Begun, sessionsOf } from '../../support/handlers/sessions.ts';

const inProcess = await startInProcess();
const { issuer, user, item, logged } = inProcess;
const { begin, listed, ask, kept } = sessionsOf(inProcess);

test('an ended session is refused at its next request, and leaves the list', async () => {
  const { id } = await user();
  const [phone, laptop, tablet] = [await begin(id), await begin(id), await begin(id)];
  expect((await end(phone, laptop.id)).status).toBe(200);
  expect((await ask(laptop)).json().code).toBe('session_expired');
  for (const open of [phone, tablet]) expect((await ask(open)).status).toBe(200);
  expect(await listed(phone)).toEqual([phone.id, tablet.id].sort());
  expect(await kept(id)).toHaveLength(2);
  expect(logged()).toMatch(/"event":"sessions-ended".*"sessions":1/);
  expect(logged()).not.toContain(laptop.id);
});

test('an ended session cannot be renewed with the tokens that its browser has', async () => {
  const { id } = await user();
  const [phone, laptop] = [await begin(id), await begin(id)];
  await end(phone, laptop.id);
  const access = await issuer.mint({ sub: id, origin_jti: laptop.id, exp: seconds() - 9 });
  const refresh = issuer.issueRefreshToken({ sub: id, origin_jti: laptop.id });
  const answer = await call(readUser, { path: '/api/auth/user', cookies: { access, refresh } });
  expect(answer.json().code).toBe('session_expired');
});

test('all other sessions end at once, more than one update can name', async () => {
  const { id } = await user({ revokedSessions: { old: seconds() - 9, alive: seconds() + 999 } });
  const phone = await begin(id);
  const others = await Promise.all(Array.from({ length: 95 }, () => begin(id)));
  expect((await end(phone, 'others')).status).toBe(200);
  expect(await listed(phone)).toEqual([phone.id]);
  for (const other of others.slice(-3)) expect((await ask(other)).json().code).toBe('session_expired');
  const { revokedSessions } = (await item('users', `USER#${id}`, 'PROFILE')) ?? {};
  expect(Object.keys(revokedSessions as object).sort()).toEqual(
    ['alive', ...others.map((each) => each.id)].sort(),
  );
});

test('ending a session of nobody, an ended one, or another person’s changes nothing', async () => {
  const [ada, eve] = [await user(), await user()];
  const [phone, attacker] = [await begin(ada.id), await begin(eve.id)];
  for (const id of [phone.id, randomUUID(), 'x'.repeat(500), 'PROFILE']) {
    expect((await end(attacker, id)).status).toBe(200);
  }
  expect((await ask(phone)).status).toBe(200);
  expect(await listed(phone)).toEqual([phone.id]);
  expect(await item('users', `USER#${eve.id}`, 'PROFILE')).not.toHaveProperty('revokedSessions');
});

test('a session is over even if the database then fails, and the call can be repeated', async () => {
  const { id } = await user();
  const [phone, laptop] = [await begin(id), await begin(id)];
  const mend = beforeRequests(documentClient, breaks(/BatchWrite/));
  expect((await end(phone, laptop.id)).status).toBe(500);
  mend();
  expect((await ask(laptop)).json().code).toBe('session_expired');
  expect((await end(phone, laptop.id)).status).toBe(200);
  expect(await listed(phone)).toEqual([phone.id]);
});

function end({ access }: Begun, id: string) {
  const pathParameters = { id };
  const path = `/api/account/sessions/${id}`;
  return call(endSessions, { method: 'DELETE', path, pathParameters, cookies: { access } });
}

function seconds(): number {
  return Math.floor(Date.now() / 1_000);
}
