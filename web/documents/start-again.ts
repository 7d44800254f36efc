/** Starts the app whose script was lost. @param url of the script */
export async function startAgain(url: string): Promise<void> {
  try {
    await import(/* @vite-ignore */ url);
  } catch {
    // The browser may have cached what a captive portal answered.
    await fetch(url, { cache: 'reload' });
    await import(/* @vite-ignore */ url);
  }
}
