import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { type JobName, jobNames, jobs } from '../../shared/jobs.ts';
import { sourceFile } from '../build/bundle.ts';
import type { Running } from './data-folder.ts';
import { DataFolderUnusable, startDynamoDb } from './dynamodb.ts';
import { startJobs } from './jobs.ts';

/**
 * `npm run job -- NAME [--data DIR]`: runs a job now. Only one process can own a data folder, so the Parley that
 * runs on it is asked where there is one; otherwise the job runs here.
 */
const root = path.resolve(import.meta.dirname, '../..');

const { name, data } = readOrExplain();
const folder = path.resolve(root, data);
const startedAt = performance.now();
try {
  const where = (await askRunningParley()) ?? (await runHere());
  const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1);
  console.log(`${name} is done, after ${seconds} s, ${where}.`);
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
    if (!name) throw new Error('Which job?');
    if (!isJobName(name)) throw new Error(`There is no job ${name}.`);
    if (more.length > 0) throw new Error('One job at a time.');
    return { name, data: values.data };
  } catch (error) {
    const width = Math.max(...jobNames.map(({ length }) => length));
    const list = jobNames.map((name) => `  ${name.padEnd(width)}  ${jobs[name].purpose}`).join('\n');
    console.error(
      `${(error as Error).message}\n\nnpm run job -- NAME [--data DIR]   runs a job now, on the data in .data or DIR\n\n${list}`,
    );
    process.exit(2);
  }
}

function isJobName(name: string): name is JobName {
  return Object.hasOwn(jobs, name);
}

/**
 * @returns where it ran; `undefined` where no Parley runs on this data
 * @throws Error with a sentence for the terminal
 */
async function askRunningParley(): Promise<string | undefined> {
  const running = readRunning();
  if (!running || !isAlive(running.pid)) return undefined;
  const answer = await fetch(new URL(`/local/jobs/${name}`, running.control), {
    method: 'POST',
    headers: { 'x-parley-local': '1' },
  }).catch((error: Error) => {
    // The process of that number is no Parley: it took the number of one that was killed.
    if ((error.cause as NodeJS.ErrnoException | undefined)?.code === 'ECONNREFUSED') return undefined;
    throw new Error(`${name} has not finished: Parley stopped meanwhile. Run it again.`, { cause: error });
  });
  if (!answer) return undefined;
  const { message } = (await answer.json()) as { message: string };
  if (!answer.ok) throw new Error(`${message} See what the Parley at ${running.url} has written.`);
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
    // Somebody else's process is one, too.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/**
 * @returns where it ran
 * @throws Error with a sentence for the terminal
 */
async function runHere(): Promise<string> {
  if (!existsSync(path.join(folder, 'dynamodb'))) {
    throw new Error(`There is no data in ${data}: start Parley once, or name its folder with --data DIR.`);
  }
  const database = await startDynamoDb(folder).catch((error: Error) => {
    if (!(error instanceof DataFolderUnusable)) throw error;
    throw new Error(`The data in ${data} cannot be opened; perhaps another job runs on it. Try again later.`);
  });
  Object.assign(process.env, {
    AWS_ACCESS_KEY_ID: 'local',
    AWS_SECRET_ACCESS_KEY: 'local',
    AWS_REGION: 'us-east-1',
    AWS_ENDPOINT_URL_DYNAMODB: database.url,
    USERS_TABLE: 'users',
    USAGE_TABLE: 'usage',
    BUILDS_TABLE: 'builds',
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
