import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, paginateScan } from '@aws-sdk/lib-dynamodb';
import { chanceFrom } from '../../support/chance.ts';
import { type Expected, now, seedCounters } from './counters.ts';

/** What the job has left behind, beside what an undisturbed run would have. */
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
 * Seeds counters, kills the reset job again and again, and lets it finish.
 *
 * @param options.counters how many counters the closed days have
 * @param options.kills how many runs are killed, each after a random number of requests to the database:
 * about half of them before the database sees the last one, half when it has answered
 * @param options.seed where chance begins
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

/** Stands between the runs and the database, counts, and kills in the middle of a request. */
async function startProxy(databaseUrl: string): Promise<Proxy> {
  const agent = new http.Agent({ keepAlive: true });
  let requests = 0;
  let victim: Victim | undefined;
  const server = http.createServer(async (request, response) => {
    const body = await buffer(request);
    requests++;
    const killing = victim && --victim.requests === 0 ? victim : undefined;
    if (killing && !killing.answered) return killing.run.kill('SIGKILL');
    try {
      const call = http.request(databaseUrl, { method: 'POST', headers: request.headers, agent }).end(body);
      const [answer] = (await once(call, 'response')) as [http.IncomingMessage];
      const answerBody = await buffer(answer);
      if (killing) return killing.run.kill('SIGKILL');
      response.writeHead(answer.statusCode ?? 500, answer.headers).end(answerBody);
    } catch {
      // A connection that the database has closed: the run asks again.
      response.destroy();
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests: () => requests,
    kill: (run, when) => {
      victim = { run, ...when };
    },
    spare: () => {
      victim = undefined;
    },
    stop: async () => {
      agent.destroy();
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
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
