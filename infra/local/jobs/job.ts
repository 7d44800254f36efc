import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { type JobName, jobNames, jobs } from '../../../shared/jobs.ts';
import type { ParleyUrls } from '../database/data-folder.ts';

/** `npm run job -- NAME [--data DIR]`: runs a job in the server that uses the data folder. */
const root = path.resolve(import.meta.dirname, '../../..');

const { name, data } = parseFlagsOrExit();
const folder = path.resolve(root, data);
const startedAt = performance.now();
try {
  const url = await askRunningParley();
  const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1);
  console.log(`${name} finished after ${seconds} s, in the Parley at ${url}.`);
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}

function parseFlagsOrExit(): { name: JobName; data: string } {
  try {
    const { values, positionals } = parseArgs({
      args: process.argv.slice(2),
      options: { data: { type: 'string', default: '.data' } },
      allowPositionals: true,
    });
    const [given, ...more] = positionals;
    if (!given) throw new Error('No job given.');
    const name = jobNames.find((each) => each === given);
    if (!name) throw new Error(`Unknown job ${given}.`);
    if (more.length > 0) throw new Error('Only one job can be given.');
    return { name, data: values.data };
  } catch (error) {
    const width = Math.max(...jobNames.map(({ length }) => length));
    const list = jobNames.map((name) => `  ${name.padEnd(width)}  ${jobs[name].purpose}`).join('\n');
    console.error(
      `${(error as Error).message}\n\nnpm run job -- NAME [--data DIR]   runs a job in the Parley that uses .data or DIR\n\n${list}`,
    );
    process.exit(2);
  }
}

async function askRunningParley(): Promise<string> {
  const urls = readUrls();
  const missing = `No Parley server uses the data in ${data}. Start it, or pass its folder with --data DIR.`;
  if (!urls) throw new Error(missing);
  const response = await fetch(new URL(`/local/jobs/${name}`, urls.control), {
    method: 'POST',
    headers: { 'x-parley-local': '1' },
  }).catch((error: Error) => {
    const isNotRunning = (error.cause as NodeJS.ErrnoException | undefined)?.code === 'ECONNREFUSED';
    const message = isNotRunning ? missing : `${name} did not finish because Parley stopped. Run it again.`;
    throw new Error(message, { cause: error });
  });
  const { message } = (await response.json()) as { message: string };
  if (!response.ok) throw new Error(`${message} See the output of the Parley at ${urls.url}.`);
  return urls.url;
}

function readUrls(): ParleyUrls | undefined {
  try {
    return JSON.parse(readFileSync(path.join(folder, 'running.json'), 'utf8'));
  } catch {
    return undefined;
  }
}
