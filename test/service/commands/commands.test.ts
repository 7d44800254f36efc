import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { expect, onTestFinished, test } from 'vitest';
import { readFlags } from '../../../infra/local/flags.ts';
import { siteIsBuilt } from '../../support/parley/built.ts';
import { root } from '../../support/parley/system.ts';

/** `npm start` and its like, as they are typed: through the set-up step. */
const setUp = 'infra/local/setup.mjs';

test('--help says what there is, and starts nothing', () => {
  const { stdout, status } = spawnSync('node', [setUp, 'start', '--help'], { cwd: root, encoding: 'utf8' });
  expect(status).toBe(0);
  expect(stdout).toContain('--port N');
  expect(stdout).not.toContain('ready');
});

test.for([
  [['--nonsense'], /--nonsense/],
  [['--port', 'abc'], /--port takes a number/],
  [['--port', '65534'], /--port takes a number/],
  [['--payments', 'gold'], /--payments takes/],
  [['--engines', 'steam'], /--engines takes/],
] as const)('the flags %j are refused with a sentence', ([flags, sentence]) => {
  expect(() => readFlags([...flags])).toThrow(sentence);
});

test('a flag that is refused ends the command with the usage', () => {
  const words = [setUp, 'start', '--no-install', '--nonsense'];
  const { stderr, status } = spawnSync('node', words, { cwd: root, encoding: 'utf8' });
  expect(status).toBe(2);
  expect(stderr).toContain('--data DIR');
});

test('the real browsers are not tried without the programs that they need, and the first that lacks is named', () => {
  const { stderr, status } = spawnSync(
    process.execPath,
    ['test/proofs/main.ts', 'browsers', '--no-install'],
    {
      cwd: root,
      encoding: 'utf8',
      env: { PATH: '/nowhere' },
    },
  );
  expect(status).toBe(1);
  expect(stderr).toBe('Nothing can be tried without pulseaudio.\n');
});

test('npm start is ready at one address, and ends with the process that started it', async () => {
  await siteIsBuilt();
  const child = spawn('node', [setUp, 'start', '--no-install', '--port', '0', '--data', 'memory'], {
    cwd: root,
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const url = (await readyUrls(child.stdout).next()).value;
  expect((await fetch(`${url}/api/health`)).status).toBe(200);
  child.kill('SIGKILL');
  // Its output ends when no process is left that could write it.
  await once(child, 'close');
  await expect(fetch(`${url}/api/health`)).rejects.toThrow('fetch failed');
});

test('npm run dev starts again whenever a function is saved as a new file', async () => {
  const copy = copyOfSources();
  const child = spawn(process.execPath, ['infra/local/dev.ts', '--port', '0', '--data', 'memory'], {
    cwd: copy,
  });
  onTestFinished(() => void child.kill('SIGTERM'));
  const urls = readyUrls(child.stdout);
  const first = (await urls.next()).value;
  expect(await (await fetch(`${first}/`)).text()).toContain('/main.tsx');
  expect(await (await fetch(`${first}/subscription`)).text()).toContain('src="/stripe-stand-in.js"');
  expect((await fetch(`${first}/api/nothing`)).status).toBe(404);
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

async function* readyUrls(output: NodeJS.ReadableStream): AsyncGenerator<string, undefined> {
  for await (const line of createInterface({ input: output })) {
    const url = /^Parley is ready at (\S+)$/.exec(line)?.[1];
    if (url) yield url;
  }
  return undefined;
}
