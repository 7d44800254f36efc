export function download(file: Blob, fileName: string): void {
  const url = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName;
  link.click();
  // Safari reads the URL only after the click.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/** `parley-data-2026-11-30.json`, in the user's time zone. */
export function nameFile(name: string, date: Date, extension: string): string {
  // Swedish dates have this format.
  return `parley-${name}-${new Intl.DateTimeFormat('sv').format(date)}.${extension}`;
}

export function createJsonFile(content: unknown): Blob {
  return new Blob([JSON.stringify(content, null, 2)], { type: 'application/json' });
}
