import { existsSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import type { TableName } from '../../aws/stack/tables.ts';
import { makeFolder } from '../make-folder.ts';
import { writeAtomically } from './data-folder.ts';
import { DataFolderUnusable, explainUnusable } from './store.ts';

/**
 * Everything that the server stores. If a shape changes, add the step from the version before to `upgrades`, record the
 * folder again with `test/tools/record-folder/main.ts`, and keep the old recording for the step's test.
 */
export const folderParts = ['builds', 'dynamodb', 'login', 'signing-secret', 'stripe', 'version'] as const;

/** Kinds of items in the tables by the beginnings of their keys, `pk sk`. Their types are in `functions/tables/`. */
export const itemKinds = {
  users: [
    /^USER#\S+ PROFILE$/,
    /^(USER|GUEST)#\S+ SETTINGS$/,
    /^USER#\S+ SESSION#/,
    /^USER#\S+ HISTORY#/,
    /^CUSTOMER#\S+ CUSTOMER$/,
    /^TRIAL#(CARD|EMAIL)#\S+ TRIAL$/,
    /^EVENT#\S+ EVENT$/,
    /^LEDGER#\S+ (SIGNUP|BEGAN|ENDED|INVOICE|REFUND|DISPUTE|WON)#/,
    /^STATS (TOTALS|(DAY|USAGE)#\S+|RECONCILE)$/,
  ],
  usage: [
    /^(USER|ADDRESS)#\S+ \d{4}-\d\d(-\d\d)?$/,
    /^(GUESTS|FREE)(#\d+)? \d{4}-\d\d-\d\d$/,
    /^GUEST#\S+ ALL$/,
  ],
  speech: [/^(USER|GUEST)#\S+ (STATE|CHUNK#\d+)$/, /^(USER|GUEST|ADDRESS)#\S+ SLOTS$/],
  builds: [/^BUILD#\S+ /],
} as const satisfies Record<TableName, readonly RegExp[]>;

type Upgrade = (folder: string) => Promise<void>;

/** The first turns version 1 into version 2. So the version is one more than their number. */
const upgrades: readonly Upgrade[] = [];

/**
 * Brings a data folder to the current version. A folder without a version is of version 1, or new.
 * @throws DataFolderUnusable
 */
export async function upgradeFolder(folder: string, steps = upgrades): Promise<void> {
  // The database, which starts next, says what is wrong with it.
  if (statSync(folder, { throwIfNoEntry: false })?.isFile()) return;
  try {
    await upgradeFiles(folder, steps);
  } catch (error) {
    if (error instanceof DataFolderUnusable) throw error;
    if ((error as NodeJS.ErrnoException).errno !== undefined)
      throw explainUnusable(error as NodeJS.ErrnoException);
    throw refuse(`cannot be upgraded (${(error as Error).message})`, error);
  }
}

async function upgradeFiles(folder: string, steps: readonly Upgrade[]): Promise<void> {
  const file = path.join(folder, 'version');
  const current = steps.length + 1;
  const isNew = !existsSync(path.join(folder, 'dynamodb'));
  const version = existsSync(file) ? Number(readFileSync(file, 'utf8')) : isNew ? current : 1;
  if (!(Number.isInteger(version) && version >= 1)) throw refuse('has a version file that cannot be read');
  if (version > current) throw refuse('was written by a newer Parley');
  makeFolder(folder);
  for (const [index, upgrade] of steps.entries()) {
    if (index + 1 < version) continue;
    await upgrade(folder);
    writeAtomically(file, `${index + 2}`);
  }
  if (!existsSync(file)) writeAtomically(file, `${current}`);
}

function refuse(why: string, cause?: unknown): DataFolderUnusable {
  const advice = 'Update Parley, or add `-- --data DIR`. Nothing was deleted.';
  return new DataFolderUnusable(`The data folder ${why}. ${advice}`, { cause });
}
