// Runs before anything is installed, with the machine's own Node: plain JavaScript, no dependencies.
//
//   node infra/local/setup.mjs COMMAND [flags]
//
// Installs npm and Debian packages, then runs the command of `commands.mjs` with the project's Node.

import { spawn, spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync, mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { commands, debianPackages, describeCommand, findMistake } from './commands.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const buildFolder = path.join(root, '.build');
/** Packages that this release of Debian lacks. Delete the file to look for them again. */
const unavailableFile = '.build/unavailable-packages.json';
const [name, ...flags] = process.argv.slice(2);
const mayInstall = !flags.includes('--no-install');

const command = commands[name];
if (!command) fail(`Unknown command "${name}". There are: ${Object.keys(commands).join(', ')}.`);
// The flags of one proof are known only to that proof.
if (flags.includes('--help') && !(name === 'prove' && flags.length > 1)) {
  console.log(describeCommand(name));
  process.exit(0);
}
const mistake = findMistake(name, flags, process.env);
if (mistake) fail(mistake, 2);
if (Number(process.versions.node.split('.')[0]) < 20) {
  fail(`Parley needs Node 20 or newer; this is ${process.version}.`);
}
try {
  mkdirSync(buildFolder, { recursive: true });
} catch (error) {
  fail(`${buildFolder} cannot be made (${error.code}). Make ${root} writable for this user, then try again.`);
}
const needsNpmPackages = !npmPackagesAreInstalled();
if (needsNpmPackages && !mayInstall) fail('Run `npm ci` first: npm packages are missing.');
let hasDots = false;
// Side by side: both wait for the network and the disk most of the time.
const [npmIsDone] = await Promise.all([
  needsNpmPackages ? installNpmPackages() : true,
  installDebianPackages(listDebianPackages()),
]);
if (!npmIsDone) fail(`\`npm ci\` failed. The end of its output:\n${readLogEnd('npm')}`);
if (needsNpmPackages && !npmPackagesAreInstalled()) {
  const settings = 'ignore-scripts, bin-links and install-strategy in `npm config list`';
  fail(`\`npm ci\` left packages out. Look for ${settings}, remove them, then try again.`);
}
// The tests and proofs install more themselves.
const passedFlags = command.packages === 'tests' ? flags : flags.filter((flag) => flag !== '--no-install');
for (const [index, words] of command.run.entries()) {
  const isLast = index === command.run.length - 1;
  const status = await run([...words, ...(isLast ? passedFlags : [])]);
  if (status !== 0) process.exit(status);
}

function npmPackagesAreInstalled() {
  const wanted = readJson('package-lock.json')?.packages;
  const installed = readJson('node_modules/.package-lock.json')?.packages;
  if (!wanted || !installed || !existsSync(findProgram('node'))) return false;
  return Object.entries(wanted).every(
    ([folder, entry]) =>
      folder === '' ||
      entry.optional ||
      (installed[folder]?.version === entry.version && existsSync(path.join(root, folder, 'package.json'))),
  );
}

/** Undefined if the file is missing or cut off, as on a full disk. */
function readJson(file) {
  try {
    return JSON.parse(readFileSync(path.join(root, file), 'utf8'));
  } catch {
    return undefined;
  }
}

function installNpmPackages() {
  return runStep('Installing the npm packages', 'npm', [
    'npm',
    'ci',
    '--include=dev',
    '--no-audit',
    '--no-fund',
  ]);
}

function listDebianPackages() {
  if (name === 'prove' && (flags.length === 0 || flags.includes('--help'))) return [];
  if (name === 'browsers') return debianPackages.browsers;
  if (command.packages !== 'tests') return debianPackages[command.packages] ?? [];
  return [
    ...debianPackages.tests,
    ...(hasBrowser() ? [] : ['chromium']),
    // Takes a quarter less CPU than Chromium; only Debian has it.
    ...(isDebian() ? ['chromium-headless-shell'] : []),
  ];
}

/** Failures do not stop the command: Parley runs without engines, and says at the start which are missing. */
async function installDebianPackages(wanted) {
  if (!isOnPath('dpkg-query')) return;
  const missing = listMissing(wanted);
  if (missing.length === 0) return;
  const rootPrefix = findRootPrefix();
  if (!mayInstall || !rootPrefix) {
    return log(`Packages are missing. Run \`sudo apt-get install ${missing.join(' ')}\`.`);
  }
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const apt = (...words) => [...rootPrefix, 'apt-get', ...words];
  const isUpdated = await runStep('Reading the lists of Debian packages', 'Debian', apt('update'), env);
  const unavailable = missing.filter((each) => !isAvailable(each));
  if (isUpdated && unavailable.length > 0) {
    writeFileSync(path.join(root, unavailableFile), JSON.stringify(unavailable));
    log(`Debian does not have ${unavailable.join(', ')} here. Parley runs without.`);
  }
  const available = missing.filter((each) => !unavailable.includes(each));
  if (available.length === 0) return;
  const install = apt('install', '-y', '--no-install-recommends', ...available);
  if (await runStep(`Installing ${available.join(', ')}`, 'Debian', install, env)) return;
  log(`Not everything could be installed. Parley runs without what is missing. The end of the output:`);
  console.log(readLogEnd('Debian'));
}

function listMissing(wanted) {
  const unavailable = readJson(unavailableFile) ?? [];
  return wanted.filter((each) => !unavailable.includes(each) && !isInstalled(each));
}

function isInstalled(each) {
  // biome-ignore lint/suspicious/noTemplateCurlyInString: dpkg-query's own placeholder
  const format = '${db:Status-Status}';
  const { stdout } = spawnSync('dpkg-query', ['-W', '-f', format, each], { encoding: 'utf8' });
  return stdout === 'installed';
}

function isAvailable(each) {
  const env = { ...process.env, LC_ALL: 'C' };
  const { stdout } = spawnSync('apt-cache', ['policy', each], { encoding: 'utf8', env });
  return /^ {2}Candidate: (?!\(none\))/m.test(stdout ?? '');
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

function isOnPath(program) {
  return (process.env.PATH ?? '').split(path.delimiter).some((folder) => {
    try {
      accessSync(path.join(folder, program), constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}

/** A line when it begins and one when it ends, with a dot every five seconds. The output goes to the log of its source. */
async function runStep(title, source, [program, ...words], env = process.env) {
  const startedAt = Date.now();
  log(title);
  const output = openSync(getLogFile(source), 'w');
  const child = spawn(program, words, { cwd: root, env, stdio: ['ignore', output, output] });
  const dots = setInterval(() => {
    hasDots = true;
    process.stdout.write('.');
  }, 5_000);
  const status = await whenEnded(child);
  clearInterval(dots);
  const outcome = status === 0 ? `done in ${Math.round((Date.now() - startedAt) / 1_000)} s` : 'failed';
  log(`${source}: ${outcome}`);
  return status === 0;
}

function getLogFile(source) {
  return path.join(buildFolder, `set-up-${source}.log`);
}

function readLogEnd(source) {
  return readFileSync(getLogFile(source), 'utf8').trimEnd().split('\n').slice(-20).join('\n');
}

function findProgram(program) {
  return path.join(root, 'node_modules/.bin', program);
}

/** Through the IPC channel, a Node program ends when this process does. */
async function run([program, ...words]) {
  const bin = path.join(root, 'node_modules/.bin');
  const child = spawn(findProgram(program), words, {
    cwd: root,
    stdio: ['inherit', 'inherit', 'inherit', ...(program === 'node' ? ['ipc'] : [])],
    env: { ...process.env, PATH: `${bin}${path.delimiter}${process.env.PATH}` },
  });
  const pass = (signal) => child.kill(signal);
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, pass);
  return whenEnded(child);
}

function whenEnded(child) {
  return new Promise((resolve) => {
    child.on('error', () => resolve(1));
    child.on('exit', (code, signal) => resolve(code ?? (signal ? 1 : 0)));
  });
}

function log(message) {
  if (hasDots) console.log();
  hasDots = false;
  console.log(`[set-up] ${message}`);
}

function fail(message, status = 1) {
  console.error(`[set-up] ${message}`);
  process.exit(status);
}
