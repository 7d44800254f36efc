import { toasts } from '../components/toasts/toasts.ts';
import type { ConfigFile } from './files.ts';

/** Puts a file's text on the clipboard, and says whether it is there. */
export async function copyFile({ path, text }: ConfigFile): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    toasts.show({ title: 'Copied!', description: `${path} copied to clipboard` });
  } catch {
    toasts.show({
      tone: 'destructive',
      title: 'Copy Failed',
      description: 'Unable to copy to clipboard. Mark the text and copy it by hand.',
    });
  }
}
