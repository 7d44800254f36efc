import { readFile } from 'node:fs/promises';
import type { Browser, Download, Locator, Page } from 'playwright';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import type { Received } from '../../web/api.ts';
import { violations } from '../support/browser/axe.ts';
import { goTo, guestsInTurn, launchBrowser, newGuest, settled, toast } from '../support/browser/browser.ts';
import { sharedParley } from '../support/parley/shared.ts';

const url = sharedParley.url;
const endpoint = '**/api/android/auto-setup';
let browser: Browser;
let next: ReturnType<typeof guestsInTurn>;
let page: Page;

beforeAll(async () => {
  browser = await launchBrowser();
  next = guestsInTurn(browser, url);
});
afterAll(() => browser.close());

const configuration: Received<'android.setup'> = {
  configFiles: {
    'android/settings.gradle': "rootProject.name = 'Parley'\ninclude ':app'\n",
    'android/build.gradle': `buildscript {\n    ext { compileSdkVersion = 34 }\n}\n// ${'long '.repeat(60)}\n`,
    'android/app/build.gradle': 'apply plugin: "com.android.application"\n',
    'android/app/src/main/java/com/parley/app/MainApplication.kt': 'package com.parley.app\n',
    'android/app/src/main/res/xml/network_security_config.xml': '<network-security-config/>\n',
    'package.json': '{ "name": "Grüße" }\n',
  },
  metadata: {
    expectedSuccessRate: '94%',
    estimatedBuildTime: '4–6 minutes',
    optimizedFor: 'Optimised for builds that come out the same on every machine.',
  },
  versions: { gradle: '8.6', kotlin: '1.9.24', agp: '8.2.1', androidSdk: '34', java: '17' },
  buildInstructions: [
    'Install JDK 17.',
    'Make the project: npx @react-native-community/cli@15.0.1 init Parley --package-name com.parley.app.',
    'Run npm run android.',
  ],
};
const paths = Object.keys(configuration.configFiles);
const downloadNames = paths.map((path) => path.replaceAll('/', '--'));

test('by keyboard alone one generates, and reads file after file', async () => {
  const asked: unknown[] = [];
  const gate = Promise.withResolvers<void>();
  const problems = await open();
  await page.route(endpoint, async (route) => {
    asked.push(route.request().postDataJSON());
    await gate.promise;
    await route.fulfill({ json: configuration });
  });
  await page.getByText('Nothing is generated yet.').waitFor();
  const button = page.getByRole('button', { name: 'Generate Android Config' });
  await button.focus();
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Generating...' }).waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('status').filter({ hasText: 'Generating…' }).waitFor();
  gate.resolve();

  await toast(page, 'Android Configuration Generated!').getByText('94%').waitFor();
  await button.waitFor();
  expect(asked).toEqual([
    {
      projectType: 'react-native',
      features: ['translation', 'speech-recognition', 'text-to-speech'],
      preferences: { stability: true, targetSdk: 34 },
    },
  ]);
  await expect.poll(() => focused()).toBe('Configuration');
  expect(await figures()).toEqual({
    'Success Rate': '94%',
    'Build Time': '4–6 minutes',
    'Config Files': '6',
  });
  expect(await itemsOf(page.getByRole('list', { name: 'Versions' }))).toEqual([
    'Gradle 8.6',
    'Kotlin 1.9.24',
    'AGP 8.2.1',
    'SDK 34',
    'Java 17',
  ]);
  await region('Configuration').getByText(`Tip: ${configuration.metadata.optimizedFor}`).waitFor();
  expect(await itemsOf(region('Next Steps').getByRole('list'))).toEqual(
    configuration.buildInstructions.map((step, index) => `${index + 1}${step}`),
  );

  await page.keyboard.press('Tab');
  await expect.poll(() => focused()).toBe('Download All Files');
  await page.keyboard.press('Tab');
  for (const path of paths) {
    await region(path).waitFor();
    expect(await shownText()).toBe(configuration.configFiles[path]);
    await page.keyboard.press('ArrowDown');
  }
  // Round to the first, then on to the second, whose line is longer than its place.
  await page.keyboard.press('ArrowDown');
  for (const name of ['Copy', 'Download']) {
    await page.keyboard.press('Tab');
    await expect.poll(() => focused()).toBe(name);
  }
  await page.keyboard.press('Tab');
  const viewer = page.getByRole('group', { name: 'Text of android/build.gradle' });
  expect(await viewer.evaluate((element) => element === document.activeElement)).toBe(true);
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => viewer.evaluate(({ scrollLeft }) => scrollLeft)).toBeGreaterThan(0);
  expect(problems).toEqual([]);
});

test('what is generated comes from the server, for at least one feature and the options that were chosen', async () => {
  const problems = await open();
  const features = ['Text to speech', 'Speech recognition', 'Translation'];
  for (const name of features) await page.getByRole('checkbox', { name }).uncheck();
  const none = page.getByText('Choose at least one feature.');
  await none.waitFor();
  const button = page.getByRole('button', { name: 'Generate Android Config' });
  expect(await button.getAttribute('aria-disabled')).toBe('true');
  for (const name of ['Text to speech', 'Translation']) await page.getByRole('checkbox', { name }).check();
  await none.waitFor({ state: 'detached' });
  await page.getByRole('switch', { name: 'Stable versions' }).uncheck();
  await page.getByRole('radio', { name: '35 · Android 15' }).check();
  const answering = page.waitForResponse(endpoint);
  await generate();
  const answer = await answering;
  expect(answer.request().postDataJSON()).toEqual({
    projectType: 'react-native',
    features: ['translation', 'text-to-speech'],
    preferences: { stability: false, targetSdk: 35 },
  });
  const { configFiles, metadata, buildInstructions } = (await answer.json()) as typeof configuration;
  await region('Next Steps').waitFor();
  expect(await figures()).toEqual({
    'Success Rate': metadata.expectedSuccessRate,
    'Build Time': metadata.estimatedBuildTime,
    'Config Files': `${Object.keys(configFiles).length}`,
  });
  await region('Configuration')
    .getByText('translation and text to speech; newest versions, target SDK 35')
    .waitFor();
  expect(await itemsOf(region('Next Steps').getByRole('list'))).toHaveLength(buildInstructions.length);
  expect(await page.locator('pre').allTextContents()).toEqual(Object.values(configFiles).slice(0, 1));
  expect(problems).toEqual([]);
});

test('a file can be copied and downloaded, byte for byte and under a name that tells its place', async () => {
  await open();
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.route(endpoint, (route) => route.fulfill({ json: configuration }));
  await generate();
  await page.getByRole('radio', { name: 'network_security_config.xml' }).check();
  const path = 'android/app/src/main/res/xml/network_security_config.xml';
  await region(path).getByRole('button', { name: 'Copy' }).click();
  await toast(page, 'Copied!').getByText(path).waitFor();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toBe(configuration.configFiles[path]);

  await page.getByRole('radio', { name: 'package.json' }).check();
  const downloading = page.waitForEvent('download');
  await region('package.json').getByRole('button', { name: 'Download' }).click();
  expect(await taken(await downloading)).toEqual(['package.json', configuration.configFiles['package.json']]);

  await page.evaluate(() => {
    navigator.clipboard.writeText = () => Promise.reject(new DOMException('', 'NotAllowedError'));
  });
  await region('package.json').getByRole('button', { name: 'Copy' }).click();
  await toast(page, 'Copy Failed').getByText('Unable to copy to clipboard').waitFor();
});

test('all files are downloaded 100 ms apart, once at a time, until others come or the page is left', async () => {
  const context = await newGuest(browser);
  onTestFinished(() => context.close());
  page = await context.newPage();
  await page.clock.install({ time: 0 });
  await page.addInitScript(() => {
    const watched = window as unknown as { takenAtMs: number[] };
    watched.takenAtMs = [];
    const click = HTMLAnchorElement.prototype.click;
    HTMLAnchorElement.prototype.click = function (this: HTMLAnchorElement) {
      watched.takenAtMs.push(Date.now());
      click.call(this);
    };
  });
  const downloads: Download[] = [];
  page.on('download', (download) => downloads.push(download));
  await page.route(endpoint, (route) => route.fulfill({ json: configuration }));
  await goTo(page, `${url}/android-setup`);
  await generate();
  await region('Config Files').waitFor();
  // What shows toasts is here before the time stands still.
  await page.getByRole('region', { name: /Notifications/ }).waitFor({ state: 'attached' });
  const beginMs = 3_600_000;
  await page.clock.pauseAt(beginMs);
  const button = region('Config Files').getByRole('button', { name: /Download All Files|Downloading/ });
  await button.press('Enter');
  await expect.poll(() => button.textContent()).toBe('Downloading 1 of 6…');
  await button.press('Enter');
  await page.clock.runFor(100);
  await expect.poll(() => button.textContent()).toBe('Downloading 2 of 6…');
  await button.press('Enter');
  await page.clock.runFor(1_000);
  await toast(page, 'All Files Downloaded').getByText('6 files are among your downloads.').waitFor();
  await expect.poll(() => button.textContent()).toBe('Download All Files');
  expect(await takenAtMs()).toEqual([0, 100, 200, 300, 400, 500].map((afterMs) => beginMs + afterMs));
  await expect.poll(() => downloads.length).toBe(6);
  expect(await Promise.all(downloads.map(taken))).toEqual(
    downloadNames.map((name, index) => [name, Object.values(configuration.configFiles)[index]]),
  );

  // Other files take the place of those that are on their way.
  await button.click();
  await generate();
  await expect.poll(() => button.textContent()).toBe('Download All Files');
  await page.clock.runFor(1_000);
  expect(await takenAtMs()).toHaveLength(7);

  await button.click();
  await page.clock.runFor(100);
  await expect.poll(takenAtMs).toHaveLength(9);
  await page.getByRole('link', { name: 'Back to the translator' }).click();
  await page.getByRole('button', { name: 'Start recording' }).waitFor();
  await page.clock.runFor(1_000);
  expect(await takenAtMs()).toHaveLength(9);
});

test('what goes wrong stays on the page with two ways on, and what was there stays until there is something new', async () => {
  await open();
  const failed = page.getByText('Failed to generate Android configuration');
  await page.route(endpoint, (route) => route.fulfill({ status: 502, body: '<html>Bad gateway</html>' }));
  await generate();
  await toast(page, 'Setup Failed')
    .getByText('Could not generate Android configuration. Please try manual setup.')
    .waitFor();
  await failed.waitFor();
  const guide = page.getByRole('link', { name: 'React Native’s guide' });
  expect(await guide.getAttribute('href')).toBe('https://reactnative.dev/docs/set-up-your-environment');
  expect(await page.locator('pre').count()).toBe(0);
  expect(await faults()).toEqual([]);

  await page.unroute(endpoint);
  await page.route(endpoint, (route) => route.fulfill({ json: configuration }));
  await page.getByRole('button', { name: 'Try again' }).click();
  await region('Next Steps').waitFor();
  expect(await failed.count()).toBe(0);
  await expect.poll(() => focused()).toBe('Configuration');

  const outdated = page.getByText('Your options have changed since.');
  await page.getByRole('radio', { name: '35 · Android 15' }).check();
  await outdated.waitFor();
  await page.context().setOffline(true);
  await page.unroute(endpoint);
  await generate();
  await failed.waitFor();
  expect(await shownText()).toBe(Object.values(configuration.configFiles)[0]);
  await region('Configuration').getByText('stable versions, target SDK 34').waitFor();
  await outdated.waitFor();

  await page.context().setOffline(false);
  const gate = Promise.withResolvers<void>();
  await page.route(endpoint, async (route) => {
    await gate.promise;
    await route.fulfill({ json: configuration });
  });
  await generate();
  // Who goes on to something else is left there.
  const elsewhere = page.getByRole('switch', { name: 'Stable versions' });
  await elsewhere.focus();
  gate.resolve();
  await region('Configuration').getByText('stable versions, target SDK 35').waitFor();
  expect(await elsewhere.evaluate((element) => element === document.activeElement)).toBe(true);
  expect(await outdated.count()).toBe(0);
  expect(await failed.count()).toBe(0);
});

test('on every screen, light and dark, axe finds nothing and nothing is cut off', async () => {
  await open();
  await page.route(endpoint, (route) => route.fulfill({ json: configuration }));
  await generate();
  await page.getByText('Show as table').click();
  for (const [width, colorScheme] of [
    [1440, 'dark'],
    [320, 'light'],
  ] as const) {
    await page.setViewportSize({ width, height: 844 });
    await page.emulateMedia({ colorScheme });
    expect(await overflow(), `${width}`).toBeLessThanOrEqual(0);
    expect(await faults(), `${width}`).toEqual([]);
  }
  await page.setViewportSize({ width: 390, height: 844 });
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%';
  });
  expect(await overflow(), 'in text twice as large').toBeLessThanOrEqual(0);
});

/** @returns what is in the console that should not be there */
async function open(): Promise<string[]> {
  const context = await next();
  page = await context.newPage();
  return goTo(page, `${url}/android-setup`);
}

async function generate(): Promise<void> {
  await page.getByRole('button', { name: 'Generate Android Config' }).click();
}

function region(name: string): Locator {
  return page.getByRole('region', { name, exact: true });
}

/** What is said of the configuration, by its labels. */
async function figures(): Promise<Record<string, string>> {
  const pairs = await region('Configuration')
    .locator('dl > div')
    .evaluateAll((all) =>
      all.map((figure) => ['dt', 'dd'].map((part) => figure.querySelector(part)?.textContent ?? '')),
    );
  return Object.fromEntries(pairs);
}

function itemsOf(list: Locator): Promise<string[]> {
  return list.getByRole('listitem').allTextContents();
}

function shownText(): Promise<string | null> {
  return page.locator('pre').textContent();
}

function focused(): Promise<string | undefined | null> {
  return page.evaluate(() => document.activeElement?.textContent);
}

/** Name and text of a file that was downloaded. */
async function taken(download: Download): Promise<[name: string, text: string]> {
  return [download.suggestedFilename(), await readFile(await download.path(), 'utf8')];
}

/** When the page has handed files to the browser, by its own clock. */
function takenAtMs(): Promise<number[]> {
  return page.evaluate(() => (window as unknown as { takenAtMs: number[] }).takenAtMs);
}

/** By how much the page, or a group of fields on it, is wider than its place. */
async function overflow(): Promise<number> {
  await settled(page);
  return page.evaluate(() => {
    const boxes = [document.documentElement, ...document.querySelectorAll('main fieldset')];
    return Math.max(...boxes.map(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth));
  });
}

async function faults(): Promise<[rule: string, html: string][]> {
  await settled(page);
  return violations(page, 'main');
}
