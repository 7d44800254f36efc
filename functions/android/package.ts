import { versions } from './versions.ts';

const { reactNative, react, reactTypes, cli } = versions;

/** Keeps the parts for iOS, tests and lint, so that a new project's own files and scripts still work. */
const packageJson = {
  name: 'Parley',
  version: '0.0.1',
  private: true,
  scripts: {
    android: 'react-native run-android',
    ios: 'react-native run-ios',
    start: 'react-native start',
    lint: 'eslint .',
    test: 'jest',
  },
  dependencies: {
    // Works with this React Native: https://github.com/react-native-netinfo/react-native-netinfo
    '@react-native-community/netinfo': '11.4.1',
    react,
    'react-native': reactNative,
  },
  devDependencies: {
    '@babel/core': '^7.25.2',
    '@babel/preset-env': '^7.25.3',
    '@babel/runtime': '^7.25.0',
    '@react-native-community/cli': cli,
    '@react-native-community/cli-platform-android': cli,
    '@react-native-community/cli-platform-ios': cli,
    '@react-native/babel-preset': reactNative,
    '@react-native/eslint-config': reactNative,
    '@react-native/metro-config': reactNative,
    '@react-native/typescript-config': reactNative,
    '@types/jest': '^29.5.13',
    '@types/react': reactTypes,
    '@types/react-test-renderer': `^${react.split('.')[0]}.0.0`,
    eslint: '^8.19.0',
    jest: '^29.6.3',
    prettier: '2.8.8',
    'react-test-renderer': react,
    typescript: '5.0.4',
  },
  engines: { node: '>=18' },
};

const babel = `module.exports = {
  presets: ['module:@react-native/babel-preset'],
};
`;

const metro = `const { getDefaultConfig } = require('@react-native/metro-config');

module.exports = getDefaultConfig(__dirname);
`;

export const packageFiles = {
  'package.json': toJson(packageJson),
  'app.json': toJson({ name: 'Parley', displayName: 'Parley' }),
  'babel.config.js': babel,
  'metro.config.js': metro,
};

function toJson(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
