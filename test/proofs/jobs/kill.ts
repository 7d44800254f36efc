import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, paginateScan } from '@aws-sdk/lib-dynamodb';
import { chanceFrom } from '../../support/chance.ts';
import { startProviderProxy } from '../../support/parley/provider-proxy.ts';
import { type Expected, now, seedCounters } from './counters.ts';

/** The state after the job, beside that of an undisturbed run. */
export interface Aftermath {
  /** Runs of the job, with the one that finished. */
  readonly runs: number;
  readonly kills: number;
  /** Requests to the database, of all runs. */
  readonly requests: number;
  readonly durationMs: number;
  readonly found: Expected;
  readonly expected: Expected;
}

/**
 * Seeds counters, kills the reset job several times, and lets it finish.
 *
 * @param options.counters in all closed days
 * @param options.kills each after a random number of requests, half of them before the last one is carried out
 */
export async function killReset(options: {
  counters: number;
  kills: number;
  seed: number;
}): Promise<Aftermath> {
  const { counters, kills, seed } = options;
  const random = chanceFrom(seed);
  const databaseProcess = fork(new URL('./database.ts', import.meta.url));
  const [databaseUrl] = (await once(databaseProcess, 'message')) as [string];
  const documents = DynamoDBDocumentClient.from(new DynamoDBClient({ ...account, endpoint: databaseUrl }));
  const expected = await seedCounters(documents, counters);
  const proxy = await startProxy(databaseUrl);
  const startedAt = performance.now();

  let [runs, killed] = [0, 0];
  // About one run in six gets past the sums of a day, which a killed run begins again.
  let requestsPerRun = 0.6 * requestsToSum(counters / 2);
  while (killed < kills) {
    const requests = Math.ceil(random() * 2 * requestsPerRun);
    const run = startRun(proxy.url);
    proxy.kill(run, { requests, answered: random() < 0.5 });
    runs++;
    if (await finished(run)) requestsPerRun = 0.5;
    else killed++;
  }
  proxy.spare();
  if (!(await finished(startRun(proxy.url)))) throw new Error('A run that nobody kills was killed.');
  runs++;

  const durationMs = Math.round(performance.now() - startedAt);
  const found = await readAftermath(documents);
  await proxy.stop();
  databaseProcess.kill();
  await once(databaseProcess, 'exit');
  return { runs, kills: killed, requests: proxy.requests(), durationMs, found, expected };
}

/** A page of 100 is found and read. */
function requestsToSum(counters: number): number {
  return (counters / 100) * 2;
}

function startRun(databaseUrl: string): ChildProcess {
  return fork(new URL('./run.ts', import.meta.url), [`${now}`], {
    env: {
      PATH: process.env.PATH,
      AWS_REGION: account.region,
      AWS_ACCESS_KEY_ID: account.credentials.accessKeyId,
      AWS_SECRET_ACCESS_KEY: account.credentials.secretAccessKey,
      AWS_ENDPOINT_URL_DYNAMODB: databaseUrl,
      USERS_TABLE: 'users',
      USAGE_TABLE: 'usage',
    },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
}

/** @returns false where it was killed */
async function finished(run: ChildProcess): Promise<boolean> {
  const [code, signal] = await once(run, 'exit');
  if (signal === 'SIGKILL') return false;
  if (code !== 0) throw new Error(`A run ended with ${code ?? signal}.`);
  return true;
}

/** A proxy before the database, which counts requests and kills in the middle of one. */
async function startProxy(databaseUrl: string): Promise<Proxy> {
  const provider = await startProviderProxy({ dynamodb: databaseUrl });
  let requests = 0;
  let victim: Victim | undefined;
  provider.treat = async (_call, carryOut) => {
    requests++;
    const killing = victim && --victim.requests === 0 ? victim : undefined;
    const answer = killing && !killing.answered ? 'lost' : await carryOut().catch(() => 'lost' as const);
    killing?.run.kill('SIGKILL');
    return killing ? 'lost' : answer;
  };
  return {
    url: provider.url,
    requests: () => requests,
    kill: (run, when) => {
      victim = { run, ...when };
    },
    spare: () => {
      victim = undefined;
    },
    stop: provider.stop,
  };
}

async function readAftermath(documents: DynamoDBDocumentClient): Promise<Expected> {
  const totals: Record<string, Record<string, number>> = {};
  for await (const { Items = [] } of paginateScan({ client: documents }, { TableName: 'users' })) {
    for (const { sk, usedInAll } of Items) totals[sk.slice('DAY#'.length)] = usedInAll;
  }
  const left: string[] = [];
  for await (const { Items = [] } of paginateScan({ client: documents }, { TableName: 'usage' })) {
    left.push(...Items.map(({ pk, sk }) => `${pk} / ${sk}`));
  }
  return { totals, left: left.sort() };
}

const account = {
  region: 'us-east-1',
  credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
};

interface Proxy {
  readonly url: string;
  requests(): number;
  /** @param when `requests` is the number of the request that kills, `answered` whether the database sees it */
  kill(run: ChildProcess, when: { requests: number; answered: boolean }): void;
  spare(): void;
  stop(): Promise<void>;
}

interface Victim {
  readonly run: ChildProcess;
  /** That are still to come. */
  requests: number;
  readonly answered: boolean;
}
