import path from 'node:path';
import { parseArgs } from 'node:util';
import type { Build } from '../../../functions/builds/builds-table.ts';
import { writeBuildFile } from '../../local/builds.ts';
import { explainFiles } from '../../local/failures.ts';
import { readCommandSettings, type Settings } from '../stack/context.ts';
import { runAndRecord } from './build-record.ts';
import { bundleFunctions } from './bundle.ts';
import { root } from './sources.ts';
import { buildSite } from './web-build.ts';

export const functionsFolder = path.join(root, '.build/functions');

/** `npm run build -- [--data DIR] [-c key=value]` */
async function main(): Promise<void> {
  const { dataFolder, settings } = parseFlagsOrExit();
  const put = (build: Build) => writeBuildFile(dataFolder, build);
  await runAndRecord({ buildType: 'production', put, log: console.error }, () => buildEverything(settings));
}

function parseFlagsOrExit(): { dataFolder: string; settings: Settings } {
  try {
    const { data } = parseArgs({
      options: {
        data: { type: 'string', default: '.data' },
        context: { type: 'string', short: 'c', multiple: true },
      },
    }).values;
    if (['', 'memory'].includes(data)) throw new Error('--data must be a folder.');
    return { dataFolder: path.resolve(root, data), settings: readCommandSettings(process.argv.slice(2)) };
  } catch (error) {
    console.error(`${(error as Error).message} \`npm run build -- --help\` lists the flags.`);
    process.exit(2);
  }
}

export async function buildEverything(settings: Settings): Promise<number> {
  console.log('Building the site …');
  const siteBytes = await buildSite(settings);
  printSize('web', siteBytes);
  console.log('Bundling the functions …');
  const bundles = await bundleFunctions(functionsFolder);
  for (const { file, eagerBytes, lazyBytes } of bundles) {
    const name = path.relative(path.join(root, '.build'), path.dirname(file));
    printSize(lazyBytes > 0 ? `${name}, and ${formatKib(lazyBytes)} on demand` : name, eagerBytes);
  }
  return bundles.reduce((total, { eagerBytes, lazyBytes }) => total + eagerBytes + lazyBytes, siteBytes);
}

function printSize(name: string, bytes: number): void {
  console.log(`${formatKib(bytes).padStart(13)}  ${name}`);
}

function formatKib(bytes: number): string {
  return `${(bytes / 1_024).toFixed(1)} KiB`;
}

if (import.meta.main) {
  await main().catch((error: unknown) => {
    console.error(explainFiles(error));
    process.exitCode = 1;
  });
}
