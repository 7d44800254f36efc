import { spawn, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, PutCommand } from '@aws-sdk/lib-dynamodb';
import type { Template } from 'aws-cdk-lib/assertions';
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import Stripe from 'stripe';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { PaymentKeys } from '../../functions/billing/payment-keys.ts';
import type { ProfileItem } from '../../functions/users-table.ts';
import { type FunctionId, functionIds, functionName } from '../../infra/bundle.ts';
import { startDynamoDb } from '../../infra/local/dynamodb.ts';
import { startEngines } from '../../infra/local/engines.ts';
import { startSecretsManager } from '../../infra/local/providers/secrets-manager.ts';
import { openStripe } from '../../infra/local/stripe/stripe.ts';
import { needs } from '../../infra/needs.ts';
import { type EndpointId, endpointIds, endpoints } from '../../shared/api/index.ts';
import { jobNames } from '../../shared/jobs.ts';
import { defaultSettings } from '../../shared/settings.ts';
import { silence } from '../support/audio/audio.ts';
import { apiEvent } from '../support/handlers/event.ts';
import { premium } from '../support/handlers/in-process.ts';
import { type Issuer, startIssuer } from '../support/handlers/tokens.ts';
import { budgets } from '../tools/bench/bundles.ts';
import { buildFolders, synthesiseUnchecked } from './synthesis.ts';

let folders: Awaited<ReturnType<typeof buildFolders>>;
let template: Template;
let elsewhere: string;
let documents: DynamoDBDocumentClient;
let issuer: Issuer;
/** Where the providers and the database are, and what the engines here can do. */
let surroundings: Record<string, string>;
/** What Secrets Manager holds: the secret that the template makes for Stripe's keys, by its id there. */
const secrets: Record<string, string> = {};
const stops: (() => Promise<void>)[] = [];

// A synthesis and the engines take their time on a machine with company.
beforeAll(async () => {
  folders = await buildFolders();
  template = synthesiseUnchecked(folders);
  // Away from node_modules, as in Lambda: what a bundle lacks is not found.
  elsewhere = mkdtempSync(path.join(tmpdir(), 'parley-bundles-'));
  cpSync(folders.functionsFolder, elsewhere, { recursive: true });
  const database = await startDynamoDb(undefined);
  stops.push(database.stop);
  const client = new DynamoDBClient({
    endpoint: database.url,
    region: 'us-east-1',
    credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
  });
  stops.push(async () => client.destroy());
  documents = DynamoDBDocumentClient.from(client);
  issuer = await startIssuer();
  stops.push(issuer.stop);
  const engines = await startEngines(() => {});
  stops.push(engines.stop);
  secrets[stripeSecret()] = '{}';
  const secretsManager = await startSecretsManager(secrets);
  stops.push(secretsManager.stop);
  // The bucket's name is the template's to give.
  const { AUDIO_BUCKET: _, ...endpoints } = engines.environment;
  surroundings = {
    ...endpoints,
    AWS_ENDPOINT_URL_DYNAMODB: database.url,
    ...secretsManager.environment,
  };
}, 120_000);

afterAll(async () => {
  for (const stop of stops) await stop();
  rmSync(elsewhere, { recursive: true });
  folders.remove();
});

describe('the bundle of', () => {
  test('every built endpoint and every job is there', () => {
    expect(folders.bundles.map(({ id }) => id)).toEqual([
      ...endpointIds,
      ...jobNames.map((name) => `jobs.${name}`),
    ]);
  });

  test.each(Object.entries(budgets))('%s keeps to its size', (id, { bytes }) => {
    expect(folders.bundles.find((each) => each.id === id)?.bytes).toBeLessThanOrEqual(bytes);
  });

  test('translation.translate translates', async () => {
    const body = { text: 'Where is the train station?', sourceLanguage: 'en-US', targetLanguage: 'es' };
    const answer = await invoke('translation.translate', { method: 'POST', path: '/api/translate', body });
    expect(answer.statusCode).toBe(200);
    expect(JSON.parse(answer.body ?? '').translatedText).toMatch(/estación/i);
  });

  test('translation.phrases reads and writes the table', async () => {
    const call = { method: 'GET', path: '/api/phrases', query: { target: 'fr' } };
    const answers = [await invoke('translation.phrases', call), await invoke('translation.phrases', call)];
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
    expect(JSON.parse(answers[0]?.body ?? '').phrases.length).toBeGreaterThan(0);
    expect(answers[1]?.body).toBe(answers[0]?.body);
  });

  test('auth.login leads to the login of its template', async () => {
    const answer = await invoke('auth.login', { method: 'GET', path: '/api/login' });
    expect(answer.statusCode).toBe(302);
    const location = new URL(`${answer.headers?.location}`);
    const { LOGIN_ORIGIN = '', LOGIN_CLIENT_ID, SITE_ORIGIN } = environmentOf('auth.login');
    expect(location.origin).toBe(new URL(LOGIN_ORIGIN).origin);
    expect(location.searchParams.get('client_id')).toBe(LOGIN_CLIENT_ID);
    expect(location.searchParams.get('redirect_uri')).toBe(`${SITE_ORIGIN}/api/auth/callback`);
  });

  test('auth.user knows that nobody is signed in', async () => {
    const answer = await invoke('auth.user', { method: 'GET', path: '/api/auth/user' });
    expect(answer.statusCode).toBe(401);
    expect(JSON.parse(answer.body ?? '')).toMatchObject({ code: 'unauthenticated' });
  });

  test('auth.user renews a session whose token has expired', async () => {
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

  test('billing.status makes a guest, whose settings the others read and save', async () => {
    const status = await invoke('billing.status', { method: 'GET', path: '/api/subscription-status' });
    expect(JSON.parse(status.body ?? '')).toMatchObject({ isGuest: true, translationsRemaining: 3 });
    const cookies = status.cookies?.map((cookie) => cookie.split(';', 1)[0] ?? '') ?? [];
    const body = { ...defaultSettings, speechRate: 15 };
    const saved = await invoke('settings.save', { method: 'POST', path: '/api/settings', cookies, body });
    expect(saved.statusCode).toBe(200);
    const read = await invoke('settings.read', { method: 'GET', path: '/api/settings', cookies });
    expect(JSON.parse(read.body ?? '')).toEqual(body);
  });

  test('billing.config says that payments are not set up, where a deployment has no keys yet', async () => {
    const answer = await invoke('billing.config', { method: 'GET', path: '/api/stripe-config' });
    expect(answer.statusCode).toBe(503);
    expect(JSON.parse(answer.body ?? '')).toMatchObject({ code: 'payments_unavailable' });
  });

  test('billing.config reads the key for the page from the secret of its template', async () => {
    const { publishableKey } = holdKeys();
    const answer = await invoke('billing.config', { method: 'GET', path: '/api/stripe-config' });
    expect(JSON.parse(answer.body ?? '')).toEqual({ publishableKey });
  });

  test('billing.webhook takes what is signed by the secret’s key, and nothing else', async () => {
    const { webhookSecret } = holdKeys();
    const event = { id: 'evt_1', object: 'event', type: 'customer.deleted', livemode: false, created: 1 };
    const body = { ...event, data: { object: { id: 'cus_nobody', object: 'customer' } } };
    const call = { method: 'POST', path: '/api/stripe-webhook', body };
    const answerTo = (signature: string) =>
      invoke('billing.webhook', { ...call, headers: { 'stripe-signature': signature } });
    const sign = (secret: string) =>
      Stripe.webhooks.generateTestHeaderString({ payload: JSON.stringify(body), secret });
    expect((await answerTo(sign('whsec_other'))).statusCode).toBe(400);
    expect((await answerTo(sign(webhookSecret))).statusCode).toBe(200);
  });

  test('billing.create begins a purchase at Stripe', async () => {
    const { url, keys } = await openAccount();
    holdKeys(keys);
    const cookies = [`__Host-parley_access=${await issuer.mint({ sub: await keepProfile() })}`];
    const body = { priceId: 'parley_monthly' };
    const call = { method: 'POST', path: '/api/create-subscription', body, cookies };
    const answer = await invoke('billing.create', call, { ...issuer.environment, STRIPE_URL: url });
    expect(answer.statusCode).toBe(200);
    expect(JSON.parse(answer.body ?? '').clientSecret).toMatch(/^seti_\w+_secret_\w+$/);
  });

  test.each(jobNames)('the job %s runs to its end', async (name) => {
    expect(await run(`jobs.${name}`, {})).toBeNull();
  });

  test('speech.transcribe hears nothing in silence', async () => {
    const form = new Response(await silentForm());
    const answer = await invoke('speech.transcribe', {
      method: 'POST',
      path: '/api/transcribe-amazon',
      headers: { 'content-type': form.headers.get('content-type') ?? '' },
      body: new Uint8Array(await form.arrayBuffer()),
    });
    expect(answer.statusCode).toBe(200);
    expect(JSON.parse(answer.body ?? '').transcript).toBe('');
  });

  test('speech.synthesize speaks', async () => {
    const body = { text: 'Good morning', language: 'en-US' };
    const cookies = [`__Host-parley_access=${await issuer.mint({ sub: await keepProfile(premium) })}`];
    const call = { method: 'POST', path: '/api/speak', body, cookies };
    const answer = await invoke('speech.synthesize', call, issuer.environment);
    expect(answer).toMatchObject({ statusCode: 200, isBase64Encoded: true });
    expect(answer.headers?.['content-type']).toBe('audio/mpeg');
  });

  test('system.health knows every engine', async () => {
    const answer = await invoke('system.health', { method: 'GET', path: '/api/health' });
    expect(JSON.parse(answer.body ?? '')).toMatchObject({ status: 'ok' });
  });

  test('system.not-found says so', async () => {
    const answer = await invoke('system.not-found', {
      method: 'GET',
      path: '/api/nothing',
      route: '$default',
    });
    expect(answer.statusCode).toBe(404);
    expect(JSON.parse(answer.body ?? '')).toMatchObject({ code: 'not_found' });
  });
});

describe('any bundle', () => {
  test.each(functionIds)('%s finds everything in its own folder, whatever it imports later too', (id) => {
    const folder = path.join(elsewhere, functionName(id));
    const files = readdirSync(folder).map((file) => `file://${folder}/${file}`);
    const importAll = `for (const file of ${JSON.stringify(files)}) await import(file); process.exit();`;
    const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', importAll], {
      cwd: folder,
      env: { ...platform, ...surroundings, ...environmentOf(id) },
      encoding: 'utf8',
    });
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  });

  test.each(endpointIds.filter((id) => needs[id].login && endpoints[id].access !== 'public'))(
    '%s leaves what renews sessions for when it is wanted',
    (id) => {
      const start = readFileSync(path.join(elsewhere, functionName(id), 'index.mjs'), 'utf8');
      expect(start).toMatch(/import\("\.\/renewal-\w+\.mjs"\)/);
    },
  );

  test.each(endpointIds)('%s refuses who does not come through CloudFront', async (id) => {
    const answer = await invoke(id, {
      method: 'POST',
      path: '/api/any',
      headers: { 'x-origin-secret': 'guessed' },
      body: {},
    });
    expect(answer.statusCode).toBe(403);
    expect(JSON.parse(answer.body ?? '')).toMatchObject({ code: 'forbidden' });
  });
});

describe('the origin secret', () => {
  test('is known as CloudFront sends it', async () => {
    const answer = await invoke('system.not-found', {
      method: 'GET',
      path: '/api/nothing',
      route: '$default',
      headers: { 'x-origin-secret': sentSecret() },
    });
    expect(answer.statusCode).toBe(404);
  });
});

/** Keys of a Stripe account, in the secret until the test ends. */
function holdKeys(
  keys = { secretKey: 'sk_test_a', publishableKey: 'pk_test_a', webhookSecret: 'whsec_a' },
): PaymentKeys {
  secrets[stripeSecret()] = JSON.stringify(keys);
  onTestFinished(() => {
    secrets[stripeSecret()] = '{}';
  });
  return keys;
}

/** Stripe's stand-in, until the test ends. */
async function openAccount() {
  const server = http.createServer((request, response) => standIn.answer(request, response));
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const webhookUrl = `${url}/nobody`;
  const standIn = await openStripe({ origin: url, folder: undefined, webhookUrl, say: () => {} });
  onTestFinished(async () => {
    server.close();
    server.closeAllConnections();
    await standIn.stop();
  });
  return { url, keys: standIn.keys };
}

/** The name of the secret with Stripe's keys, as far as the template knows it. */
function stripeSecret(): string {
  const [id = ''] = Object.keys(template.findResources('AWS::SecretsManager::Secret')).filter((each) =>
    each.startsWith('StripeSecret'),
  );
  return id;
}

/** Keeps the profile of somebody new, and returns their id. */
async function keepProfile(more: Partial<ProfileItem> = {}): Promise<string> {
  const id = randomUUID();
  const profile: ProfileItem = {
    pk: `USER#${id}`,
    sk: 'PROFILE',
    kind: 'user',
    createdAt: new Date().toISOString(),
    email: 'grace@example.com',
    firstName: 'Grace',
    lastName: 'Hopper',
    ...more,
  };
  await documents.send(new PutCommand({ TableName: 'users', Item: profile }));
  return id;
}

/**
 * An endpoint's answer to one request through CloudFront.
 *
 * @param overrides take the place of some variables of the template
 */
async function invoke(
  id: EndpointId,
  request: Parameters<typeof apiEvent>[0],
  overrides?: Record<string, string>,
): Promise<APIGatewayProxyStructuredResultV2> {
  const { ORIGIN_SECRET, SITE_ORIGIN } = environmentOf(id);
  const event: APIGatewayProxyEventV2 = apiEvent({
    ...request,
    headers: { 'x-origin-secret': ORIGIN_SECRET, origin: SITE_ORIGIN, ...request.headers },
  });
  return (await run(id, event, overrides)) as APIGatewayProxyStructuredResultV2;
}

/** Starts the bundle in a process of its own, with the environment of its template, and gives it one event. */
async function run(id: FunctionId, event: object, overrides: Record<string, string> = {}): Promise<unknown> {
  const { Timeout } = propertiesOf(id);
  const child = spawn(process.execPath, ['--input-type=module', '--eval', answerOneEvent, `${Timeout}`], {
    cwd: path.join(elsewhere, functionName(id)),
    env: { ...platform, ...surroundings, ...environmentOf(id), ...overrides },
    stdio: ['pipe', 'ignore', 'pipe', 'pipe'],
  });
  const [input, , errorOutput, answers] = child.stdio as unknown as Pipes;
  input.end(JSON.stringify(event));
  const [answer, errors] = await Promise.all([text(answers), text(errorOutput)]);
  if (answer === '') throw new Error(`${id} did not answer: ${errors.slice(-1_000)}`);
  return JSON.parse(answer);
}

/** As Lambda's runtime does: load the module, call the handler, pass its answer on, null where there is none. */
const answerOneEvent = `
  import { writeFileSync } from 'node:fs';
  import { text } from 'node:stream/consumers';
  const event = JSON.parse(await text(process.stdin));
  const { handler } = await import(process.cwd() + '/index.mjs');
  const endsAt = performance.now() + Number(process.argv[1]) * 1_000;
  const context = { getRemainingTimeInMillis: () => Math.max(0, Math.round(endsAt - performance.now())) };
  writeFileSync(3, JSON.stringify((await handler(event, context)) ?? null));
  process.exit();`;

/** What Lambda sets by itself. */
const platform = {
  AWS_REGION: 'us-east-1',
  AWS_ACCESS_KEY_ID: 'test',
  AWS_SECRET_ACCESS_KEY: 'test',
  NODE_NO_WARNINGS: '1',
};

/** The function's variables, with a value for whatever only a deployment knows. */
function environmentOf(id: FunctionId): Record<string, string> {
  const variables = propertiesOf(id).Environment.Variables;
  return Object.fromEntries(Object.entries(variables).map(([name, value]) => [name, resolve(value)]));
}

function propertiesOf(id: FunctionId): FunctionProperties {
  const [found] = Object.values(
    template.findResources('AWS::Lambda::Function', {
      Properties: { FunctionName: `parley-prod-${functionName(id)}` },
    }),
  );
  return found?.Properties;
}

/** The header that CloudFront adds. */
function sentSecret(): string {
  const [found] = Object.values(template.findResources('AWS::CloudFront::Distribution'));
  const headers: { HeaderName: string; HeaderValue: Joined }[] =
    found?.Properties.DistributionConfig.Origins.flatMap(
      (origin: { OriginCustomHeaders?: object[] }) => origin.OriginCustomHeaders ?? [],
    );
  const header = headers.find(({ HeaderName }) => HeaderName === 'x-origin-secret');
  return header ? resolve(header.HeaderValue) : '';
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

/** A form with one second of silence, as the page sends it. */
async function silentForm(): Promise<FormData> {
  const wav = await readFile(await silence(1));
  const form = new FormData();
  form.append('audio', new Blob([wav], { type: 'audio/wav' }), 'recording.wav');
  form.append('language', 'en-US');
  return form;
}

type Joined = string | { Ref: string } | { 'Fn::GetAtt': string[] } | { 'Fn::Join': [string, Joined[]] };

interface FunctionProperties {
  /** Seconds. */
  readonly Timeout: number;
  readonly Environment: { readonly Variables: Record<string, Joined> };
}

type Pipes = [Writable, null, Readable, Readable];
