import { execSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { readFlags } from '../../../infra/local/flags.ts';
import manifest from '../../../package.json' with { type: 'json' };
import { describeProof } from '../../proofs/help.ts';
import { newFolder } from '../../support/folder.ts';
import { siteIsBuilt } from '../../support/parley/built.ts';
import { readyUrls, root } from '../../support/parley/system.ts';

const setUp = 'infra/local/setup.mjs';

test.for(Object.entries(manifest.scripts))(
  'npm run %s -- --help prints its flags, and needs nothing installed',
  ([name, script]) => {
    const folder = newFolder();
    for (const file of ['setup.mjs', 'commands.mjs']) {
      cpSync(path.join(root, 'infra/local', file), path.join(folder, 'infra/local', file));
    }
    const [, node = '', ...words] = script.split(' ');
    const { stdout, status } = spawnSync(node, [...words, '--help'], { cwd: folder, encoding: 'utf8' });
    expect(status).toBe(0);
    expect(stdout).toMatch(new RegExp(`^npm (run )?${name}\\b`));
  },
);

// One of Vitest, and one of our own: to load all takes seconds.
test.for(['engines', 'wild'])('npm run prove -- %s --help describes it and its flags', async (name) => {
  const help = await describeProof(name);
  expect(help).toContain(`npm run prove -- ${name} [flags]`);
  expect(help).not.toMatch(/undefined|NaN/);
});

test('npm run prove -- NAME --help runs nothing', () => {
  const words = [setUp, 'prove', 'streaming', '--help', '--no-install'];
  const { stdout, stderr, status } = spawnSync('node', words, { cwd: root, encoding: 'utf8' });
  expect([status, stderr]).toEqual([0, '']);
  expect(stdout).toMatch(/^npm run prove -- streaming /);
  expect(stdout).toMatch(/^ {2}--clips +3,10,25,60,180 unless given$/m);
  expect(stdout).not.toMatch(/holds/);
});

test('without npm packages, and without permission to install, a command says what to run', () => {
  const folder = newFolder();
  for (const file of [
    'infra/local/setup.mjs',
    'infra/local/commands.mjs',
    'package.json',
    'package-lock.json',
  ]) {
    cpSync(path.join(root, file), path.join(folder, file));
  }
  const words = ['infra/local/setup.mjs', 'check', '--no-install'];
  const { stderr, status } = spawnSync('node', words, { cwd: folder, encoding: 'utf8' });
  expect([status, stderr]).toEqual([1, '[set-up] Run `npm ci` first: npm packages are missing.\n']);
});

test.for([
  ['one lacks its folder', 'rm -r node_modules/a'],
  ['their list was cut off, as on a full disk', 'truncate -s 20 node_modules/.package-lock.json'],
] as const)('npm packages are missing where %s', ([, change]) => {
  const folder = newFolder();
  for (const file of ['setup.mjs', 'commands.mjs']) {
    cpSync(path.join(root, 'infra/local', file), path.join(folder, 'infra/local', file));
  }
  mkdirSync(path.join(folder, 'node_modules/a'), { recursive: true });
  mkdirSync(path.join(folder, 'node_modules/.bin'));
  symlinkSync(process.execPath, path.join(folder, 'node_modules/.bin/node'));
  const lock = JSON.stringify({ packages: { 'node_modules/a': { version: '1.0.0' } } });
  for (const file of ['package-lock.json', 'node_modules/.package-lock.json', 'node_modules/a/package.json'])
    writeFileSync(path.join(folder, file), lock);
  const check = () => {
    const words = ['infra/local/setup.mjs', 'synth', '--no-install'];
    return spawnSync('node', words, { cwd: folder, encoding: 'utf8' }).stderr;
  };
  expect(check()).toBe('');
  execSync(change, { cwd: folder });
  expect(check()).toBe('[set-up] Run `npm ci` first: npm packages are missing.\n');
});

test('a list of packages that Debian lacks may be cut off', () => {
  const folder = newFolder();
  for (const file of ['infra/local/setup.mjs', 'infra/local/commands.mjs']) {
    cpSync(path.join(root, file), path.join(folder, file));
  }
  for (const file of [
    'package-lock.json',
    'node_modules/.package-lock.json',
    '.build/unavailable-packages.json',
  ]) {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    writeFileSync(path.join(folder, file), file.startsWith('.build') ? '["espeak' : '{"packages":{}}');
  }
  mkdirSync(path.join(folder, 'node_modules/.bin'));
  symlinkSync('/bin/true', path.join(folder, 'node_modules/.bin/node'));
  const words = ['infra/local/setup.mjs', 'start', '--no-install'];
  const { stderr, status } = spawnSync('node', words, { cwd: folder, encoding: 'utf8' });
  expect([status, stderr]).toEqual([0, '']);
});

test('packages of npm and of Debian are installed side by side, and a failure is shown', () => {
  const folder = newFolder();
  for (const file of ['infra/local/setup.mjs', 'infra/local/commands.mjs', 'package-lock.json']) {
    cpSync(path.join(root, file), path.join(folder, file));
  }
  const programs = {
    'dpkg-query': '',
    'apt-cache': 'echo "  Candidate: 1"',
    // Each waits for the other.
    'apt-get': 'touch apt; until [ -e npm-began ]; do sleep 0.05; done',
    npm: 'touch npm-began; until [ -e apt ]; do sleep 0.05; done; echo no network; exit 1',
    sudo: 'shift; "$@"',
  };
  for (const [name, script] of Object.entries(programs)) {
    writeFileSync(path.join(folder, name), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  }
  const { stdout, stderr, status } = spawnSync(process.execPath, ['infra/local/setup.mjs', 'start'], {
    cwd: folder,
    env: { ...process.env, PATH: `${folder}${path.delimiter}${process.env.PATH}` },
    encoding: 'utf8',
    timeout: 60_000,
  });
  expect(stdout).toMatch(/^\[set-up\] Debian: done in \d+ s$/m);
  expect([status, stderr]).toEqual([1, '[set-up] `npm ci` failed. The end of its output:\nno network\n']);
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

test('a refused flag says how to list the flags', () => {
  const words = [setUp, 'start', '--no-install', '--nonsense'];
  const { stderr, status } = spawnSync('node', words, { cwd: root, encoding: 'utf8' });
  expect(status).toBe(2);
  expect(stderr).toContain('`npm start -- --help` lists the flags.');
});

test('a refused flag of npm run seed is named without a stack trace, and --no-install is known', () => {
  const words = [setUp, 'seed', '--no-install', '--nonsense'];
  const { stderr, status } = spawnSync('node', words, { cwd: root, encoding: 'utf8' });
  expect(status).toBe(2);
  expect(stderr).toMatch(/^Unknown option '--nonsense'.* `npm run seed -- --help` lists the flags\.\n$/);
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
