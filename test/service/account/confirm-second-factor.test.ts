import { expect, test } from 'vitest';
import { startSecondFactors, stepUp } from '../../support/handlers/second-factors.ts';
import { appCode, appKey } from '../../support/handlers/tokens.ts';

const { issuer, user, item, logged } = await startSecondFactors();

test('a code of the app turns two-step login on, and the owner is told', async () => {
  const ada = await user({ email: 'ada@example.com' });
  const before = await item('users', ada.partition, 'PROFILE');
  const { token, begin, confirm } = stepUp(ada);
  const begun = await begin();
  expect([begun.status, begun.body]).toEqual([200, { key: appKey }]);
  expect(issuer.secondFactors.get(token)).toEqual({ isVerified: false, isOn: false });
  const turned = await confirm(appCode);
  expect([turned.status, turned.body]).toEqual([200, {}]);
  expect(turned.cookies.join()).toMatch(/__Host-parley_step_up=; Max-Age=0/);
  expect(issuer.secondFactors.get(token)).toEqual({ isVerified: true, isOn: true });
  expect(issuer.mails).toEqual([
    expect.stringMatching(/Two-step login is on.*"ToAddresses":\["ada@example.com"\]/),
  ]);
  // The key is at the login only.
  expect(await item('users', ada.partition, 'PROFILE')).toEqual(before);
  expect(logged()).toMatch(/"second-factor-changed".*"isOn":true/);
  for (const secret of [appKey, appCode, token]) {
    expect(logged()).not.toContain(secret);
    expect(issuer.mails.join()).not.toContain(secret);
  }
});

test('a wrong code changes nothing, and the next one still works', async () => {
  const { token, begin, confirm } = stepUp(await user());
  await begin();
  const { status, body, cookies } = await confirm('135791');
  expect([status, body.reason, cookies]).toEqual([422, 'appCodeWrong', []]);
  expect([issuer.secondFactors.get(token)?.isOn, issuer.mails]).toEqual([false, []]);
  expect((await confirm(appCode)).status).toBe(200);
});

test.each([
  ['CodeMismatchException', 422, 'appCodeWrong'],
  ['EnableSoftwareTokenMFAException', 422, 'appCodeWrong'],
  ['ExpiredCodeException', 422, 'appCodeWrong'],
  ['InvalidParameterException', 422, 'appCodeWrong'],
  ['TooManyRequestsException', 429, 'tooManyAccountCodes'],
  ['NotAuthorizedException', 409, 'signInAgain'],
  ['SoftwareTokenMFANotFoundException', 409, 'signInAgain'],
  ['InternalErrorException', 502, 'loginFailed'],
])('the login’s %s is a %i with the text %s', async (__type, status, reason) => {
  const { confirm } = stepUp(await user());
  issuer.replies.set('/', [400, { __type, message: 'No.' }]);
  const answer = await confirm(appCode);
  expect([answer.status, answer.body.reason]).toEqual([status, reason]);
  expect(issuer.mails).toEqual([]);
});

test('a code that the login does not call right is wrong', async () => {
  const { confirm } = stepUp(await user());
  issuer.replies.set('/', [200, { Status: 'ERROR' }]);
  expect((await confirm(appCode)).body.reason).toBe('appCodeWrong');
});
