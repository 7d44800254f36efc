import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { buildSecurityHeaders } from '../../../infra/aws/stack/edge/headers.ts';
import { readyUrls, root } from '../../support/parley/system.ts';

test('npm run dev starts again whenever a function is saved as a new file', async () => {
  const copy = copyOfSources();
  const child = spawn(process.execPath, ['infra/local/dev.ts', '--port', '0', '--data', 'memory'], {
    cwd: copy,
  });
  onTestFinished(() => void child.kill('SIGTERM'));
  const urls = readyUrls(child.stdout);
  const first = (await urls.next()).value;
  const page = await (await fetch(`${first}/`)).text();
  expect(page).toContain('/main.tsx');
  const [, font] = /rel="preload"\s[^>]*href="([^"]+\.woff2)"/.exec(page) ?? [];
  expect((await fetch(`${first}${font}`)).headers.get('content-type')).toMatch(/^font\//);
  expect(await (await fetch(`${first}/subscription`)).text()).toContain('src="/stripe-stand-in.js"');
  expect((await fetch(`${first}/api/nothing`)).status).toBe(404);
  const reference = await fetch(`${first}/api/docs`);
  expect(Object.fromEntries(reference.headers)).toMatchObject(buildSecurityHeaders('/api/docs'));
  const [, stylesheet] = /rel="stylesheet" href="([^"]+)"/.exec(await reference.text()) ?? [];
  const styles = await fetch(`${first}${stylesheet}`, { headers: { accept: 'text/css,*/*;q=0.1' } });
  expect(styles.headers.get('content-type')).toBe('text/css');
  expect(await (await fetch(`${first}/api/openapi.json`)).json()).toMatchObject({ openapi: '3.1.1' });
  const file = path.join(copy, 'functions/system/not-found.ts');
  // Some editors put a new file in the old one's place.
  for (const _ of [1, 2]) {
    cpSync(file, path.join(copy, 'new.ts'));
    renameSync(path.join(copy, 'new.ts'), file);
    const next = (await urls.next()).value;
    expect((await fetch(`${next}/api/nothing`)).status).toBe(404);
  }
  child.kill('SIGTERM');
  await once(child, 'close');
}, 180_000);

/** The product in a folder that a test may change. */
function copyOfSources(): string {
  mkdirSync(path.join(root, '.build'), { recursive: true });
  const copy = mkdtempSync(path.join(root, '.build/copy-'));
  onTestFinished(() => rmSync(copy, { recursive: true }));
  for (const name of readdirSync(root)) {
    if (['functions', 'infra', 'shared', 'web'].includes(name)) {
      cpSync(path.join(root, name), path.join(copy, name), { recursive: true });
    } else if (!['.build', '.git', '.data'].includes(name)) {
      symlinkSync(path.join(root, name), path.join(copy, name));
    }
  }
  return copy;
}
