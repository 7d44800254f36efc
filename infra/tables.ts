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
  }[];
}

/** Every key and index attribute is a string. */
export const tables = {
  /** Profiles, settings, history, quick phrases, totals: everything about somebody or for everybody. */
  users: {
    partitionKey: 'pk',
    sortKey: 'sk',
    timeToLive: 'expiresAt',
    indexes: [{ name: 'by-creation', partitionKey: 'kind', sortKey: 'createdAt' }],
  },
  /** Counters: translations, speech seconds and characters, by subject and day. */
  usage: { partitionKey: 'pk', sortKey: 'sk', timeToLive: 'expiresAt', indexes: [] },
  /** Builds and deployments. */
  builds: { partitionKey: 'pk', sortKey: 'sk', timeToLive: 'expiresAt', indexes: [] },
} as const satisfies Record<string, TableDefinition>;

export type TableName = keyof typeof tables;
