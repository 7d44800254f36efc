import { type ChildProcess, spawn } from 'node:child_process';
import { type FSWatcher, readdirSync, watch } from 'node:fs';
import path from 'node:path';

/**
 * `npm run dev`: Parley, started again whenever what it runs has changed; the pages are Vite's. `node --watch` watches
 * files instead of folders, and on Linux loses each that an editor saves by putting a new one in its place.
 */
const root = path.resolve(import.meta.dirname, '../..');

/** What Parley runs, and of the web what makes its documents. */
const run =
  /^(functions|infra|shared)\/(.+\/)?\w[^/]*\.ts$|^web\/(landing\/build|build-apart|documents|prerender|vite\.config)\.ts$/;

/** So long nothing more has to change: whoever saves everything starts it once. */
const quietMs = 100;

let parley: ChildProcess | undefined;
let wasReady = false;
let hasChanged = false;
let isStopping = false;
let watchers: FSWatcher[] = [];
let quiet: NodeJS.Timeout | undefined;

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop);
if (process.connected) process.on('disconnect', stop);
watchFolders();
start();

function start(): void {
  parley = spawn(
    process.execPath,
    [path.join(import.meta.dirname, 'main.ts'), '--dev', ...process.argv.slice(2)],
    { stdio: ['inherit', 'inherit', 'inherit', 'ipc'] },
  );
  parley.on('message', () => {
    wasReady = true;
  });
  parley.on('exit', (code) => {
    parley = undefined;
    // What keeps it from its first start, as a flag or a port, is not mended in a file.
    if (isStopping || !(wasReady || hasChanged)) process.exit(code ?? 1);
    if (hasChanged) return startAgain();
    console.log('Parley has ended, and starts again when a file changes.');
  });
}

function startAgain(): void {
  hasChanged = false;
  start();
}

function stop(): void {
  isStopping = true;
  if (!parley) process.exit(0);
  parley.kill();
}

function watchFolders(): void {
  for (const watcher of watchers) watcher.close();
  watchers = ['functions', 'infra', 'shared', 'web'].flatMap((top) =>
    [top, ...foldersIn(top)].map((folder) =>
      watch(path.join(root, folder), (_event, name) => notice(path.join(folder, name ?? ''))),
    ),
  );
}

function foldersIn(top: string): string[] {
  return readdirSync(path.join(root, top), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)));
}

function notice(file: string): void {
  const isRun = run.test(file);
  // What has no ending may be a folder that is new.
  if (!isRun && path.extname(file)) return;
  if (isRun && !hasChanged) console.log(`${file} has changed: starting again…`);
  hasChanged ||= isRun;
  clearTimeout(quiet);
  quiet = setTimeout(() => {
    watchFolders();
    if (!hasChanged) return;
    if (parley) parley.kill();
    else startAgain();
  }, quietMs);
}
