import type { AndroidFeature, AndroidSdk } from '../../shared/android.ts';
import { type Versions, versionsFor } from './versions.ts';

/** What every file is written from. */
export interface Project {
  /** Each once, however often it was asked for. */
  readonly features: ReadonlySet<AndroidFeature>;
  /** Asked for proven versions and settings, before newer and faster ones. */
  readonly isProven: boolean;
  readonly targetSdk: AndroidSdk;
  readonly versions: Versions;
}

/** The app’s name, for people and as the name that JavaScript registers it by. */
export const appName = 'Parley';

/** The application’s id, the namespace of its resources and the package of its Kotlin. */
export const packageId = 'com.parley.app';

export function projectOf(input: {
  features: readonly AndroidFeature[];
  preferences: { stability: boolean; targetSdk: AndroidSdk };
}): Project {
  const { stability, targetSdk } = input.preferences;
  return {
    features: new Set(input.features),
    isProven: stability,
    targetSdk,
    versions: versionsFor(targetSdk, stability),
  };
}

/** Whether the app has Kotlin of its own that JavaScript calls. */
export function speaksOrListens({ features }: Project): boolean {
  return features.has('speech-recognition') || features.has('text-to-speech');
}
