import { mkdirSync, watch } from 'node:fs';
import { readdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import pLimit from 'p-limit';
import type { Build } from '../../functions/builds/builds-table.ts';
import { writeAtomically } from './database/data-folder.ts';

export interface LocalBuilds {
  put(build: Build): void | Promise<void>;
  stop(): Promise<void>;
}

/** Imports builds that commands left in the data folder. Without a folder, builds go directly into the table. */
export async function openBuilds(dataFolder: string | undefined, say: Say): Promise<LocalBuilds> {
  // The functions' clients read the environment when they are loaded.
  const { recordBuild } = await import('../../functions/builds/builds-table.ts');
  if (dataFolder === undefined) return { put: recordBuild, stop: async () => {} };
  const folder = prepareFolder(dataFolder);
  const limit = pLimit(1);
  const look = () => limit(() => importAll(folder, recordBuild, say));
  const watcher = watch(folder, look);
  look();
  return {
    put: (build) => writeBuildFile(dataFolder, build),
    stop: async () => {
      watcher.close();
      await limit(() => {});
    },
  };
}

/** Leaves a build for the Parley of the data folder. Start and end are two files, so they cannot collide. */
export function writeBuildFile(dataFolder: string, build: Build): void {
  const file = path.join(prepareFolder(dataFolder), `${build.id}-${build.status}.json`);
  writeAtomically(file, JSON.stringify(build));
}

function prepareFolder(dataFolder: string): string {
  const folder = path.join(dataFolder, 'builds');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  return folder;
}

async function importAll(folder: string, put: (build: Build) => Promise<void>, say: Say): Promise<void> {
  for (const name of (await readdir(folder)).filter((each) => each.endsWith('.json'))) {
    const file = path.join(folder, name);
    try {
      await put(JSON.parse(await readFile(file, 'utf8')));
      await rm(file);
    } catch (error) {
      say(`[local] ${file} could not be imported and will be retried: ${(error as Error).message}`);
    }
  }
}

type Say = (line: string) => void;
