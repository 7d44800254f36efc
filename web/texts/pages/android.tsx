import type { ReactNode } from 'react';
import type { AndroidStep } from '../../../shared/text/android-setup.ts';
import { t } from '../../language/message.ts';
import { rich } from '../../language/rich.ts';

export const title = t('Android Setup');
export const description = t(
  'Every file a React Native app needs to build for Android, in versions that work together.',
);
export const contents = [
  t('Build files for Gradle, Kotlin and Android SDK 34'),
  t('A manifest that asks for the microphone, and network rules that allow only HTTPS'),
  t('Native modules that recognise speech and read it aloud'),
  t('Step-by-step instructions. You write the screens of your app yourself'),
];
export const firstScreen = t(
  'Your app starts with React Native’s welcome page. You replace it with screens of your own, which call the native modules.',
);
/** On React Native’s welcome page, which is English everywhere. */
export const template = {
  welcome: 'Welcome to',
  reactNative: 'React Native',
  stepOne: 'Step One',
  edit: 'Edit ',
  file: 'App.tsx',
  toChange: ' to change this screen and then come back to see your edits.',
  seeChanges: 'See Your Changes',
};
export const generate = t('Generate Android Config');
export const generating = t('Generating...');
export const generatedTitle = t('Android Configuration Generated!');
export const expectedSuccess = (rate: string) => t('Expected success rate: {rate}', { rate });

// Failures
export const setupFailedTitle = t('Setup Failed');
export const setupFailed = t('Could not generate Android configuration. Please try manual setup.');
export const generateFailed = (guideLink: ReactNode) =>
  rich(t('Failed to generate Android configuration. To set it up by hand, follow <guide/>.'), {
    guide: guideLink,
  });
export const guide = t('React Native’s guide');
export const inNewTab = t('(in a new tab)');
export const tryAgain = t('Try again');

// The configuration
export const configuration = t('Configuration');
export const successRate = t('Success Rate');
export const buildTime = t('Build Time');
export const configFiles = t('Config Files');
export const versions = t('Versions');
export const buildMinutes = (from: number, to: number) => t('{from}–{to} minutes', { from, to });
export const tip = t('Tip:');
export const optimizedFor = ({ reactNative, targetSdk }: Values) =>
  t(
    'Optimised for reliable builds: React Native {reactNative} with long-proven settings, for Android SDK {targetSdk}.',
    { reactNative, targetSdk },
  );

// Its files
export const downloadAll = t('Download All Files');
export const downloadProgress = (count: number, total: number) =>
  t('Downloading {count} of {total}…', { count, total });
export const downloading = t('Downloading…');
export const downloadedTitle = t('All Files Downloaded');
export const downloaded = (count: number) =>
  t(
    '{count, plural, one {Saved # file to Downloads.} other {Saved # files to Downloads.}} Next Steps shows where each one goes.',
    { count },
  );
export const fileToShow = t('Choose a file');
export const contentsOf = (path: string) => t('Contents of {path}', { path });
export const copy = t('Copy');
export const download = t('Download');
export const fileCopied = (path: string) => t('{path} copied to clipboard', { path });

// Next steps
export const nextSteps = t('Next Steps');
export const copyCommand = (command: string) => t('Copy {command}', { command });
export const commandCopied = t('Command copied to clipboard');
export const filePaths = t('Where each file goes');
export const filePathsHint = (separator: string) =>
  t(
    'Each download is named after its path in the project, with {separator} instead of slashes. If your browser asks about downloading multiple files, allow it.',
    { separator },
  );
export const projectPath = t('Path in the project');

// Next steps. A command may follow. Keep the names of files, folders, settings and code as they are.
const steps: Readonly<Record<AndroidStep, (values: Values) => string>> = {
  installTools: ({ java }) => t('Install Node.js 18 or newer, JDK {java} and Android Studio.', { java }),
  addSdk: ({ compileSdk, ndk }) =>
    t(
      'In Android Studio’s SDK Manager, add Android SDK Platform {compileSdk}, SDK Build-Tools {compileSdk}.0.0, NDK {ndk} and the Platform-Tools.',
      { compileSdk, ndk },
    ),
  setVariables: ({ java }) =>
    t('Set ANDROID_HOME to the SDK folder and JAVA_HOME to the JDK {java} folder.', { java }),
  createProject: () => t('Create a project:'),
  copyFiles: () => t('Copy each downloaded file into the project, to the path shown with it.'),
  keepFiles: () =>
    t(
      'Keep the project’s other files: android/gradlew, android/gradlew.bat and android/gradle/wrapper/gradle-wrapper.jar, the launcher icons (mipmap folders) and rn_edit_text_material.xml under android/app/src/main/res, index.js and App.tsx.',
    ),
  mergeProject: () =>
    t(
      'For an existing project, merge package.json by hand and delete the old MainActivity and MainApplication.',
    ),
  installPackages: () => t('In the folder Parley, install the packages:'),
  connectPhone: () =>
    t('Connect a phone with USB debugging switched on, or start an emulator in Android Studio.'),
  serve: () => t('Serve the app’s JavaScript, and leave this running:'),
  build: () => t('In a second terminal, build the app and open it:'),
  buildOnly: () =>
    t(
      'To build without opening the app, run this in android/ (the app will be in android/app/build/outputs/apk/debug):',
    ),
  checkNetwork: () =>
    t('To check for a network before translating, import NetInfo from @react-native-community/netinfo.'),
  recognise: () =>
    t(
      'To recognise speech, request the microphone with PermissionsAndroid, call NativeModules.SpeechRecognition.start with a language such as en-US, and listen for SpeechResult with DeviceEventEmitter.',
    ),
  speak: () =>
    t(
      'To speak, call NativeModules.TextToSpeech.speak with the text, a language such as es-ES, and the rate 1.',
    ),
  publish: () =>
    t(
      'Before you publish, create an upload key with keytool, set PARLEY_UPLOAD_STORE_FILE, PARLEY_UPLOAD_STORE_PASSWORD, PARLEY_UPLOAD_KEY_ALIAS and PARLEY_UPLOAD_KEY_PASSWORD in ~/.gradle/gradle.properties, and run this in android/:',
    ),
};

/** Undefined for a step that is newer than this page. */
export const wordStep = (code: string, values: Values) => steps[code as AndroidStep]?.(values);

interface Values {
  readonly java: string;
  readonly compileSdk: string;
  readonly targetSdk: string;
  readonly ndk: string;
  readonly reactNative: string;
}
