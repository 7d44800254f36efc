import { randomBytes } from 'node:crypto';
import { renameSync, writeFileSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';

/** What `running.json` says of the Parley that has the data folder. */
export interface Running {
  readonly pid: number;
  /** The site. */
  readonly url: string;
  /** Where this machine's own commands are taken: see `control.ts`. */
  readonly control: string;
}

/**
 * The secret that functions sign with: made once, so that guests stay the same guests across restarts.
 *
 * @param folder exists; without it every start has a secret of its own
 */
export async function signingSecret(folder: string | undefined): Promise<string> {
  if (folder === undefined) return newSecret();
  const file = path.join(folder, 'signing-secret');
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  const secret = newSecret();
  writeWhole(file, secret);
  return secret;
}

/**
 * Lets other commands find the Parley that has the folder.
 *
 * @returns takes it back
 */
export async function announce(folder: string, running: Running): Promise<() => Promise<void>> {
  const file = path.join(folder, 'running.json');
  writeWhole(file, JSON.stringify(running));
  return () => rm(file, { force: true });
}

/** Whoever reads it, or kills us meanwhile, finds all of it or nothing. */
export function writeWhole(file: string, text: string): void {
  writeFileSync(`${file}.new`, text, { mode: 0o600 });
  renameSync(`${file}.new`, file);
}

function newSecret(): string {
  return randomBytes(32).toString('base64url');
}
