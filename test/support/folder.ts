import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { onTestFinished } from 'vitest';

/** An empty folder until the test ends. */
export function newFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'parley-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
