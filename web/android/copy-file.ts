import { toasts } from '../components/toasts/toasts.ts';
import type { ConfigFile } from './files.ts';

export async function copyFile({ path, text }: ConfigFile): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    toasts.show({ title: 'Copied!', description: `${path} copied to clipboard` });
  } catch {
    toasts.show({
      tone: 'destructive',
      title: 'Copy Failed',
      description: 'Unable to copy to clipboard. Select the text and copy it.',
    });
  }
}
