import { act, cleanup, screen, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import type { Received } from '../../../web/api.ts';
import { violations } from '../../support/component/axe.ts';
import { refuseClipboard } from '../../support/component/devices.ts';
import { textOf, watchDownloads } from '../../support/component/downloads.ts';
import { findToast, type OpenPage, openPage } from '../../support/component/page.tsx';

const configuration: Received<'android.setup'> = {
  configFiles: {
    'android/settings.gradle': "rootProject.name = 'Parley'\ninclude ':app'\n",
    'android/app/src/main/res/xml/network_security_config.xml': '<network-security-config/>\n',
    'package.json': '{ "name": "Grüße" }\n',
  },
  metadata: {
    expectedSuccessRate: '94%',
    estimatedBuildTime: '4–6 minutes',
    optimizedFor: 'Optimised for builds that come out the same on every machine.',
  },
  versions: { gradle: '8.6', kotlin: '1.9.24', agp: '8.2.1', androidSdk: '34', java: '17' },
  buildInstructions: ['Install JDK 17.', 'Start the app: `npm start`'],
  wording: {
    steps: [{ code: 'newerThanThePage' }, { code: 'serve', command: 'npm start' }],
    values: { java: '17', compileSdk: '34', targetSdk: '34', ndk: '26.1', reactNative: '0.75' },
    buildMinutes: { from: 4, to: 6 },
  },
};
const [firstText] = Object.values(configuration.configFiles);

test('the page says and shows what one gets before the button', async () => {
  await open(new Promise(() => {}));
  const button = await screen.findByRole('button', { name: 'Generate Android Config' });
  const contents = screen.getByText('Native modules that recognise speech and read it aloud');
  expect(contents.compareDocumentPosition(button)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  const picture = screen.getByRole('figure');
  expect(picture.textContent).toContain('Welcome toReact Native');
  expect(picture.querySelector('figcaption')?.textContent).toContain(
    'starts with React Native’s welcome page',
  );
  expect(picture.compareDocumentPosition(button)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
});

test('a configuration is generated once, and shown with its versions and next steps', async () => {
  const answer = Promise.withResolvers<typeof configuration>();
  const page = await open(answer.promise);
  const button = await generate(page);
  await screen.findByRole('button', { name: 'Generating...' });
  await page.user.click(button);
  answer.resolve(configuration);
  expect((await findToast('Android Configuration Generated!')).textContent).toContain('94%');
  expect(page.asked.filter(([id]) => id === 'android.setup')).toEqual([
    [
      'android.setup',
      {
        projectType: 'react-native',
        features: ['translation', 'speech-recognition', 'text-to-speech'],
        preferences: { stability: true, targetSdk: 34 },
      },
    ],
  ]);
  expect(document.activeElement?.textContent).toBe('Configuration');
  const card = screen.getByRole('region', { name: 'Configuration' });
  expect([...card.querySelectorAll('dd')].map(({ textContent }) => textContent)).toEqual([
    '94%',
    '4–6 minutes',
    '3',
  ]);
  expect(itemsOf(screen.getByRole('list', { name: 'Versions' }))).toEqual([
    'Gradle 8.6',
    'Kotlin 1.9.24',
    'AGP 8.2.1',
    'SDK 34',
    'Java 17',
  ]);
  expect(card.textContent).toContain('Tip: Optimised for reliable builds: React Native 0.75 with');
  expect(itemsOf(within(screen.getByRole('region', { name: 'Next Steps' })).getByRole('list'))).toEqual([
    '1Install JDK 17.',
    '2Serve the app’s JavaScript, and leave this running:npm startCopy',
  ]);
  expect(shownText()).toBe(firstText);
  expect(await violations()).toEqual([]);
});

test('a file can be copied, which may fail, and downloaded', async () => {
  const downloads = watchDownloads();
  const page = await open(configuration);
  await generate(page);
  const { user } = page;
  const copy = vi.spyOn(navigator.clipboard, 'writeText');
  await user.click(await screen.findByRole('radio', { name: /^network_security_config\.xml/ }));
  const path = 'android/app/src/main/res/xml/network_security_config.xml';
  await user.click(within(screen.getByRole('region', { name: path })).getByRole('button', { name: 'Copy' }));
  expect((await findToast('Copied!')).textContent).toContain(path);
  expect(copy).toHaveBeenCalledWith(configuration.configFiles[path]);

  await user.click(screen.getByRole('radio', { name: /^package\.json/ }));
  await user.click(
    within(screen.getByRole('region', { name: 'package.json' })).getByRole('button', { name: 'Download' }),
  );
  expect(downloads.map(({ name }) => name)).toEqual(['package.json']);
  expect(downloads[0] && (await textOf(downloads[0]))).toBe(configuration.configFiles['package.json']);

  refuseClipboard();
  await user.click(screen.getByRole('button', { name: 'Copy' }));
  expect((await findToast('Copy Failed')).textContent).toContain('Unable to copy to clipboard');
});

test('a command of the next steps can be copied', async () => {
  const page = await open(configuration);
  await generate(page);
  const copy = vi.spyOn(navigator.clipboard, 'writeText');
  await page.user.click(await screen.findByRole('button', { name: 'Copy npm start' }));
  expect(copy).toHaveBeenCalledWith('npm start');
  expect((await findToast('Copied!')).textContent).toContain('Command copied to clipboard');
});

test('all files are downloaded 100 ms apart, once at a time', async () => {
  const downloads = watchDownloads();
  const page = await open(configuration);
  await generate(page);
  const button = await screen.findByRole('button', { name: 'Download All Files' });
  vi.useFakeTimers();
  const beganAtMs = Date.now();
  act(() => button.click());
  expect(button.textContent).toBe('Downloading 1 of 3…');
  act(() => button.click());
  await act(() => vi.advanceTimersByTimeAsync(1_000));
  expect(downloads.map(({ name, atMs }) => [name, atMs - beganAtMs])).toEqual([
    ['android--settings.gradle', 0],
    ['android--app--src--main--res--xml--network_security_config.xml', 100],
    ['package.json', 200],
  ]);
  expect(button.textContent).toBe('Download All Files');
  screen.getByText('Saved 3 files to Downloads. Next Steps shows where each one goes.', {
    selector: '.toast *',
  });
});

test.for(['other files', 'another page'])('downloading all files ends with %s', async (what) => {
  const downloads = watchDownloads();
  const page = await open(configuration);
  await generate(page);
  const button = await screen.findByRole('button', { name: 'Download All Files' });
  vi.useFakeTimers();
  act(() => button.click());
  if (what === 'other files') act(() => screen.getByText('Generate Android Config').click());
  else cleanup();
  await act(() => vi.advanceTimersByTimeAsync(1_000));
  expect(button.isConnected).toBe(false);
  expect(downloads).toHaveLength(1);
});

test('a failure offers two actions, and the previous result stays until there is a new one', async () => {
  const page = await open(new Response('<html>Bad gateway</html>', { status: 502 }));
  const { user } = page;
  const button = await generate(page);
  const toast = await findToast('Setup Failed');
  expect(toast.textContent).toContain('Could not generate Android configuration. Please try manual setup.');
  screen.getByText(/^Failed to generate Android configuration/);
  expect(screen.getByRole('link', { name: /^React Native’s guide/ }).getAttribute('href')).toBe(
    'https://reactnative.dev/docs/set-up-your-environment',
  );
  expect(document.querySelector('pre')).toBeNull();
  expect(await violations()).toEqual([]);

  page.answer({ 'android.setup': configuration });
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByRole('region', { name: 'Next Steps' });
  expect(screen.queryByText(/^Failed to generate Android configuration/)).toBeNull();
  expect(document.activeElement?.textContent).toBe('Configuration');

  page.answer({ 'android.setup': undefined });
  await user.click(button);
  await screen.findByText(/^Failed to generate Android configuration/);
  expect(shownText()).toBe(firstText);

  const answer = Promise.withResolvers<typeof configuration>();
  page.answer({ 'android.setup': answer.promise });
  await user.click(button);
  // Focus that the user has moved stays there.
  const elsewhere = screen.getByRole('link', { name: 'Back to the translator' });
  act(() => elsewhere.focus());
  answer.resolve({ ...configuration, versions: { ...configuration.versions, java: '21' } });
  await screen.findByText('Java 21');
  expect(document.activeElement).toBe(elsewhere);
});

async function open(answer: Response | typeof configuration | Promise<typeof configuration>) {
  const page = await openPage('/android-setup', { answers: { 'android.setup': answer } });
  await screen.findByRole('heading', { level: 1, name: 'Android Setup' });
  return page;
}

async function generate({ user }: OpenPage): Promise<HTMLElement> {
  const button = screen.getByRole('button', { name: 'Generate Android Config' });
  await user.click(button);
  return button;
}

function itemsOf(list: HTMLElement): string[] {
  return within(list)
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent);
}

function shownText(): string | null | undefined {
  return document.querySelector('pre')?.textContent;
}
