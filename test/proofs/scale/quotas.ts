interface Limit {
  readonly 'a second': number;
  readonly because: string;
  readonly 'lifted by': string;
}

/**
 * AWS's default quotas in us-east-1, as documented in November 2026, and what they allow.
 *
 * @param use.writesPerRequest to the usage table
 * @param use.seconds that a translation takes in a function
 * @param use.counters requests a second that the counters of groups take
 * @returns the lowest first
 */
export function findNextLimits(use: {
  writesPerRequest: number;
  seconds: number;
  counters: number;
}): Record<string, Limit> {
  const limits: Record<string, Limit> = {
    'Amazon Translate': {
      'a second': 20,
      because: '20 requests a second for a pair of languages, the last figure that AWS has published',
      'lifted by': 'AWS Support, by pair of languages',
    },
    'Lambda in a new account': {
      'a second': Math.floor(10 / use.seconds),
      because: `10 functions at once, ${use.seconds} s each`,
      'lifted by': 'Service Quotas L-B99A9384, to 1,000 and more',
    },
    Lambda: {
      'a second': Math.floor(1_000 / use.seconds),
      because: `1,000 functions at once, ${use.seconds} s each`,
      'lifted by':
        'Service Quotas L-B99A9384; 1,000 more every 10 seconds; provisioned concurrency before a rush',
    },
    'the usage table': {
      'a second': Math.floor(40_000 / use.writesPerRequest),
      because: `40,000 write units a second for a table, ${use.writesPerRequest.toFixed(1)} for a translation`,
      'lifted by': 'Service Quotas (table-level write throughput), and warm throughput before a rush',
    },
    'HTTP API': {
      'a second': 10_000,
      because: '10,000 requests a second for all APIs of an account in a region',
      'lifted by': 'Service Quotas L-8A5B8E43',
    },
    'the groups’ counters': {
      'a second': use.counters,
      because: '16 counters of each group, 1,000 writes a second each',
      'lifted by': '`shardCount` in functions/tables/usage.ts',
    },
    CloudFront: {
      'a second': 250_000,
      because: '250,000 requests a second for a distribution',
      'lifted by': 'Service Quotas',
    },
  };
  return Object.fromEntries(
    Object.entries(limits).toSorted(([, one], [, other]) => one['a second'] - other['a second']),
  );
}
