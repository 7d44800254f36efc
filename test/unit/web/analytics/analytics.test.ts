import { expect, test } from 'vitest';
import {
  describeChart,
  formatCount,
  formatDollars,
  formatPercent,
  formatShortDollars,
  formatSignups,
} from '../../../../web/analytics/figures.ts';
import type { ListedUser } from '../../../../web/analytics/queries.ts';
import { describeEnd, labelUser } from '../../../../web/analytics/users-card.tsx';

const ada: ListedUser = {
  id: '6c8f0a52-1f0e-4a6e-9b1c-2f5e7d3ca7e3',
  firstName: 'Ada',
  lastName: 'Lovelace',
  email: 'ada@parley.example',
  subscriptionStatus: 'free',
  createdAt: '2026-11-20T23:30:00.000Z',
  trialEndsAt: null,
  subscriptionEndsAt: null,
};

test.each<[Partial<ListedUser>, string]>([
  [{}, 'Ada Lovelace'],
  [{ firstName: '' }, 'ada@parley.example'],
  [{ lastName: null }, 'ada@parley.example'],
  [{ firstName: null, lastName: null, email: null }, 'User a7e3'],
])('a user with %j is called %s', (told, label) => {
  expect(labelUser({ ...ada, ...told })).toBe(label);
});

const at = '2026-11-28T23:30:00.000Z';

test.each<[Partial<ListedUser>, string]>([
  [{}, 'Free'],
  [{ subscriptionStatus: 'trialing', trialEndsAt: at, subscriptionEndsAt: at }, 'Trial: Nov 28, 2026'],
  [{ subscriptionStatus: 'canceled', trialEndsAt: at }, 'Trial: Nov 28, 2026'],
  [{ subscriptionStatus: 'active', subscriptionEndsAt: at }, 'Sub: Nov 28, 2026'],
  [{ subscriptionStatus: 'past_due', subscriptionEndsAt: at }, 'Sub: Nov 28, 2026'],
  [{ subscriptionStatus: 'past_due' }, 'Sub: –'],
])('the plan of a user with %j is %s', (told, end) => {
  expect(describeEnd({ ...ada, ...told })).toBe(end);
});

test('figures have thousands separators, cents and at most one decimal', () => {
  expect([0, 12_345].map(formatCount)).toEqual(['0', '12,345']);
  expect([0, 1, 1_234].map(formatSignups)).toEqual(['0 signups', '1 signup', '1,234 signups']);
  expect([0, 4.99, 1_234.5, 0.1 + 0.2].map(formatDollars)).toEqual(['$0.00', '$4.99', '$1,234.50', '$0.30']);
  expect([0, 0.75, 80, 1_050].map(formatShortDollars)).toEqual(['$0', '$0.75', '$80', '$1.05K']);
  expect([0, 4.2, 100].map(formatPercent)).toEqual(['0%', '4.2%', '100%']);
});

test('a chart has a summary in one sentence', () => {
  const points = [
    { date: '2026-11-27', value: 3 },
    { date: '2026-11-28', value: 9 },
    { date: '2026-11-29', value: 9 },
  ];
  expect(describeChart('Signups', points, formatSignups)).toBe(
    'Signups per day in the last 3 days: 21 signups in total, with a peak of 9 signups on Nov 28.',
  );
});
