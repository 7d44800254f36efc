import type { Project } from './project.ts';

/**
 * Estimates by rule how likely a first build is to succeed. Starts at 98 %; subtracts 1 for each feature
 * (native code), 6 for versions that are not proven, and 1 for SDK 35.
 */
export function estimateSuccess({ features, isProven, targetSdk }: Project): string {
  const percent = 98 - features.size - (isProven ? 0 : 6) - (targetSdk >= 35 ? 1 : 0);
  return `${percent}%`;
}

/**
 * Estimates by rule a first debug build after all downloads. At least 3 minutes, half a minute for each
 * feature, 4 for the new architecture; at most half as long again.
 */
export function estimateBuildTime({ features, isProven }: Project): string {
  const minutes = 3 + features.size / 2 + (isProven ? 0 : 4);
  return `${Math.floor(minutes)}–${Math.ceil(minutes * 1.5)} minutes`;
}

export function describeAim({ isProven, targetSdk, versions }: Project): string {
  const [major, minor] = versions.reactNative.split('.');
  const line = `React Native ${major}.${minor}`;
  return isProven
    ? `Optimised for reliable builds: ${line} with long-proven settings, for Android SDK ${targetSdk}.`
    : `Optimised for new features and small, fast releases: ${line} with its new architecture, for Android SDK ${targetSdk}.`;
}
