/**
 * React Native 0.75 targets SDK 34. Sources:
 * - most: https://github.com/react-native-community/template/tree/0.75-stable/template
 * - Android Gradle plugin and Java: `packages/gradle-plugin` in https://github.com/facebook/react-native/tree/0.75-stable
 * - checksum: https://gradle.org/release-checksums/
 */
export const versions = {
  reactNative: '0.75.5',
  react: '18.3.1',
  agp: '8.5.0',
  gradle: '8.8',
  gradleSha256: 'a4b4158601f8636cdeeab09bd76afb640030bb5b144aafe261a5e8af027dc612',
  kotlin: '1.9.25',
  java: '17',
  targetSdk: 34,
  compileSdk: 34,
  minSdk: 23,
  ndk: '26.1.10909125',
  cli: '14.1.0',
  reactTypes: '^18.2.6',
} as const;
