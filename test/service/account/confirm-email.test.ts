import { randomUUID } from 'node:crypto';
import { afterEach, expect, test, vi } from 'vitest';
import { sign } from '../../../functions/request/signing.ts';
import { documentClient } from '../../../functions/tables/client.ts';
import { emailsOf } from '../../support/handlers/emails.ts';
import { beforeRequests, breaks, type Someone } from '../../support/handlers/in-process.ts';
import { mailedCode } from '../../support/handlers/tokens.ts';
import { startBuyers } from '../../support/people/buyers.ts';

const { issuer, user, put, item, logged, stripe, status: readStatus } = await startBuyers();
process.env.AWS_ENDPOINT_URL_COGNITO_IDENTITY_PROVIDER = issuer.url;
process.env.AWS_ENDPOINT_URL_SESV2 = issuer.url;
process.env.EMAIL_FROM = 'hello@parley.example';

afterEach(() => void issuer.mails.splice(0));

test('the code changes the address here and at Stripe, and the old address is told', async () => {
  const { id: customerId } = await stripe.customers.create({ email: 'old@example.com' });
  const ada = await user({ email: 'old@example.com', customerId });
  const { newEmail, confirm } = await begin(ada);
  const answer = await confirm();
  expect([answer.status, answer.body]).toEqual([200, { email: newEmail }]);
  expect(answer.cookies.join()).toMatch(/__Host-parley_step_up=; Max-Age=0/);
  expect(await profile(ada)).toMatchObject({
    email: newEmail,
    countedAs: ada.counters.slice('USER#'.length),
  });
  expect(await stripe.customers.retrieve(customerId)).toMatchObject({ email: newEmail });
  expect(issuer.mails).toEqual([expect.stringMatching(/"ToAddresses":\["old@example.com"\]/)]);
  expect(issuer.mails.join()).not.toContain(newEmail);
  expect(logged()).toContain('"email-changed"');
  for (const address of ['old@example.com', newEmail]) expect(logged()).not.toContain(address);
});

test('a wrong code changes nothing, and the right one still works', async () => {
  const ada = await user();
  const before = await profile(ada);
  const { newEmail, confirm } = await begin(ada);
  const { status, body, cookies } = await confirm('654321');
  expect([status, body.reason]).toEqual([422, 'emailCodeWrong']);
  expect(cookies).toEqual([]);
  expect([await profile(ada), issuer.mails]).toEqual([before, []]);
  expect((await confirm()).status).toBe(200);
  expect(await profile(ada)).toMatchObject({ email: newEmail });
});

test('a call that broke off goes on with the same code', async () => {
  const ada = await user();
  const { newEmail, confirm } = await begin(ada);
  const mend = beforeRequests(documentClient, breaks(/Update.*PROFILE/));
  expect((await confirm()).status).toBe(500);
  mend();
  expect((await confirm()).status).toBe(200);
  expect(await profile(ada)).toMatchObject({ email: newEmail });
  // A third time, there is nothing to do.
  const mails = issuer.mails.length;
  expect([(await confirm()).status, issuer.mails.length]).toEqual([200, mails]);
});

test('today’s translations stay counted, whatever the mailbox is called', async () => {
  const ada = await user();
  await put('usage', { pk: ada.counters, sk: new Date().toISOString().slice(0, 10), used: 7 });
  for (const _ of [1, 2]) {
    const { confirm } = await begin(ada);
    expect((await confirm()).status).toBe(200);
    expect(await readStatus(ada)).toMatchObject({ translationsUsed: 7 });
  }
});

test('another spelling of the same mailbox needs no other counters', async () => {
  const ada = await user({ email: 'ada@example.com' });
  const { confirm } = await begin(ada, 'Ada+parley@example.com');
  await confirm();
  expect(await profile(ada)).not.toHaveProperty('countedAs');
});

test('a mailbox that had its trial passes that on, and takes nobody’s', async () => {
  const [ada, grace, joan] = [await user(), await user(), await user()];
  const trialOf = (email: string) => ({ pk: `TRIAL#EMAIL#${sign('trial', email)}`, sk: 'TRIAL' });
  const emailOf = async (someone: Someone) => String((await profile(someone))?.email);
  await put('users', { ...trialOf(await emailOf(ada)), userId: 'somebody earlier' });
  const [first, second, third] = [await begin(ada), await begin(grace), await begin(joan)];
  await put('users', { ...trialOf(third.newEmail), userId: 'another' });
  await put('users', { ...trialOf(await emailOf(joan)), userId: joan.id });
  for (const { confirm } of [first, second, third]) expect((await confirm()).status).toBe(200);
  const kept = await Promise.all(
    [first, second, third].map(async ({ newEmail }) => {
      const { pk, sk } = trialOf(newEmail);
      return (await item('users', pk, sk))?.userId;
    }),
  );
  expect(kept).toEqual(['somebody earlier', undefined, 'another']);
});

test('a notice that cannot be sent is logged, and without a sender there is none', async () => {
  const [ada, grace] = [await user(), await user()];
  const { newEmail, confirm } = await begin(ada);
  issuer.faults.set('/v2/email/outbound-emails', 400);
  expect((await confirm()).status).toBe(200);
  issuer.faults.clear();
  expect(await profile(ada)).toMatchObject({ email: newEmail });
  expect(logged()).toContain('"notice-not-sent"');
  vi.stubEnv('EMAIL_FROM', '');
  const other = await begin(grace);
  expect((await other.confirm()).status).toBe(200);
  vi.unstubAllEnvs();
  expect(issuer.mails).toEqual([]);
});

async function begin(someone: Someone, newEmail = `${randomUUID()}@example.com`) {
  const { change, confirm } = emailsOf(someone, randomUUID());
  expect((await change(newEmail)).status).toBe(200);
  return { newEmail, confirm: (code = mailedCode) => confirm(newEmail, code) };
}

function profile({ partition }: Someone) {
  return item('users', partition, 'PROFILE');
}
