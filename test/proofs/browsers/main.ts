import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { processesOf, processMark } from '../../support/parley/processes.ts';
import { startParley } from '../../support/parley/system.ts';
import type { Part } from '../proof.ts';
import { firefox } from './puppeteer.ts';
import { startScreen } from './screen.ts';
import { startSound } from './sound.ts';
import { type Stage, type Step, steps } from './steps.ts';
import { until } from './until.ts';
import { webkit } from './webkit.ts';

/** Browsers hear what a step says, through a sound server that belongs to this run. `--step` takes a part of a name. */
export const flags = { browser: '', step: '' };

const { env: marked, mark } = processMark();
const stops: (() => Promise<void>)[] = [];
let stopping: Promise<void> | undefined;

export async function* prove({ browser: only, step: words }: typeof flags): AsyncGenerator<Part> {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, giveUp);
  try {
    const { browsers, ...stage } = await build();
    for (const browser of browsers.filter(({ name }) => name === (only || name))) {
      const own = steps.filter(({ only = [browser.name] }) => only.includes(browser.name));
      for (const step of own.filter(({ name }) => name.includes(words))) {
        if (!stopping) yield tryStep(step, { ...stage, browser });
      }
    }
  } finally {
    await stopAll();
  }
  // Browsers take a moment to clear up behind themselves.
  await until('the end of every process', async () => processesOf(mark).length === 0).catch(() => {});
  const left = processesOf(mark).map(({ name }) => `${name} is left behind`);
  if (left.length > 0) yield { name: 'processes', figures: {}, findings: left };
}

async function build() {
  const folder = await mkdtemp(path.join(tmpdir(), 'parley-browsers-'));
  stops.push(() => rm(folder, { recursive: true, force: true }));
  // Browsers' profiles go there too.
  process.env.TMPDIR = folder;
  const env = { ...process.env, ...marked, HOME: folder, XDG_RUNTIME_DIR: folder };
  const sound = await startSound(folder, env);
  stops.push(sound.stop);
  const screen = await startScreen(env);
  stops.push(screen.stop);
  const parley = await startParley({ env: marked });
  stops.push(parley.stop);
  const heard = { ...env, ...sound.env };
  return { browsers: [firefox(heard), webkit({ ...heard, ...screen.env })], parley, sound };
}

async function tryStep(step: Step, stage: Omit<Stage, 'onVersion'>): Promise<Part> {
  let version = '';
  const onVersion = (told: string) => {
    version = told;
  };
  const name = () => `${stage.browser.name} ${version} ${step.name}`;
  return step.run({ ...stage, onVersion }).then(
    (measured) => ({ name: `${name()} (${measured})`, figures: {}, findings: [] }),
    (error: Error) => ({ name: name(), figures: {}, findings: [error.message] }),
  );
}

function stopAll(): Promise<void> {
  stopping ??= stopEach();
  return stopping;
}

async function stopEach(): Promise<void> {
  for (const stop of stops.toReversed()) await stop();
}

/** Ends the current step's work, then everything else in order, then later additions. */
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
