import { fireEvent, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { findToast } from '../../support/component/page.tsx';
import { pastDue } from '../../support/component/statuses.ts';
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
