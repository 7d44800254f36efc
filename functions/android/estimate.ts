import type { Project } from './project.ts';

/** How likely a first build is to succeed: each feature has native code. */
export function estimateSuccess({ features, isProven, targetSdk }: Project): string {
  const percent = 98 - features.size - (isProven ? 0 : 6) - (targetSdk >= 35 ? 1 : 0);
  return `${percent}%`;
}

/** A first debug build after all downloads. Versions that are not proven build the new architecture. */
export function estimateBuildTime({ features, isProven }: Project): string {
  const minutes = 3 + features.size / 2 + (isProven ? 0 : 4);
  return `${Math.floor(minutes)}–${Math.ceil(minutes * 1.5)} minutes`;
}

export function describeOptimization({ isProven, targetSdk, versions }: Project): string {
  const [major, minor] = versions.reactNative.split('.');
  const line = `React Native ${major}.${minor}`;
  return isProven
    ? `Optimised for reliable builds: ${line} with long-proven settings, for Android SDK ${targetSdk}.`
    : `Optimised for new features and small, fast releases: ${line} with its new architecture, for Android SDK ${targetSdk}.`;
}
