import type { ReactNode } from 'react';

export const title = 'Android Setup';
export const description =
  'All the files a React Native app like Parley needs to build for Android, with versions that work together.';
export const generate = 'Generate Android Config';
export const generateBusy = 'Generating...';
export const generating = 'Generating…';
export const generatedTitle = 'Android Configuration Generated!';
export const expectedSuccess = (rate: string) => `Expected success rate: ${rate}`;

// Failures
export const setupFailedTitle = 'Setup Failed';
export const setupFailed = 'Could not generate Android configuration. Please try manual setup.';
export const generateFailed = (guideLink: ReactNode) => (
  <>Failed to generate Android configuration. To set it up by hand, follow {guideLink}.</>
);
export const guide = 'React Native’s guide';
export const inNewTab = '(in a new tab)';
export const tryAgain = 'Try again';

// The configuration
export const configuration = 'Configuration';
export const successRate = 'Success Rate';
export const buildTime = 'Build Time';
export const configFiles = 'Config Files';
export const versions = 'Versions';
export const tip = 'Tip:';

// Its files
export const downloadAll = 'Download All Files';
export const downloadProgress = (count: number, total: number) => `Downloading ${count} of ${total}…`;
export const downloading = 'Downloading…';
export const downloadedTitle = 'All Files Downloaded';
export const downloaded = (count: number) =>
  `Saved ${count} files to Downloads. The next steps say where each belongs.`;
export const fileToShow = 'File to show';
export const textOf = (path: string) => `Text of ${path}`;
export const copy = 'Copy';
export const download = 'Download';
export const fileCopied = (path: string) => `${path} copied to clipboard`;

// Next steps
export const nextSteps = 'Next Steps';
export const copyCommand = (command: string) => `Copy ${command}`;
export const commandCopied = 'Command copied to clipboard';
export const filePlaces = 'Where each file belongs';
export const filePlacesHint = (folderMark: string) =>
  `Each download is named after its place in the project, with ${folderMark} for each slash. If your browser asks to download several files, allow it.`;
export const placeInProject = 'Place in the project';
