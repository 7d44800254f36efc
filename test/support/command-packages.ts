import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '../..');

/**
 * Installs the packages that one command alone needs, where they are not there as its lock file says. What they import
 * of ours, such as vitest, they find in our own `node_modules`, above theirs.
 *
 * @param command a folder of `test/proofs/` with a `package.json` and a `package-lock.json` of its own
 * @returns the folder whose `node_modules` holds them
 * @throws Error with a sentence where npm cannot install them
 */
export function installPackagesOf(command: string): string {
  const from = path.join(root, 'test/proofs', command);
  const folder = path.join(root, '.build', command);
  const lock = path.join(from, 'package-lock.json');
  // There only when all of it is: whoever breaks off leaves half of the packages.
  const installed = path.join(folder, 'installed-lock.json');
  const isCurrent = existsSync(installed) && readFileSync(installed, 'utf8') === readFileSync(lock, 'utf8');
  if (isCurrent) return folder;
  rmSync(installed, { force: true });
  console.log(`Installing the packages of this command into ${path.relative(root, folder)} …`);
  mkdirSync(folder, { recursive: true });
  for (const file of ['package.json', 'package-lock.json']) {
    copyFileSync(path.join(from, file), path.join(folder, file));
  }
  const words = ['ci', '--legacy-peer-deps', '--ignore-scripts', '--no-audit', '--no-fund'];
  const { status } = spawnSync('npm', words, { cwd: folder, stdio: 'inherit' });
  if (status !== 0) throw new Error('`npm ci` failed: see above.');
  copyFileSync(lock, installed);
  return folder;
}
