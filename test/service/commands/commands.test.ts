import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, renameSync, utimesSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { expect, test } from 'vitest';
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
  ['an unknown flag', ['--nonsense'], /--nonsense/],
  ['a port that is none', ['--port', 'abc'], /--port takes a number/],
  ['a port with no room for two more', ['--port', '65534'], /--port takes a number/],
  ['an unknown payee', ['--payments', 'gold'], /--payments takes/],
  ['an unknown engine', ['--engines', 'steam'], /--engines takes/],
] as const)('%s is refused with a sentence and the usage', ([, flags, sentence]) => {
  const { stderr, status } = spawnSync('node', [setUp, 'start', ...flags], { cwd: root, encoding: 'utf8' });
  expect(status).toBe(2);
  expect(stderr).toMatch(sentence);
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

test('it is ready at one address, and ends with whoever started it', async () => {
  const child = spawn('node', [setUp, 'start', '--no-install', '--port', '0', '--data', 'memory'], {
    cwd: root,
  });
  const url = await readyUrl(child.stdout);
  expect((await fetch(`${url}/api/health`)).status).toBe(200);
  child.kill('SIGKILL');
  await once(child, 'exit');
  await expect
    .poll(
      () =>
        fetch(url).then(
          () => 'up',
          () => 'down',
        ),
      { timeout: 15_000 },
    )
    .toBe('down');
});

test('dev starts once, and starts again when a function changes that has been called', async () => {
  const child = spawn('node', [setUp, 'dev', '--no-install', '--port', '0', '--data', 'memory'], {
    cwd: root,
  });
  try {
    const urls = readyUrls(child.stdout);
    const first = (await urls.next()).value;
    expect(await (await fetch(`${first}/`)).text()).toContain('/main.tsx');
    expect(await (await fetch(`${first}/subscription`)).text()).toContain('src="/stripe-stand-in.js"');
    expect((await fetch(`${first}/api/nothing`)).status).toBe(404);
    expect((await fetch(`${first}/api/health`)).status).toBe(200);
    // Its time changes, its text does not: other tests read it.
    utimesSync(`${root}/functions/system/not-found.ts`, new Date(), new Date());
    const second = (await urls.next()).value;
    expect((await fetch(`${second}/api/nothing`)).status).toBe(404);
    // As editors save that put a new file in the old one's place, more than once.
    for (const _ of [1, 2]) {
      copyFileSync(`${root}/functions/system/not-found.ts`, `${root}/.build/not-found.ts`);
      renameSync(`${root}/.build/not-found.ts`, `${root}/functions/system/not-found.ts`);
      const next = (await urls.next()).value;
      expect((await fetch(`${next}/api/nothing`)).status).toBe(404);
    }
  } finally {
    child.kill('SIGTERM');
    await once(child, 'exit');
  }
}, 60_000);

async function readyUrl(output: NodeJS.ReadableStream): Promise<string> {
  const { value } = await readyUrls(output).next();
  if (!value) throw new Error('It ended before it was ready');
  return value;
}

async function* readyUrls(output: NodeJS.ReadableStream): AsyncGenerator<string, undefined> {
  for await (const line of createInterface({ input: output })) {
    const url = /^Parley is ready at (\S+)$/.exec(line)?.[1];
    if (url) yield url;
  }
  return undefined;
}
