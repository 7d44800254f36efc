import { toasts } from './toasts.ts';

/** @returns whether it was copied; a toast says so too */
export async function copyText(text: string, confirmation: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    toasts.show({ title: 'Copied!', description: confirmation });
    return true;
  } catch {
    toasts.show({
      tone: 'destructive',
      title: 'Copy Failed',
      description: 'Unable to copy to clipboard. Select the text and copy it.',
    });
    return false;
  }
}
