/** Hands a file to the browser, which puts it where it puts downloads. */
export function download(file: Blob, fileName: string): void {
  const address = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = address;
  link.download = fileName;
  link.click();
  // Safari begins to read it only after the click.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
