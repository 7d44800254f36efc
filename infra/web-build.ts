import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { glob, stat } from 'node:fs/promises';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '..');

/** Where the built site is. */
export const webFolder = path.join(root, '.build/web');

/**
 * Builds the site into `webFolder`.
 *
 * @returns its bytes
 */
export async function buildSite(): Promise<number> {
  const { build } = await import('vite');
  // React ships its slow development build wherever this says anything else, as test runners make it do.
  const before = process.env.NODE_ENV;
  process.env.NODE_ENV = 'production';
  await build({ configFile: path.join(root, 'web/vite.config.ts'), logLevel: 'warn' });
  if (before === undefined) delete process.env.NODE_ENV;
  else process.env.NODE_ENV = before;
  writeFileSync(mark, await sources());
  return siteBytes();
}

/**
 * Whether there is no built site, or it lags behind its sources: each build leaves their list with times and
 * sizes, so that a deleted file counts as well.
 */
export async function siteIsStale(): Promise<boolean> {
  if (!existsSync(path.join(webFolder, 'index.html')) || !existsSync(mark)) return true;
  return readFileSync(mark, 'utf8') !== (await sources());
}

function siteBytes(): number {
  const found = readdirSync(webFolder, { recursive: true, encoding: 'utf8' })
    .map((file) => statSync(path.join(webFolder, file)))
    .filter((each) => each.isFile());
  return found.reduce((total, { size }) => total + size, 0);
}

const mark = path.join(root, '.build/web-sources');

async function sources(): Promise<string> {
  const files: string[] = [];
  for await (const file of glob(['web/**/*', 'shared/**/*', 'package-lock.json'], { cwd: root })) {
    files.push(file);
  }
  const lines = await Promise.all(
    files.sort().map(async (file) => {
      const found = await stat(path.join(root, file));
      return found.isFile() ? [`${file} ${found.size} ${found.mtimeMs}`] : [];
    }),
  );
  return lines.flat().join('\n');
}
