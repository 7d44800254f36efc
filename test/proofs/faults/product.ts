import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import { channel } from 'node:diagnostics_channel';
import { readFileSync } from 'node:fs';
import type http from 'node:http';
import http2, { type ClientHttp2Session } from 'node:http2';
import { type ResolveHookSync, registerHooks, stripTypeScriptTypes } from 'node:module';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { type FunctionId, getSourceFile } from '../../../infra/aws/build/bundle.ts';
import { needs } from '../../../infra/aws/stack/needs.ts';
import { startDynamoDb } from '../../../infra/local/database/dynamodb.ts';
import { startSecretsManager } from '../../../infra/local/providers/secrets-manager.ts';
import { hears } from '../../support/audio/scripted-recogniser.ts';
import {
  type ApiRequest,
  apiEvent,
  functionEnvironment,
  lambdaContext,
} from '../../support/handlers/event.ts';
import { cookieName } from '../../support/handlers/jar.ts';
import { startIssuer } from '../../support/handlers/tokens.ts';
import { startInstantEngines } from '../../support/parley/instant-engines.ts';
import { documentsAt } from '../../support/parley/local.ts';
import {
  environmentOf,
  type ProviderAnswer,
  type ProviderCall,
  type ProviderProxy,
  startProviderProxy,
} from '../../support/parley/provider-proxy.ts';
import { openStandIn } from '../../support/stripe/stand-in.ts';
import { canary } from '../canary.ts';

/** The product's functions as deployed, all in this process, with all providers behind one proxy. */
export type Product = Awaited<ReturnType<typeof startProduct>>;

export type Place = Awaited<ReturnType<typeof openPlace>>;

/** The calls and log lines of the functions in one test. */
export interface Cell {
  readonly id: string;
  readonly place: Place;
  readonly calls: Seen[];
  /** Undefined: the call is carried out. */
  treat: Treat | undefined;
  log: string;
  /** Calls that still run. */
  readonly late: Set<Promise<unknown>>;
}

export interface Seen {
  readonly provider: ProviderCall['provider'];
  readonly action: string;
  /** Counts calls of one action from 1; retries keep their number. */
  readonly nth: number;
}

export type Treat = (
  call: ProviderCall,
  seen: Seen & { readonly isRetry: boolean },
  execute: () => Promise<ProviderAnswer>,
) => Promise<ProviderAnswer | 'lost'>;

export interface Answer {
  /** 0 without an answer: time ran out, or a job threw. */
  readonly status: number;
  readonly text: string;
  readonly cookies: readonly string[];
  readonly headers: Readonly<Record<string, unknown>>;
  readonly durationMs: number;
  readonly isInTime: boolean;
}

export const signingSecret = 'signing-secret-of-the-faults';

/** Only one per process: functions read their environment. */
export async function startProduct() {
  const proxy = await startProviderProxy();
  const [issuer, engines] = await Promise.all([
    startIssuer({ seenAt: proxy.url }),
    startInstantEngines(hears(canary(0))),
  ]);
  Object.assign(
    process.env,
    functionEnvironment,
    engines.environment,
    issuer.environment,
    environmentOf(proxy),
    {
      SIGNING_SECRET: signingSecret,
      TRIAL_SECRET: signingSecret,
      CEILINGS: JSON.stringify({ cardFormsPerAddress: 1_000_000, streamsPerAddress: 1_000_000 }),
      STRIPE_SECRET: secretName,
    },
  );
  const engine = engines.url;
  const common = { cognito: issuer.url, polly: engine, transcribe: engine, translate: engine };
  const newPlace = () => openPlace(common);
  const place = await newPlace();

  const cells = new Map<string, Cell>();
  const here = new AsyncLocalStorage<Cell>();
  nameCalls(() => here.getStore()?.id);
  const output = keepOutput(() => here.getStore());
  proxy.treat = async (call, execute) => {
    const cell = cells.get(String(call.headers[cellHeader]));
    if (!cell) throw new Error(`${call.provider} ${call.action} belongs to nobody`);
    const runHere = () => {
      const answer = execute(cell.place.targets[call.provider]);
      const end = answer.then(
        () => {},
        () => {},
      );
      cell.late.add(end);
      void end.then(() => cell.late.delete(end));
      return answer;
    };
    const seen = note(cell, call);
    const answer = cell.treat ? cell.treat(call, seen, runHere) : runHere();
    cell.late.add(answer);
    const told = await answer.finally(() => cell.late.delete(answer));
    outcomes.set(cell, (outcomes.get(cell) ?? new Map()).set(keyOf(call), told));
    return told;
  };

  reloadModules();
  const graphs: number[] = [];
  let graphsMade = 0;
  const newGraph = () => {
    graphsMade += 1;
    return graphsMade;
  };
  /** Modules that have filled their caches. */
  const warmGraph = async (): Promise<number> => {
    const graph = newGraph();
    const cookies = [`${cookieName('access')}=${await issuer.mint()}`];
    const statuses = await here
      .run(newCell(), async () => {
        const { handler: user } = await load('auth.user', graph);
        const { handler: config } = await load('billing.config', graph);
        const asked = { method: 'GET', path: '/', cookies };
        return [await call(user, 'auth.user', asked), await call(config, 'billing.config', asked)];
      })
      .then((answers) => answers.map(({ status }) => status));
    // The token is valid and its user unknown. A busy machine may not answer in time.
    return statuses.join() === '401,200' ? graph : warmGraph();
  };
  const newCell = (at = place) => {
    const cell: Cell = { id: randomUUID(), place: at, calls: [], treat: undefined, log: '', late: new Set() };
    cells.set(cell.id, cell);
    return cell;
  };

  return {
    issuer,
    place,
    newPlace,
    newCell,
    /**
     * Calls a function with its platform's time limit.
     *
     * @param options.isCold with modules that have not been called yet
     */
    ask: (cell: Cell, id: FunctionId, request: ApiRequest, options: { isCold?: boolean } = {}) =>
      here.run(cell, async () => {
        // The other account's keys are cached.
        const isCold = options.isCold || cell.place !== place;
        const graph = isCold ? newGraph() : (graphs.pop() ?? (await warmGraph()));
        const { handler } = await load(id, graph);
        const answer = await call(handler, id, request);
        // A graph whose caches met a fault is dropped.
        if (!isCold) graphs.push(graph);
        return answer;
      }),
    strayOutput: output.stray,
    stop: async () => {
      output.restore();
      await Promise.all([proxy.stop(), issuer.stop(), engines.stop(), place.stop()]);
    },
  };
}

function load(id: FunctionId, graph: number): Promise<{ handler: Handler }> {
  return import(`${getSourceFile(id)}?graph=${graph}`);
}

export const secretName = 'keys-of-the-faults';
const cellHeader = 'x-parley-cell';

async function openPlace(common: ProviderProxy['targets']) {
  const [database, stripe] = await Promise.all([startDynamoDb(), openStandIn()]);
  stripe.standIn.deliveries.hold();
  const secrets = await startSecretsManager({ [secretName]: JSON.stringify(stripe.standIn.keys) });
  const documents = documentsAt(database.url);
  return {
    documents,
    stripe: stripe.stripe,
    keys: stripe.standIn.keys,
    stripeUrl: stripe.url,
    targets: {
      ...common,
      dynamodb: database.url,
      stripe: stripe.url,
      secrets: secrets.environment.AWS_ENDPOINT_URL_SECRETS_MANAGER ?? '',
    },
    stop: async () => {
      documents.destroy();
      await Promise.all([stripe.stop(), secrets.stop(), database.stop()]);
    },
  };
}

/** Adds the cell's id to every request that functions make. */
function nameCalls(idOf: () => string | undefined): void {
  channel('http.client.request.created').subscribe((message) => {
    const id = idOf();
    if (id) (message as { request: http.ClientRequest }).request.setHeader(cellHeader, id);
  });
  channel('undici:request:create').subscribe((message) => {
    const { request } = message as { request: { addHeader(name: string, value: string): void } };
    const id = idOf();
    if (id) request.addHeader(cellHeader, id);
  });
  const { connect } = http2;
  http2.connect = ((...options: Parameters<typeof connect>) => {
    const session: ClientHttp2Session = connect(...options);
    const request = session.request.bind(session);
    session.request = (headers, more) =>
      request(Object.assign({}, headers, { [cellHeader]: idOf() ?? '' }), more);
    return session;
  }) as typeof connect;
}

/** Importing a module with a number gives it, and all our modules it imports, a new instance. */
function reloadModules(): void {
  const resolved = new Map<string, ReturnType<ResolveHookSync>>();
  const sources = new Map<string, string>();
  registerHooks({
    resolve: (specifier, context, next) => {
      const [parent, graph] = (context.parentURL ?? '').split('?');
      if (!graph) return next(specifier, context);
      const key = `${parent} ${specifier}`;
      const found = resolved.get(key) ?? next(specifier, context);
      resolved.set(key, found);
      const url = found.url.startsWith(functionsUrl) ? `${found.url}?${graph}` : found.url;
      return { ...found, url, shortCircuit: true };
    },
    load: (url, context, next) => {
      const [plain = '', graph] = url.split('?');
      if (!graph) return next(url, context);
      const source = sources.get(plain) ?? stripTypeScriptTypes(readFileSync(fileURLToPath(plain), 'utf8'));
      sources.set(plain, source);
      return { format: 'module', source, shortCircuit: true };
    },
  });
}

const functionsUrl = new URL('../../../functions', import.meta.url).href;

function keepOutput(cellOf: () => Cell | undefined) {
  const streams = [process.stdout, process.stderr] as const;
  let stray = '';
  const restores = streams.map((stream) => {
    const write = stream.write.bind(stream);
    stream.write = (chunk: string | Uint8Array, ...rest: []) => {
      const cell = cellOf();
      if (cell) cell.log += `${chunk}`;
      else if (`${chunk}`.startsWith('{')) stray += `${chunk}`;
      else return write(chunk, ...rest);
      return true;
    };
    return () => {
      stream.write = write;
    };
  });
  return {
    stray: () => stray,
    restore: () => {
      for (const restore of restores) restore();
    },
  };
}

/** The last answers, by call. */
const outcomes = new WeakMap<Cell, Map<string, ProviderAnswer | 'lost'>>();
const numbers = new WeakMap<Cell, Map<string, number>>();

function note(cell: Cell, call: ProviderCall): Seen & { isRetry: boolean } {
  const known = numbers.get(cell) ?? new Map<string, number>();
  numbers.set(cell, known);
  const { provider, action } = call;
  const key = keyOf(call);
  const earlier = known.get(key);
  const last = outcomes.get(cell)?.get(key);
  const isRetry =
    earlier !== undefined && (isNamed(call) || last === undefined || last === 'lost' || last.status >= 429);
  if (isRetry) return { provider, action, nth: earlier, isRetry };
  const nth = cell.calls.filter((each) => each.provider === provider && each.action === action).length + 1;
  known.set(key, nth);
  const seen = { provider, action, nth };
  cell.calls.push(seen);
  return { ...seen, isRetry };
}

/** The AWS clients name their calls; Stripe's names those that write. */
function keyOf({ provider, action, headers }: ProviderCall): string {
  return `${headers['amz-sdk-invocation-id'] ?? headers['idempotency-key'] ?? `${provider} ${action}`}`;
}

function isNamed({ headers }: ProviderCall): boolean {
  return headers['amz-sdk-invocation-id'] !== undefined || headers['idempotency-key'] !== undefined;
}

async function call(handler: Handler, id: FunctionId, request: ApiRequest): Promise<Answer> {
  const timeoutMs = needs[id].timeoutSeconds * 1_000;
  const startedAt = performance.now();
  const over = new AbortController();
  const tooLate = wait(timeoutMs, undefined, { signal: over.signal }).catch(() => {});
  const answer = await Promise.race([
    handler(apiEvent(request), lambdaContext(timeoutMs)).then(
      (said) => said ?? { statusCode: 200 },
      () => undefined,
    ),
    tooLate,
  ]);
  over.abort();
  const durationMs = performance.now() - startedAt;
  return {
    status: answer?.statusCode ?? 0,
    text: answer?.body ?? '',
    cookies: answer?.cookies ?? [],
    headers: answer?.headers ?? {},
    durationMs,
    isInTime: durationMs < timeoutMs,
  };
}

type Handler = (event: unknown, context: unknown) => Promise<APIGatewayProxyStructuredResultV2 | undefined>;
