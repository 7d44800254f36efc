import type { AndroidFeature, AndroidSdk } from '../../shared/android.ts';
import { pickVersions, type Versions } from './versions.ts';

export interface Project {
  readonly features: ReadonlySet<AndroidFeature>;
  /** Proven versions and settings instead of newer and faster ones. */
  readonly isProven: boolean;
  readonly targetSdk: AndroidSdk;
  readonly versions: Versions;
}

export const appName = 'Parley';

export const packageId = 'com.parley.app';

export function describeProject(input: {
  features: readonly AndroidFeature[];
  preferences: { stability: boolean; targetSdk: AndroidSdk };
}): Project {
  const { stability, targetSdk } = input.preferences;
  return {
    features: new Set(input.features),
    isProven: stability,
    targetSdk,
    versions: pickVersions(targetSdk, stability),
  };
}

export function hasSpeech({ features }: Project): boolean {
  return features.has('speech-recognition') || features.has('text-to-speech');
}
