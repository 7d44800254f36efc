export function download(file: Blob, fileName: string): void {
  const address = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = address;
  link.download = fileName;
  link.click();
  // Safari reads the address only after the click.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
