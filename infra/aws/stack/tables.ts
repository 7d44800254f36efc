export interface TableDefinition {
  readonly partitionKey: string;
  readonly sortKey: string;
  readonly timeToLive: string;
  /** Has no backups, and is deleted with the stack. */
  readonly isTransient?: true;
  /** With the keys alone. */
  readonly indexes: readonly {
    readonly name: string;
    readonly partitionKey: string;
    readonly sortKey: string;
  }[];
}

const keys = { partitionKey: 'pk', sortKey: 'sk', timeToLive: 'expiresAt' } as const;

export const tables = {
  /** Profiles, settings, history, totals. */
  users: {
    ...keys,
    indexes: [{ name: 'by-creation', partitionKey: 'kind', sortKey: 'createdAt' }],
  },
  /** Counters by subject and day. */
  usage: {
    ...keys,
    indexes: [{ name: 'by-day', partitionKey: 'utcDay', sortKey: 'pk' }],
  },
  /** Streams: audio that the recogniser has not taken yet, and the words so far. */
  speech: { ...keys, indexes: [], isTransient: true },
  builds: { ...keys, indexes: [] },
} as const satisfies Record<string, TableDefinition>;

export type TableName = keyof typeof tables;

/** The others hold only what lasts for minutes. */
export const keptTables = (Object.keys(tables) as TableName[]).filter(
  (name) => !('isTransient' in tables[name]),
);
