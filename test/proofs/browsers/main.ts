import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { processesOf, processMark } from '../../support/parley/processes.ts';
import { startParley } from '../../support/parley/system.ts';
import { chromium, firefox } from './puppeteer.ts';
import { startScreen } from './screen.ts';
import { startSound } from './sound.ts';
import { type Stage, type Step, steps } from './steps.ts';
import { until } from './until.ts';
import { webkit } from './webkit.ts';

/**
 * `npm run test:browsers -- [--browser NAME] [--step WORDS]`: the whole way from a voice to a voice, in the browsers
 * that people use. They hear what a test says, through a sound server that belongs to this run.
 */
const { values } = parseArgs({
  options: {
    browser: { type: 'string' },
    step: { type: 'string', default: '' },
    'no-install': { type: 'boolean' },
  },
});

const { env: marked, mark } = processMark();
const stops: (() => Promise<void>)[] = [];
let stopping: Promise<void> | undefined;
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, giveUp);
// The set-up step that started us is gone: nobody is left to stop us.
if (process.connected) process.on('disconnect', giveUp);

const rows = await tryAll().finally(stopAll).catch(explain);
const left = await lastingProcesses();

console.table(rows.map(({ isRight, ...row }) => ({ ...row, result: isRight ? row.result : 'FAILED' })));
if (left.length > 0) console.log(`Left behind: ${left.map(({ name }) => name).join(', ')}`);
const failed = rows.filter(({ isRight }) => !isRight);
const isRight = failed.length === 0 && left.length === 0 && rows.length > 0;
if (rows.length === 0) console.log('There is no such step, or no such browser.');
else console.log(isRight ? 'All of it works.' : `${failed.length} of ${rows.length} steps failed.`);
process.exit(isRight ? 0 : 1);

async function tryAll(): Promise<Row[]> {
  const folder = await mkdtemp(path.join(tmpdir(), 'parley-browsers-'));
  stops.push(() => rm(folder, { recursive: true, force: true }));
  // Browsers' profiles go there too, and with it.
  process.env.TMPDIR = folder;
  const env = { ...process.env, ...marked, HOME: folder, XDG_RUNTIME_DIR: folder };
  const sound = await startSound(folder, env);
  stops.push(sound.stop);
  const screen = await startScreen(env);
  stops.push(screen.stop);
  const parley = await startParley({ env: marked });
  stops.push(parley.stop);
  const heard = { ...env, ...sound.env };
  const browsers = [chromium(heard), firefox(heard), webkit({ ...heard, ...screen.env })];

  const rows: Row[] = [];
  for (const browser of browsers.filter(({ name }) => (values.browser ?? name) === name)) {
    const own = steps.filter(({ only = [browser.name] }) => only.includes(browser.name));
    for (const step of own.filter(({ name }) => name.includes(values.step))) {
      if (stopping) return rows;
      const row = await tryStep(step, { browser, parley, sound });
      console.log(`${row.isRight ? 'ok    ' : 'FAILED'} ${browser.name} ${step.name}: ${row.result}`);
      rows.push(row);
    }
  }
  return rows;
}

async function tryStep(step: Step, stage: Omit<Stage, 'onVersion'>): Promise<Row> {
  const startedAt = performance.now();
  let version = '';
  const onVersion = (told: string) => {
    version = told;
  };
  const outcome = await step.run({ ...stage, onVersion }).then(
    (measured) => ({ isRight: true, result: measured }),
    (error: Error) => ({ isRight: false, result: error.message }),
  );
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  return { browser: stage.browser.name, version, step: step.name, ...outcome, seconds };
}

/** What is still there when every browser has had the time to clear up behind itself. */
async function lastingProcesses() {
  await until('the end of every process', async () => processesOf(mark).length === 0).catch(() => {});
  return processesOf(mark);
}

/** Once, whoever asks. */
function stopAll(): Promise<void> {
  stopping ??= stopEach();
  return stopping;
}

async function stopEach(): Promise<void> {
  for (const stop of stops.toReversed()) await stop();
}

/** Ends what somebody waits for, everything else in its order, and what was begun meanwhile. */
async function giveUp(): Promise<void> {
  kill('SIGTERM');
  await stopAll();
  kill('SIGKILL');
  process.exit(1);
}

function kill(signal: NodeJS.Signals): void {
  for (const { pid } of processesOf(mark)) {
    try {
      process.kill(pid, signal);
    } catch {
      // It has ended in between.
    }
  }
}

/** A program that is missing is named by the set-up step, with how it is installed. */
function explain(error: NodeJS.ErrnoException): never {
  if (error.code !== 'ENOENT' || !error.path) throw error;
  console.error(`Nothing can be tried without ${error.path}.`);
  process.exit(1);
}

interface Row {
  readonly browser: string;
  readonly version: string;
  readonly step: string;
  readonly isRight: boolean;
  readonly result: string;
  readonly seconds: string;
}
