import type { ReactNode } from 'react';

export const title = 'Android Setup';
export const description =
  'Every file a React Native app needs to build for Android, in versions that work together.';
export const generate = 'Generate Android Config';
export const generating = 'Generating...';
export const generatedTitle = 'Android Configuration Generated!';
export const expectedSuccess = (rate: string) => `Expected success rate: ${rate}`;

// Failures
export const setupFailedTitle = 'Setup Failed';
export const setupFailed = 'Could not generate Android configuration. Please try manual setup.';
export const generateFailed = (guideLink: ReactNode) => (
  <>
    <span>Failed to generate Android configuration. To set it up by hand, follow </span>
    {guideLink}
    <span>.</span>
  </>
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
  `Saved ${count} files to Downloads. Next Steps shows where each one goes.`;
export const fileToShow = 'Choose a file';
export const contentsOf = (path: string) => `Contents of ${path}`;
export const copy = 'Copy';
export const download = 'Download';
export const fileCopied = (path: string) => `${path} copied to clipboard`;

// Next steps
export const nextSteps = 'Next Steps';
export const copyCommand = (command: string) => `Copy ${command}`;
export const commandCopied = 'Command copied to clipboard';
export const filePaths = 'Where each file goes';
export const filePathsHint = (separator: string) =>
  `Each download is named after its path in the project, with ${separator} instead of slashes. If your browser asks about downloading multiple files, allow it.`;
export const projectPath = 'Path in the project';
