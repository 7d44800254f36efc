import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { DeleteCommand, type DynamoDBDocumentClient, PutCommand } from '@aws-sdk/lib-dynamodb';
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import pLimit from 'p-limit';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { ProfileItem } from '../../functions/tables/users.ts';
import { functionsFolder } from '../../infra/aws/build/build.ts';
import {
  ensureBundles,
  type FunctionBundle,
  type FunctionId,
  toFunctionName,
} from '../../infra/aws/build/bundle.ts';
import { needs } from '../../infra/aws/stack/needs.ts';
import { startDynamoDb } from '../../infra/local/database/dynamodb.ts';
import { startEngines } from '../../infra/local/engines.ts';
import { startS3 } from '../../infra/local/providers/s3.ts';
import { startSecretsManager } from '../../infra/local/providers/secrets-manager.ts';
import { type EndpointId, endpointIds, endpoints } from '../../shared/api/index.ts';
import { jobNames } from '../../shared/jobs.ts';
import { defaultSettings } from '../../shared/settings.ts';
import { apiEvent } from '../support/handlers/event.ts';
import { type Issuer, startIssuer } from '../support/handlers/tokens.ts';
import { functionsAreBundled } from '../support/parley/built.ts';
import { documentsAt } from '../support/parley/local.ts';
import { startStandIn } from '../support/stripe/stand-in.ts';
import { byId, environmentOf, functionOf, type Json, only, readTemplates } from './templates.ts';

const { usual } = await readTemplates();
let bundles: readonly FunctionBundle[];
let elsewhere: string;
let documents: DynamoDBDocumentClient;
let issuer: Issuer;
/** Addresses of providers and database, and the limits of the engines here. */
let surroundings: Record<string, string>;
/** The template's secret for Stripe's keys, by its id. */
const secrets: Record<string, string> = {};
const stops: (() => Promise<void>)[] = [];

beforeAll(async () => {
  await functionsAreBundled();
  bundles = await ensureBundles(functionsFolder);
  // Away from node_modules, as in Lambda: what a bundle lacks is not found.
  elsewhere = mkdtempSync(path.join(tmpdir(), 'parley-bundles-'));
  cpSync(functionsFolder, elsewhere, { recursive: true });
  const database = await startDynamoDb(undefined);
  stops.push(database.stop);
  documents = documentsAt(database.url);
  stops.push(async () => documents.destroy());
  issuer = await startIssuer();
  stops.push(issuer.stop);
  const engines = await startEngines(() => {}, { modelsFolder: '', pace: 'machine', transcribeStreams: 25 });
  stops.push(engines.stop);
  secrets[stripeSecret()] = '{}';
  const secretsManager = await startSecretsManager(secrets);
  stops.push(secretsManager.stop);
  const s3 = await startS3();
  stops.push(s3.stop);
  surroundings = {
    ...engines.environment,
    AWS_ENDPOINT_URL_DYNAMODB: database.url,
    ...secretsManager.environment,
    AWS_ENDPOINT_URL_S3: s3.environment.AWS_ENDPOINT_URL_S3,
  };
});

afterAll(async () => {
  for (const stop of stops) await stop();
  rmSync(elsewhere, { recursive: true });
});

test('every endpoint and job has a bundle within its size', () => {
  const wanted = [...endpointIds, ...jobNames.map((name) => `jobs.${name}`)];
  expect(bundles.map(({ id }) => id)).toEqual(wanted);
  const translate = bundles.find(({ id }) => id === 'translation.translate');
  expect(translate?.eagerBytes).toBeLessThanOrEqual(328 * 1_024);
});

test('a bundle is self-contained, dynamic imports included', async () => {
  const answers = await Promise.all(
    jobNames.map((name) => inContainer(`jobs.${name}`, `${importAll}answer('all');`)),
  );
  expect(answers).toEqual(jobNames.map(() => 'all'));
});

test('every endpoint’s bundle refuses requests that bypass CloudFront', async () => {
  const event = apiEvent({
    method: 'POST',
    path: '/api/any',
    headers: { 'x-origin-secret': 'guessed' },
    body: {},
  });
  const answers = await Promise.all(endpointIds.map((id) => run(id, event, {}, importAll)));
  const statuses = (answers as APIGatewayProxyStructuredResultV2[]).map(({ statusCode }) => statusCode);
  expect(statuses).toEqual(endpointIds.map(() => 403));
});

test('session renewal is loaded on demand', () => {
  for (const id of endpointIds.filter((id) => needs[id].login && endpoints[id].access !== 'public')) {
    const start = readFileSync(path.join(elsewhere, toFunctionName(id), 'index.mjs'), 'utf8');
    expect(start, id).toMatch(/import\("\.\/renewal-[\w-]+\.mjs"\)/);
  }
});

test('the origin secret is accepted as CloudFront sends it', async () => {
  const request = { method: 'GET', path: '/api/nothing', route: '$default' };
  expect((await invoke('system.not-found', request)).statusCode).toBe(404);
});

describe('the bundle of', () => {
  test('auth.user refreshes an expired session', async () => {
    const session = { sub: await keepProfile(), origin_jti: randomUUID() };
    const expired = await issuer.mint({ ...session, exp: Math.floor(Date.now() / 1_000) - 60 });
    const cookies = [
      `__Host-parley_access=${expired}`,
      `__Host-parley_refresh=${issuer.issueRefreshToken(session)}`,
    ];
    const call = { method: 'GET', path: '/api/auth/user', cookies };
    const answer = await invoke('auth.user', call, issuer.environment);
    expect(answer.statusCode).toBe(200);
    expect(JSON.parse(answer.body ?? '')).toMatchObject({ id: session.sub, firstName: 'Grace' });
    expect(answer.cookies).toContainEqual(expect.stringMatching(/^__Host-parley_access=ey/));
  });

  test('billing.status creates a guest, whose settings another function saves', async () => {
    const status = await invoke('billing.status', { method: 'GET', path: '/api/subscription-status' });
    expect(JSON.parse(status.body ?? '')).toMatchObject({ isGuest: true, translationsRemaining: 3 });
    const cookies = status.cookies?.map((cookie) => cookie.split(';', 1)[0] ?? '') ?? [];
    const body = { ...defaultSettings, speechRate: 15 };
    const saved = await invoke('settings.save', { method: 'POST', path: '/api/settings', cookies, body });
    expect(saved.statusCode).toBe(200);
  });

  test('billing.create starts a purchase at Stripe', async () => {
    const { url, standIn } = await startStandIn();
    secrets[stripeSecret()] = JSON.stringify(standIn.keys);
    const id = await keepProfile();
    onTestFinished(async () => {
      secrets[stripeSecret()] = '{}';
      // The nightly comparison would miss the keys of its customer.
      const Key = { pk: `USER#${id}`, sk: 'PROFILE' };
      await documents.send(new DeleteCommand({ TableName: 'users', Key }));
    });
    const cookies = [`__Host-parley_access=${await issuer.mint({ sub: id })}`];
    const body = { priceId: 'parley_monthly' };
    const call = { method: 'POST', path: '/api/create-subscription', body, cookies };
    const answer = await invoke('billing.create', call, { ...issuer.environment, STRIPE_URL: url });
    expect(answer.statusCode).toBe(200);
    expect(JSON.parse(answer.body ?? '').clientSecret).toMatch(/^seti_\w+_secret_\w+$/);
  });

  test.each(jobNames)('the job %s runs to its end', async (name) => {
    expect(await run(`jobs.${name}`, {})).toBeNull();
  });
});

/** The name of the secret with Stripe's keys, as far as the template knows it. */
function stripeSecret(): string {
  const secrets = Object.keys(byId(usual, 'AWS::SecretsManager::Secret'));
  return secrets.find((each) => each.startsWith('StripeSecret')) ?? '';
}

/** Writes the profile of a new user. @returns their id */
async function keepProfile(): Promise<string> {
  const id = randomUUID();
  const profile: ProfileItem = {
    pk: `USER#${id}`,
    sk: 'PROFILE',
    kind: 'user',
    createdAt: new Date().toISOString(),
    email: 'grace@example.com',
    firstName: 'Grace',
    lastName: 'Hopper',
  };
  await documents.send(new PutCommand({ TableName: 'users', Item: profile }));
  return id;
}

/**
 * An endpoint's answer to one request through CloudFront.
 *
 * @param overrides replace variables of the template
 */
async function invoke(
  id: EndpointId,
  request: Parameters<typeof apiEvent>[0],
  overrides?: Record<string, string>,
): Promise<APIGatewayProxyStructuredResultV2> {
  const { SITE_ORIGIN } = variablesOf(id);
  const event: APIGatewayProxyEventV2 = apiEvent({
    ...request,
    headers: { origin: SITE_ORIGIN, 'x-origin-secret': sentSecret(), ...request.headers },
    stageVariables: {
      originSecret: resolve(only(usual, 'AWS::ApiGatewayV2::Stage').StageVariables.originSecret),
    },
  });
  return (await run(id, event, overrides)) as APIGatewayProxyStructuredResultV2;
}

/** Gives the bundle one event, as Lambda's runtime does. */
function run(id: FunctionId, event: object, overrides = {}, before = ''): Promise<unknown> {
  const endsInMs = functionOf(usual, id).properties.Timeout * 1_000;
  const code = `${before}
    const { handler } = await import(workerData.folder + 'index.mjs');
    const endsAt = performance.now() + ${endsInMs};
    const context = { getRemainingTimeInMillis: () => Math.max(0, Math.round(endsAt - performance.now())) };
    answer((await handler(${JSON.stringify(event)}, context)) ?? null);`;
  return inContainer(id, code, overrides);
}

/**
 * Runs code beside a bundle, with separate modules and environment.
 *
 * @returns the value that it passes to `answer`, or null
 */
function inContainer(id: FunctionId, code: string, overrides = {}): Promise<unknown> {
  return limitContainers(() => startContainer(id, code, overrides));
}

const limitContainers = pLimit(3);

async function startContainer(id: FunctionId, code: string, overrides: object): Promise<unknown> {
  const script = `
    import { parentPort, workerData } from 'node:worker_threads';
    const answer = (value) => parentPort.postMessage(value);${code}`;
  const worker = new Worker(new URL(`data:text/javascript,${encodeURIComponent(script)}`), {
    workerData: { folder: `file://${path.join(elsewhere, toFunctionName(id))}/` },
    env: { ...platform, ...surroundings, ...variablesOf(id), ...overrides },
    stdout: true,
  });
  try {
    const [answer] = await once(worker, 'message');
    return answer;
  } finally {
    await worker.terminate();
  }
}

const importAll = `
  import { readdirSync } from 'node:fs';
  for (const file of readdirSync(new URL(workerData.folder))) await import(workerData.folder + file);`;

/** Variables that Lambda sets. */
const platform = {
  AWS_REGION: 'us-east-1',
  AWS_ACCESS_KEY_ID: 'test',
  AWS_SECRET_ACCESS_KEY: 'test',
  NODE_NO_WARNINGS: '1',
};

/** The function's variables, with values for those that only a deployment knows. */
function variablesOf(id: FunctionId): Record<string, string> {
  const variables: Record<string, Joined> = environmentOf(usual, id);
  return Object.fromEntries(Object.entries(variables).map(([name, value]) => [name, resolve(value)]));
}

/** The header that CloudFront adds. */
function sentSecret(): string {
  const { Origins } = only(usual, 'AWS::CloudFront::Distribution').DistributionConfig;
  const headers: Json[] = Origins.flatMap((origin: Json) => origin.OriginCustomHeaders ?? []);
  return resolve(headers.find(({ HeaderName }) => HeaderName === 'x-origin-secret')?.HeaderValue);
}

function resolve(value: Joined): string {
  if (typeof value === 'string')
    return value.replace(/\{\{resolve:secretsmanager:(\w+):[^}]*\}\}/g, 'secret-of-$1');
  if ('Ref' in value) return pseudoParameters[value.Ref] ?? nameOf(value.Ref);
  if ('Fn::GetAtt' in value) return `${value['Fn::GetAtt'].join('.').toLowerCase()}.example`;
  return resolve(value['Fn::Join'][1].map((part) => (isSecret(part) ? part.Ref : resolve(part))).join(''));
}

/** Tables are called here as the local database calls them. */
function nameOf(logicalId: string): string {
  return /^Storage(\w+?)[0-9A-F]{8}$/.exec(logicalId)?.[1]?.toLowerCase() ?? logicalId;
}

const pseudoParameters: Record<string, string> = { 'AWS::URLSuffix': 'amazonaws.com' };

function isSecret(part: Joined): part is { Ref: string } {
  return typeof part === 'object' && 'Ref' in part && /^(Origin|Signing)Secret/.test(part.Ref);
}

type Joined = string | { Ref: string } | { 'Fn::GetAtt': string[] } | { 'Fn::Join': [string, Joined[]] };
