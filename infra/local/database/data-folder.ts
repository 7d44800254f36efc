import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { DataFolderUnusable } from './store.ts';

/** @throws DataFolderUnusable */
export function readSigningSecret(folder: string | undefined): string {
  if (folder === undefined) return createSecret();
  const file = path.join(folder, 'signing-secret');
  if (!existsSync(file)) writeAtomically(file, createSecret());
  const secret = readFileSync(file, 'utf8');
  if (!secret) throw new DataFolderUnusable(emptySecret);
  return secret;
}

const emptySecret =
  'The data folder’s file `signing-secret` is empty. Copy it from a backup, or delete it: then guests lose their settings, and cards can begin a second trial.';

/** After a power failure, the file is the earlier or the new one, never empty. */
export function writeAtomically(file: string, text: string): void {
  writeFileSync(`${file}.new`, text, { mode: 0o600, flush: true });
  renameSync(`${file}.new`, file);
}

function createSecret(): string {
  return randomBytes(32).toString('base64url');
}
