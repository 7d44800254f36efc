import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import type { BuiltEndpointId } from '../../shared/api/index.ts';
import { functionsFolder } from '../build.ts';
import { bundleFunctions, functionName } from '../bundle.ts';
import { securityHeaders } from '../headers.ts';
import { type LocalDynamoDb, startDynamoDb } from './dynamodb.ts';
import { startEngines } from './engines.ts';
import type { Flags } from './flags.ts';
import { createGateway, type Handler } from './gateway.ts';
import { builtSite, liveSite } from './site.ts';

/** The whole product, running in this process. */
export interface Parley {
  /** The site's address, without a slash at the end. */
  readonly url: string;
  /** Ends every server, engine and child process. */
  stop(): Promise<void>;
}

/**
 * Starts what `npm start` runs: database, engines behind the providers' protocols, functions, site.
 *
 * The functions find everything through their environment, as they do on AWS; so it is set before the first
 * of them is loaded, and there is one Parley per process.
 */
export async function startParley(options: Flags & { root: string; say: Say }): Promise<Parley> {
  const { root, say } = options;
  // Who comes while the rest starts waits for it.
  const started = Promise.withResolvers<Answer>();
  const server = http.createServer(async (request, response) => (await started.promise)(request, response));
  const stops: (() => Promise<void>)[] = [];
  const stop = async () => {
    await close(server);
    for (const each of stops.toReversed()) await each();
  };
  if (options.engines === 'local') forgetAwsAccount();
  try {
    server.listen(options.port, '127.0.0.1');
    await once(server, 'listening');
    const url = `http://localhost:${(server.address() as AddressInfo).port}`;

    const database = await startDynamoDb(options.dataFolder && path.resolve(root, options.dataFolder));
    stops.push(database.stop);
    const originSecret = randomUUID();
    if (options.engines === 'local') {
      const engines = await startEngines(say);
      stops.push(engines.stop);
      Object.assign(process.env, engines.environment);
    } else if (!process.env.AUDIO_BUCKET) {
      say('AUDIO_BUCKET is not set: recordings in WebM or MP4 cannot be recognised.');
    }
    Object.assign(process.env, functionEnvironment(url, originSecret, database));

    if (options.bundles) await bundleFunctions(functionsFolder);
    const fileOf = options.bundles ? bundleOf : sourceOf;
    const gateway = createGateway((id) => loadHandler(fileOf(id), say), originSecret);
    const site = options.dev ? await liveSite(root) : await builtSite(say);
    stops.push(site.stop);
    started.resolve((request, response) => {
      // An absolute address or `*` is for proxies.
      if (!request.url?.startsWith('/')) return response.writeHead(400).end();
      const answering = isApi(request) ? answerApi(request, response) : site.answer(request, response);
      answering.catch((error: Error) => {
        // Who leaves before having asked is nobody's fault.
        if (request.complete) say(`[local] ${error.name}`);
        response.destroy();
      });
    });
    const answerApi = (request: IncomingMessage, response: ServerResponse) => {
      for (const [name, value] of apiHeaders) response.setHeader(name, value);
      return gateway.answer(request, response);
    };
    return { url, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

const apiHeaders = Object.entries(securityHeaders('/api/'));

function functionEnvironment(siteOrigin: string, originSecret: string, database: LocalDynamoDb) {
  return {
    SITE_ORIGIN: siteOrigin,
    ORIGIN_SECRET: originSecret,
    USERS_TABLE: 'users',
    AWS_ENDPOINT_URL_DYNAMODB: database.url,
    AWS_REGION: process.env.AWS_REGION ?? 'us-east-1',
  };
}

/**
 * Engines on this machine need no account; a developer's profile or other settings of the SDKs must
 * neither break them nor send anybody's words to AWS.
 */
function forgetAwsAccount(): void {
  for (const name of Object.keys(process.env)) if (name.startsWith('AWS_')) delete process.env[name];
}

/** A file that cannot be loaded is somebody's edit: what is wrong with it is told, and the call fails. */
async function loadHandler(file: string, say: Say): Promise<Handler> {
  try {
    return (await import(file)).handler;
  } catch (error) {
    say(`[local] ${file} cannot be loaded: ${(error as Error).message}`);
    throw error;
  }
}

function sourceOf(id: BuiltEndpointId): string {
  return path.resolve(import.meta.dirname, `../../functions/${id.replace('.', '/')}.ts`);
}

function bundleOf(id: BuiltEndpointId): string {
  return path.join(functionsFolder, functionName(id), 'index.mjs');
}

function isApi(request: IncomingMessage): boolean {
  return request.url?.startsWith('/api/') ?? false;
}

async function close(server: http.Server): Promise<void> {
  server.closeAllConnections();
  await new Promise((done) => server.close(done));
}

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

type Say = (line: string) => void;
