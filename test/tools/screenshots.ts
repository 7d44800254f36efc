import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { interfaceLanguageCodes } from '../../shared/interface-languages.ts';
import { isLanguageCode } from '../../shared/languages.ts';
import { loadPhrasebook } from '../../shared/phrasebook/books.ts';
import { launchBrowser, newGuest, settled } from '../support/browser/browser.ts';
import { installVoice } from '../support/browser/scripted-voice.ts';
import { healthOf } from '../support/component/health.ts';
import { root, startParley } from '../support/parley/system.ts';

/**
 * `node test/tools/screenshots.ts [LANG…]`: takes the pictures of the manifest, where no engine is needed: the sentence
 * is the phrasebook's. Needs fonts for all scripts; on Debian, `fonts-noto-core` and `fonts-noto-cjk`.
 */
const folder = path.join(root, 'web/public/screenshots');
const asked = process.argv.slice(2);
const codes = interfaceLanguageCodes.filter((code) => asked.length === 0 || asked.includes(code));

const screens = [
  { name: 'narrow', viewport: { width: 412, height: 824 }, deviceScaleFactor: 1.5, isMobile: true },
  { name: 'wide', viewport: { width: 1_280, height: 800 }, deviceScaleFactor: 1, isMobile: false },
] as const;

for (const { name } of screens) await mkdir(path.join(folder, name), { recursive: true });
const parley = await startParley();
const browser = await launchBrowser();
try {
  for (const code of codes) {
    for (const { name, ...screen } of screens) {
      await writeFile(path.join(folder, name, `${code}.jpg`), await take(code, screen));
    }
  }
} finally {
  await browser.close().finally(() => parley.stop());
}

async function take(code: string, screen: object): Promise<Buffer> {
  const [source, target] = choosePair(code);
  const text = await findSentence(source);
  const translatedText = await findSentence(target);
  const context = await newGuest(browser, { locale: code, colorScheme: 'light', ...screen });
  await context.addInitScript(installVoice, { languages: [source, target] });
  const page = await context.newPage();
  await page.route('**/api/health', (route) => route.fulfill({ json: healthOf() }));
  await page.route('**/api/translate', (route) => route.fulfill({ json: { translatedText } }));
  await page.goto(`${parley.url}/speech-translator#${new URLSearchParams({ sl: source, tl: target, text })}`);
  const translate = page.locator('form [type=submit]');
  await translate.and(page.locator(':not([aria-disabled])')).click();
  await page.getByTestId('translation').getByText(translatedText).waitFor();
  await page.evaluate(() => document.fonts.ready);
  await page
    .locator('section', { has: page.getByTestId('translation') })
    .locator('[aria-pressed]')
    .waitFor();
  await page.getByTestId('phrases-skeleton').waitFor({ state: 'detached' });
  await page.waitForFunction(() => window.voice.said.some(({ volume }) => volume > 0));
  await page.evaluate(() => window.voice.finish());
  await page.waitForFunction(isQuiet);
  await settled(page);
  const picture = await page.screenshot({ type: 'jpeg', quality: 65 });
  await context.close();
  return picture;
}

/** Runs in the page: whether no further part of it has come for two seconds. */
function isQuiet(): boolean {
  const ends = performance
    .getEntriesByType('resource')
    .map(({ startTime, duration }) => startTime + duration);
  return performance.now() - Math.max(...ends) > 2_000;
}

/** Arabic can be shown, but not translated. */
function choosePair(code: string): [source: string, target: string] {
  const own = { en: 'en-US', pt: 'pt-BR', zh: 'zh-CN' }[code] ?? code;
  return isLanguageCode(own) && code !== 'en' ? [own, 'en-US'] : ['en-US', 'es'];
}

async function findSentence(code: string): Promise<string> {
  return (await loadPhrasebook(code)).get('en-train-station')?.text ?? '';
}
