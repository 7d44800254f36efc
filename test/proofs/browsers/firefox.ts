import puppeteer, { type Browser, type Page as PuppeteerPage } from 'puppeteer-core';
import type { Page, RealBrowser, Visit } from './real-browser.ts';

export function firefox(env: NodeJS.ProcessEnv): RealBrowser {
  return {
    name: 'firefox',
    open: async (visit) => {
      const browser = await puppeteer.launch({
        browser: 'firefox',
        executablePath: '/usr/bin/firefox-esr',
        env,
        extraPrefsFirefox: { 'permissions.default.microphone': 1 },
        headless: true,
        defaultViewport: null,
        handleSIGINT: false,
        handleSIGTERM: false,
      });
      try {
        return await openPage(browser, visit);
      } catch (error) {
        await browser.close();
        throw error;
      }
    },
  };
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
