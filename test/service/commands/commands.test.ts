import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { expect, onTestFinished, test } from 'vitest';
import { readFlags } from '../../../infra/local/flags.ts';
import { siteIsBuilt } from '../../support/parley/built.ts';
import { readyUrls, root } from '../../support/parley/system.ts';

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
