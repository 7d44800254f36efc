import { isInterfaceLanguage } from '../../shared/interface-languages.ts';
import { isBusy, saveBeforeLeaving } from '../browser/leaving.ts';
import { hasRemembered, rememberLanguage } from '../language/remember-language.ts';

/** Loads the page again while nobody has used it, as after signing in. Later, only the next page has the language. */
export async function showLanguage(code: string): Promise<void> {
  // Remembered, and still not shown: loading the page again would not help.
  if (!isInterfaceLanguage(code) || hasRemembered(code)) return;
  await rememberLanguage(code);
  if (navigator.userActivation?.hasBeenActive || isBusy() || !hasRemembered(code)) return;
  saveBeforeLeaving('reload');
  location.reload();
}
