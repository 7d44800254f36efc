export interface Job {
  /** EventBridge Scheduler's spelling, in UTC. */
  readonly schedule: string;
  readonly purpose: string;
}

/** `functions/jobs/<name>.ts` does each. */
export const jobs = {
  'reset-allowances': {
    schedule: 'cron(5 0 * * ? *)',
    purpose: 'Rolls closed days into daily totals and removes their counters',
  },
  'reconcile-subscriptions': {
    schedule: 'cron(35 0 * * ? *)',
    purpose: 'Does what undelivered events asked for and corrects drift from Stripe',
  },
  'recount-totals': {
    schedule: 'cron(5 1 * * ? *)',
    purpose: 'Enters what the analytics lack and corrects their totals',
  },
} as const satisfies Record<string, Job>;

export type JobName = keyof typeof jobs;

export const jobNames = Object.keys(jobs) as JobName[];
