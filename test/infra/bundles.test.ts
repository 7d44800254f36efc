import { spawn } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { Template } from 'aws-cdk-lib/assertions';
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { functionName } from '../../infra/bundle.ts';
import { startDynamoDb } from '../../infra/local/dynamodb.ts';
import { startEngines } from '../../infra/local/engines.ts';
import { type BuiltEndpointId, builtEndpointIds } from '../../shared/api/index.ts';
import { silence } from '../audio.ts';
import { budgets } from '../bench/bundles.ts';
import { apiEvent } from '../event.ts';
import { type BuiltFolders, buildFolders, synthesise } from './synthesis.ts';

let folders: BuiltFolders;
let template: Template;
let elsewhere: string;
/** Where the providers and the database are, and what the engines here can do. */
let surroundings: Record<string, string>;
const stops: (() => Promise<void>)[] = [];

beforeAll(async () => {
  folders = await buildFolders();
  template = synthesise(folders);
  // Away from node_modules, as in Lambda: what a bundle lacks is not found.
  elsewhere = mkdtempSync(path.join(tmpdir(), 'parley-bundles-'));
  cpSync(folders.functionsFolder, elsewhere, { recursive: true });
  const database = await startDynamoDb(undefined);
  stops.push(database.stop);
  const engines = await startEngines(() => {});
  stops.push(engines.stop);
  // The bucket's name is the template's to give.
  const { AUDIO_BUCKET: _, ...endpoints } = engines.environment;
  surroundings = { ...endpoints, AWS_ENDPOINT_URL_DYNAMODB: database.url };
});

afterAll(async () => {
  for (const stop of stops) await stop();
  rmSync(elsewhere, { recursive: true });
  folders.remove();
});

describe('the bundle of', () => {
  test('every built endpoint is there', () => {
    expect(folders.bundles.map(({ id }) => id).sort()).toEqual([...builtEndpointIds].sort());
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
    const answer = await invoke('speech.synthesize', { method: 'POST', path: '/api/speak', body });
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
  test.each(builtEndpointIds)('%s refuses who does not come through CloudFront', async (id) => {
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

/** Starts the bundle in a process of its own, with the environment of its template, and gives it one event. */
async function invoke(
  id: BuiltEndpointId,
  request: Parameters<typeof apiEvent>[0],
): Promise<APIGatewayProxyStructuredResultV2> {
  const environment = environmentOf(id);
  const event: APIGatewayProxyEventV2 = apiEvent({
    ...request,
    headers: { 'x-origin-secret': environment.ORIGIN_SECRET, ...request.headers },
  });
  const child = spawn(process.execPath, ['--input-type=module', '--eval', answerOneEvent, id], {
    cwd: path.join(elsewhere, functionName(id)),
    env: { ...platform, ...surroundings, ...environment },
    stdio: ['pipe', 'ignore', 'pipe', 'pipe'],
  });
  const [input, , errorOutput, answers] = child.stdio as unknown as Pipes;
  input.end(JSON.stringify(event));
  const [answer, errors] = await Promise.all([text(answers), text(errorOutput)]);
  if (answer === '') throw new Error(`${id} did not answer: ${errors}`);
  return JSON.parse(answer);
}

/** As Lambda's runtime does: load the module, call the handler, pass its answer on. */
const answerOneEvent = `
  import { writeFileSync } from 'node:fs';
  import { text } from 'node:stream/consumers';
  const event = JSON.parse(await text(process.stdin));
  const { handler } = await import(process.cwd() + '/index.mjs');
  const endsAt = performance.now() + 20_000;
  const context = { getRemainingTimeInMillis: () => Math.max(0, Math.round(endsAt - performance.now())) };
  writeFileSync(3, JSON.stringify(await handler(event, context)));
  process.exit();`;

/** What Lambda sets by itself. */
const platform = {
  AWS_REGION: 'us-east-1',
  AWS_ACCESS_KEY_ID: 'test',
  AWS_SECRET_ACCESS_KEY: 'test',
  NODE_NO_WARNINGS: '1',
};

/** The function's variables, with a value for whatever only a deployment knows. */
function environmentOf(id: BuiltEndpointId): Record<string, string> {
  const [found] = Object.values(
    template.findResources('AWS::Lambda::Function', {
      Properties: { FunctionName: `parley-prod-${functionName(id)}` },
    }),
  );
  const variables: Record<string, Joined> = found?.Properties.Environment.Variables;
  return Object.fromEntries(Object.entries(variables).map(([name, value]) => [name, resolve(value)]));
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
  if ('Ref' in value) return /^Storage(\w+?)[0-9A-F]{8}$/.exec(value.Ref)?.[1]?.toLowerCase() ?? value.Ref;
  if ('Fn::GetAtt' in value) return `${value['Fn::GetAtt'].join('.').toLowerCase()}.example`;
  return resolve(value['Fn::Join'][1].map((part) => (isSecret(part) ? part.Ref : resolve(part))).join(''));
}

function isSecret(part: Joined): part is { Ref: string } {
  return typeof part === 'object' && 'Ref' in part && part.Ref.startsWith('OriginSecret');
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

type Pipes = [Writable, null, Readable, Readable];
