import { createHash } from 'node:crypto';
import { createReadStream, existsSync, rmSync, statSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { type FileRecord, ModelError } from './manifest.ts';

interface DownloadOptions {
  readonly places: readonly string[];
  /** A server that sends nothing for this long is given up. */
  readonly stallMs?: number;
  onProgress?(bytes: number): void;
}

/**
 * Fetches the packed file, and goes on where an earlier call stopped. Each place is tried once.
 *
 * @throws ModelError
 */
export async function download(file: FileRecord, target: string, options: DownloadOptions): Promise<void> {
  let failure: unknown;
  for (const place of options.places) {
    try {
      await fetchFrom(new URL(file.path, place.endsWith('/') ? place : `${place}/`), file, target, options);
      if ((await hashFile(target)) === file.packedSha256) return;
      rmSync(target);
      failure = new ModelError(`${place} sent another file than the list promises. Nothing was kept of it.`);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOSPC') throw new ModelError('The disk is full.');
      failure = error;
    }
  }
  throw failure;
}

async function fetchFrom(url: URL, file: FileRecord, target: string, options: DownloadOptions) {
  const { stallMs = 30_000, onProgress } = options;
  let received = existsSync(target) ? statSync(target).size : 0;
  if (received >= file.packedBytes) return;
  const stalled = new AbortController();
  const watch = () => setTimeout(() => stalled.abort(), stallMs);
  let timer = watch();
  let output: FileHandle | undefined;
  try {
    const headers = received > 0 ? { range: `bytes=${received}-` } : undefined;
    const response = await fetch(url, { ...(headers && { headers }), signal: stalled.signal });
    rejectUnfit(response, url);
    if (response.status !== 206) received = 0;
    output = await open(target, received > 0 ? 'a' : 'w');
    for await (const chunk of response.body ?? []) {
      clearTimeout(timer);
      timer = watch();
      received += chunk.byteLength;
      if (received > file.packedBytes) {
        await output.truncate(0);
        throw new ModelError(`${url.host} sent more than the ${file.packedBytes} bytes of ${file.path}.`);
      }
      await output.write(chunk);
      onProgress?.(received);
    }
  } catch (error) {
    if (error instanceof ModelError || (error as NodeJS.ErrnoException).code === 'ENOSPC') throw error;
    throw lost(url, received, file);
  } finally {
    clearTimeout(timer);
    await output?.close();
  }
  if (received < file.packedBytes) throw lost(url, received, file);
}

function rejectUnfit(response: Response, { host, pathname }: URL): void {
  if (!response.ok) throw new ModelError(`${host} answered ${response.status} for ${pathname}.`);
  if (response.headers.get('content-type')?.startsWith('text/html'))
    throw new ModelError(`${host} sent a web page instead of the model. Does this network ask for a login?`);
}

function lost({ host }: URL, received: number, { packedBytes }: FileRecord): ModelError {
  const percent = Math.floor((received / packedBytes) * 100);
  return new ModelError(
    `The connection to ${host} was lost at ${percent} %. Run the command again to go on from there.`,
  );
}

export async function hashFile(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}
