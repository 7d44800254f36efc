import { readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import type { Build } from '../../functions/builds/builds-table.ts';
import { leaveBuild } from '../local/builds.ts';
import { readSettingsFor, type Settings } from '../stack/context.ts';
import { recorded } from './build-record.ts';
import { bundleFunctions } from './bundle.ts';
import { buildSite, webFolder } from './web-build.ts';

const root = path.resolve(import.meta.dirname, '../..');
export const functionsFolder = path.join(root, '.build/functions');

/** `npm run build -- [--data DIR] [-c key=value]`: everything that is deployed, with its sizes. */
async function main(): Promise<void> {
  const { dataFolder, settings } = readOrExplain();
  const put = (build: Build) => leaveBuild(dataFolder, build);
  await recorded({ buildType: 'production', put, say: console.error }, () => buildEverything(settings));
}

/** Where the build is recorded, for the Parley that has the folder, and what the site is told of its deployment. */
function readOrExplain(): { dataFolder: string; settings: Settings } {
  try {
    const { data } = parseArgs({
      options: {
        data: { type: 'string', default: '.data' },
        context: { type: 'string', short: 'c', multiple: true },
      },
    }).values;
    if (['', 'memory'].includes(data)) throw new Error('--data takes a folder.');
    return { dataFolder: path.resolve(root, data), settings: readSettingsFor(process.argv.slice(2)) };
  } catch (error) {
    console.error(
      `${(error as Error).message}\n\nnpm run build [-- --data DIR] [-c contactAddress=ADDRESS]   builds everything, and records it in .data or DIR`,
    );
    process.exit(2);
  }
}

/**
 * The site and every function, with their sizes on the terminal.
 *
 * @returns their bytes
 */
export async function buildEverything({ contactAddress }: Settings): Promise<number> {
  console.log('Building the site …');
  const siteBytes = await buildSite({ contactAddress });
  const files = readdirSync(webFolder, { recursive: true, encoding: 'utf8' });
  for (const folder of ['.', 'assets', 'flags']) {
    const here = files.filter((file) => path.dirname(file) === folder && isFile(file));
    printSize(`${path.join('web', folder)}, ${here.length} files`, sum(here.map(sizeOf)));
  }
  console.log('Bundling the functions …');
  const bundles = await bundleFunctions(functionsFolder);
  for (const { file, bytes, laterBytes } of bundles) {
    const name = path.relative(path.join(root, '.build'), path.dirname(file));
    printSize(laterBytes > 0 ? `${name}, and ${kib(laterBytes)} when wanted` : name, bytes);
  }
  return siteBytes + sum(bundles.map(({ bytes, laterBytes }) => bytes + laterBytes));
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
