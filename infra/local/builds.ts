import { mkdirSync, watch } from 'node:fs';
import { lstat, readdir, readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod';
import type { Build } from '../../functions/builds/builds-table.ts';
import { buildStatuses, buildTypes } from '../../shared/builds.ts';
import { writeAtomically } from './database/data-folder.ts';

export interface LocalBuilds {
  put(build: Build): void | Promise<void>;
  /** Waits for writes in progress. */
  stop(): Promise<void>;
}

/**
 * Imports the builds that commands leave in the data folder. Builds of this process go the same way, so none is lost
 * if it ends.
 *
 * @param dataFolder builds go directly into the table without one
 */
export async function openBuilds(dataFolder: string | undefined, say: Say): Promise<LocalBuilds> {
  // The functions' clients read the environment when they are loaded.
  const { recordBuild } = await import('../../functions/builds/builds-table.ts');
  if (dataFolder === undefined) return { put: recordBuild, stop: async () => {} };
  const stop = importBuilds(buildsFolder(dataFolder), recordBuild, say);
  return { put: (build) => leaveBuild(dataFolder, build), stop };
}

/** Leaves a build for the Parley of the data folder. Start and end are two files, so they cannot collide. */
export function leaveBuild(dataFolder: string, build: Build): void {
  const folder = buildsFolder(dataFolder);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  writeAtomically(path.join(folder, `${build.id}-${build.status}.json`), JSON.stringify(build));
}

function buildsFolder(dataFolder: string): string {
  return path.join(dataFolder, 'builds');
}

/** @returns stops it */
function importBuilds(folder: string, put: Put, say: Say): () => Promise<void> {
  let latest = Promise.resolve();
  let isDue = false;
  const look = () => {
    if (isDue) return;
    isDue = true;
    latest = latest.then(async () => {
      isDue = false;
      await importAll(folder, put, say);
    });
  };
  const close = watchFolder(folder, look, say);
  look();
  return async () => {
    close();
    await latest;
  };
}

function watchFolder(folder: string, look: () => void, say: Say): () => void {
  const complain = (error: Error) =>
    say(`[local] New builds will appear after the next start: ${error.message}`);
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const watcher = watch(folder, look).on('error', complain);
    return () => watcher.close();
  } catch (error) {
    complain(error as Error);
    return () => {};
  }
}

async function importAll(folder: string, put: Put, say: Say): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  for (const name of names.filter((each) => each.endsWith('.json'))) {
    const file = path.join(folder, name);
    try {
      const build = await readBuild(file);
      if (build) {
        await put(build);
        await rm(file);
      } else {
        await rename(file, `${file}.malformed`);
        say(`[local] ${file} is not a build and was renamed.`);
      }
    } catch (error) {
      say(`[local] ${file} could not be imported and will be retried: ${(error as Error).message}`);
    }
  }
}

/** @returns undefined if the file is not a build */
async function readBuild(file: string): Promise<Build | undefined> {
  // Reading a pipe would never end.
  const found = await lstat(file);
  if (!found.isFile() || found.size > longestBytes) return undefined;
  const text = await readFile(file, 'utf8');
  try {
    return schema.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}

const longestBytes = 10_000;

const amount = z.int().nonnegative().nullable();

const schema: z.ZodType<Build> = z.object({
  id: z.ulid(),
  buildId: z.uuid(),
  buildType: z.enum(buildTypes),
  status: z.enum(buildStatuses),
  startedAt: z.iso.datetime({ precision: 3 }),
  durationMs: amount,
  bundleBytes: amount,
  memoryMb: amount,
  nodeVersion: z.string().max(32).nullable(),
});

type Put = (build: Build) => Promise<void>;

type Say = (line: string) => void;
