import { toasts } from '../components/toasts/toasts.ts';

/** @param name the text's, for the toast */
export async function copyText(text: string, name: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    toasts.show({ title: 'Copied!', description: `${name} copied to clipboard` });
  } catch {
    toasts.show({
      tone: 'destructive',
      title: 'Copy Failed',
      description: 'Unable to copy to clipboard. Select the text and copy it.',
    });
  }
}
