import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Status } from '../../web/billing/status.ts';
import { violations } from '../support/component/axe.ts';
import { openPage } from '../support/component/page.tsx';

const free: Status = {
  subscriptionStatus: 'free',
  isPremium: false,
  subscriptionPlan: null,
  trialEndsAt: null,
  subscriptionEndsAt: null,
  nextCharge: null,
  purchase: null,
  translationsUsed: 2,
  translationsRemaining: 8,
  limit: 10,
  resetsAt: null,
  isGuest: false,
  trialAvailable: true,
};

test('a free account can upgrade', async () => {
  const { user, left } = await openPage('/subscription-management', {
    isSignedIn: true,
    answers: { 'billing.status': free },
  });
  await screen.findByRole('button', { name: 'Upgrade Now' });
  await user.click(screen.getByRole('button', { name: 'Upgrade Now' }));
  expect(left).toEqual(['/subscription']);
  expect(await violations()).toEqual([]);
});

test('a failed load can be tried again', async () => {
  const page = await openPage('/subscription-management', { isSignedIn: true });
  const alert = await screen.findByRole('alert');
  within(alert).getByText('There was an error loading your subscription details.');
  page.answer({ 'billing.status': free });
  await page.user.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByRole('button', { name: 'Upgrade Now' });
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Manage Subscription'));
});
