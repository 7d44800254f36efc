import { mkdirSync, watch } from 'node:fs';
import { lstat, readdir, readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod';
import type { Build } from '../../functions/builds/builds-table.ts';
import { buildStatuses, buildTypes } from '../../shared/builds.ts';
import { writeWhole } from './data-folder.ts';

/** Puts this machine's builds into the table. */
export interface LocalBuilds {
  /** One of this process's own. */
  put(build: Build): void | Promise<void>;
  /** Lets what is being put down come to its end. */
  stop(): Promise<void>;
}

/**
 * Takes in the builds that other commands leave in the data folder: those that wait there, and those that come.
 * Its own go the same way, so that one that is cut off by the end of this process is not lost.
 *
 * @param dataFolder without it nobody leaves anything
 */
export async function openBuilds(dataFolder: string | undefined, say: Say): Promise<LocalBuilds> {
  // The functions' clients look at the environment, which has to be there before they are.
  const { recordBuild } = await import('../../functions/builds/builds-table.ts');
  if (dataFolder === undefined) return { put: recordBuild, stop: async () => {} };
  const stop = takeIn(folderOf(dataFolder), recordBuild, say);
  return { put: (build) => leaveBuild(dataFolder, build), stop };
}

/**
 * Leaves a build for the Parley that has the data folder, or that will. Its start and its end are two files: one
 * may be taken in while the other is written.
 */
export function leaveBuild(dataFolder: string, build: Build): void {
  const folder = folderOf(dataFolder);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  writeWhole(path.join(folder, `${build.id}-${build.status}.json`), JSON.stringify(build));
}

function folderOf(dataFolder: string): string {
  return path.join(dataFolder, 'builds');
}

/** @returns ends it */
function takeIn(folder: string, put: Put, say: Say): () => Promise<void> {
  let latest = Promise.resolve();
  let isDue = false;
  const look = () => {
    if (isDue) return;
    isDue = true;
    latest = latest.then(async () => {
      isDue = false;
      await takeAll(folder, put, say);
    });
  };
  const close = watchFolder(folder, look, say);
  look();
  return async () => {
    close();
    await latest;
  };
}

/** Without a watcher, builds wait for the next start. */
function watchFolder(folder: string, look: () => void, say: Say): () => void {
  const complain = (error: Error) => say(`[local] New builds show after the next start: ${error.message}`);
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const watcher = watch(folder, look).on('error', complain);
    return () => watcher.close();
  } catch (error) {
    complain(error as Error);
    return () => {};
  }
}

async function takeAll(folder: string, put: Put, say: Say): Promise<void> {
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
        say(`[local] ${file} does not describe a build; it is set aside.`);
      }
    } catch (error) {
      say(`[local] ${file} could not be taken in and is tried again later: ${(error as Error).message}`);
    }
  }
}

/**
 * @returns undefined for anything but a build
 * @throws Error when the file cannot be read
 */
async function readBuild(file: string): Promise<Build | undefined> {
  // A pipe would keep its reader waiting for ever.
  const found = await lstat(file);
  if (!found.isFile() || found.size > longestBytes) return undefined;
  const text = await readFile(file, 'utf8');
  try {
    return schema.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}

/** Many times what a build takes. */
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
