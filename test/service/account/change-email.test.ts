import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { handler } from '../../../functions/account/change-email.ts';
import { ceilings } from '../../../shared/ceilings.ts';
import { emailsOf } from '../../support/handlers/emails.ts';
import { call, startInProcess } from '../../support/handlers/in-process.ts';

const { issuer, user, item, logged } = await startInProcess();
process.env.AWS_ENDPOINT_URL_COGNITO_IDENTITY_PROVIDER = issuer.url;

test('the login mails a code to the new address, and the profile keeps the old one', async () => {
  const ada = await user();
  const before = await item('users', ada.partition, 'PROFILE');
  const token = randomUUID();
  const answer = await emailsOf(ada, token).change('new@example.com');
  expect([answer.status, answer.body]).toEqual([200, {}]);
  expect(issuer.newEmails.get(token)).toEqual({ email: 'new@example.com', isVerified: false });
  expect(await item('users', ada.partition, 'PROFILE')).toEqual(before);
  for (const secret of ['new@example.com', token]) expect(logged()).not.toContain(secret);
});

test('without a sign-in a moment before, nothing happens', async () => {
  const [ada, eve] = [await user(), await user()];
  const token = randomUUID();
  const stolen = emailsOf(ada, token);
  const body = { email: 'new@example.com' };
  const asked = () => call(handler, { method: 'POST', path: '/api/account/email', body }, ada);
  const before = issuer.asked.length;
  for (const { status, body } of [
    await asked(),
    await emailsOf({ ...eve, id: ada.id }, token).change('a@b.example'),
  ]) {
    expect([status, body.reason]).toEqual([409, 'signInAgain']);
  }
  for (const damaged of ['', 'x', 'x'.repeat(2_000), '%00']) {
    const cookies = [...ada.cookies, `__Host-parley_step_up=${damaged}`];
    const { status } = await call(
      handler,
      { method: 'POST', path: '/api/account/email', body },
      { ...ada, cookies },
    );
    expect(status).toBe(409);
  }
  expect(issuer.asked.slice(before).filter((each) => each === 'POST /')).toEqual([]);
  expect((await stolen.change('new@example.com')).status).toBe(200);
});

test.each([
  ['AliasExistsException', 409, 'emailTaken'],
  ['InvalidParameterException', 409, 'emailUnusable'],
  ['CodeDeliveryFailureException', 409, 'emailUnusable'],
  ['LimitExceededException', 429, 'tooManyAccountCodes'],
  ['TooManyRequestsException', 429, 'tooManyAccountCodes'],
  ['NotAuthorizedException', 409, 'signInAgain'],
  ['InternalErrorException', 502, 'loginFailed'],
])('the login’s %s is a %i with the text %s', async (__type, status, reason) => {
  const ada = await user();
  issuer.replies.set('/', [400, { __type, message: 'No.' }]);
  const answer = await emailsOf(ada, randomUUID()).change('new@example.com');
  issuer.replies.clear();
  expect([answer.status, answer.body.reason]).toEqual([status, reason]);
});

test.each(['', 'ada', 'ada@example', 'ada @example.com', `${'a'.repeat(250)}@example.com`])(
  'the address “%s” is refused before the login is asked',
  async (email) => {
    const before = issuer.asked.length;
    const { status } = await emailsOf(await user(), randomUUID()).change(email);
    expect([status, issuer.asked.slice(before).filter((each) => each === 'POST /')]).toEqual([400, []]);
  },
);

test('an account has a few emails a day sent to addresses of its choice, however often it signs in again', async () => {
  const ada = await user();
  const before = issuer.asked.length;
  const change = (index: number) => emailsOf(ada, randomUUID()).change(`stranger-${index}@example.com`);
  for (let index = 1; index <= ceilings.emailCodesPerAccount; index++)
    expect((await change(index)).status).toBe(200);
  const { status, body, headers } = await change(0);
  expect([status, body.reason]).toEqual([429, 'tooManyEmailCodes']);
  expect(Number(headers['retry-after'])).toBeGreaterThan(0);
  expect(issuer.asked.slice(before).filter((each) => each === 'POST /')).toHaveLength(
    ceilings.emailCodesPerAccount,
  );
  expect((await emailsOf(await user(), randomUUID()).change('new@example.com')).status).toBe(200);
});
