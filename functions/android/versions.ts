import type { AndroidSdk } from '../../shared/android.ts';

export interface Versions {
  readonly reactNative: string;
  readonly react: string;
  readonly agp: string;
  readonly gradle: string;
  readonly gradleSha256: string;
  readonly kotlin: string;
  readonly compileSdk: number;
  readonly minSdk: number;
  readonly ndk: string;
  readonly cli: string;
  readonly reactTypes: string;
  /** How the app loads native code: many libraries, a merged one, or one call. */
  readonly loading: 'many' | 'merged' | 'single-call';
}

export const javaVersion = '17';

/** The newest release whose template targets the SDK; if proven, two minor versions older. 0.81 targets SDK 36. */
export function pickVersions(targetSdk: AndroidSdk, isProven: boolean): Versions {
  return table[targetSdk][isProven ? 'proven' : 'newest'];
}

/**
 * Sources, here for 0.75:
 * - most: https://github.com/react-native-community/template/tree/0.75-stable/template
 * - Android Gradle plugin and Java: `packages/gradle-plugin` in https://github.com/facebook/react-native/tree/0.75-stable
 * - checksums: https://gradle.org/release-checksums/
 */
const table: Record<AndroidSdk, { proven: Versions; newest: Versions }> = {
  34: {
    proven: {
      reactNative: '0.75.5',
      react: '18.3.1',
      agp: '8.5.0',
      gradle: '8.8',
      gradleSha256: 'a4b4158601f8636cdeeab09bd76afb640030bb5b144aafe261a5e8af027dc612',
      kotlin: '1.9.25',
      compileSdk: 34,
      minSdk: 23,
      ndk: '26.1.10909125',
      cli: '14.1.0',
      reactTypes: '^18.2.6',
      loading: 'many',
    },
    newest: {
      reactNative: '0.77.3',
      react: '18.3.1',
      agp: '8.7.2',
      gradle: '8.10.2',
      gradleSha256: '31c55713e40233a8303827ceb42ca48a47267a0ad4bab9177123121e71524c26',
      kotlin: '2.0.21',
      compileSdk: 35,
      minSdk: 24,
      ndk: '27.1.12297006',
      cli: '15.0.1',
      reactTypes: '^18.2.6',
      loading: 'merged',
    },
  },
  35: {
    proven: {
      reactNative: '0.78.3',
      react: '19.0.0',
      agp: '8.8.0',
      gradle: '8.12',
      gradleSha256: '7a00d51fb93147819aab76024feece20b6b84e420694101f276be952e08bef03',
      kotlin: '2.0.21',
      compileSdk: 35,
      minSdk: 24,
      ndk: '27.1.12297006',
      cli: '15.0.1',
      reactTypes: '^19.0.0',
      loading: 'merged',
    },
    newest: {
      reactNative: '0.80.3',
      react: '19.1.0',
      agp: '8.9.2',
      gradle: '8.14.1',
      gradleSha256: '845952a9d6afa783db70bb3b0effaae45ae5542ca2bb7929619e8af49cb634cf',
      kotlin: '2.1.20',
      compileSdk: 35,
      minSdk: 24,
      ndk: '27.1.12297006',
      cli: '19.1.2',
      reactTypes: '^19.1.0',
      loading: 'single-call',
    },
  },
};
