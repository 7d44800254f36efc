import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import http, { type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import path from 'node:path';
import { functionsFolder } from '../build/build.ts';
import { ensureBundles, type FunctionId, getSourceFile, toFunctionName } from '../build/bundle.ts';
import { getSiteFolders } from '../build/web-build.ts';
import { buildSecurityHeaders } from '../stack/edge/headers.ts';
import { openBuilds } from './builds.ts';
import { createControl } from './control.ts';
import { announce, readSigningSecret } from './database/data-folder.ts';
import { startDynamoDb } from './database/dynamodb.ts';
import { startEngines } from './engines.ts';
import type { Flags } from './flags.ts';
import { createGateway, type Handler } from './gateway.ts';
import { type JobHandler, startJobs } from './jobs/jobs.ts';
import { openLogin } from './login/login.ts';
import { choosePaymentMode, type PaymentMode, startPayments } from './payments.ts';
import { readPath } from './request.ts';
import { openBuiltSite, openLiveSite, type Site } from './site/site.ts';
import { callsPath, scriptPath } from './stripe/script.ts';

/** The whole product, running in this process. */
export interface Parley {
  readonly url: string;
  readonly login: string;
  readonly dynamodb: string;
  readonly stripe: string | undefined;
  stop(): Promise<void>;
}

/** As on AWS, functions read their environment when they are loaded, so a process runs only one Parley. */
export async function startParley(options: Options): Promise<Parley> {
  const servers = { site: createServer(), login: createServer(), stripe: createServer() };
  const stops: (() => Promise<void>)[] = [];
  const stop = async () => {
    await Promise.all(Object.values(servers).map((server) => server.stop()));
    for (const each of stops.toReversed()) await each();
  };
  const mode = choosePaymentMode(options.payments, process.env);
  if (options.engines === 'local') {
    // The developer's AWS settings must not send people's words to AWS.
    for (const name of Object.keys(process.env)) if (name.startsWith('AWS_')) delete process.env[name];
  }
  try {
    const urls = await listen(servers, options.port, mode.name === 'stand-in');
    const backends = await startBackends(options, urls, mode, stops);
    const functions = await startFunctions(options, backends, stops);
    const site = await startSite(options, servers.site.server, backends, functions);
    stops.push(site.stop);
    connect(servers, options, urls, backends, functions, site);
    const { dataFolder } = backends;
    if (dataFolder) stops.push(await announce(dataFolder, { url: urls.site, control: urls.login }));
    const { email, password } = backends.login.operator;
    options.say(`Sign in as ${email} with the password ${password}`);
    const dynamodb = backends.database.url;
    return { url: urls.site, login: urls.login, dynamodb, stripe: urls.stripe, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function listen(servers: Servers, port: number, hasStripe: boolean): Promise<Urls> {
  const sitePort = await servers.site.listen(port);
  // 127.0.0.1 is another site than localhost, as Cognito's is.
  const login = `http://127.0.0.1:${await servers.login.listen(port && sitePort + 1)}`;
  const stripe = hasStripe
    ? `http://127.0.0.1:${await servers.stripe.listen(port && sitePort + 2)}`
    : undefined;
  return { site: `http://localhost:${sitePort}`, login, stripe };
}

async function startBackends(options: Options, urls: Urls, mode: PaymentMode, stops: Stops) {
  const { root, say, accessSeconds } = options;
  const dataFolder = options.dataFolder && path.resolve(root, options.dataFolder);
  const database = await startDynamoDb(dataFolder);
  stops.push(database.stop);
  const folder = dataFolder && path.join(dataFolder, 'login');
  const login = await openLogin({ origin: urls.login, siteOrigin: urls.site, folder, accessSeconds, say });
  stops.push(login.stop);
  if (options.engines === 'local') {
    const engines = await startEngines(say, options);
    stops.push(engines.stop);
    Object.assign(process.env, engines.environment);
  }
  const payments = await startPayments(mode, {
    origin: urls.stripe,
    siteOrigin: urls.site,
    dataFolder,
    say,
  });
  stops.push(payments.stop);
  const originSecret = randomUUID();
  const secret = readSigningSecret(dataFolder);
  delete process.env.STRIPE_URL;
  Object.assign(process.env, login.environment, payments.environment, {
    SITE_ORIGIN: urls.site,
    ORIGIN_SECRET: originSecret,
    SIGNING_SECRET: secret,
    TRIAL_SECRET: secret,
    USERS_TABLE: 'users',
    USAGE_TABLE: 'usage',
    BUILDS_TABLE: 'builds',
    SPEECH_TABLE: 'speech',
    AWS_ENDPOINT_URL_DYNAMODB: database.url,
    AWS_REGION: process.env.AWS_REGION ?? 'us-east-1',
    POWERTOOLS_METRICS_NAMESPACE: 'parley-local',
  });
  return { database, login, payments, originSecret, dataFolder };
}

async function startFunctions(
  { say, bundles }: Options,
  { dataFolder, originSecret }: Backends,
  stops: Stops,
) {
  const builds = await openBuilds(dataFolder, say);
  stops.push(builds.stop);
  if (bundles) await ensureBundles(functionsFolder);
  const findBundle = (id: FunctionId) => path.join(functionsFolder, toFunctionName(id), 'index.mjs');
  const findFile = bundles ? findBundle : getSourceFile;
  const gateway = createGateway((id) => loadHandler<Handler>(findFile(id), say), originSecret);
  const jobs = startJobs({
    loadHandler: (name) => loadHandler<JobHandler>(findFile(`jobs.${name}`), say),
    say,
    catchUp: dataFolder !== undefined,
  });
  stops.push(jobs.stop);
  return { builds, gateway, jobs };
}

function startSite(options: Options, server: Server, { payments }: Backends, { builds }: LoadedFunctions) {
  const { contactAddress, root, say } = options;
  const script = payments.answer && scriptPath;
  return options.dev
    ? openLiveSite(contactAddress, root, server, script)
    : openBuiltSite(getSiteFolders(options.siteFolder), contactAddress, say, builds.put, script);
}

function connect(
  servers: Servers,
  { dev, say }: Options,
  urls: Urls,
  { login, payments }: Backends,
  { gateway, jobs }: LoadedFunctions,
  site: Site,
): void {
  const answer = (request: IncomingMessage, response: ServerResponse) => {
    const path = readPath(request);
    const isApi = path.startsWith('/api/');
    const isPayment = payments.answer && (path === scriptPath || path.startsWith(`${callsPath}/`));
    // Vite's inline scripts would break the policy.
    if (isApi || isPayment || !dev) sendSecurityHeaders(response, path);
    if (isApi) return gateway(request, response);
    return (isPayment && payments.answer ? payments.answer : site.answer)(request, response);
  };
  servers.site.answerWith((request, response) => {
    // Absolute URLs and `*` are for proxies.
    if (!request.url?.startsWith('/')) {
      sendSecurityHeaders(response, '/');
      return response.writeHead(400).end();
    }
    answer(request, response).catch((error: Error) => {
      // If the request is incomplete, the client disconnected; ignore.
      if (request.complete) say(`[local] ${error.name}`);
      response.destroy();
    });
  });
  const control = createControl(urls.login, jobs);
  servers.login.answerWith((request, response) =>
    (request.url?.startsWith('/local/') ? control : login.answer)(request, response),
  );
  if (payments.answer) servers.stripe.answerWith(payments.answer);
}

function sendSecurityHeaders(response: ServerResponse, path: string): void {
  for (const [name, value] of Object.entries(buildSecurityHeaders(path))) response.setHeader(name, value);
}

/** While editing, a broken file fails its calls with a message. */
async function loadHandler<Handler>(file: string, say: Say): Promise<Handler> {
  try {
    return (await import(file)).handler;
  } catch (error) {
    say(`[local] ${file} cannot be loaded: ${(error as Error).message}`);
    throw error;
  }
}

/** A server on 127.0.0.1. Requests wait until `answerWith` is called. */
function createServer() {
  const started = Promise.withResolvers<Answer>();
  // Closing an idle connection can drop a request that is just arriving, so clients should close them.
  const server = http.createServer({ keepAliveTimeout: 600_000 }, async (request, response) =>
    (await started.promise)(request, response),
  );
  // Vite's web sockets must be closed by hand.
  const sockets = new Set<Socket>();
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  return {
    server,
    answerWith: started.resolve,
    listen: async (port: number): Promise<number> => {
      server.listen(port, '127.0.0.1');
      await once(server, 'listening');
      return (server.address() as AddressInfo).port;
    },
    stop: async (): Promise<void> => {
      const closed = new Promise((done) => server.close(done));
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}

type Options = Flags & { root: string; say: Say };
type Servers = Readonly<Record<'site' | 'login' | 'stripe', ReturnType<typeof createServer>>>;
type Urls = { readonly site: string; readonly login: string; readonly stripe: string | undefined };
type Stops = (() => Promise<void>)[];
type Backends = Awaited<ReturnType<typeof startBackends>>;
type LoadedFunctions = Awaited<ReturnType<typeof startFunctions>>;

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

type Say = (line: string) => void;
