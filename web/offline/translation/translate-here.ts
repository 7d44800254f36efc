import { areVariants } from '../../../shared/languages.ts';
import { ConnectionError } from '../../api.ts';
import { settings } from '../../settings/settings.ts';
import * as texts from '../../texts/offline/translation.ts';
import { detectOtherLanguage } from '../../translation/detection/detect-language.ts';
import { canRunEngine, createNeural } from '../engine/neural.ts';
import { findRoute } from '../models/catalogue.ts';
import { readInstalled, wereComplete } from '../models/installed.ts';
import { findBrowserTranslation, translateByBrowser } from './browser-translator.ts';

interface TranslatedHere {
  readonly translatedText: string;
  readonly detectedLanguage?: string;
  readonly isOnDevice: true;
}

/**
 * Translates on this device, by the browser's translator or by ours.
 *
 * @returns undefined if the visitor has not made this pair ready
 * @throws ConnectionError that says what is wrong with what was ready, the signal's reason
 */
export async function translateHere(
  text: string,
  source: string,
  target: string,
  signal: AbortSignal,
): Promise<TranslatedHere | undefined> {
  const from = source === 'auto' ? await guessLanguage(text) : source;
  const translatedText = areVariants(from, target) ? text : await translate(text, from, target, signal);
  if (translatedText === undefined) return undefined;
  return { translatedText, ...(source === 'auto' && { detectedLanguage: from }), isOnDevice: true };
}

/** Loads engine and models while the visitor types or speaks: the first sentence takes longest. */
export async function warmUp(source: string, target: string): Promise<void> {
  const { models } = await readInstalled();
  const route = findRoute(models, source, target);
  if (!route || route.length === 0 || !canRunEngine()) return;
  neural ??= createNeural();
  await neural.translate('Hello.', route, models);
}

async function translate(text: string, source: string, target: string, signal: AbortSignal) {
  if ((await findBrowserTranslation(source, target)) === 'available') {
    try {
      return await translateByBrowser(text, source, target, signal);
    } catch {
      signal.throwIfAborted();
      // It refuses without a gesture, over its quota, or while the page is being closed. Ours may be there.
    }
  }
  return translateByModels(text, source, target, signal);
}

async function translateByModels(text: string, source: string, target: string, signal: AbortSignal) {
  const installed = await readInstalled();
  const { models } = installed;
  const route = findRoute(models, source, target);
  if (!route) {
    const wanted = findRoute(installed.wanted, source, target);
    if (wanted && wereComplete(installed, wanted)) throw new ConnectionError({}, texts.modelsGone);
    return undefined;
  }
  if (!canRunEngine()) throw new ConnectionError({}, texts.noEngine);
  neural ??= createNeural();
  try {
    return await neural.translate(text, route, models, signal);
  } catch (cause) {
    signal.throwIfAborted();
    // The worker deletes what is damaged.
    const isDamaged = !findRoute((await readInstalled()).models, source, target);
    throw new ConnectionError({ cause }, isDamaged ? texts.modelsDamaged : texts.engineFailed);
  }
}

let neural: ReturnType<typeof createNeural> | undefined;

/** The code that detects languages may not be here. */
async function guessLanguage(text: string): Promise<string> {
  const { defaultSourceLang: usual } = settings.get();
  return (await detectOtherLanguage(text, usual).catch(() => undefined)) ?? usual;
}
