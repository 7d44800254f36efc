import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import path from 'node:path';
import { createInterface, type Interface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { type DynamoDBDocumentClient, ScanCommand } from '@aws-sdk/lib-dynamodb';
import { beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import type { Build } from '../../../functions/builds/builds-table.ts';
import { runAndRecord } from '../../../infra/aws/build/build-record.ts';
import { readDeploymentTarget } from '../../../infra/aws/commands/deploy.ts';
import { type LocalDynamoDb, startDynamoDb } from '../../../infra/local/database/dynamodb.ts';
import { newFolder } from '../../support/folder.ts';
import { documentsAt, listen } from '../../support/parley/local.ts';
import { root } from '../../support/parley/system.ts';

describe('a build', () => {
  test('is recorded when it starts and when it ends', async () => {
    const { record, put } = recording();
    await runAndRecord(record, async () => {
      expect(put).toEqual([expect.objectContaining({ status: 'running' })]);
      return 1_234;
    });
    const [start, end] = put;
    expect(start).toEqual({
      id: expect.stringMatching(/^[0-9A-Z]{26}$/),
      buildId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      buildType: 'production',
      status: 'running',
      startedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:]{8}\.\d{3}Z$/),
      durationMs: null,
      bundleBytes: null,
      memoryMb: null,
      nodeVersion: process.version,
    });
    expect(end).toEqual({
      ...start,
      status: 'success',
      bundleBytes: 1_234,
      durationMs: expect.any(Number),
      memoryMb: expect.any(Number),
    });
    // More than Node needs for nothing, and less than any machine has.
    expect(end?.memoryMb).toBeGreaterThan(30);
    expect(end?.memoryMb).toBeLessThan(30_000);
    expect(put).toHaveLength(2);
  });

  test('that throws is recorded as failed, and the error is rethrown', async () => {
    const { record, put } = recording();
    const fault = new Error('no such module');
    await expect(runAndRecord(record, () => Promise.reject(fault))).rejects.toBe(fault);
    expect(put.map(({ status, bundleBytes }) => [status, bundleBytes])).toEqual([
      ['running', null],
      ['failed', null],
    ]);
  });

  test('that a signal ends is recorded as failed once, although its work fails too', async () => {
    const { record, put } = recording();
    const exited = Promise.withResolvers<void>();
    vi.spyOn(process, 'exit').mockImplementation((() => exited.resolve()) as typeof process.exit);
    const work = async () => {
      process.emit('SIGTERM', 'SIGTERM');
      throw new Error('killed');
    };
    await expect(runAndRecord(record, work)).rejects.toThrow('killed');
    await exited.promise;
    expect(process.exit).toHaveBeenCalledWith(143);
    expect(put.map(({ status }) => status)).toEqual(['running', 'failed']);
  });

  test.each([
    [new Error('Unexpected token <\n  Deserialization error: see $response.'), 'Unexpected token <'],
    [Object.assign(new AggregateError([]), { code: 'ETIMEDOUT' }), 'ETIMEDOUT'],
  ])('prints in one line that recording failed (%#)', async (error, why) => {
    const { record, lines } = recording();
    await runAndRecord({ ...record, put: () => Promise.reject(error) }, async () => 1);
    expect(lines).toEqual([`This build was not recorded: ${why}`]);
  });

  test('prints nothing if only its start was not recorded', async () => {
    const { record, put, lines } = recording();
    const refuseOnce = (build: Build) => {
      if (build.status === 'running') throw new Error('not yet');
      put.push(build);
    };
    await runAndRecord({ ...record, put: refuseOnce }, async () => 1);
    expect([put.map(({ status }) => status), lines]).toEqual([['success'], []]);
  });
});

describe('npm run build', () => {
  test('records itself in the data folder, with the bytes of site and functions', async () => {
    const folder = newFolder();
    const { code } = await build(folder, 'return 1_000').ended;
    expect(code).toBe(0);
    expect(readBuilds(folder)).toMatchObject([
      { status: 'running', buildType: 'production' },
      { status: 'success', buildType: 'production', bundleBytes: 1_111 },
    ]);
  });

  test.each([
    ['--nonsense', "Unknown option '--nonsense'"],
    ['--data=', '--data must be a folder'],
    ['--data=memory', '--data must be a folder'],
  ])('explains the flag %s and builds nothing', async (flag, sentence) => {
    const { code, lines, errors } = await run('infra/aws/build/build.ts', [flag], {}, {}).ended;
    expect([code, lines]).toEqual([2, []]);
    expect(errors).toContain(sentence);
    expect(errors).toContain('`npm run build -- --help` lists the flags.');
  });
});

describe('npm run deploy', () => {
  let database: LocalDynamoDb;
  let documents: DynamoDBDocumentClient;
  let cloudFormation: http.Server;
  let cloudFormationUrl: string;
  const asked: string[] = [];
  /** CloudFormation's answers in order; the last one repeats. */
  let answers: Answer[] = [];

  beforeAll(async () => {
    database = await startDynamoDb();
    documents = documentsAt(database.url);
    cloudFormation = http.createServer(async (request, response) => {
      asked.push(`${readRegion(request)} ${new URLSearchParams(await text(request)).get('StackName')}`);
      const [answer = noStack] = answers.length > 1 ? answers.splice(0, 1) : answers;
      response.writeHead(answer.status, { 'content-type': 'text/xml' }).end(answer.body);
    });
    cloudFormationUrl = await listen(cloudFormation);
    return async () => {
      documents.destroy();
      cloudFormation.closeAllConnections();
      cloudFormation.close();
      await database.stop();
    };
  });

  let before = 0;
  beforeEach(async () => {
    asked.length = 0;
    before = (await items()).length;
  });

  test('records itself once in the table of its stack', async () => {
    answers = [stackWith('builds')];
    const flags = ['-c', 'stage=test', '--context=region=eu-west-1'];
    const { code, lines } = await deploy(flags, 'exit 0').ended;
    expect(code).toBe(0);
    expect(lines).toEqual([expect.stringMatching(/^cdk deploy --all --outputs-file \S+ -c stage=test /)]);
    expect(asked).toEqual(['eu-west-1 parley-test', 'eu-west-1 parley-test']);
    expect(await newItems()).toMatchObject([
      { pk: 'BUILD#deployment', status: 'success', bundleBytes: 4_321, nodeVersion: process.version },
    ]);
  });

  test('whose cdk fails is recorded as failed, with the exit code of cdk', async () => {
    answers = [stackWith('builds')];
    const { code, errors } = await deploy([], 'echo "AccessDenied" >&2; exit 3').ended;
    expect(code).toBe(3);
    expect(errors).toContain('AccessDenied');
    expect(await newItems()).toMatchObject([{ status: 'failed', bundleBytes: null }]);
  });

  test('says what is to do, and does not begin with something in the way', async () => {
    answers = [stackWith('builds')];
    const toDo = { is: 'do', text: 'Set contactAddress.' };
    const { code, lines, errors } = await deploy([], 'exit 0', undefined, [toDo]).ended;
    expect([code, errors]).toEqual([0, 'Set contactAddress.\n']);
    expect(lines).toHaveLength(1);
    const stopped = await deploy([], 'exit 0', undefined, [{ is: 'stop', text: 'Run cdk bootstrap.' }]).ended;
    expect(stopped).toMatchObject({ code: 1, lines: [], errors: 'Run cdk bootstrap.\n' });
  });

  test('that is stopped ends cdk and is recorded as failed', async () => {
    answers = [stackWith('builds')];
    const { child, lines, ended } = deploy([], 'exec sleep 600');
    await waitForLine(lines, 'cdk deploy');
    expect(await newItems()).toMatchObject([{ status: 'running' }]);
    child.kill('SIGTERM');
    // Its output ends when cdk has ended too.
    expect((await ended).code).toBe(143);
    expect(await newItems()).toMatchObject([{ status: 'failed' }]);
  });

  test('that creates the table is recorded afterwards', async () => {
    answers = [noStack, stackWith('builds')];
    const { code, errors } = await deploy([], 'exit 0').ended;
    expect([code, errors]).toEqual([0, '']);
    expect(await newItems()).toMatchObject([{ status: 'success' }]);
  });

  test('continues with one line if there is no stack yet', async () => {
    answers = [noStack];
    const { code, errors } = await deploy([], 'exit 1').ended;
    expect([code, errors]).toEqual([
      1,
      'This build was not recorded: parley-prod has no builds table yet.\n',
    ]);
    expect(await newItems()).toEqual([]);
  });

  /** @param cdk a shell script in place of `cdk` */
  function deploy(
    flags: string[],
    cdk: string,
    buildEverything = `return 4_321`,
    found: readonly { is: string; text: string }[] = [],
  ): Command {
    const bin = path.join(newFolder(), 'bin');
    mkdirSync(bin);
    writeFileSync(path.join(bin, 'cdk'), `#!/bin/sh\necho "cdk $*"\n${cdk}\n`, { mode: 0o755 });
    const env = {
      PATH: `${bin}:/usr/bin:/bin`,
      AWS_ACCESS_KEY_ID: credentials.accessKeyId,
      AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
      AWS_ENDPOINT_URL_DYNAMODB: database.url,
      AWS_ENDPOINT_URL_CLOUDFORMATION: cloudFormationUrl,
    };
    const stubs = {
      'build.ts': `export async function buildEverything() { ${buildEverything} }`,
      'preflight.ts': `export const preflight = async () => ${JSON.stringify(found)};
        export const printLines = (lines, print) => lines.forEach(({ text }) => print(text));
        export const isInTheWay = ({ is }) => is === 'stop';`,
    };
    return run('infra/aws/commands/deploy.ts', flags, stubs, env);
  }

  async function items(): Promise<Record<string, unknown>[]> {
    return (await documents.send(new ScanCommand({ TableName: 'builds' }))).Items ?? [];
  }

  async function newItems(): Promise<Record<string, unknown>[]> {
    const all = await items();
    return all.sort((one, other) => (`${one.sk}` < `${other.sk}` ? -1 : 1)).slice(before);
  }
});

test('a deployment follows the flags as the CDK reads them', () => {
  const words = '--require-approval never --context region=eu-west-1 -c stage=test --profile me';
  const target = { stack: 'parley-test', region: 'eu-west-1', profile: 'me' };
  expect(readDeploymentTarget(words.split(' '))).toEqual(target);
});

const noStack = refusal(400, 'ValidationError', 'Stack with id parley-prod does not exist');

const credentials = { accessKeyId: 'test', secretAccessKey: 'test' };

function recording() {
  const put: Build[] = [];
  const lines: string[] = [];
  const record = {
    buildType: 'production',
    put: (build: Build) => void put.push(build),
    log: (line: string) => void lines.push(line),
  } as const;
  return { record, put, lines };
}

/** @param buildSite body of a stub; the one function has 111 bytes */
function build(dataFolder: string, buildSite: string): Command {
  const webFolder = path.join(newFolder(), 'web');
  mkdirSync(webFolder);
  const stubs = {
    'web-build.ts': `export const webFolder = ${JSON.stringify(webFolder)};
      export async function buildSite() { ${buildSite} }`,
    'bundle.ts': `export async function bundleFunctions(folder) {
      return [{ file: folder + '/a/index.mjs', eagerBytes: 100, lazyBytes: 11 }]; }`,
  };
  return run('infra/aws/build/build.ts', ['--data', dataFolder], stubs, {});
}

/** Runs a command with some modules stubbed. */
function run(
  file: string,
  words: string[],
  stubs: Record<string, string>,
  env: Record<string, string>,
): Command {
  const modules = Object.fromEntries(Object.entries(stubs).map(([name, code]) => [name, toModule(code)]));
  const hooks = `import { registerHooks } from 'node:module';
    const stubs = ${JSON.stringify(modules)};
    registerHooks({ resolve: (name, context, next) => {
      const url = stubs[name.split('/').pop()];
      return url ? { url, shortCircuit: true } : next(name, context);
    } });`;
  const child = spawn(process.execPath, ['--import', toModule(hooks), file, ...words], {
    cwd: root,
    env: { PATH: process.env.PATH, ...env },
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const lines = createInterface({ input: child.stdout });
  const written: string[] = [];
  lines.on('line', (line) => written.push(line));
  const ended = Promise.all([once(child, 'close'), text(child.stderr)]).then(([[code], errors]) => ({
    code,
    lines: written,
    errors,
  }));
  return { ended, child, lines };
}

interface Command {
  readonly ended: Promise<{ code: number; lines: string[]; errors: string }>;
  readonly child: ChildProcess;
  readonly lines: Interface;
}

async function waitForLine(lines: Interface, beginning: string): Promise<string> {
  for await (const line of lines) if (line.startsWith(beginning)) return line;
  throw new Error(`No line begins with ${beginning}`);
}

function toModule(code: string): string {
  return `data:text/javascript,${encodeURIComponent(code)}`;
}

/** Sorted by status. */
function readBuilds(folder: string): Build[] {
  const files = readdirSync(path.join(folder, 'builds')).sort();
  return files.map((name) => JSON.parse(readFileSync(path.join(folder, 'builds', name), 'utf8')));
}

function stackWith(table: string): Answer {
  const outputs = Object.entries({ Url: 'https://parley.example', BuildsTable: table })
    .map(
      ([key, value]) => `<member><OutputKey>${key}</OutputKey><OutputValue>${value}</OutputValue></member>`,
    )
    .join('');
  return {
    status: 200,
    body: `<DescribeStacksResponse xmlns="http://cloudformation.amazonaws.com/doc/2010-05-15/"><DescribeStacksResult>
      <Stacks><member><StackName>parley-prod</StackName><CreationTime>2026-11-20T08:00:00Z</CreationTime>
      <StackStatus>UPDATE_ROLLBACK_COMPLETE</StackStatus><Outputs>${outputs}</Outputs></member></Stacks>
      </DescribeStacksResult></DescribeStacksResponse>`,
  };
}

function refusal(status: number, code: string, message: string): Answer {
  return {
    status,
    body: `<ErrorResponse xmlns="http://cloudformation.amazonaws.com/doc/2010-05-15/"><Error><Type>Sender</Type>
      <Code>${code}</Code><Message>${message}</Message></Error></ErrorResponse>`,
  };
}

interface Answer {
  readonly status: number;
  readonly body: string;
}

function readRegion({ headers }: http.IncomingMessage): string | undefined {
  return /Credential=[^/]+\/\d+\/([^/]+)\//.exec(headers.authorization ?? '')?.[1];
}
