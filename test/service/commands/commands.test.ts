import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { expect, onTestFinished, test } from 'vitest';
import { readFlags } from '../../../infra/local/flags.ts';
import { siteIsBuilt } from '../../support/parley/built.ts';
import { readyUrls, root } from '../../support/parley/system.ts';

const setUp = 'infra/local/setup.mjs';

test('--help prints the flags and starts nothing', () => {
  const { stdout, status } = spawnSync('node', [setUp, 'start', '--help'], { cwd: root, encoding: 'utf8' });
  expect(status).toBe(0);
  expect(stdout).toContain('--port N');
  expect(stdout).not.toContain('ready');
});

test.for([
  [['--nonsense'], /--nonsense/],
  [['--port', 'abc'], /--port must be a number/],
  [['--port', '65534'], /--port must be a number/],
  [['--payments', 'gold'], /--payments must be/],
  [['--engines', 'steam'], /--engines must be/],
] as const)('the flags %j are refused', ([flags, sentence]) => {
  expect(() => readFlags([...flags])).toThrow(sentence);
});

test('a refused flag prints the usage', () => {
  const words = [setUp, 'start', '--no-install', '--nonsense'];
  const { stderr, status } = spawnSync('node', words, { cwd: root, encoding: 'utf8' });
  expect(status).toBe(2);
  expect(stderr).toContain('--data DIR');
});

test('npm start prints its address, and ends with its parent process', async () => {
  await siteIsBuilt();
  const child = spawn('node', [setUp, 'start', '--no-install', '--port', '0', '--data', 'memory'], {
    cwd: root,
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const url = (await readyUrls(child.stdout).next()).value;
  expect((await fetch(`${url}/api/health`)).status).toBe(200);
  child.kill('SIGKILL');
  // The output closes when no process is left.
  await once(child, 'close');
  await expect(fetch(`${url}/api/health`)).rejects.toThrow('fetch failed');
});
