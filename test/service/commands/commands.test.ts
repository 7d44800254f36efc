import { execSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
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

test('packages that npm’s settings leave out are reported', () => {
  const folder = newFolder();
  for (const file of ['infra/local/setup.mjs', 'infra/local/commands.mjs', 'package-lock.json']) {
    cpSync(path.join(root, file), path.join(folder, file));
  }
  // With `ignore-scripts` it ends well, but has no Node for the commands.
  writeFileSync(path.join(folder, 'npm'), '#!/bin/sh\necho "$@" >words\n', { mode: 0o755 });
  const { stderr, status } = spawnSync(process.execPath, ['infra/local/setup.mjs', 'check'], {
    cwd: folder,
    env: { ...process.env, PATH: `${folder}${path.delimiter}${process.env.PATH}` },
    encoding: 'utf8',
  });
  expect([status, stderr]).toEqual([
    1,
    '[set-up] `npm ci` left packages out. Look for ignore-scripts, bin-links and install-strategy in `npm config list`, remove them, then try again.\n',
  ]);
  // NODE_ENV=production would omit them.
  expect(readFileSync(path.join(folder, 'words'), 'utf8')).toMatch(/^ci .*--include=dev\b/);
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

const scripts = Object.keys(manifest.scripts);
/** Their other flags and words go to another program. */
const passesOn = ['test', 'prove', 'deploy', 'preflight'];
const takesWords = ['test', 'prove', 'texts', 'models', 'smoke'];

describe('a command refuses, before it installs or does anything,', () => {
  test.for(scripts.filter((name) => !passesOn.includes(name)))('an unknown flag: %s', (name) => {
    expect(refuse(name, '--nonsense')).toMatch(/^There is no flag --nonsense\. `npm .* -- --help` lists/);
  });

  test.for(scripts.filter((name) => !takesWords.includes(name)))('a word too many: %s', (name) => {
    expect(refuse(name, 'extra')).toMatch(/^"extra" is one word too many\. `npm .* -- --help` lists/);
  });

  test.for([
    ['start', '--port', '--logs'],
    ['dev', '--data'],
    ['build', '-c'],
    ['models', 'add', 'es', '--from'],
    ['seed', '--days'],
    ['synth', '--context'],
    ['deploy', '--profile'],
    ['preflight', '-c', '--profile', 'me'],
    ['stripe:setup', '--site'],
    ['restore', '--from'],
    ['smoke', 'http://localhost:8787', '--only'],
  ])('a flag without its value: %j', ([name = '', ...words]) => {
    expect(refuse(name, ...words)).toMatch(/^-[-\w]+ needs a value: -.+ .+\. `npm .* -- --help` lists/);
  });

  test.for([
    ['start', '--logs=yes'],
    ['stripe:setup', '--live=true'],
    ['smoke', '--quick=1'],
    ['bench', '--no-install=1'],
  ])('a value that a flag does not take: %j', ([name = '', ...words]) => {
    expect(refuse(name, ...words)).toMatch(/^--[-\w]+ takes no value\. `npm .* -- --help` lists/);
  });

  test.for([
    ['texts', 'de', 'fr'],
    ['smoke', 'http://localhost:8787', 'extra'],
    ['deploy', '--require-approval', 'never', 'extra'],
  ])('the last word of %j', ([name = '', ...words]) => {
    expect(refuse(name, ...words)).toMatch(/^"(fr|extra)" is one word too many\./);
  });

  test('flags that npm kept, as in `npm start --port 9000` and `npm run bench --no-install`', () => {
    expect(refuseWith({ npm_config_port: 'true' }, 'start', '9000')).toBe(
      'npm kept --port for itself. Write `--` before the flags: `npm start -- --port N`.\n',
    );
    expect(refuseWith({ npm_config_install: '' }, 'bench')).toBe(
      'npm kept --no-install for itself. Write `--` before the flags: `npm run bench -- --no-install`.\n',
    );
  });
});

test.for([
  ['start', ['--port', 'abc'], '--port must be a number from 0 to 65533.'],
  ['dev', ['--inspect=abc'], '--inspect must be alone, or a port from 1024 to 65535'],
  ['dev', ['--inspect=80'], '--inspect must be alone, or a port from 1024 to 65535'],
  ['test', ['--nonsense'], 'Vitest: Unknown option `--nonsense`.'],
  ['prove', ['nonsense'], 'There is no proof "nonsense".'],
  ['prove', ['engines', '--nonsense'], 'Vitest: Unknown option `--nonsense`.'],
  ['build', ['--data', 'memory'], '--data must be a folder.'],
  ['texts', ['klingon'], 'There is no catalogue "klingon".'],
  ['models', ['ad', 'es'], 'There is no "ad".'],
  ['seed', ['--days', 'many'], '--days takes a number from 1 to 400'],
  ['deploy', ['--nonsense'], '`cdk deploy` has no flag --nonsense.'],
  ['preflight', ['-c', 'stage'], '-c stage has no value: -c stage=….'],
  ['stripe:setup', ['--site', 'http://parley.example'], '--site must be a URL such as https://'],
  ['restore', ['--from', 'yesterday'], '--from needs a time in UTC, such as'],
  ['restore', ['--from', '2026-11-28T12:00Z', '-c', 'stag=a'], 'There is no context value "stag".'],
  ['smoke', ['parley.example'], 'Name the site: `npm run smoke -- https://…`.'],
  ['smoke', ['https://parley.example', '--only', 'page'], 'There is no group "page".'],
] as const)('npm run %s -- %j says what is wrong, and no stack', ([name, words, sentence]) => {
  const { stdout, stderr, status } = run(root, process.env, name, ...words, '--no-install');
  expect([1, 2]).toContain(status);
  expect([stdout, stderr.trimEnd().split('\n')]).toEqual(['', [expect.stringContaining(sentence)]]);
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

function refuse(name: string, ...words: string[]): string {
  return refuseWith({}, name, ...words);
}

/** In a folder where nothing is installed. @returns its sentence */
function refuseWith(variables: Record<string, string>, name: string, ...words: string[]): string {
  const folder = newFolder();
  for (const file of ['setup.mjs', 'commands.mjs']) {
    cpSync(path.join(root, 'infra/local', file), path.join(folder, 'infra/local', file));
  }
  const { stdout, stderr, status } = run(folder, { ...process.env, ...variables }, name, ...words);
  expect([status, stdout, readdirSync(folder)]).toEqual([2, '', ['infra']]);
  return stderr.replace('[set-up] ', '');
}

function run(folder: string, env: NodeJS.ProcessEnv, ...words: string[]) {
  return spawnSync('node', [setUp, ...words], { cwd: folder, env, encoding: 'utf8' });
}
