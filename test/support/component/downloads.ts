import { vi } from 'vitest';

/** A file that the page has handed to the browser. */
export interface Download {
  readonly name: string;
  readonly file: Blob;
  readonly atMs: number;
}

/** @returns the downloads from now on, in order */
export function watchDownloads(): readonly Download[] {
  const files = new Map<string, Blob>();
  const downloads: Download[] = [];
  URL.createObjectURL = (file: Blob) => {
    const address = `blob:http://localhost/${files.size}`;
    files.set(address, file);
    return address;
  };
  URL.revokeObjectURL = () => {};
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    const file = files.get(this.href);
    if (!file) return HTMLElement.prototype.click.call(this);
    downloads.push({ name: this.download, file, atMs: Date.now() });
  });
  return downloads;
}

/** The text of a file with its byte order mark. */
export function textOf({ file }: Download): Promise<string> {
  return new Promise((resolve) => {
    const reader = new FileReader();
    reader.onload = () =>
      resolve(new TextDecoder('utf-8', { ignoreBOM: true }).decode(reader.result as ArrayBuffer));
    reader.readAsArrayBuffer(file);
  });
}
