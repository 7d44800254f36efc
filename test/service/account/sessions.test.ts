import { randomUUID } from 'node:crypto';
import { expect, test, vi } from 'vitest';
import { handler as exportData } from '../../../functions/account/export.ts';
import { handler as signOutEverywhere } from '../../../functions/account/sign-out-everywhere.ts';
import { handler as logout } from '../../../functions/auth/logout.ts';
import { documentClient } from '../../../functions/tables/client.ts';
import { recordSession } from '../../../functions/tables/sessions.ts';
import { beforeRequests, breaks, startInProcess } from '../../support/handlers/in-process.ts';
import { call } from '../../support/handlers/jar.ts';
import { type Begun, sessionsOf } from '../../support/handlers/sessions.ts';

const inProcess = await startInProcess();
const { issuer, user, item, logged } = inProcess;
const { begin, list, listed, ask, kept } = sessionsOf(inProcess);
process.env.AWS_ENDPOINT_URL_COGNITO_IDENTITY_PROVIDER = issuer.url;

const phoneDevice = { browser: 'Safari', system: 'iPhone' };

test('a person sees their own open sessions, the latest used first, and which is this one', async () => {
  const [ada, grace] = [await user(), await user()];
  await begin(grace.id);
  const phone = await begin(ada.id, { ...phoneDevice, usedAt: ago({ days: 2 }) });
  const laptop = await begin(ada.id, { usedAt: ago({ days: 1 }) });
  await begin(ada.id, { expiresAt: seconds() - 1 });
  const { status, json } = await list(phone);
  expect(status).toBe(200);
  expect(json().sessions).toEqual([
    { ...told(laptop), browser: null, system: null, isCurrent: false },
    { ...told(phone), ...phoneDevice, isCurrent: true },
  ]);
});

test('opening a page notes the use, at most every 15 minutes', async () => {
  const { id } = await user();
  const earlier = ago({ minutes: 14 });
  const [fresh, stale] = [
    await begin(id, { usedAt: earlier }),
    await begin(id, { usedAt: ago({ minutes: 16 }) }),
  ];
  const now = new Date().toISOString();
  for (const each of [fresh, stale]) expect((await ask(each)).status).toBe(200);
  expect(await usedAt(id, fresh)).toBe(earlier);
  expect((await usedAt(id, stale)) >= now).toBe(true);
});

test('a use that cannot be noted is logged, and the page gets its user', async () => {
  const { id } = await user();
  const phone = await begin(id, { usedAt: ago({ days: 1 }) });
  beforeRequests(documentClient, breaks(/Update.*SESSION#/));
  expect((await ask(phone)).status).toBe(200);
  expect(logged()).toContain('"event":"use-not-noted"');
});

test('signing out forgets the session, and signing out everywhere hides all', async () => {
  const { id } = await user();
  const [phone, laptop, tablet] = [await begin(id), await begin(id), await begin(id)];
  await call(logout, { path: '/api/logout', cookies: { access: phone.access } });
  expect(await listed(laptop)).toEqual([laptop.id, tablet.id].sort());
  const path = '/api/account/sign-out';
  await call(signOutEverywhere, { method: 'POST', path, body: {}, cookies: { access: laptop.access } });
  vi.useFakeTimers({ now: Date.now() + 2_000, toFake: ['Date'] });
  const later = await begin(id);
  const open = await listed(later);
  vi.useRealTimers();
  expect(open).toEqual([later.id]);
});

test('the download names the open sessions', async () => {
  const { id } = await user();
  const phone = await begin(id, phoneDevice);
  const { json } = await call(exportData, { path: '/api/account', cookies: { access: phone.access } });
  expect(json().profile).toMatchObject({ sessions: [{ ...told(phone), ...phoneDevice }] });
});

test('a sign-in during the deletion of the account leaves no session behind', async () => {
  const id = randomUUID();
  await expect(recordSession(id, randomUUID(), phoneDevice)).rejects.toThrow();
  expect(await kept(id)).toEqual([]);
});

function told({ id, begunAt, usedAt }: Begun) {
  return { id, begunAt, usedAt };
}

async function usedAt(userId: string, { id }: Begun): Promise<string> {
  return String((await item('users', `USER#${userId}`, `SESSION#${id}`))?.usedAt);
}

function ago({ days = 0, minutes = 0 }: { days?: number; minutes?: number }): string {
  return new Date(Date.now() - (days * 1_440 + minutes) * 60_000).toISOString();
}

function seconds(): number {
  return Math.floor(Date.now() / 1_000);
}
