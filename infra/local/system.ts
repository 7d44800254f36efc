import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import http, { type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import path from 'node:path';
import { modelsPath } from '../../shared/neural/catalogue.ts';
import { statusFile } from '../../shared/status/parts.ts';
import { functionsFolder } from '../aws/build/build.ts';
import { ensureBundles, type FunctionId, getSourceFile, toFunctionName } from '../aws/build/bundle.ts';
import { getSiteFolders } from '../aws/build/web-build.ts';
import { apiFiles, buildSecurityHeaders, isApiPath } from '../aws/stack/edge/headers.ts';
import { openBuilds } from './builds.ts';
import { createControl } from './control.ts';
import { readSigningSecret } from './database/data-folder.ts';
import { startDynamoDb } from './database/dynamodb.ts';
import { upgradeFolder } from './database/shapes.ts';
import { startEngines } from './engines.ts';
import type { Flags } from './flags.ts';
import { createGateway, type Handler } from './gateway/gateway.ts';
import { readPath } from './gateway/request.ts';
import { printFaults, printRequest } from './gateway/terminal.ts';
import { type JobHandler, startJobs } from './jobs.ts';
import { openLogin } from './login/login.ts';
import { choosePaymentMode, type PaymentMode, startPayments } from './payments.ts';
import { startS3 } from './providers/s3.ts';
import { openModels } from './site/models.ts';
import { openBuiltSite, openDevSite, type Site } from './site/site.ts';
import { scriptPath, standInPath } from './stripe/script.ts';

/** The whole product, running in this process. */
export interface Parley {
  readonly url: string;
  readonly login: string;
  readonly dynamodb: string;
  readonly stripe: string | undefined;
  readonly operator: { readonly email: string; readonly password: string };
  /** Starts the engines that are needed first. Does not throw. */
  readonly warmUp: (() => Promise<void>) | undefined;
  stop(): Promise<void>;
}

/** As on AWS, functions read their environment when they are loaded, so a process runs only one Parley. */
export async function startParley(options: Options): Promise<Parley> {
  const servers = { site: createServer(), login: createServer(), stripe: createServer() };
  const cleanups: Cleanups = [];
  const stop = async () => {
    await Promise.all(Object.values(servers).map((server) => server.stop()));
    for (const each of cleanups.toReversed()) await each();
  };
  const mode = choosePaymentMode(options.payments, process.env);
  if (options.engines === 'local') {
    // The developer's AWS settings must not send users' text to AWS.
    for (const name of Object.keys(process.env)) if (name.startsWith('AWS_')) delete process.env[name];
  }
  try {
    const urls = await listen(servers, options.port, mode.name === 'stand-in');
    const backends = await startBackends(options, urls, mode, cleanups);
    const functions = await startFunctions(options, backends, cleanups);
    const site = await startSite(options, servers.site.server, backends, functions);
    cleanups.push(site.stop);
    routeRequests(servers, options, urls, backends, functions, site);
    const dynamodb = backends.database.url;
    const { warmUp } = backends;
    const { operator } = backends.login;
    return { url: urls.site, login: urls.login, dynamodb, stripe: urls.stripe, operator, warmUp, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function listen(servers: Servers, port: number, hasStandIn: boolean): Promise<Urls> {
  const sitePort = await servers.site.listen(port);
  // 127.0.0.1 is a different site from localhost, as Cognito's is.
  const login = `http://127.0.0.1:${await servers.login.listen(port && sitePort + 1)}`;
  const stripe = hasStandIn
    ? `http://127.0.0.1:${await servers.stripe.listen(port && sitePort + 2)}`
    : undefined;
  return { site: `http://localhost:${sitePort}`, login, stripe };
}

async function startBackends(options: Options, urls: Urls, mode: PaymentMode, cleanups: Cleanups) {
  const { root, log, accessSeconds } = options;
  const dataFolder = options.dataFolder && path.resolve(root, options.dataFolder);
  if (dataFolder) await upgradeFolder(dataFolder);
  const database = await startDynamoDb(dataFolder, { onRefused: (refusal) => log(`[local] ${refusal}`) });
  cleanups.push(database.stop);
  const folder = dataFolder && path.join(dataFolder, 'login');
  const login = await openLogin({ origin: urls.login, siteOrigin: urls.site, folder, accessSeconds, log });
  cleanups.push(login.stop);
  let engines: Awaited<ReturnType<typeof startEngines>> | undefined;
  if (options.engines === 'local') {
    engines = await startEngines(log, options);
    cleanups.push(engines.stop);
    Object.assign(process.env, engines.environment);
  }
  const payments = await startPayments(mode, {
    origin: urls.stripe,
    siteOrigin: urls.site,
    dataFolder,
    log,
  });
  cleanups.push(payments.stop);
  const s3 = await startS3();
  cleanups.push(s3.stop);
  const originSecret = randomUUID();
  const secret = readSigningSecret(dataFolder);
  delete process.env.STRIPE_URL;
  Object.assign(process.env, login.environment, payments.environment, s3.environment, {
    SITE_ORIGIN: urls.site,
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
  return { database, login, payments, s3, originSecret, dataFolder, warmUp: engines?.warmUp };
}

async function startFunctions(
  { log, logs, bundles }: Options,
  { dataFolder, originSecret }: Backends,
  cleanups: Cleanups,
) {
  const stopPrinting = printFaults(log);
  if (logs) delete process.env.LOG_LINES;
  else process.env.LOG_LINES = 'off';
  const builds = await openBuilds(dataFolder, log);
  cleanups.push(builds.stop);
  if (bundles) await ensureBundles(functionsFolder);
  const findBundle = (id: FunctionId) => path.join(functionsFolder, toFunctionName(id), 'index.mjs');
  const findFile = bundles ? findBundle : getSourceFile;
  const gateway = createGateway((id) => loadHandler<Handler>(findFile(id), log), originSecret);
  const jobs = startJobs({
    loadHandler: (name) => loadHandler<JobHandler>(findFile(`jobs.${name}`), log),
    log,
    catchUp: dataFolder !== undefined,
  });
  cleanups.push(jobs.stop);
  // What is interrupted from here on has not failed.
  cleanups.push(async () => stopPrinting());
  return { builds, gateway, jobs };
}

function startSite(options: Options, server: Server, { payments }: Backends, { builds }: LoadedFunctions) {
  const { contactAddress, root, log } = options;
  const script = payments.handle && scriptPath;
  return options.dev
    ? openDevSite(contactAddress, root, server, script)
    : openBuiltSite(getSiteFolders(options.siteFolder), contactAddress, log, builds.put, script);
}

function routeRequests(
  servers: Servers,
  { dev, log, root, modelsFolder, siteFolder }: Options,
  urls: Urls,
  { login, payments, s3 }: Backends,
  { gateway, jobs }: LoadedFunctions,
  site: Site,
): void {
  const sendModels = openModels(modelsFolder, path.resolve(root, siteFolder, 'models'));
  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    const path = readPath(request);
    const isApi = isApiPath(path);
    const isPayment = payments.handle && (path === scriptPath || path.startsWith(`${standInPath}/`));
    const isModel = path.startsWith(modelsPath);
    const isStatus = path === statusFile;
    const isPage = !(isApi || isPayment || isModel || isStatus || apiFiles.includes(path));
    // With --dev, pages bring their own headers.
    if (!isPage || !dev) sendSecurityHeaders(response, path);
    if (isApi) {
      printRequest(request, response, log);
      return gateway(request, response);
    }
    if (isModel) return sendModels(request, response);
    if (isStatus) {
      // On AWS the probe has run before the pages are there.
      if (!s3.has(path)) await jobs.run('probe').catch(() => {});
      return s3.serve(path, response);
    }
    return (isPayment && payments.handle ? payments.handle : site.handle)(request, response);
  };
  servers.site.handleWith((request, response) => {
    // Absolute URLs and `*` are for proxies.
    if (!request.url?.startsWith('/')) {
      sendSecurityHeaders(response, '/');
      return response.writeHead(400).end();
    }
    handle(request, response).catch((error: unknown) => {
      // If the request is incomplete, the client disconnected; ignore.
      if (request.complete) log(`[local] ${error instanceof Error ? error.name : String(error)}`);
      response.destroy();
    });
  });
  const control = createControl(urls.login, { jobs, endSecondFactor: login.endSecondFactor });
  servers.login.handleWith((request, response) =>
    (request.url?.startsWith('/local/') ? control : login.handle)(request, response),
  );
  if (payments.handle) servers.stripe.handleWith(payments.handle);
}

function sendSecurityHeaders(response: ServerResponse, path: string): void {
  for (const [name, value] of Object.entries(buildSecurityHeaders(path))) response.setHeader(name, value);
}

/** A file that cannot be loaded fails only the requests and jobs that need it, and logs why. */
async function loadHandler<Handler>(file: string, log: Log): Promise<Handler> {
  try {
    return (await import(file)).handler;
  } catch (error) {
    // The stack of a syntax error begins with its line.
    log(`[local] ${file} cannot be loaded: ${(error as Error).stack}`);
    throw error;
  }
}

/** A server on 127.0.0.1. Requests wait until `handleWith` is called. */
function createServer() {
  const started = Promise.withResolvers<(...given: Parameters<http.RequestListener>) => unknown>();
  // Closing an idle connection can drop a request that is just arriving, so closing is left to the clients.
  const server = http.createServer({ keepAliveTimeout: 600_000 }, (request, response) => {
    started.promise.then((handle) => handle(request, response)).catch(() => response.destroy());
  });
  // Vite's web sockets must be closed explicitly.
  const sockets = new Set<Socket>();
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  return {
    server,
    handleWith: started.resolve,
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

type Options = Flags & { root: string; log: Log };
type Servers = Readonly<Record<'site' | 'login' | 'stripe', ReturnType<typeof createServer>>>;
type Urls = { readonly site: string; readonly login: string; readonly stripe: string | undefined };
type Cleanups = (() => Promise<void>)[];
type Backends = Awaited<ReturnType<typeof startBackends>>;
type LoadedFunctions = Awaited<ReturnType<typeof startFunctions>>;

type Log = (line: string) => void;
