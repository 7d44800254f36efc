import { fireEvent, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { findToast } from '../../support/component/page.tsx';
import { pastDue, trialing } from '../../support/component/statuses.ts';
import { openTranslator } from '../../support/component/translator.ts';

const options = { isSignedIn: true, answers: { 'billing.status': pastDue } };

test('the translator says that a payment failed, and leads to the payment method', async () => {
  const { left } = await openTranslator(options);
  const toast = within(await findToast('Payment Failed'));
  toast.getByText('Your last payment didn’t go through. You still have Premium for now.');
  fireEvent.click(toast.getByRole('button', { name: 'Update Payment' }));
  await waitFor(() => expect(left).toEqual(['/subscription-management']));
  expect(sessionStorage.getItem('parley.payment-reminded')).toBe('true');
});

test('it does so once a session', async () => {
  sessionStorage.setItem('parley.payment-reminded', 'true');
  await openTranslator(options);
  expect(document.querySelector('.toast')).toBeNull();
});

test.for([
  ['three days before its end', 3, true],
  ['on its last day', 0.5, true],
  ['four days before its end', 4, false],
] as const)('a trial %s is announced: %s', async ([, days, isAnnounced]) => {
  const trialEndsAt = new Date(Date.now() + days * 86_400_000 - 60_000).toISOString();
  const status = { ...trialing, trialEndsAt };
  const { left } = await openTranslator({ isSignedIn: true, answers: { 'billing.status': status } });
  if (!isAnnounced) return expect(document.querySelector('.toast')).toBeNull();
  const toast = await findToast('Your Trial Ends Soon');
  expect(toast.textContent).toMatch(
    /Your free trial ends on .+ After that, we’ll charge \$4\.99 unless you cancel/,
  );
  fireEvent.click(within(toast).getByRole('button', { name: 'Manage Subscription' }));
  await waitFor(() => expect(left).toEqual(['/subscription-management']));
});
