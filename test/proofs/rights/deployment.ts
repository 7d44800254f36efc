import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Template } from 'aws-cdk-lib/assertions';
import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { type FunctionId, functionName } from '../../../infra/build/bundle.ts';
import { startDynamoDb } from '../../../infra/local/dynamodb.ts';
import { type EndpointId, endpoints } from '../../../shared/api/index.ts';
import { type ApiRequest, apiEvent } from '../../support/handlers/event.ts';
import { startIssuer } from '../../support/handlers/tokens.ts';
import { documentsAt, startSilentStripe } from '../../support/parley/local.ts';
import {
  environmentOf,
  type ProviderAnswer,
  type ProviderCall,
  type ProviderName,
  startProviderProxy,
  type Treatment,
} from '../../support/parley/provider-proxy.ts';
import { callsOf } from './calls.ts';
import { type Call, type Deployed, deployedOf } from './roles.ts';

export type Deployment = Awaited<ReturnType<typeof startDeployment>>;

/** @param functionsFolder holds `<function name>/index.mjs` */
export async function startDeployment(template: Template, functionsFolder: string) {
  const functions = deployedOf(template);
  const [database, issuer, proxy, stripe] = await Promise.all([
    startDynamoDb(),
    startIssuer(),
    startProviderProxy(),
    startSilentStripe(),
  ]);
  // Only the database is asked; the other providers' answers are made here.
  for (const each of providers) proxy.targets[each] = database.url;
  const containers = new Map<FunctionId, Worker>();
  const faults = new Map<FunctionId, string>();
  const used = new Map([...functions.keys()].map((id) => [id, new Set<string>()]));
  const refused: string[] = [];
  const interludes: { fits: (call: ProviderCall) => boolean; happens: () => Promise<unknown> }[] = [];

  const treat: Treatment = async (call, carryOut) => {
    const id = callerOf(call, functions);
    const asked = callsOf(call);
    for (const each of asked) {
      const grants = functions.get(id)?.role.allows(each) ?? [];
      if (grants.length === 0) {
        refused.push(`${id}: ${wordsOf(each)}`);
        return denied(call, each);
      }
      for (const grant of grants) used.get(id)?.add(grant);
    }
    const index = interludes.findIndex(({ fits }) => fits(call));
    if (index >= 0 && (await interludes.splice(index, 1)[0]?.happens()) === 'lost') return 'lost';
    return call.provider === 'dynamodb' ? carryOut() : canned(call, stripe.keys);
  };
  proxy.treat = treat;

  function containerOf(id: FunctionId): Worker {
    const known = containers.get(id);
    if (known) return known;
    const worker = new Worker(new URL('./container.ts', import.meta.url), {
      workerData: `file://${functionsFolder}/${functionName(id)}/index.mjs`,
      env: {
        ...functions.get(id)?.environment,
        ...environmentOf(proxy),
        ...('LOGIN_ISSUER' in (functions.get(id)?.environment ?? {}) && issuer.environment),
        STRIPE_URL: stripe.url,
        AWS_REGION: 'us-east-1',
        // As in IAM, the credentials identify the caller.
        AWS_ACCESS_KEY_ID: functionName(id),
        AWS_SECRET_ACCESS_KEY: 'secret',
      },
      stdout: true,
      stderr: true,
    });
    worker.stdout.on('data', (line) => {
      if (`${line}`.includes('"faulted"')) faults.set(id, `${line}`);
    });
    worker.stderr.resume();
    containers.set(id, worker);
    return worker;
  }

  async function invoke(id: FunctionId, event: unknown): Promise<unknown> {
    const worker = containerOf(id);
    worker.postMessage({ event, timeoutMs: (functions.get(id)?.timeoutSeconds ?? 0) * 1_000 });
    const [{ answer, failed }] = (await once(worker, 'message')) as [{ answer?: unknown; failed?: string }];
    if (failed !== undefined) throw new Error(`${id}: ${failed}`);
    return answer;
  }

  const documents = documentsAt(database.url);
  return {
    functions,
    used: (id: FunctionId): ReadonlySet<string> => used.get(id) ?? new Set(),
    refused,
    documents,
    issuer,
    keys: stripe.keys,
    stripe: stripe.stripe,
    stripeUrl: stripe.url,
    /** A request through CloudFront to an endpoint's function. */
    ask: async (id: EndpointId, request: Partial<ApiRequest> = {}) => {
      const { method, path } = endpoints[id];
      const { ORIGIN_SECRET = '', SITE_ORIGIN = '' } = functions.get(id)?.environment ?? {};
      const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => request.pathParameters?.[name] ?? '');
      const event = apiEvent({
        method,
        path: filled,
        route: path,
        ...request,
        headers: { 'x-origin-secret': ORIGIN_SECRET, origin: SITE_ORIGIN, ...request.headers },
      });
      return (await invoke(id, event)) as APIGatewayProxyStructuredResultV2;
    },
    /** The line that a function has logged of its last fault. */
    logged: (id: FunctionId) => faults.get(id) ?? '',
    run: async (id: FunctionId) => void (await invoke(id, {})),
    /** Runs something just before the next matching call is carried out; `lost` leaves that without an answer. */
    meanwhile: (fits: (call: ProviderCall) => boolean, happens: () => Promise<unknown>) =>
      void interludes.push({ fits, happens }),
    stop: async () => {
      documents.destroy();
      await Promise.all([...containers.values()].map((worker) => worker.terminate()));
      await Promise.all([proxy.stop(), database.stop(), issuer.stop(), stripe.stop()]);
    },
  };
}

const providers: readonly ProviderName[] = [
  'cognito',
  'dynamodb',
  'polly',
  'secrets',
  'transcribe',
  'translate',
];

function callerOf({ headers }: ProviderCall, functions: ReadonlyMap<FunctionId, Deployed>): FunctionId {
  const key = /Credential=([^/]+)\//.exec(String(headers.authorization))?.[1];
  const id = [...functions.keys()].find((each) => functionName(each) === key);
  if (!id) throw new Error(`A call of nobody's: ${key}`);
  return id;
}

function wordsOf({ action, resource, keys }: Call): string {
  return `${action} on ${resource}${keys.length > 0 ? ` of ${[...new Set(keys)].join(', ')}` : ''}`;
}

function denied({ headers }: ProviderCall, call: Call): ProviderAnswer {
  const message = `User: ${headers['user-agent']} is not authorized to perform: ${call.action} on resource: ${call.resource}`;
  const said = json({ __type: 'AccessDeniedException', message });
  return { ...said, status: 400, headers: { ...said.headers, 'x-amzn-errortype': 'AccessDeniedException' } };
}

/** Answers that functions can go on with. */
function canned({ action, body }: ProviderCall, keys: object): ProviderAnswer {
  switch (action) {
    case 'TranslateText': {
      const { Text, TargetLanguageCode } = JSON.parse(`${body}`);
      return json({ TranslatedText: `«${Text}»`, SourceLanguageCode: 'en', TargetLanguageCode });
    }
    case 'ListLanguages':
      return json({ Languages: [{ LanguageCode: 'es', LanguageName: 'Spanish' }] });
    case 'DescribeVoices':
      return json({ Voices: [] });
    case 'SynthesizeSpeech':
      return { status: 200, headers: { 'content-type': 'audio/mpeg' }, body: Buffer.alloc(100) };
    case 'StartStreamTranscription':
      return { status: 200, headers: { 'content-type': 'application/vnd.amazon.eventstream' }, body: empty };
    case 'GetSecretValue':
      return json({ SecretString: JSON.stringify(keys) });
    default:
      return json({});
  }
}

const empty = Buffer.alloc(0);

function json(value: object): ProviderAnswer {
  const headers = { 'content-type': 'application/x-amz-json-1.1' };
  return { status: 200, headers, body: Buffer.from(JSON.stringify(value)) };
}
