import { expect, test } from 'vitest';
import { revenuePeriods } from '../../../shared/analytics.ts';
import { buildPeriods } from '../../../shared/builds.ts';
import { planIds, plans, trialDays } from '../../../shared/plans.ts';

test('there are two plans, at the prices and with the words that people are told', () => {
  expect(planIds).toEqual(['parley_monthly', 'parley_annual']);
  expect(plans.parley_monthly).toMatchObject({ amountCents: 499, interval: 'month' });
  expect(plans.parley_monthly.features).toEqual([
    'Unlimited translations',
    'All 11+ languages',
    'Voice recognition',
    'Speech synthesis',
    'Priority support',
  ]);
  expect(plans.parley_annual).toMatchObject({ amountCents: 3_999, interval: 'year', label: 'Save 17%' });
  expect(plans.parley_annual.features).toEqual([
    'Everything in Monthly',
    '2 months free',
    'Advanced features first',
    'Premium support',
  ]);
  expect(plans.parley_monthly).not.toHaveProperty('label');
});

test('a trial is seven days', () => {
  expect(trialDays).toBe(7);
});

test('dashboards look back over the periods that they offer', () => {
  expect(revenuePeriods).toEqual([7, 30]);
  expect(buildPeriods).toEqual([7, 30, 90]);
});
