import { type AndroidStep, androidSteps } from '../../shared/text/android-setup.ts';
import { versions } from './versions.ts';

const { reactNative, cli, compileSdk, targetSdk, ndk, java } = versions;

/** What the texts name. */
export const values = {
  java,
  compileSdk: `${compileSdk}`,
  targetSdk: `${targetSdk}`,
  ndk,
  reactNative: reactNative.split('.').slice(0, 2).join('.'),
};

export const steps: readonly { code: AndroidStep; command?: string }[] = [
  { code: 'installTools' },
  { code: 'addSdk' },
  { code: 'setVariables' },
  {
    code: 'createProject',
    command: `npx @react-native-community/cli@${cli} init Parley --version ${reactNative} --package-name com.parley.app --skip-install`,
  },
  { code: 'copyFiles' },
  { code: 'keepFiles' },
  { code: 'mergeProject' },
  { code: 'installPackages', command: 'npm install' },
  { code: 'connectPhone' },
  { code: 'serve', command: 'npm start' },
  { code: 'build', command: 'npm run android' },
  { code: 'buildOnly', command: './gradlew assembleDebug' },
  { code: 'checkNetwork' },
  { code: 'recognise' },
  { code: 'speak' },
  { code: 'publish', command: './gradlew bundleRelease' },
];

/** A command to copy is in backticks, at the end of its step. */
export const instructions = steps.map(({ code, command }) => {
  const sentence = insertValues(androidSteps[code]);
  return command ? `${sentence} \`${command}\`` : sentence;
});

function insertValues(text: string): string {
  return text.replaceAll(/\{(\w+)\}/g, (_, name: keyof typeof values) => values[name]);
}
