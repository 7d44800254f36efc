import { expect, test } from 'vitest';
import { javaVersion, pickVersions } from '../../../../functions/android/versions.ts';
import { androidSdks } from '../../../../shared/android.ts';

const sets = androidSdks.flatMap((targetSdk) =>
  [true, false].map((isProven) => ({ targetSdk, isProven, ...pickVersions(targetSdk, isProven) })),
);

/**
 * By the line of the plugin, what it needs at least and the newest SDK that it knows:
 * https://developer.android.com/build/releases/agp-8-5-0-release-notes and its likes for 8.7, 8.8 and 8.9.
 */
const plugins: Record<string, { gradle: string; buildTools: string; java: string; maxSdk: number }> = {
  '8.5': { gradle: '8.7', buildTools: '34.0.0', java: '17', maxSdk: 34 },
  '8.7': { gradle: '8.9', buildTools: '34.0.0', java: '17', maxSdk: 35 },
  '8.8': { gradle: '8.10.2', buildTools: '35.0.0', java: '17', maxSdk: 35 },
  '8.9': { gradle: '8.11.1', buildTools: '35.0.0', java: '17', maxSdk: 35 },
};

/**
 * By the line of Kotlin, the oldest Android Gradle plugin whose shrinker reads it, and the oldest Gradle:
 * https://developer.android.com/build/kotlin-support and https://kotlinlang.org/docs/gradle-configure-project.html.
 * The newest Gradle of the second page is where warnings begin, not where builds fail: React Native goes beyond it.
 */
const kotlins: Record<string, { agp: string; gradle: string }> = {
  '1.9': { agp: '8.0', gradle: '6.8.3' },
  '2.0': { agp: '8.5', gradle: '6.8.3' },
  '2.1': { agp: '8.6', gradle: '7.6.3' },
};

/** https://docs.gradle.org/current/userguide/compatibility.html: the oldest Gradle that runs on Java 17. */
const gradleOnJava17 = '7.3';

test.for(sets)('React Native $reactNative: Kotlin, Gradle, its plugin, Java and the SDKs fit', (set) => {
  const plugin = plugins[lineOf(set.agp)];
  const kotlin = kotlins[lineOf(set.kotlin)];
  if (!plugin || !kotlin) throw new Error(`The rules lack plugin ${set.agp} or Kotlin ${set.kotlin}.`);
  for (const gradle of [plugin.gradle, kotlin.gradle, gradleOnJava17])
    expect(isAtLeast(set.gradle, gradle), `Gradle ${gradle}`).toBe(true);
  expect(isAtLeast(set.agp, kotlin.agp)).toBe(true);
  expect(isAtLeast(`${set.compileSdk}.0.0`, plugin.buildTools)).toBe(true);
  expect(javaVersion).toBe(plugin.java);
  expect(set.minSdk).toBeLessThan(set.targetSdk);
  expect(set.targetSdk).toBeLessThanOrEqual(set.compileSdk);
  expect(set.compileSdk).toBeLessThanOrEqual(plugin.maxSdk);
});

/** https://github.com/facebook/react-native/blob/main/CHANGELOG.md: 0.78 is the first line with React 19. */
test.for(sets)('React Native $reactNative has its React', ({ reactNative, react }) => {
  expect(react.split('.')[0]).toBe(isAtLeast(reactNative, '0.78') ? '19' : '18');
});

/** 0.76 merged the native libraries, 0.80 has the one call: the templates of these lines. */
test.for(sets)('React Native $reactNative is loaded by its line’s call', ({ reactNative, loading }) => {
  const wanted = isAtLeast(reactNative, '0.80')
    ? 'single-call'
    : isAtLeast(reactNative, '0.76')
      ? 'merged'
      : 'many';
  expect(loading).toBe(wanted);
});

test.for(androidSdks)(
  'for SDK %i the proven React Native is two lines older than the newest',
  (targetSdk) => {
    const [proven, newest] = [true, false].map((isProven) => pickVersions(targetSdk, isProven).reactNative);
    expect(minorOf(newest) - minorOf(proven)).toBe(2);
  },
);

test('every Gradle has its own checksum', () => {
  const sums = sets.map(({ gradleSha256 }) => gradleSha256);
  for (const sum of sums) expect(sum).toMatch(/^[0-9a-f]{64}$/);
  expect(new Set(sums).size).toBe(new Set(sets.map(({ gradle }) => gradle)).size);
});

function lineOf(version: string): string {
  return version.split('.').slice(0, 2).join('.');
}

function minorOf(version = ''): number {
  return Number(version.split('.')[1]);
}

function isAtLeast(version: string, wanted: string): boolean {
  return version.localeCompare(wanted, 'en', { numeric: true }) >= 0;
}
