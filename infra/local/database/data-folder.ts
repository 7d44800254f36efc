import { randomBytes } from 'node:crypto';
import { renameSync, writeFileSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';

export interface ParleyUrls {
  readonly url: string;
  readonly control: string;
}

export async function readSigningSecret(folder: string | undefined): Promise<string> {
  if (folder === undefined) return createSecret();
  const file = path.join(folder, 'signing-secret');
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  const secret = createSecret();
  writeAtomically(file, secret);
  return secret;
}

export async function announce(folder: string, urls: ParleyUrls): Promise<() => Promise<void>> {
  const file = path.join(folder, 'running.json');
  writeAtomically(file, JSON.stringify(urls));
  return () => rm(file, { force: true });
}

export function writeAtomically(file: string, text: string): void {
  writeFileSync(`${file}.new`, text, { mode: 0o600 });
  renameSync(`${file}.new`, file);
}

function createSecret(): string {
  return randomBytes(32).toString('base64url');
}
