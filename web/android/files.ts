import { download } from '../browser/download.ts';

export interface ConfigFile {
  readonly path: string;
  readonly downloadName: string;
  readonly text: string;
}

export function listFiles(configFiles: Readonly<Record<string, string>>): readonly ConfigFile[] {
  return Object.entries(configFiles).map(([path, text]) => ({
    path,
    downloadName: path.replaceAll('/', separator),
    text,
  }));
}

/** Replaces slashes in download names. No project path contains it. */
export const separator = '--';

/** `android/app/` and `build.gradle` */
export function splitPath(path: string): { folder: string; name: string } {
  const nameAt = path.lastIndexOf('/') + 1;
  return { folder: path.slice(0, nameAt), name: path.slice(nameAt) };
}

export function downloadFile({ text, downloadName }: ConfigFile): void {
  // Some browsers add .txt to text files with unknown extensions.
  download(new Blob([text], { type: 'application/octet-stream' }), downloadName);
}

/** Browsers block simultaneous downloads. @param onProgress gets the count so far @returns a function that stops it */
export function downloadOneByOne(
  files: readonly ConfigFile[],
  onProgress: (count: number) => void,
): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  function downloadFrom(index: number): void {
    const file = files[index];
    if (!file) return;
    if (index < files.length - 1) timer = setTimeout(() => downloadFrom(index + 1), staggerMs);
    downloadFile(file);
    onProgress(index + 1);
  }
  downloadFrom(0);
  return () => clearTimeout(timer);
}

const staggerMs = 100;
