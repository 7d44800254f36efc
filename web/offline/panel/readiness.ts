import { queryOptions } from '@tanstack/react-query';
import type { Catalogue } from '../../../shared/neural/catalogue.ts';
import { queryClient } from '../../queries.ts';
import { findLocalVoice, waitForVoices } from '../../speech/speak/voices.ts';
import { canRunEngine } from '../engine/neural.ts';
import { catalogueQuery, pickModels } from '../models/catalogue.ts';
import { sumMissingBytes } from '../models/download.ts';
import { canKeepModels, isSamePair, readInstalled, wereComplete } from '../models/installed.ts';
import { findBrowserTranslation } from '../translation/browser-translator.ts';
import { findLocalRecognition, type LocalRecognition } from './local-recognition.ts';

/** What works without a connection, for a pair of languages. */
export interface Readiness {
  readonly translation: TranslationReadiness;
  /** Languages without a voice of this device. */
  readonly voiceless: readonly string[];
  readonly recognition: LocalRecognition;
  /** The browser has promised to delete nothing by itself. */
  readonly isPersistent: boolean;
}

/**
 * - `browser`: the browser's own translator, which knows no sizes
 * - `models`: ours. `isGone`: the browser has deleted some of what the visitor had asked for
 * - `no-models`: nobody has a model of this pair. `not-here`: this device has none, and the list cannot be read
 */
export type TranslationReadiness =
  | { readonly by: 'browser'; readonly isReady: boolean }
  | {
      readonly by: 'models';
      readonly isReady: boolean;
      readonly isGone: boolean;
      readonly isRemovable: boolean;
      readonly models: Catalogue;
      readonly missingBytes: number;
    }
  | { readonly by: 'none'; readonly reason: 'no-models' | 'not-here' | 'no-engine' | 'no-storage' };

export function readinessQuery(source: string, target: string) {
  return queryOptions({
    queryKey: [...readinessKey, source, target],
    queryFn: () => findReadiness(source, target),
    ...always,
  });
}

/** Without voices and recogniser, for notices. */
export function translationReadinessQuery(source: string, target: string) {
  return queryOptions({
    queryKey: [...readinessKey, 'translation', source, target],
    queryFn: () => findTranslation(source, target),
    ...always,
  });
}

const always = {
  // Another tab may have fetched or removed them.
  refetchOnMount: 'always',
  refetchOnWindowFocus: 'always',
  refetchOnReconnect: 'always',
} as const;

export function refreshReadiness(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: readinessKey });
}

const readinessKey = ['offline-readiness'];

async function findReadiness(source: string, target: string): Promise<Readiness> {
  await waitForVoices();
  const [translation, recognition, isPersistent] = await Promise.all([
    findTranslation(source, target),
    findLocalRecognition(source, target),
    isStoragePersistent(),
  ]);
  const voiceless = [source, target].filter((language) => !findLocalVoice(language));
  return { translation, voiceless, recognition, isPersistent };
}

async function findTranslation(source: string, target: string): Promise<TranslationReadiness> {
  const byBrowser = await findBrowserTranslation(source, target);
  if (byBrowser === 'available') return { by: 'browser', isReady: true };
  const installed = await readInstalled();
  // The site may offer newer ones by now; these translate as well.
  const ready = pickModels(installed.models, source, target);
  if (byBrowser === 'downloadable' && !ready) return { by: 'browser', isReady: false };
  const offered = ready ?? (await queryClient.query(catalogueQuery).catch(() => undefined));
  const models = ready ?? pickModels(offered ?? installed.wanted, source, target);
  if (!models) return { by: 'none', reason: offered ? 'no-models' : 'not-here' };
  if (!canRunEngine()) return { by: 'none', reason: 'no-engine' };
  if (!canKeepModels()) return { by: 'none', reason: 'no-storage' };
  const directions = Object.keys(models);
  return {
    by: 'models',
    isReady: ready !== undefined,
    isGone: !ready && wereComplete(installed, directions),
    isRemovable: installed.pairs.some((pair) => isSamePair(pair, directions)),
    models,
    missingBytes: await sumMissingBytes(models),
  };
}

async function isStoragePersistent(): Promise<boolean> {
  try {
    return await navigator.storage.persisted();
  } catch {
    return false;
  }
}
