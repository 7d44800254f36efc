import { readFile } from 'node:fs/promises';
import { TranslateClient } from '@aws-sdk/client-translate';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import Stripe from 'stripe';
import { beforeAll, expect, test } from 'vitest';
import { metrics } from '../../functions/telemetry/metrics.ts';
import { readCommandSettings } from '../../infra/aws/stack/context.ts';
import { type Parley, startParley } from '../../infra/local/system.ts';
import { jobNames } from '../../shared/jobs.ts';
import { silence } from '../support/audio/audio.ts';
import { command } from '../support/command.ts';
import { goodCalls } from '../support/handlers/good-calls.ts';
import { siteIsBuilt } from '../support/parley/built.ts';
import { startInstantEngines } from '../support/parley/instant-engines.ts';
import { root } from '../support/parley/system.ts';
import { deliverAll, subscribe } from '../support/people/premium.ts';
import { signIn, signUp, type Visitor, visit } from '../support/people/session.ts';
import { type Json, plain, readTemplates, resources as resourcesOf } from './templates.ts';

/** A search finds a dimension whatever its word is. */
const any = '*';

const { usual: template } = await readTemplates();
/** Metrics of alarms and dashboard. */
const watched = [...alarmMetrics(), ...dashboardMetrics()];
/** Emitted by the running product, in CloudWatch's embedded metric format. */
let emitted: Emitted[];

beforeAll(async () => {
  await siteIsBuilt();
  const lines = await linesOf(letEverythingHappen);
  emitted = lines.flatMap(metricsOf);
});

test('every custom metric of an alarm or the dashboard is emitted with its dimensions', () => {
  const own = watched.filter(({ namespace }) => namespace === 'parley-prod');
  expect(own.length).toBeGreaterThan(Object.keys(metrics).length);
  const missing = own.filter((each) => !emitted.some((metric) => fits(each, metric)));
  expect(missing).toEqual([]);
});

test('functions, alarms and dashboard use one namespace', () => {
  // The local system's namespace.
  expect(new Set(emitted.map(({ namespace }) => namespace))).toEqual(new Set(['parley-local']));
  for (const { FunctionName, Environment } of resources('AWS::Lambda::Function')) {
    if (!FunctionName) continue;
    expect(Environment.Variables.POWERTOOLS_METRICS_NAMESPACE, FunctionName).toBe('parley-prod');
  }
});

test('every emitted metric is in the table, with unit and dimensions', () => {
  const names = new Set(emitted.map(({ name }) => name));
  expect([...names].sort()).toEqual(Object.keys(metrics).sort());
  for (const { name, unit, dimensions } of emitted) {
    const row = metrics[name as keyof typeof metrics];
    expect({ unit, dimensions: Object.keys(dimensions) }, name).toEqual({
      unit: row.unit,
      dimensions: row.dimensions,
    });
  }
});

test('every AWS metric in use exists', () => {
  for (const { namespace, name, dimensions } of watched) {
    if (namespace === 'parley-prod') continue;
    const dimensionNames = Object.keys(dimensions).sort().join();
    expect(
      ofAws[namespace]?.[name]?.map((each) => [...each].sort().join()),
      `${namespace} ${name}`,
    ).toContain(dimensionNames);
  }
});

/** Metrics and their sets of dimensions, by AWS's documentation. */
const ofAws: Record<string, Record<string, string[][]>> = {
  'AWS/ApiGateway': { Count: [['ApiId']], '4xx': [['ApiId']], '5xx': [['ApiId']], Latency: [['ApiId']] },
  'AWS/Lambda': {
    Errors: [[], ['FunctionName'], ['FunctionName', 'Resource', 'ExecutedVersion']],
    Duration: [[]],
    Throttles: [[]],
    ConcurrentExecutions: [[]],
  },
  'AWS/DynamoDB': {
    ReadThrottleEvents: [['TableName'], ['TableName', 'GlobalSecondaryIndexName']],
    WriteThrottleEvents: [['TableName'], ['TableName', 'GlobalSecondaryIndexName']],
    ConsumedReadCapacityUnits: [['TableName']],
    ConsumedWriteCapacityUnits: [['TableName']],
  },
  'AWS/CloudFront': {
    Requests: [['DistributionId', 'Region']],
    BytesDownloaded: [['DistributionId', 'Region']],
  },
  'AWS/SQS': { ApproximateNumberOfMessagesVisible: [['QueueName']] },
  // From the API's access log, by a metric filter.
  'parley-prod/gateway': { Throttled: [[]] },
  'AWS/WAFV2': { BlockedRequests: [['WebACL', 'Rule']] },
};

/** Causes every event of the table in the running product. */
async function letEverythingHappen({ url, login, stripe = '' }: Parley): Promise<void> {
  const guest = visit(url);
  await guest.fetch('/api/subscription-status');
  for (let times = 0; times < 4; times += 1) await translate(guest, `Good morning ${times}`);
  await transcribe(guest);
  await guest.fetch('/api/nothing-there');
  await guest.post('/api/report-error', goodCalls['system.report-error'].body);

  const customer = visit(url);
  const person = await signUp(customer);
  await subscribe(customer, stripe);
  await translate(customer, 'Good evening');
  await customer.post('/api/speak', { text: 'Good evening', language: 'en-US' });
  // The trial ends, and the first month is paid.
  await command(`${stripe}/control/clock`, { advanceDays: 8 });
  await deliverAll(stripe);
  await customer.fetch('/api/account', { method: 'DELETE' });
  await deliverAll(stripe);

  await refuseWebhooks(guest);
  await failSignIn(url, person);
  await failProvider(url);
  for (const name of jobNames) await command(`${login}/local/jobs/${name}`);

  // Nothing can be made to do these: Stripe's stand-in knows no such status, the jobs succeed, and nobody loses the
  // database's answer between a failure and its giving back.
  const { logFaulted, logGiveBackFailed, logJobFailed, logUnknownStatus } = await import(
    '../../functions/telemetry/events.ts'
  );
  const failure = { job: 'probe', requestId: '', durationMs: 1, error: new Error('The bucket is away') };
  logJobFailed(failure);
  logUnknownStatus({ status: 'dormant' });
  logFaulted({ requestId: '', endpoint: 'account.export', error: new Error('The database is away') });
  logGiveBackFailed({ error: new Error('The database is away') });
}

function translate(visitor: Visitor, text: string): Promise<Response> {
  return visitor.post('/api/translate', { text, sourceLanguage: 'en-US', targetLanguage: 'es-ES' });
}

async function transcribe(visitor: Visitor): Promise<void> {
  const form = new FormData();
  form.append('audio', new Blob([await readFile(await silence(1))], { type: 'audio/wav' }), 'recording.wav');
  form.append('language', 'en-US');
  await visitor.fetch('/api/transcribe-amazon', { method: 'POST', body: form });
}

/** One unsigned, one of the other mode, and one without content. */
async function refuseWebhooks(visitor: Visitor): Promise<void> {
  const { getPaymentKeys } = await import('../../functions/billing/payment-keys.ts');
  const { webhookSecret: secret } = await getPaymentKeys();
  const event = { id: 'evt_1', object: 'event', type: 'customer.updated', data: {} };
  for (const [body, signedBy] of [
    [{ ...event, livemode: false }, 'whsec_of_somebody_else'],
    [{ ...event, livemode: true }, secret],
    [{ ...event, livemode: false }, secret],
  ] as const) {
    const payload = JSON.stringify(body);
    const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret: signedBy });
    await visitor.post('/api/stripe-webhook', body, { 'stripe-signature': signature });
  }
}

/** Signing in works, but the profile cannot be written. */
async function failSignIn(url: string, person: { email: string; password: string }): Promise<void> {
  const visitor = visit(url);
  const other = await signUp(visitor, { ...person, email: `other.${person.email}` });
  const database = mockClient(DynamoDBDocumentClient).rejects(new Error('The database is away'));
  await expect(signIn(visit(url), other)).rejects.toThrow('no session');
  database.restore();
}

async function failProvider(url: string): Promise<void> {
  const provider = mockClient(TranslateClient).rejects(new Error('The provider is away'));
  expect((await translate(visit(url), 'Good night')).status).toBe(502);
  provider.restore();
}

/** Captures the output during an action. */
async function linesOf(happen: (parley: Parley) => Promise<void>): Promise<string[]> {
  const engines = await startInstantEngines();
  Object.assign(process.env, engines.environment);
  const parley = await startParley({
    port: 0,
    dataFolder: undefined,
    modelsFolder: '',
    engines: 'aws',
    pace: 'machine',
    transcribeStreams: 25,
    payments: 'local',
    contactAddress: readCommandSettings().contactAddress,
    accessSeconds: 900,
    dev: false,
    bundles: false,
    logs: true,
    siteFolder: '.build',
    root,
    log: () => {},
  });
  const lines: string[] = [];
  const { write } = process.stdout;
  // Above the local system's own collector, which takes out of the lines what is looked for here.
  process.stdout.write = (chunk: string | Uint8Array) => {
    lines.push(`${chunk}`);
    return true;
  };
  try {
    await happen(parley);
  } finally {
    process.stdout.write = write;
    await parley.stop();
    await engines.stop();
  }
  return lines;
}

function metricsOf(line: string): Emitted[] {
  if (!line.includes('"_aws"')) return [];
  const fields: Json = JSON.parse(line);
  return fields._aws.CloudWatchMetrics.flatMap(({ Namespace, Dimensions, Metrics }: Json) =>
    Metrics.flatMap(({ Name, Unit }: Json) =>
      Dimensions.map((names: string[]) => ({
        namespace: Namespace,
        name: Name,
        unit: Unit,
        dimensions: Object.fromEntries(names.map((name) => [name, fields[name]])),
      })),
    ),
  );
}

function alarmMetrics(): Watched[] {
  const ofDimensions = (dimensions: Json[] = []) =>
    Object.fromEntries(dimensions.map(({ Name, Value }) => [Name, plain(Value)]));
  return resources('AWS::CloudWatch::Alarm').flatMap(({ Metrics, ...single }) => {
    const found: Json[] = Metrics
      ? Metrics.flatMap(({ MetricStat }: Json) => MetricStat?.Metric ?? [])
      : [single];
    return found.map(({ Namespace, MetricName, Dimensions }) => ({
      namespace: Namespace,
      name: MetricName,
      dimensions: ofDimensions(Dimensions),
    }));
  });
}

function dashboardMetrics(): Watched[] {
  const [dashboard] = resources('AWS::CloudWatch::Dashboard');
  const { widgets } = JSON.parse(plain(dashboard?.DashboardBody));
  const rows: Json[][] = widgets.flatMap(({ properties }: Json) => properties.metrics ?? []);
  return rows.flatMap((row) => {
    const [first, name, ...rest] = row;
    if (typeof first === 'string') return { namespace: first, name: `${name}`, dimensions: pairs(rest) };
    return searchedBy(first?.expression) ?? [];
  });
}

/** The rest after the name: dimensions and values in turn, then options. */
function pairs(rest: Json[]): Record<string, string> {
  const words = rest.filter((each) => typeof each === 'string') as unknown as string[];
  return Object.fromEntries(
    words.flatMap((word, index) => (index % 2 === 0 ? [[word, words[index + 1] ?? '']] : [])),
  );
}

/** Undefined where an expression calculates. */
function searchedBy(expression: string): Watched | undefined {
  const [, namespace = '', names = '', name = ''] =
    /^SEARCH\('\{"([\w-]+)",([\w,]+)\} MetricName="(\w+)"'/.exec(expression) ?? [];
  if (!namespace) return undefined;
  return { namespace, name, dimensions: Object.fromEntries(names.split(',').map((each) => [each, any])) };
}

function fits(wanted: Watched, { name, dimensions }: Emitted): boolean {
  const names = Object.keys(wanted.dimensions);
  return (
    wanted.name === name &&
    names.length === Object.keys(dimensions).length &&
    names.every((each) =>
      wanted.dimensions[each] === any ? each in dimensions : wanted.dimensions[each] === dimensions[each],
    )
  );
}

function resources(type: string): Json[] {
  return resourcesOf(template, type);
}

interface Watched {
  readonly namespace: string;
  readonly name: string;
  /** Resources by their logical ids. */
  readonly dimensions: Readonly<Record<string, string>>;
}

interface Emitted extends Watched {
  readonly unit: string;
}
