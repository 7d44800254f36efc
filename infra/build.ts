import { readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { bundleFunctions } from './bundle.ts';
import { buildSite, webFolder } from './web-build.ts';

const root = path.resolve(import.meta.dirname, '..');
export const functionsFolder = path.join(root, '.build/functions');

/** `npm run build`: everything that is deployed, with its sizes. */
async function main(): Promise<void> {
  console.log('Building the site …');
  await buildSite();
  const files = readdirSync(webFolder, { recursive: true, encoding: 'utf8' });
  for (const folder of ['.', 'assets', 'flags']) {
    const here = files.filter((file) => path.dirname(file) === folder && isFile(file));
    printSize(`${path.join('web', folder)}, ${here.length} files`, sum(here.map(sizeOf)));
  }
  console.log('Bundling the functions …');
  for (const { file, bytes, laterBytes } of await bundleFunctions(functionsFolder)) {
    const name = path.relative(path.join(root, '.build'), path.dirname(file));
    printSize(laterBytes > 0 ? `${name}, and ${kib(laterBytes)} when wanted` : name, bytes);
  }
}

function isFile(file: string): boolean {
  return statSync(path.join(webFolder, file)).isFile();
}

function sizeOf(file: string): number {
  return statSync(path.join(webFolder, file)).size;
}

function sum(sizes: number[]): number {
  return sizes.reduce((total, size) => total + size, 0);
}

function printSize(name: string, bytes: number): void {
  console.log(`${kib(bytes).padStart(13)}  ${name}`);
}

function kib(bytes: number): string {
  return `${(bytes / 1_024).toFixed(1)} KiB`;
}

if (import.meta.main) await main();
