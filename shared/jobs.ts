export const jobs = {
  'reset-allowances': {
    schedule: 'cron(5 0 * * ? *)',
    purpose: 'Adds up the counters of past days for the operators, then deletes them',
  },
  'reconcile-subscriptions': {
    schedule: 'cron(35 0 * * ? *)',
    purpose: 'Handles undelivered Stripe events and corrects drift from Stripe',
  },
  'recount-totals': {
    schedule: 'cron(5 1 * * ? *)',
    purpose: 'Records missed events and corrects the analytics totals',
  },
  'sweep-speech': {
    schedule: 'rate(5 minutes)',
    purpose: 'Deletes audio that killed functions left behind',
  },
  'check-copies': {
    schedule: 'cron(0 12 * * ? *)',
    purpose: 'Fails if a nightly copy of a table failed or is missing',
  },
  probe: {
    schedule: 'rate(10 minutes)',
    purpose: 'Uses the site as a visitor does, and publishes what works',
  },
} as const satisfies Record<string, { schedule: string; purpose: string }>;

export type JobName = keyof typeof jobs;

export const jobNames = Object.keys(jobs) as JobName[];
