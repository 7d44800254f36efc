import { mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { readSigningSecret } from '../../../../../infra/local/database/data-folder.ts';

vi.mock('node:fs', { spy: true });

test('an empty signing secret, as a copy to a full disk leaves, is refused', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'parley-secret-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(path.join(folder, 'signing-secret'), '');
  expect(() => readSigningSecret(folder)).toThrow(/`signing-secret` is empty\. Copy it from a backup/);
});

test('the signing secret is on the disk before it gets its name, and stays', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'parley-secret-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const secret = readSigningSecret(folder);
  expect(secret).toMatch(/^[\w-]{43}$/);
  const file = path.join(folder, 'signing-secret');
  expect(writeFileSync).toHaveBeenCalledWith(`${file}.new`, secret, { mode: 0o600, flush: true });
  expect(renameSync).toHaveBeenCalledAfter(vi.mocked(writeFileSync));
  expect([readFileSync(file, 'utf8'), readSigningSecret(folder)]).toEqual([secret, secret]);
});
