import * as texts from '../../texts/site.ts';
import { toasts } from './toasts.ts';

/** Copies a text and shows a toast. @returns whether it was copied */
export async function copyText(text: string, confirmation: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    toasts.show({ title: texts.copied, description: confirmation });
    return true;
  } catch {
    toasts.show({ tone: 'destructive', title: texts.copyFailedTitle, description: texts.copyFailed });
    return false;
  }
}
