import { watch } from 'node:fs';
import { readdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import pLimit from 'p-limit';
import type { Build } from '../../functions/builds/builds-table.ts';
import { writeAtomically } from './database/data-folder.ts';
import { makeFolder } from './make-folder.ts';

export type LocalBuilds = Awaited<ReturnType<typeof openBuilds>>;

/** Imports records that build commands left in the data folder. Without a folder, they go directly into the table. */
export async function openBuilds(dataFolder: string | undefined, log: Log) {
  // The functions' clients read the environment when they are loaded.
  const { recordBuild } = await import('../../functions/builds/builds-table.ts');
  if (dataFolder === undefined) return { put: (build: Build) => recordBuild(build), stop: async () => {} };
  const folder = prepareFolder(dataFolder);
  const limit = pLimit(1);
  const importNow = () => void limit(() => importAll(folder, recordBuild, log));
  const watcher = watch(folder, importNow);
  importNow();
  return {
    put: async (build: Build) => writeBuildFile(dataFolder, build),
    stop: async () => {
      watcher.close();
      await limit(() => {});
    },
  };
}

/** Leaves a record for the server that uses the data folder. Start and end are two files, so writes cannot collide. */
export function writeBuildFile(dataFolder: string, build: Build): void {
  const file = path.join(prepareFolder(dataFolder), `${build.id}-${build.status}.json`);
  writeAtomically(file, JSON.stringify(build));
}

function prepareFolder(dataFolder: string): string {
  const folder = path.join(dataFolder, 'builds');
  makeFolder(folder);
  return folder;
}

async function importAll(folder: string, put: (build: Build) => Promise<void>, log: Log): Promise<void> {
  // The folder may be deleted while Parley runs.
  const names = await readdir(folder).catch(() => []);
  for (const name of names.filter((each) => each.endsWith('.json'))) {
    const file = path.join(folder, name);
    try {
      await put(JSON.parse(await readFile(file, 'utf8')));
      await rm(file);
    } catch (error) {
      log(`[local] ${file} could not be imported and will be retried: ${(error as Error).message}`);
    }
  }
}

type Log = (line: string) => void;
