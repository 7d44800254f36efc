export function download(file: Blob, fileName: string): void {
  const address = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = address;
  link.download = fileName;
  link.click();
  // Safari reads the address only after the click.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

/** `parley-data-2026-11-30.json`, by the user's calendar. */
export function nameFile(name: string, date: Date, ending: string): string {
  // Swedish dates have this format.
  return `parley-${name}-${new Intl.DateTimeFormat('sv').format(date)}.${ending}`;
}

export function createJsonFile(content: unknown): Blob {
  return new Blob([JSON.stringify(content, null, 2)], { type: 'application/json' });
}
