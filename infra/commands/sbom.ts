import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '../..');
const folder = path.join(root, '.build/sbom');

/**
 * What the product is made of, in the two forms that others' tools read, as npm writes them from the lock file. Packages
 * that only build or check are taken out before: `npm sbom --omit dev` leaves out whatever they need as well, zod and
 * the SDK's core among it.
 *
 * @returns the documents, by their form
 */
export function billsOfMaterials(): { readonly cyclonedx: string; readonly spdx: string } {
  const { devDependencies: _, ...product } = readJson('package.json');
  const lock = readJson('package-lock.json');
  const { devDependencies: __, ...first } = lock.packages[''] ?? {};
  const packages = Object.entries(lock.packages).filter(([name, entry]) => name !== '' && !isTool(entry));
  mkdirSync(folder, { recursive: true });
  writeJson('package.json', product);
  writeJson('package-lock.json', { ...lock, packages: { '': first, ...Object.fromEntries(packages) } });
  return { cyclonedx: write('cyclonedx'), spdx: write('spdx') };
}

function write(format: 'cyclonedx' | 'spdx'): string {
  const words = ['sbom', '--package-lock-only', '--sbom-type', 'application', '--sbom-format', format];
  return execFileSync('npm', words, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
}

function isTool({ dev, devOptional }: Entry): boolean {
  return Boolean(dev || devOptional);
}

function readJson(file: string): Settings {
  return JSON.parse(readFileSync(path.join(root, file), 'utf8'));
}

function writeJson(file: string, content: object): void {
  writeFileSync(path.join(folder, file), JSON.stringify(content));
}

/** `npm run sbom`: both documents, in `.build/sbom/`. */
function main(): void {
  for (const [format, document] of Object.entries(billsOfMaterials())) {
    const file = path.join(folder, `parley.${format}.json`);
    writeFileSync(file, document);
    console.log(`${path.relative(root, file)}  ${(Buffer.byteLength(document) / 1_024).toFixed(0)} KiB`);
  }
}

interface Settings {
  readonly devDependencies?: object;
  readonly packages: Readonly<Record<string, Entry>>;
}

interface Entry {
  readonly dev?: boolean;
  readonly devOptional?: boolean;
  readonly devDependencies?: object;
}

if (import.meta.main) main();
