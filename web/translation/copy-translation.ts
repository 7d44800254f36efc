import { toasts } from '../components/toasts.ts';

/** Puts a translation on the clipboard, and says whether it is there. */
export async function copyTranslation(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    toasts.show({ title: 'Copied!', description: 'Translation copied to clipboard' });
  } catch {
    toasts.show({
      tone: 'destructive',
      title: 'Copy Failed',
      description: 'Unable to copy to clipboard',
    });
  }
}
