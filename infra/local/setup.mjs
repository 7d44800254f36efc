// Runs before anything is installed, with the machine's own Node: plain JavaScript, no dependencies.
//
//   node infra/local/setup.mjs start|dev|test|test:all|prove [flags]
//   node infra/local/setup.mjs browsers
//
// Installs npm and Debian packages, then runs the command with the project's Node. `browsers` only installs.

import { spawn, spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const [name, ...flags] = process.argv.slice(2);
const mayInstall = !flags.includes('--no-install');

const commands = {
  start: ['infra/local/main.ts'],
  dev: ['infra/local/dev.ts'],
  test: ['test/main.ts'],
  'test:all': ['test/proofs/all.ts'],
  prove: ['test/proofs/main.ts'],
  browsers: undefined,
};

const engines = [
  'apertium',
  'apertium-cat-ita',
  'apertium-eng-cat',
  'apertium-es-pt',
  'apertium-es-ro',
  'apertium-fra-cat',
  'apertium-ind-zlm',
  'apertium-por-cat',
  'apertium-spa-cat',
  'apertium-spa-ita',
  'apertium-swe-dan',
  'espeak-ng',
  'ffmpeg',
  'pocketsphinx',
  'pocketsphinx-en-us',
];
const testTools = [
  ...engines,
  'flite',
  'sox',
  ...(hasBrowser() ? [] : ['chromium']),
  // Takes a quarter less CPU than Chromium; only Debian has it.
  ...(isDebian() ? ['chromium-headless-shell'] : []),
];
const browsers = [
  'pulseaudio',
  'pulseaudio-utils',
  'firefox-esr',
  'gstreamer1.0-libav',
  'gstreamer1.0-plugins-bad',
  'gstreamer1.0-plugins-good',
  'gstreamer1.0-pulseaudio',
  'webkit2gtk-driver',
  'xvfb',
];
const packages = {
  start: engines,
  dev: engines,
  test: testTools,
  'test:all': testTools,
  prove: flags.length > 0 ? testTools : [],
  browsers,
};

if (flags.includes('--help') && ['start', 'dev'].includes(name)) {
  console.log(readFileSync(path.join(root, 'infra/local/usage.txt'), 'utf8'));
  process.exit(0);
}
if (!(name in commands)) fail(`Unknown command "${name}".`);
if (Number(process.versions.node.split('.')[0]) < 20) {
  fail(`Parley needs Node 20 or newer; this is ${process.version}.`);
}
if (!npmPackagesAreInstalled()) installNpmPackages();
installDebianPackages(packages[name]);
if (commands[name]) run(commands[name]);

function npmPackagesAreInstalled() {
  const installed = readLock('node_modules/.package-lock.json');
  if (!installed || !existsSync(getProjectNode())) return false;
  return Object.entries(readLock('package-lock.json')).every(
    ([folder, entry]) => folder === '' || entry.optional || installed[folder]?.version === entry.version,
  );
}

function readLock(file) {
  const full = path.join(root, file);
  return existsSync(full) ? JSON.parse(readFileSync(full, 'utf8')).packages : undefined;
}

function installNpmPackages() {
  if (!mayInstall) fail('Run `npm ci` first: npm packages are missing.');
  log('Installing the npm packages (`npm ci`)…');
  // Hides warnings about the machine's Node: only the installation uses it.
  const { status } = spawnSync('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: root,
    stdio: 'inherit',
  });
  if (status !== 0) fail('`npm ci` failed.');
}

/** Failures do not stop the command: Parley runs without engines. */
function installDebianPackages(wanted) {
  if (!isOnPath('dpkg-query')) return log('This is not Debian or Ubuntu: install missing programs yourself.');
  const missing = wanted.filter((name) => !isInstalled(name));
  if (missing.length === 0) return;
  const rootPrefix = findRootPrefix();
  if (!mayInstall || !rootPrefix)
    return log(`Packages are missing. Run \`sudo apt-get install ${missing.join(' ')}\`.`);
  log(`Installing ${missing.join(', ')}`);
  const apt = (...args) =>
    spawnSync(rootPrefix[0], [...rootPrefix.slice(1), 'apt-get', ...args], {
      stdio: 'inherit',
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    }).status === 0;
  const options = ['install', '-y', '-q', '--no-install-recommends'];
  if (apt('update', '-q') && apt(...options, ...missing)) return;
  // If a release lacks one package, install the others.
  const failed = missing.filter((name) => !isInstalled(name) && !apt(...options, name));
  if (failed.length > 0) log(`Could not install ${failed.join(', ')}; continuing without them.`);
}

function isInstalled(name) {
  // biome-ignore lint/suspicious/noTemplateCurlyInString: dpkg-query's own placeholder
  const format = '${db:Status-Status}';
  const { stdout } = spawnSync('dpkg-query', ['-W', '-f', format, name], { encoding: 'utf8' });
  return stdout === 'installed';
}

function findRootPrefix() {
  if (!isOnPath('apt-get')) return undefined;
  if (process.getuid?.() === 0) return ['env'];
  return isOnPath('sudo') && spawnSync('sudo', ['-n', 'true']).status === 0 ? ['sudo', '-n'] : undefined;
}

function isDebian() {
  const file = '/etc/os-release';
  return existsSync(file) && /^ID=debian$/m.test(readFileSync(file, 'utf8'));
}

function hasBrowser() {
  return ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'].some(isOnPath);
}

function isOnPath(name) {
  return (process.env.PATH ?? '').split(path.delimiter).some((folder) => {
    try {
      accessSync(path.join(folder, name), constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}

function getProjectNode() {
  return path.join(root, 'node_modules/.bin/node');
}

/** Through the IPC channel, the child ends when this process does. */
function run(command) {
  const bin = path.join(root, 'node_modules/.bin');
  const child = spawn(getProjectNode(), [...command, ...flags], {
    cwd: root,
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: { ...process.env, PATH: `${bin}${path.delimiter}${process.env.PATH}` },
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)));
}

function log(message) {
  console.log(`[set-up] ${message}`);
}

function fail(message) {
  console.error(`[set-up] ${message}`);
  process.exit(1);
}
