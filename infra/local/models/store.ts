import {
  createReadStream,
  createWriteStream,
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { copyFile, statfs } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createZstdDecompress } from 'node:zlib';
import { listModels } from '../engines/neural/model-files.ts';
import { makeFolder } from '../make-folder.ts';
import { download, hashFile } from './download.ts';
import { type FileRecord, listFiles, type Manifest, ModelError, sumBytes } from './manifest.ts';

export interface AddOptions {
  /** A folder that holds the files, packed or not, by any name. Nothing is downloaded. */
  readonly from?: string | undefined;
  /** Tried first. */
  readonly mirror?: string | undefined;
  readonly stallMs?: number;
  onProgress?(direction: string, bytes: number): void;
}

/** A folder of models. Unfinished downloads are in `.partial`. */
export class ModelStore {
  private readonly folder: string;
  private readonly manifest: Manifest;

  constructor(folder: string, manifest: Manifest) {
    this.folder = folder;
    this.manifest = manifest;
  }

  list(): string[] {
    return listModels(this.folder);
  }

  /** False for another version, and for files that are not ours. */
  isCurrent(direction: string): boolean {
    return this.listOwn(direction).every(
      ({ place, file }) => existsSync(place) && statSync(place).size === file.bytes,
    );
  }

  /** @throws ModelError */
  async checkSpace(directions: readonly string[]): Promise<void> {
    try {
      makeFolder(this.folder);
    } catch (error) {
      throw new ModelError(
        `The folder ${this.folder} cannot be made (${(error as Error).message}): add \`-- --models DIR\`.`,
      );
    }
    const models = directions.flatMap((direction) => this.manifest.models[direction] ?? []);
    const { bavail, bsize } = await statfs(this.folder);
    const { packed, unpacked } = sumBytes(models);
    if (bavail * bsize < packed + unpacked)
      throw new ModelError(
        `The disk has ${inMb(bavail * bsize)} left, but ${inMb(packed + unpacked)} are needed.`,
      );
  }

  /** @throws ModelError; then the models are as before */
  async add(direction: string, options: AddOptions): Promise<void> {
    const unfinished = path.join(this.folder, '.partial', direction);
    mkdirSync(unfinished, { recursive: true });
    const place = path.join(this.folder, direction);
    let done = 0;
    for (const { name, file } of this.listOwn(direction)) {
      const target = path.join(unfinished, name);
      const onProgress = (bytes: number) => options.onProgress?.(direction, done + bytes);
      if (!(await isIntact(target, file))) await this.fetchFile(file, target, { ...options, onProgress });
      done += file.packedBytes;
      onProgress(0);
    }
    rmSync(place, { recursive: true, force: true });
    renameSync(unfinished, place);
  }

  remove(direction: string): void {
    rmSync(path.join(this.folder, direction), { recursive: true, force: true });
    rmSync(path.join(this.folder, '.partial', direction), { recursive: true, force: true });
  }

  /** @returns names of files that are damaged or missing */
  async verify(direction: string): Promise<string[]> {
    const damaged: string[] = [];
    for (const { name, place, file } of this.listOwn(direction))
      if (!(await isIntact(place, file))) damaged.push(name);
    return damaged;
  }

  private listOwn(direction: string): { name: string; place: string; file: FileRecord }[] {
    const model = this.manifest.models[direction];
    if (!model) throw new ModelError(`${direction} is not in the list of models.`);
    return listFiles(model).map((each) => ({ ...each, place: path.join(this.folder, direction, each.name) }));
  }

  private async fetchFile(
    file: FileRecord,
    target: string,
    {
      from,
      mirror,
      stallMs,
      onProgress,
    }: Omit<AddOptions, 'onProgress'> & { onProgress(bytes: number): void },
  ): Promise<void> {
    const packed = `${target}.zst.partial`;
    if (from) {
      const found = await findCopy(from, file);
      if (!found)
        throw new ModelError(`${path.basename(file.path)} (${path.basename(target)}) is not in ${from}.`);
      await copyFile(found.file, found.isPacked ? packed : `${target}.partial`);
      if (!found.isPacked) return renameSync(`${target}.partial`, target);
    } else {
      const places = [...(mirror ? [mirror] : []), ...this.manifest.places];
      await download(file, packed, { places, onProgress, ...(stallMs && { stallMs }) });
    }
    await unpack(packed, target, file);
  }
}

/** @throws ModelError */
async function unpack(packed: string, target: string, file: FileRecord): Promise<void> {
  const partial = `${target}.partial`;
  try {
    await pipeline(createReadStream(packed), createZstdDecompress(), createWriteStream(partial));
  } catch (error) {
    rmSync(partial, { force: true });
    const isFull = (error as NodeJS.ErrnoException).code === 'ENOSPC';
    throw new ModelError(isFull ? 'The disk is full.' : `${path.basename(target)} cannot be unpacked.`);
  }
  rmSync(packed);
  if (await isIntact(partial, file)) return renameSync(partial, target);
  rmSync(partial);
  throw new ModelError(
    `${path.basename(target)} is another file than the list promises. Nothing was kept of it.`,
  );
}

async function isIntact(place: string, { bytes, sha256 }: FileRecord): Promise<boolean> {
  return existsSync(place) && statSync(place).size === bytes && (await hashFile(place)) === sha256;
}

async function findCopy(folder: string, file: FileRecord) {
  if (!existsSync(folder)) throw new ModelError(`There is no folder ${folder}.`);
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const each = path.join(entry.parentPath, entry.name);
    const { size } = statSync(each);
    if (size === file.bytes && (await hashFile(each)) === file.sha256) return { file: each, isPacked: false };
    if (size === file.packedBytes && (await hashFile(each)) === file.packedSha256)
      return { file: each, isPacked: true };
  }
  return undefined;
}

export function inMb(bytes: number): string {
  return `${(bytes / 1e6).toFixed(0)} MB`;
}
