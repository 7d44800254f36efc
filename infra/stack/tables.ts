/** One DynamoDB table, as the stack creates it and as the local database does. */
export interface TableDefinition {
  readonly partitionKey: string;
  readonly sortKey: string;
  /** Holds the time after which an item no longer counts, in seconds since 1970. */
  readonly timeToLive: string;
  readonly indexes: readonly {
    readonly name: string;
    readonly partitionKey: string;
    readonly sortKey: string;
    /** Without it, everything of the item. */
    readonly projection?: 'keys';
  }[];
}

/** Every key and index attribute is a string. */
export const tables = {
  /** Profiles, settings, history, quick phrases, totals: everything about somebody or for everybody. */
  users: {
    partitionKey: 'pk',
    sortKey: 'sk',
    timeToLive: 'expiresAt',
    indexes: [{ name: 'by-creation', partitionKey: 'kind', sortKey: 'createdAt', projection: 'keys' }],
  },
  /**
   * Counters: translations, speech seconds and characters, by subject and day. The index finds a closed day's
   * counters without a scan; each day is spread over several partitions (`2026-11-20#07`).
   */
  usage: {
    partitionKey: 'pk',
    sortKey: 'sk',
    timeToLive: 'expiresAt',
    indexes: [{ name: 'by-day', partitionKey: 'utcDay', sortKey: 'pk', projection: 'keys' }],
  },
  /** Builds and deployments. */
  builds: { partitionKey: 'pk', sortKey: 'sk', timeToLive: 'expiresAt', indexes: [] },
} as const satisfies Record<string, TableDefinition>;

export type TableName = keyof typeof tables;
