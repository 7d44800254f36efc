import type { ReactNode } from 'react';
import { t } from '../../language/message.ts';
import { rich } from '../../language/rich.ts';

export const title = t('Android Setup');
export const description = t(
  'Every file a React Native app needs to build for Android, in versions that work together.',
);
export const contents = [
  t('Build files for Gradle, Kotlin and Android SDK 34'),
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
export const tip = t('Tip:');

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
