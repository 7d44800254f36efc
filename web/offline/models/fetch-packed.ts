import { type CatalogueFile, getPackedPath } from '../../../shared/neural/catalogue.ts';

/** `lost`: the connection. `webpage`: something on the way has answered. `damaged`: other bytes than promised. */
export type DownloadFault = 'lost' | 'webpage' | 'damaged' | 'missing' | 'full';

export class DownloadFailed extends Error {
  override readonly name = 'DownloadFailed';
  readonly fault: DownloadFault;

  constructor(fault: DownloadFault, options?: ErrorOptions) {
    super(`The download failed: ${fault}`, options);
    this.fault = fault;
  }
}

interface FetchOptions {
  readonly signal: AbortSignal;
  readonly stallMs?: number;
  onProgress(receivedBytes: number): void;
}

/** Goes on where an earlier call was cut off. @throws DownloadFailed, the signal's reason */
export async function fetchPacked(
  file: CatalogueFile,
  { signal, stallMs = 30_000, onProgress }: FetchOptions,
): Promise<Blob> {
  const path = getPackedPath(file);
  const received = unfinished.get(path) ?? new Blob();
  const stalled = new AbortController();
  const abort = () => stalled.abort(signal.reason);
  signal.addEventListener('abort', abort, { once: true });
  const watch = () => setTimeout(() => stalled.abort(), stallMs);
  let timer = watch();
  let parts: BlobPart[] = [received];
  try {
    signal.throwIfAborted();
    const headers = received.size > 0 ? { range: `bytes=${received.size}-` } : undefined;
    // The models' own cache has it: the browser's would keep it twice.
    const response = await fetch(path, {
      ...(headers && { headers }),
      signal: stalled.signal,
      cache: 'no-store',
    });
    rejectUnfit(response);
    if (response.status !== 206) parts = [];
    let bytes = response.status === 206 ? received.size : 0;
    const reader = response.body?.getReader();
    for (let read = await reader?.read(); read && !read.done; read = await reader?.read()) {
      clearTimeout(timer);
      timer = watch();
      parts.push(read.value);
      bytes += read.value.byteLength;
      if (bytes > file.packedBytes) {
        parts = [];
        throw new DownloadFailed('damaged');
      }
      onProgress(bytes);
    }
    if (bytes < file.packedBytes) throw new DownloadFailed('lost');
    unfinished.delete(path);
    return new Blob(parts);
  } catch (error) {
    unfinished.set(path, new Blob(parts));
    signal.throwIfAborted();
    throw error instanceof DownloadFailed ? error : new DownloadFailed('lost', { cause: error });
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', abort);
    stalled.abort();
  }
}

/** Until the page is closed, by path. */
const unfinished = new Map<string, Blob>();

/** @throws DownloadFailed */
export function rejectUnfit({ ok, status, headers }: Response): void {
  // A captive portal answers with its own page.
  if (headers.get('content-type')?.startsWith('text/html')) throw new DownloadFailed('webpage');
  if (!ok) throw new DownloadFailed(status === 404 ? 'missing' : 'lost');
}
