import puppeteer, { type Browser, type LaunchOptions, type Page as PuppeteerPage } from 'puppeteer-core';
import { findChromium } from '../../support/browser/browser.ts';
import type { Page, RealBrowser, Visit } from './real-browser.ts';

export function chromium(env: NodeJS.ProcessEnv): RealBrowser {
  const args = ['--no-sandbox', '--disable-gpu', '--use-fake-ui-for-media-stream'];
  const ignoreDefaultArgs = ['--mute-audio'];
  const executablePath = findChromium();
  return {
    name: 'chromium',
    open: (visit) => open(visit, { browser: 'chrome', executablePath, env, args, ignoreDefaultArgs }),
  };
}

export function firefox(env: NodeJS.ProcessEnv): RealBrowser {
  const executablePath = '/usr/bin/firefox-esr';
  return {
    name: 'firefox',
    open(visit) {
      const [allowed, refused] = [1, 2];
      const extraPrefsFirefox = {
        'permissions.default.microphone': visit.isMicrophoneRefused ? refused : allowed,
      };
      return open(visit, { browser: 'firefox', executablePath, env, extraPrefsFirefox });
    },
  };
}

async function open(visit: Visit, options: LaunchOptions): Promise<Page> {
  const browser = await puppeteer.launch({
    headless: true,
    defaultViewport: null,
    handleSIGINT: false,
    handleSIGTERM: false,
    ...options,
  });
  try {
    return await openPage(browser, visit);
  } catch (error) {
    await browser.close();
    throw error;
  }
}

async function openPage(browser: Browser, visit: Visit): Promise<Page> {
  const page = await browser.newPage();
  page.setDefaultTimeout(30_000);
  const problems: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(message.text());
  });
  page.on('pageerror', (error) => problems.push(String(error)));
  for (const each of visit.prepare) await page.evaluateOnNewDocument(each);
  const cookies = [...(visit.cookies ?? [])].map(([name, value]) => ({ name, value, domain: 'localhost' }));
  if (cookies.length > 0) await browser.setCookie(...cookies);
  await page.goto(visit.url);
  return {
    version: (await browser.version()).replace(/^.*\//, ''),
    problems: async () => problems,
    evaluate: (run, ...args) => page.evaluate(run as (...args: unknown[]) => unknown, ...args) as never,
    click: (xpath) => locate(page, xpath).click(),
    async type(xpath, text) {
      await locate(page, xpath).click();
      await page.keyboard.type(text);
    },
    screenshot: () => page.screenshot(),
    close: () => browser.close(),
  };
}

function locate(page: PuppeteerPage, xpath: string) {
  return page.locator(`::-p-xpath(${xpath})`);
}
