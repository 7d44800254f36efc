import { type ChildProcess, spawn } from 'node:child_process';
import { type FSWatcher, readdirSync, watch } from 'node:fs';
import path from 'node:path';

/** `npm run dev`: restarts Parley on code changes. `node --watch` stops watching files that an editor replaces. */
const root = path.resolve(import.meta.dirname, '../..');

const restartPattern =
  /^(functions|infra|shared)\/(.+\/)?\w[^/]*\.ts$|^web\/((build|documents)\/.+|landing\/build|texts\/pages\/login|vite\.config)\.ts$/;

const debounceMs = 100;

/** Node's own flag opens its debugger in the process that runs the functions. */
const inspectFlags = process.argv.slice(2).filter(isInspectFlag);
const otherFlags = process.argv.slice(2).filter((flag) => !isInspectFlag(flag));
refuseWrongPort();

let parley: ChildProcess | undefined;
let wasReady = false;
let hasChanged = false;
let isStopping = false;
let watchers: FSWatcher[] = [];
let debounce: NodeJS.Timeout | undefined;

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop);
if (process.connected) process.on('disconnect', stop);
watchFolders();
start();

function start(): void {
  hasChanged = false;
  parley = spawn(
    process.execPath,
    [...inspectFlags, path.join(import.meta.dirname, 'main.ts'), '--dev', ...otherFlags],
    { stdio: ['inherit', 'inherit', 'inherit', 'ipc'] },
  );
  parley.on('message', () => {
    wasReady = true;
  });
  parley.on('exit', (code) => {
    parley = undefined;
    // A wrong flag or a taken port cannot be fixed in a file.
    if (isStopping || !(wasReady || hasChanged)) process.exit(code ?? 1);
    if (hasChanged) return start();
    console.log('Parley has stopped. It restarts when a file changes.');
  });
}

function isInspectFlag(flag: string): boolean {
  return /^--inspect(=.*)?$/s.test(flag);
}

function refuseWrongPort(): void {
  const wrong = inspectFlags.some((flag) => {
    const [, port] = flag.split('=');
    return port !== undefined && !(/^\d+$/.test(port) && Number(port) >= 1_024 && Number(port) <= 65_535);
  });
  if (!wrong) return;
  console.error(
    '--inspect must be alone, or a port from 1024 to 65535 as in --inspect=9230. `npm run dev -- --help` lists the flags.',
  );
  process.exit(2);
}

function stop(): void {
  isStopping = true;
  if (!parley) process.exit(0);
  parley.kill();
}

function watchFolders(): void {
  for (const watcher of watchers) watcher.close();
  watchers = ['functions', 'infra', 'shared', 'web'].flatMap((top) =>
    [top, ...listFolders(top)].map((folder) =>
      watch(path.join(root, folder), (_event, name) => handleChange(path.join(folder, name ?? ''))),
    ),
  );
}

function listFolders(top: string): string[] {
  return readdirSync(path.join(root, top), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)));
}

function handleChange(file: string): void {
  const needsRestart = restartPattern.test(file);
  // A name without an extension may be a new folder.
  if (!needsRestart && path.extname(file)) return;
  if (needsRestart && !hasChanged) console.log(`${file} changed: restarting…`);
  hasChanged ||= needsRestart;
  clearTimeout(debounce);
  debounce = setTimeout(() => {
    watchFolders();
    if (!hasChanged) return;
    if (parley) parley.kill();
    else start();
  }, debounceMs);
}
