import { toasts } from '../../components/toasts/toasts.ts';

/** Puts a translation on the clipboard, or what `done` tells of, and says whether it is there. */
export async function copyTranslation(text: string, done = 'Translation copied to clipboard'): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    toasts.show({ title: 'Copied!', description: done });
  } catch {
    toasts.show({
      tone: 'destructive',
      title: 'Copy Failed',
      description: 'Unable to copy to clipboard. Select the text and copy it.',
    });
  }
}
