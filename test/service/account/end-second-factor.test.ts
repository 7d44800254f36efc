import { expect, test, vi } from 'vitest';
import { startSecondFactors, stepUp } from '../../support/handlers/second-factors.ts';

const { issuer, user, logged } = await startSecondFactors();

test('turning it off tells the owner, and can be repeated', async () => {
  const { token, end } = stepUp(await user({ email: 'ada@example.com' }));
  issuer.secondFactors.set(token, { isVerified: true, isOn: true });
  const { status, body, cookies } = await end();
  expect([status, body]).toEqual([200, {}]);
  expect(cookies.join()).toMatch(/__Host-parley_step_up=; Max-Age=0/);
  expect(issuer.secondFactors.get(token)?.isOn).toBe(false);
  expect(issuer.mails).toEqual([
    expect.stringMatching(/Two-step login is off.*"ToAddresses":\["ada@example.com"\]/),
  ]);
  expect((await end()).status).toBe(200);
});

test('a notice that cannot be sent does not undo the change', async () => {
  const { token, end } = stepUp(await user());
  issuer.secondFactors.set(token, { isVerified: true, isOn: true });
  issuer.faults.set('/v2/email/outbound-emails', 400);
  expect((await end()).status).toBe(200);
  issuer.faults.clear();
  expect(issuer.secondFactors.get(token)?.isOn).toBe(false);
  expect(logged()).toContain('"notice-not-sent"');
  vi.stubEnv('EMAIL_FROM', '');
  expect((await stepUp(await user()).end()).status).toBe(200);
  vi.unstubAllEnvs();
  expect(issuer.mails).toEqual([]);
});
