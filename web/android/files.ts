import { download } from '../browser/download.ts';

/** One file of a configuration. */
export interface ConfigFile {
  /** In the project. */
  readonly path: string;
  /** Among the downloads, where two files of one name would be in each other's way. */
  readonly downloadName: string;
  readonly text: string;
}

/** @param configFiles texts by path */
export function filesOf(configFiles: Readonly<Record<string, string>>): readonly ConfigFile[] {
  return Object.entries(configFiles).map(([path, text]) => ({
    path,
    downloadName: path.replaceAll('/', folderMark),
    text,
  }));
}

/** What stands for a slash in the name of a download. No path of a project has it. */
export const folderMark = '--';

/** `android/app/` and `build.gradle` */
export function partsOf(path: string): { folder: string; name: string } {
  const nameAt = path.lastIndexOf('/') + 1;
  return { folder: path.slice(0, nameAt), name: path.slice(nameAt) };
}

export function takeFile({ text, downloadName }: ConfigFile): void {
  // Bytes rather than text: some browsers put .txt behind the name of a text whose ending they do not know.
  download(new Blob([text], { type: 'application/octet-stream' }), downloadName);
}

/**
 * Takes one after the other: of downloads that begin at once, browsers let only some through.
 *
 * @param onTaken hears how many there are so far
 * @returns stops it
 */
export function takeInTurn(
  files: readonly ConfigFile[],
  take: (file: ConfigFile) => void,
  onTaken: (count: number) => void,
): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  function takeFrom(index: number): void {
    const file = files[index];
    if (!file) return;
    if (index < files.length - 1) timer = setTimeout(() => takeFrom(index + 1), staggerMs);
    take(file);
    onTaken(index + 1);
  }
  takeFrom(0);
  return () => clearTimeout(timer);
}

const staggerMs = 100;
