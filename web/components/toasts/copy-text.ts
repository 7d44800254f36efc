import * as texts from '../../texts/site.ts';
import { toasts } from './toasts.ts';

/** @returns whether it was copied; a toast says so too */
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
