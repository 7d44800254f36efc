export interface TableDefinition {
  readonly partitionKey: string;
  readonly sortKey: string;
  readonly timeToLive: string;
  /** Has no backups, and is deleted with the stack. */
  readonly isTransient?: true;
  readonly indexes: readonly {
    readonly name: string;
    readonly partitionKey: string;
    readonly sortKey: string;
    readonly projection?: 'keys';
  }[];
}

export const tables = {
  /** Profiles, settings, history, quick phrases, totals. */
  users: {
    partitionKey: 'pk',
    sortKey: 'sk',
    timeToLive: 'expiresAt',
    indexes: [{ name: 'by-creation', partitionKey: 'kind', sortKey: 'createdAt', projection: 'keys' }],
  },
  /** Counters by subject and day. */
  usage: {
    partitionKey: 'pk',
    sortKey: 'sk',
    timeToLive: 'expiresAt',
    indexes: [{ name: 'by-day', partitionKey: 'utcDay', sortKey: 'pk', projection: 'keys' }],
  },
  /** Streams: audio that the recogniser has not taken yet, and the words so far. */
  speech: { partitionKey: 'pk', sortKey: 'sk', timeToLive: 'expiresAt', indexes: [], isTransient: true },
  builds: { partitionKey: 'pk', sortKey: 'sk', timeToLive: 'expiresAt', indexes: [] },
} as const satisfies Record<string, TableDefinition>;

export type TableName = keyof typeof tables;
