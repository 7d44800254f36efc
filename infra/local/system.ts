import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import path from 'node:path';
import { functionsFolder } from '../build/build.ts';
import { currentBundles, type FunctionId, functionName, sourceFile } from '../build/bundle.ts';
import { siteFolders } from '../build/web-build.ts';
import { securityHeaders } from '../stack/edge/headers.ts';
import { openBuilds } from './builds.ts';
import { createControl } from './control.ts';
import { announce, signingSecret } from './data-folder.ts';
import { startDynamoDb } from './dynamodb.ts';
import { startEngines } from './engines.ts';
import type { Flags } from './flags.ts';
import { createGateway, type Gateway, type Handler } from './gateway.ts';
import { type JobHandler, startJobs } from './jobs.ts';
import { openLogin } from './login/login.ts';
import { collectMetrics } from './metrics.ts';
import { choosePayee, startPayments } from './payments.ts';
import { builtSite, liveSite } from './site.ts';
import { stripeScript } from './stripe/site.ts';

/** The whole product, running in this process. */
export interface Parley {
  /** The site's address, without a slash at the end. */
  readonly url: string;
  /** The hosted login's address. */
  readonly login: string;
  /** The database's address. */
  readonly dynamodb: string;
  /** The address of the stand-in for Stripe, its API and its pages; undefined where there is none. */
  readonly stripe: string | undefined;
  /** Ends every server, engine and child process. */
  stop(): Promise<void>;
}

/**
 * Starts what `npm start` runs: database, login, engines behind the providers' protocols, payments,
 * functions, jobs, site.
 *
 * The functions find everything through their environment, as they do on AWS; so it is set before the first
 * of them is loaded, and there is one Parley per process.
 */
export async function startParley(options: Flags & { root: string; say: Say }): Promise<Parley> {
  const { root, say } = options;
  const dataFolder = options.dataFolder && path.resolve(root, options.dataFolder);
  // Who comes while the rest starts waits for it.
  const siteServer = waitingServer();
  const loginServer = waitingServer();
  const stripeServer = waitingServer();
  const stops: (() => Promise<void>)[] = [];
  const stop = async () => {
    await Promise.all([siteServer, loginServer, stripeServer].map((server) => server.stop()));
    for (const each of stops.toReversed()) await each();
  };
  const payee = choosePayee(options.payments, process.env);
  if (options.engines === 'local') forgetAwsAccount();
  try {
    const sitePort = await siteServer.listen(options.port);
    const url = `http://localhost:${sitePort}`;
    // Truly another site than the site's own, as Cognito's is.
    const loginUrl = `http://127.0.0.1:${await loginServer.listen(options.port && sitePort + 1)}`;
    const stripeUrl =
      payee.name === 'stand-in'
        ? `http://127.0.0.1:${await stripeServer.listen(options.port && sitePort + 2)}`
        : undefined;

    const database = await startDynamoDb(dataFolder);
    stops.push(database.stop);
    const login = await openLogin({
      origin: loginUrl,
      siteOrigin: url,
      folder: dataFolder && path.join(dataFolder, 'login'),
      accessSeconds: options.accessSeconds,
      say,
    });
    stops.push(login.stop);
    if (options.engines === 'local') {
      const engines = await startEngines(say);
      stops.push(engines.stop);
      Object.assign(process.env, engines.environment);
    }
    const payments = await startPayments(payee, { origin: stripeUrl, siteOrigin: url, dataFolder, say });
    stops.push(payments.stop);
    const originSecret = randomUUID();
    const secret = await signingSecret(dataFolder);
    delete process.env.STRIPE_URL;
    Object.assign(process.env, login.environment, payments.environment, {
      SITE_ORIGIN: url,
      ORIGIN_SECRET: originSecret,
      SIGNING_SECRET: secret,
      // It is never rotated here.
      TRIAL_SECRET: secret,
      USERS_TABLE: 'users',
      USAGE_TABLE: 'usage',
      BUILDS_TABLE: 'builds',
      AWS_ENDPOINT_URL_DYNAMODB: database.url,
      AWS_REGION: process.env.AWS_REGION ?? 'us-east-1',
      POWERTOOLS_METRICS_NAMESPACE: 'parley-local',
    });
    const metrics = collectMetrics();
    stops.push(metrics.stop);

    const builds = await openBuilds(dataFolder, say);
    stops.push(builds.stop);
    if (options.bundles) await currentBundles(functionsFolder);
    const fileOf = options.bundles ? bundleOf : sourceFile;
    const api = apiOf(createGateway((id) => loadHandler<Handler>(fileOf(id), say), originSecret));
    const jobs = startJobs({
      loadHandler: (name) => loadHandler<JobHandler>(fileOf(`jobs.${name}`), say),
      say,
      catchUp: dataFolder !== undefined,
    });
    stops.push(jobs.stop);
    const { contactAddress } = options;
    const script = payments.standIn && stripeScript;
    const site = options.dev
      ? await liveSite(contactAddress, root, siteServer.server, script)
      : await builtSite(siteFolders(options.siteFolder), contactAddress, say, builds.put, script);
    stops.push(site.stop);

    siteServer.answerWith((request, response) => {
      // An absolute address or `*` is for proxies.
      if (!request.url?.startsWith('/')) {
        sendSecurityHeaders(response, '/');
        return response.writeHead(400).end();
      }
      answerSite(request, response).catch((error: Error) => {
        // Who leaves before having asked is nobody's fault.
        if (request.complete) say(`[local] ${error.name}`);
        response.destroy();
      });
    });
    const answerSite = (request: IncomingMessage, response: ServerResponse) => {
      const onSite = payments.standIn?.onSite;
      const answering = [api, metrics, onSite].find((each) => each?.isFor(request));
      // Pages that are made while they are asked for would not run with them.
      if (!answering && options.dev) return site.answer(request, response);
      sendSecurityHeaders(response, pathOf(request));
      return (answering ?? site).answer(request, response);
    };
    const control = createControl(loginUrl, jobs);
    loginServer.answerWith((request, response) =>
      control.isFor(request) ? control.answer(request, response) : login.answer(request, response),
    );
    if (payments.standIn) stripeServer.answerWith(payments.standIn.answer);
    if (dataFolder) stops.push(await announce(dataFolder, { pid: process.pid, url, control: loginUrl }));
    say(`Sign in as ${login.operator.email} with the password ${login.operator.password}`);
    return { url, login: loginUrl, dynamodb: database.url, stripe: stripeUrl, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

function sendSecurityHeaders(response: ServerResponse, path: string): void {
  for (const [name, value] of Object.entries(securityHeaders(path))) response.setHeader(name, value);
}

/**
 * Engines on this machine need no account; a developer's profile or other settings of the SDKs must
 * neither break them nor send anybody's words to AWS.
 */
function forgetAwsAccount(): void {
  for (const name of Object.keys(process.env)) if (name.startsWith('AWS_')) delete process.env[name];
}

/** A file that cannot be loaded is somebody's edit: what is wrong with it is told, and the call fails. */
async function loadHandler<Handler>(file: string, say: Say): Promise<Handler> {
  try {
    return (await import(file)).handler;
  } catch (error) {
    say(`[local] ${file} cannot be loaded: ${(error as Error).message}`);
    throw error;
  }
}

function bundleOf(id: FunctionId): string {
  return path.join(functionsFolder, functionName(id), 'index.mjs');
}

function pathOf(request: IncomingMessage): string {
  return (request.url ?? '/').split('?', 1)[0] ?? '/';
}

function apiOf({ answer }: Gateway) {
  return { isFor: ({ url }: IncomingMessage) => url?.startsWith('/api/') ?? false, answer };
}

/** A server on 127.0.0.1 that is there before it knows what to answer. */
function waitingServer() {
  const started = Promise.withResolvers<Answer>();
  // Whoever closes a connection that is idle meets a request on its way: clients do, which know what they send.
  const server = http.createServer({ keepAliveTimeout: 600_000 }, async (request, response) =>
    (await started.promise)(request, response),
  );
  // A page that is reloaded as it is edited holds one that is no longer HTTP's to close.
  const sockets = new Set<Socket>();
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  return {
    server,
    answerWith: started.resolve,
    /** @param port 0 takes a free one */
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

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

type Say = (line: string) => void;
