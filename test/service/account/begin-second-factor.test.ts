import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { confirmed } from '../../support/handlers/emails.ts';
import { secondFactorOf, startSecondFactors, stepUp } from '../../support/handlers/second-factors.ts';
import { appCode } from '../../support/handlers/tokens.ts';

const { issuer, user } = await startSecondFactors();

test('an account that has a second factor gets no new key, which would switch it off', async () => {
  const { token, begin } = stepUp(await user());
  issuer.secondFactors.set(token, { isVerified: true, isOn: true });
  const { status, body } = await begin();
  expect([status, body]).toEqual([200, { key: null }]);
  expect(issuer.secondFactors.get(token)).toEqual({ isVerified: true, isOn: true });
});

test('without a sign-in a moment before, or with another person’s, the login is not asked', async () => {
  const [ada, eve] = [await user(), await user()];
  const before = issuer.asked.length;
  const ofEve = confirmed(eve, randomUUID()).cookies.slice(eve.cookies.length);
  for (const caller of [ada, { ...ada, cookies: [...ada.cookies, ...ofEve] }]) {
    const { begin, confirm, end } = secondFactorOf(caller);
    for (const { status, body } of [await begin(), await confirm(appCode), await end()])
      expect([status, body.reason]).toEqual([409, 'signInAgain']);
  }
  expect(issuer.asked.slice(before).filter((each) => each === 'POST /')).toEqual([]);
});

test('a key that the login does not give is a failure', async () => {
  const { begin } = stepUp(await user());
  issuer.replies.set('/', [200, {}]);
  expect((await begin()).body.reason).toBe('loginFailed');
});
