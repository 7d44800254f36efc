import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { type JobName, jobNames, jobs } from '../../../shared/jobs.ts';
import { sourceFile } from '../../build/bundle.ts';
import type { Running } from '../database/data-folder.ts';
import { DataFolderUnusable, startDynamoDb } from '../database/dynamodb.ts';
import { startJobs } from './jobs.ts';

/** `npm run job -- NAME [--data DIR]`: runs a job in the Parley that uses the data folder, otherwise here. */
const root = path.resolve(import.meta.dirname, '../../..');

const { name, data } = readOrExplain();
const folder = path.resolve(root, data);
const startedAt = performance.now();
try {
  const where = (await askRunningParley()) ?? (await runHere());
  const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1);
  console.log(`${name} finished after ${seconds} s, ${where}.`);
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}

function readOrExplain(): { name: JobName; data: string } {
  try {
    const { values, positionals } = parseArgs({
      args: process.argv.slice(2),
      options: { data: { type: 'string', default: '.data' } },
      allowPositionals: true,
    });
    const [name, ...more] = positionals;
    if (!name) throw new Error('No job given.');
    if (!isJobName(name)) throw new Error(`Unknown job ${name}.`);
    if (more.length > 0) throw new Error('Only one job can be given.');
    return { name, data: values.data };
  } catch (error) {
    const width = Math.max(...jobNames.map(({ length }) => length));
    const list = jobNames.map((name) => `  ${name.padEnd(width)}  ${jobs[name].purpose}`).join('\n');
    console.error(
      `${(error as Error).message}\n\nnpm run job -- NAME [--data DIR]   runs a job on the data in .data or DIR\n\n${list}`,
    );
    process.exit(2);
  }
}

function isJobName(name: string): name is JobName {
  return Object.hasOwn(jobs, name);
}

/**
 * @returns where it ran; undefined if no Parley uses this data
 * @throws Error with a sentence for the terminal
 */
async function askRunningParley(): Promise<string | undefined> {
  const running = readRunning();
  if (!running || !isAlive(running.pid)) return undefined;
  const answer = await fetch(new URL(`/local/jobs/${name}`, running.control), {
    method: 'POST',
    headers: { 'x-parley-local': '1' },
  }).catch((error: Error) => {
    // Another process now has the id of a killed Parley.
    if ((error.cause as NodeJS.ErrnoException | undefined)?.code === 'ECONNREFUSED') return undefined;
    throw new Error(`${name} did not finish because Parley stopped. Run it again.`, { cause: error });
  });
  if (!answer) return undefined;
  const { message } = (await answer.json()) as { message: string };
  if (!answer.ok) throw new Error(`${message} See the output of the Parley at ${running.url}.`);
  return `in the Parley at ${running.url}`;
}

function readRunning(): Running | undefined {
  try {
    return JSON.parse(readFileSync(path.join(folder, 'running.json'), 'utf8'));
  } catch {
    return undefined;
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: the process exists but belongs to another user.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/**
 * @returns where it ran
 * @throws Error with a sentence for the terminal
 */
async function runHere(): Promise<string> {
  if (!existsSync(path.join(folder, 'dynamodb'))) {
    throw new Error(`No data in ${data}. Start Parley once, or name its folder with --data DIR.`);
  }
  const database = await startDynamoDb(folder).catch((error: Error) => {
    if (!(error instanceof DataFolderUnusable)) throw error;
    throw new Error(`The data in ${data} is in use, perhaps by another job. Try again later.`);
  });
  Object.assign(process.env, {
    AWS_ACCESS_KEY_ID: 'local',
    AWS_SECRET_ACCESS_KEY: 'local',
    AWS_REGION: 'us-east-1',
    AWS_ENDPOINT_URL_DYNAMODB: database.url,
    USERS_TABLE: 'users',
    USAGE_TABLE: 'usage',
    BUILDS_TABLE: 'builds',
    SPEECH_TABLE: 'speech',
  });
  const localJobs = startJobs({
    loadHandler: async (name) => (await import(sourceFile(`jobs.${name}`))).handler,
    say: (line) => console.log(line),
  });
  try {
    await localJobs.run(name);
  } finally {
    await localJobs.stop();
    await database.stop();
  }
  return `on the data in ${data}`;
}
