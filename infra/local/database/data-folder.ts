import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';

export function readSigningSecret(folder: string | undefined): string {
  if (folder === undefined) return createSecret();
  const file = path.join(folder, 'signing-secret');
  if (!existsSync(file)) writeAtomically(file, createSecret());
  return readFileSync(file, 'utf8');
}

/** After a power failure, the file is the earlier or the new one, never empty. */
export function writeAtomically(file: string, text: string): void {
  writeFileSync(`${file}.new`, text, { mode: 0o600, flush: true });
  renameSync(`${file}.new`, file);
}

function createSecret(): string {
  return randomBytes(32).toString('base64url');
}
