import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { defaultSettings } from '../../../shared/settings.ts';
import { freePorts } from '../../support/parley/ports.ts';
import { processesOf, processMark } from '../../support/parley/processes.ts';
import { startParley } from '../../support/parley/system.ts';
import { visitPremium } from '../../support/people/premium.ts';
import { chromium, firefox } from '../browsers/puppeteer.ts';
import type { Page, RealBrowser } from '../browsers/real-browser.ts';
import { startScreen } from '../browsers/screen.ts';
import { until } from '../browsers/until.ts';
import { webkit } from '../browsers/webkit.ts';
import { type Part, quantile } from '../proof.ts';

/** In each browser: made ready, then without the server, then with it again. */
export async function* proveAirplane(modelsFolder: string, only: string): AsyncGenerator<Part> {
  const { env: marked, mark } = processMark();
  const env = { ...process.env, ...marked };
  const screen = await startScreen(env);
  try {
    const browsers = [chromium(env), firefox(env), webkit({ ...env, ...screen.env })];
    for (const browser of browsers.filter(({ name }) => name === (only || name))) {
      const measureMb = () => sumMemoryMb(mark);
      const name = `on the visitor’s device, ${browser.name}`;
      yield await fly(browser, modelsFolder, measureMb).then(
        (figures) => ({ name, figures, findings: [] }),
        (error: Error) => ({ name, figures: {}, findings: [error.message] }),
      );
    }
  } finally {
    await screen.stop();
  }
}

async function fly(browser: RealBrowser, modelsFolder: string, measureMb: () => number) {
  const folder = mkdtempSync(path.join(tmpdir(), 'parley-airplane-'));
  const port = String(await freePorts());
  const start = () =>
    startParley({ flags: ['--data', path.join(folder, 'data'), '--port', port, '--models', modelsFolder] });
  let parley = await start();
  let page: Page | undefined;
  try {
    const { url, dynamodb } = parley;
    const visitor = await visitPremium(url, dynamodb);
    await visitor.post('/api/settings', { ...defaultSettings, defaultTargetLang: 'pt-BR' });
    const prepare = [usePairWithModels];
    page = await browser.open({ url: `${url}/speech-translator`, cookies: visitor.cookies, prepare });
    const readyMs = await makeReady(page);
    await parley.stop();
    await reload(page);
    await setOnline(page, false);
    await untilText(page, 'This device translates English (US) and Portuguese (Brazil).', 30_000);
    const firstMs = await translate(page, 'What time does the museum open on Sundays?', /museu/);
    const times: number[] = [];
    for (const [text, expected] of sentences) times.push(await translate(page, text, expected));
    const used = measureMb();
    await page.click(button('Swap languages'));
    await translate(page, 'Onde fica a estação de trem?', /train station/i);

    parley = await start();
    await setOnline(page, true);
    await page.click(button('Translate online'));
    await untilText(page, 'Translated on this device.', 30_000, false);
    await reload(page);
    const history = await until(
      'the sentence in the account',
      async () => {
        const kept = await (await visitor.fetch('/api/translations')).text();
        return kept.includes('museum') && kept.includes('estação') && kept;
      },
      90_000,
    );
    if (!/museu/.test(history))
      throw new Error('The account has another translation than the device showed.');
    return {
      version: page.version,
      'ms to be ready': readyMs.toFixed(0),
      'ms to the first translation': firstMs.toFixed(0),
      'ms each after it (p50)': quantile(times, 0.5).toFixed(0),
      'MB of the whole browser': used.toFixed(0),
    };
  } finally {
    await page?.close();
    await parley.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

const sentences: [string, RegExp][] = [
  ['Where is the bus?', /ônibus|autocarro/i],
  ['The water is cold.', /água/i],
  ['I am allergic to nuts.', /alérgic/i],
  ['Can you help me?', /ajudar/i],
];

/** Runs in the page: some builds promise a translator of their own that never comes. */
function usePairWithModels(): void {
  Reflect.deleteProperty(globalThis, 'Translator');
  const { SpeechRecognition } = globalThis as { SpeechRecognition?: object };
  if (SpeechRecognition) Reflect.deleteProperty(SpeechRecognition, 'available');
}

async function makeReady(page: Page): Promise<number> {
  await until(
    'the service worker',
    () => page.evaluate(() => Boolean(navigator.serviceWorker.controller)),
    60_000,
  );
  await page.click(button('Ready for offline'));
  const startedAt = performance.now();
  await page.click(`//button[starts-with(., "Get ready for offline")]`);
  await untilText(page, 'Done. This page now works without a connection.', 120_000);
  return performance.now() - startedAt;
}

/** What the browser says of its connection, which no driver sets in all three. */
async function setOnline(page: Page, isOnline: boolean): Promise<void> {
  await page.evaluate((isOnline) => {
    Object.defineProperty(navigator, 'onLine', { configurable: true, value: isOnline });
    dispatchEvent(new Event(isOnline ? 'online' : 'offline'));
  }, isOnline);
}

async function reload(page: Page): Promise<void> {
  await page.evaluate(() => {
    Object.assign(window, { isOld: true });
    setTimeout(() => location.reload());
  });
  // Asking in the middle fails.
  const isNew = () =>
    page.evaluate(() => !('isOld' in window) && document.querySelector('textarea') !== null);
  await until('the page again', () => isNew().catch(() => false));
}

/** @returns milliseconds until it is shown */
async function translate(page: Page, text: string, expected: RegExp): Promise<number> {
  await until('the text field', () => page.evaluate(() => document.querySelector('textarea') !== null));
  const isFilled = await page.evaluate(() => document.querySelector('textarea')?.value !== '');
  if (isFilled) await page.click(button('Clear text'));
  await page.type('//textarea', text);
  const startedAt = performance.now();
  await page.click(button('Translate Text'));
  await untilText(page, 'Translated on this device.', 60_000);
  const shown = await until(`a translation of "${text}"`, async () => {
    const found = await page.evaluate(
      () => document.querySelector('[data-testid="translation"][data-state="current"]')?.textContent ?? '',
    );
    return expected.test(found) && found;
  });
  if (!shown) throw new Error(`"${text}" was not translated.`);
  return performance.now() - startedAt;
}

function untilText(page: Page, text: string, timeoutMs: number, isShown = true): Promise<boolean> {
  return until(
    `"${text}" ${isShown ? 'shown' : 'gone'}`,
    async () => (await page.evaluate((text) => document.body.innerText.includes(text), text)) === isShown,
    timeoutMs,
  );
}

function button(name: string): string {
  return `//button[@aria-label="${name}" or normalize-space(.)="${name}"]`;
}

/** Of the browser’s processes, with their share of what they have in common. */
function sumMemoryMb(mark: string): number {
  const kilobytes = processesOf(mark).map(({ pid }) => {
    try {
      return Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1] ?? 0);
    } catch {
      return 0; // It has ended.
    }
  });
  return kilobytes.reduce((sum, each) => sum + each, 0) / 1_000;
}
