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
  for (const file of readdirSync(webFolder, { recursive: true, encoding: 'utf8' }).sort()) {
    const { size } = statSync(path.join(webFolder, file));
    if (statSync(path.join(webFolder, file)).isFile()) printSize(`web/${file}`, size);
  }
  console.log('Bundling the functions …');
  for (const { file, bytes } of await bundleFunctions(functionsFolder)) {
    printSize(path.relative(path.join(root, '.build'), file), bytes);
  }
}

function printSize(name: string, bytes: number): void {
  console.log(`${(bytes / 1_024).toFixed(1).padStart(9)} KiB  ${name}`);
}

if (import.meta.main) await main();
