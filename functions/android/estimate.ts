import type { Project } from './project.ts';

/**
 * How likely a first build is to succeed on a machine that is set up as the instructions say: an estimate by rule,
 * not a count of anybody's builds.
 *
 * It starts at 98 in a hundred. What can go wrong beside it takes away: each feature, since it brings native code, 1;
 * versions and settings that are not the proven ones, 6; SDK 35, with its newer tools and its pages under the bars, 1.
 */
export function successRateOf({ features, isProven, targetSdk }: Project): string {
  const percent = 98 - features.size - (isProven ? 0 : 6) - (targetSdk >= 35 ? 1 : 0);
  return `${percent}%`;
}

/**
 * How long a first debug build takes once everything has been downloaded, on a laptop of today: an estimate by rule.
 *
 * At least 3 minutes; half a minute for each feature; 4 more for the new architecture, which compiles C++ for four
 * kinds of processor. At most half as long again.
 */
export function buildTimeOf({ features, isProven }: Project): string {
  const minutes = 3 + features.size / 2 + (isProven ? 0 : 4);
  return `${Math.floor(minutes)}–${Math.ceil(minutes * 1.5)} minutes`;
}

/** What the choices were made for. */
export function aimOf({ isProven, targetSdk, versions }: Project): string {
  const [major, minor] = versions.reactNative.split('.');
  const line = `React Native ${major}.${minor}`;
  return isProven
    ? `Optimised for builds that simply work: ${line} with the settings that have been proven longest, for Android SDK ${targetSdk}.`
    : `Optimised for new features and small, fast releases: ${line} with its new architecture, for Android SDK ${targetSdk}.`;
}
