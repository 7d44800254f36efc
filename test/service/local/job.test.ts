import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import http from 'node:http';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { expect, onTestFinished, test } from 'vitest';
import { toDay } from '../../../shared/dates.ts';
import { newFolder } from '../../support/folder.ts';
import { documentsAt, listen } from '../../support/parley/local.ts';
import { root, startParley } from '../../support/parley/system.ts';

test.each([
  [[], 'No job given.'],
  [['toString'], 'Unknown job toString.'],
  [['reset-allowances', 'make-coffee'], 'Only one job can be given.'],
])('%j is refused with a list of jobs', async (words, complaint) => {
  const { code, errors } = await runJob(...words);
  expect(code).toBe(2);
  expect(errors.split('\n')).toEqual([
    complaint,
    '',
    'npm run job -- NAME [--data DIR]   runs a job in the Parley that uses .data or DIR',
    '',
    '  reset-allowances         Adds up the counters of past days for the operators, then deletes them',
    '  reconcile-subscriptions  Handles undelivered Stripe events and corrects drift from Stripe',
    '  recount-totals           Records missed events and corrects the analytics totals',
    '  sweep-speech             Deletes audio that killed functions left behind',
    '',
  ]);
});

test('a running Parley runs the job', async () => {
  const folder = newFolder();
  const parley = await startParley({ flags: ['--data', folder] });
  onTestFinished(() => parley.stop());
  await putCounterOfClosedDay(parley.dynamodb);
  const asked = await runJob('reset-allowances', '--data', folder);
  expect(asked).toMatchObject({ code: 0, errors: '' });
  expect(asked.output).toMatch(/^reset-allowances finished after [\d.]+ s, in the Parley at \S+\.\n$/);
  expect(asked.output).toContain(parley.url);
  expect(await translationsOfClosedDay(parley.dynamodb)).toBe(7);
  expect(parley.lines.join('\n')).toContain('"event":"job-ended"');
});

test.each([
  ['no Parley has used the folder', () => {}],
  // Only root can listen there, and nothing does.
  ['the Parley was killed', (folder: string) => writeRunning(folder, 'http://127.0.0.1:2')],
])('one sentence explains that %s', async (_what, prepare) => {
  const folder = newFolder();
  prepare(folder);
  expect(await runJob('reset-allowances', '--data', folder)).toEqual({
    code: 1,
    output: '',
    errors: `No Parley server uses the data in ${folder}. Start it, or pass its folder with --data DIR.\n`,
  });
});

test.each<[what: string, answer: (response: http.ServerResponse) => void, sentence: string]>([
  [
    'fails in a running Parley',
    (response) =>
      response.writeHead(500).end('{"message":"The job reset-allowances did not finish: TableBusy."}'),
    'The job reset-allowances did not finish: TableBusy. See the output of the Parley at http://localhost:1.',
  ],
  [
    'outlives its Parley',
    (response) => response.destroy(),
    'reset-allowances did not finish because Parley stopped. Run it again.',
  ],
])('a job that %s prints one sentence', async (_what, answer, sentence) => {
  const folder = newFolder();
  const asked: unknown[] = [];
  const server = http.createServer((request, response) => {
    asked.push(`${request.method} ${request.url} ${request.headers['x-parley-local']}`);
    answer(response);
  });
  onTestFinished(() => void server.close());
  writeRunning(folder, await listen(server));
  const ended = await runJob('reset-allowances', '--data', folder);
  expect(ended).toEqual({ code: 1, output: '', errors: `${sentence}\n` });
  expect(asked).toEqual(['POST /local/jobs/reset-allowances 1']);
});

async function runJob(...words: string[]): Promise<{ code: number; output: string; errors: string }> {
  const child = spawn(process.execPath, ['infra/local/jobs/job.ts', ...words], { cwd: root });
  const [[code], output, errors] = await Promise.all([
    once(child, 'exit'),
    text(child.stdout),
    text(child.stderr),
  ]);
  return { code, output, errors };
}

const closedDay = toDay(Date.now() - 48 * 60 * 60_000);

async function putCounterOfClosedDay(url: string): Promise<void> {
  const expiresAt = Date.now() / 1_000 + 3_600;
  const Item = { pk: 'USER#ada', sk: closedDay, utcDay: closedDay, used: 7, expiresAt };
  await documentsAt(url).send(new PutCommand({ TableName: 'usage', Item }));
}

async function translationsOfClosedDay(url: string): Promise<number> {
  const Key = { pk: 'STATS', sk: `DAY#${closedDay}` };
  return (await documentsAt(url).send(new GetCommand({ TableName: 'users', Key }))).Item?.dayUsage
    .translations;
}

function writeRunning(folder: string, control: string): void {
  const running = { url: 'http://localhost:1', control };
  writeFileSync(path.join(folder, 'running.json'), JSON.stringify(running));
}
