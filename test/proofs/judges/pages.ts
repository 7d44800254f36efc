import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Browser, BrowserContext } from 'playwright';
import { routes } from '../../../shared/routes.ts';
import { launchBrowser, newGuest } from '../../support/browser/browser.ts';
import { startParley } from '../../support/parley/system.ts';
import { signUp, type Visitor, visit } from '../../support/people/session.ts';
import { divide } from './accepted.ts';
import { type Judge, run } from './tools.ts';

const version = '26.9.27';
const archive = `vnu-jar-${version}.tgz`;

/** W3C's Nu checker reads every page as it is served and as Chromium renders it, in English and in Arabic. */
export const pagesJudge: Judge = {
  tool: {
    name: `vnu-jar-${version}`,
    needs: ['java', 'npm', 'tar'],
    fetch: async (folder) => {
      await run('npm', ['pack', '--silent', `vnu-jar@${version}`], { cwd: folder });
      await run('tar', ['--extract', '--file', archive, '--strip-components', '1'], { cwd: folder });
    },
    pinned: [archive, '5970d3ffca91a627cf0965e5d91bb2e4242307c29292998de0b419d6a901b2b7'],
  },
  async *judge(tool) {
    const folder = mkdtempSync(path.join(tmpdir(), 'parley-pages-'));
    try {
      const files = await savePages(folder);
      const jar = path.join(tool, 'build/dist/vnu.jar');
      const { errors } = await run('java', ['-jar', jar, '--format', 'json', '--exit-zero-always', ...files]);
      const { messages } = JSON.parse(errors) as { messages: Message[] };
      const found = messages
        .filter(({ type }) => type === 'error')
        .map(({ message, url, extract = '' }) => ({
          // One rule, whatever it names.
          rule: message.replace(/“[^”]*”/g, '“…”'),
          text: `${path.basename(url, '.html')}: ${message} ${extract}`,
        }));
      yield {
        by: 'Nu checker',
        looked: `${files.length} pages`,
        found: found.length,
        ...divide('nu-checker', found),
      };
    } finally {
      rmSync(folder, { recursive: true });
    }
  },
};

/** @returns the files */
async function savePages(folder: string): Promise<string[]> {
  const files: string[] = [];
  const save = (name: string, html: string) => {
    const file = path.join(folder, `${name.replaceAll('/', '-')}.html`);
    writeFileSync(file, html);
    files.push(file);
  };
  const parley = await startParley();
  const browser = await launchBrowser();
  try {
    const user = visit(parley.url);
    await signUp(user);
    for (const language of ['en', 'ar']) {
      const paths = [...routes.map((route) => route.path), `/${language}`, '/api/docs', '/no-such-page'];
      for (const path of paths)
        save(`served-${language}${path}`, await fetchPage(parley.url + path, language));
      for (const visitor of [undefined, user]) {
        const context = await openContext(browser, parley.url, language, visitor);
        const who = visitor ? 'user' : 'guest';
        for (const path of paths) {
          const endsAtLogin = !visitor && membersPaths.has(path);
          save(`${who}-${language}${path}`, await render(context, parley.url + path, { endsAtLogin }));
        }
        await context.close();
      }
    }
    return files;
  } finally {
    await browser.close();
    await parley.stop();
  }
}

/** These send guests to the login, a moment after they have shown why. */
const membersPaths: ReadonlySet<string> = new Set(
  routes.filter(({ access }) => access === 'user').map((route) => route.path),
);

async function fetchPage(url: string, language: string): Promise<string> {
  const response = await fetch(url, { headers: { accept: 'text/html', 'accept-language': language } });
  return response.text();
}

async function openContext(browser: Browser, url: string, locale: string, visitor: Visitor | undefined) {
  const context = await newGuest(browser, { locale });
  const cookies = [...(visitor?.cookies ?? [])].map(([name, value]) => ({ name, value, url }));
  await context.addCookies(cookies);
  return context;
}

async function render(
  context: BrowserContext,
  url: string,
  { endsAtLogin }: { endsAtLogin: boolean },
): Promise<string> {
  const page = await context.newPage();
  await page.goto(url, { waitUntil: 'networkidle' });
  if (endsAtLogin) await page.waitForURL(/\/login\?/, { waitUntil: 'networkidle' });
  const html = await page.content();
  await page.close();
  return html;
}

interface Message {
  readonly type: string;
  readonly url: string;
  readonly message: string;
  readonly extract?: string;
}
