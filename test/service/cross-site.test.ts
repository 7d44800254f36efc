import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { ulid } from 'ulid';
import { afterAll, describe, expect, test } from 'vitest';
import type { ProfileItem } from '../../functions/users-table.ts';
import { type EndpointId, endpoints } from '../../shared/api/index.ts';
import { defaultSettings } from '../../shared/settings.ts';
import { wavOf } from '../support/audio/wav.ts';
import { type ApiRequest, siteOrigin } from '../support/handlers/event.ts';
import { call, premium, type Someone, startInProcess } from '../support/handlers/in-process.ts';
import { startSecrets } from '../support/stripe/secrets.ts';

const backstage = await startInProcess();

/** Stands for every provider: whoever asks is counted and gets no answer. */
let providerCalls = 0;
const provider = createServer((socket) => {
  providerCalls++;
  socket.destroy();
}).listen(0, '127.0.0.1');
await once(provider, 'listening');
for (const service of ['TRANSLATE', 'POLLY', 'TRANSCRIBE_STREAMING', 'COGNITO_IDENTITY_PROVIDER']) {
  const { port } = provider.address() as AddressInfo;
  process.env[`AWS_ENDPOINT_URL_${service}`] = `http://127.0.0.1:${port}`;
  process.env.STRIPE_URL = `http://127.0.0.1:${port}`;
}
await startSecrets({ secretKey: 'sk_test_1', webhookSecret: 'whsec_1', publishableKey: 'pk_test_1' });
afterAll(() => void provider.close());

/** What another page can have a browser say of itself. */
const origins: Record<string, Headers> = {
  'another site': { 'sec-fetch-site': 'cross-site', origin: 'https://elsewhere.example' },
  'a subdomain': { 'sec-fetch-site': 'same-site', origin: siteOrigin.replace('://', '://evil.') },
  'nowhere that the browser tells': { 'sec-fetch-site': undefined, origin: undefined },
  'a null origin': { 'sec-fetch-site': undefined, origin: 'null' },
};

/** The three that a form can send without asking first, and ours. */
const contentTypes = [
  'application/json',
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=parley',
];

/** A good request of every endpoint that changes something, or could: one without does not compile. */
const requests: Record<UnsafeEndpointId, GoodRequest> = {
  'translation.translate': {
    body: { text: 'the house', sourceLanguage: 'en-US', targetLanguage: 'es' },
    headers: { 'idempotency-key': ulid() },
    does: 'something',
  },
  'translation.search': { body: { query: 'house' }, does: 'nothing' },
  'translation.remove': { parameter: 'newest', does: 'something' },
  'translation.keep': {
    body: {
      entries: [
        {
          id: ulid(),
          text: 'the house',
          translatedText: 'la casa',
          sourceLanguage: 'en-US',
          targetLanguage: 'es',
          createdAt: '2026-11-20T08:00:00.000Z',
          isStarred: false,
        },
      ],
    },
    does: 'something',
  },
  'translation.star': { parameter: 'newest', body: { isStarred: true }, does: 'something' },
  'speech.transcribe': { body: clip(), does: 'something' },
  'speech.synthesize': { body: { text: 'Hola', language: 'es' }, does: 'something' },
  'settings.save': { body: { ...defaultSettings, speechRate: 14 }, does: 'something' },
  'account.remove': { does: 'something' },
  'billing.create': { body: { priceId: 'parley_monthly' }, profile: {}, does: 'something' },
  'billing.cancel': { body: {}, does: 'something' },
  'billing.reactivate': { body: {}, does: 'something' },
  'billing.portal': { body: {}, does: 'something' },
  'android.setup': {
    body: {
      projectType: 'react-native',
      features: ['translation'],
      preferences: { stability: true, targetSdk: 34 },
    },
    does: 'nothing',
  },
  'system.not-found': { body: {}, does: 'nothing' },
};

const cases = (Object.entries(requests) as [UnsafeEndpointId, GoodRequest][]).map(([id, request]) => ({
  id,
  request,
}));

const visitor = backstage.guest();

describe.each(cases)('$id', ({ id, request }) => {
  test.each(Object.entries(origins))('is refused from %s, without effect', async (_where, origin) => {
    const ada = await fullUser(request.profile);
    const before = await worldNow();
    for (const someone of [ada, visitor, undefined]) {
      for (const contentType of contentTypes) {
        const headers = { ...origin, 'content-type': contentType };
        const { status, body, cookies } = await send(id, request, ada, someone, headers);
        expect([status, body.code, cookies], contentType).toEqual([403, 'cross_site', []]);
      }
    }
    expect(await worldNow()).toEqual(before);
  });

  test('is answered on our own page, so that it is the origin which was refused', async () => {
    const eve = await fullUser(request.profile);
    const before = await worldNow();
    const contentType = request.body instanceof Uint8Array ? contentTypes[3] : contentTypes[0];
    const { status } = await send(id, request, eve, eve, { 'content-type': contentType });
    expect(status).not.toBe(403);
    const hasChanged = JSON.stringify(await worldNow()) !== JSON.stringify(before);
    expect(hasChanged).toBe(request.does === 'something');
  });
});

async function send(
  id: UnsafeEndpointId,
  { body, headers, parameter }: GoodRequest,
  ada: FullUser,
  someone: Someone | undefined,
  theirs: Headers,
) {
  const [area, name] = id.split('.');
  const { handler } = await import(`../../functions/${area}/${name}.ts`);
  const { method, path } = endpoints[id];
  const request: ApiRequest = {
    method: method === 'ANY' ? 'POST' : method,
    path: path.replace('{id}', ada.newest),
    route: path,
    ...(body !== undefined && { body }),
    ...(parameter && { pathParameters: { id: ada[parameter] } }),
    headers: { ...headers, ...theirs },
  };
  return call(handler, request, someone);
}

/** Everything that a request could change. */
async function worldNow() {
  return { users: await backstage.all('users'), usage: await backstage.all('usage'), providerCalls };
}

async function fullUser(
  profile: Partial<ProfileItem> = { ...premium, customerId: 'cus_1' },
): Promise<FullUser> {
  const someone = await backstage.user(profile);
  const newest = ulid();
  await backstage.put(
    'users',
    { pk: someone.partition, sk: 'SETTINGS', ...defaultSettings },
    { pk: someone.partition, sk: `HISTORY#${newest}`, text: 'the house', searched: 'the house' },
  );
  return { ...someone, newest };
}

/** A form with a quarter of a second of silence as WAV. */
function clip(): Uint8Array {
  const part = 'content-disposition: form-data; name="audio"; filename="recording.wav"';
  return Buffer.concat([
    Buffer.from(`--parley\r\n${part}\r\ncontent-type: audio/wav\r\n\r\n`),
    wavOf(Buffer.alloc(8_000)),
    Buffer.from('\r\n--parley--\r\n'),
  ]);
}

interface GoodRequest {
  readonly body?: unknown;
  readonly headers?: Headers;
  /** What of the full user's stands in the path. */
  readonly parameter?: 'newest';
  /** Of whoever sends it, where somebody with Premium would be refused. */
  readonly profile?: Partial<ProfileItem>;
  /** Whether it writes, or asks a provider. */
  readonly does: 'something' | 'nothing';
}

interface FullUser extends Someone {
  /** The id of the newest translation. */
  readonly newest: string;
}

/** Stripe's servers come from elsewhere: their signature is what counts. */
type UnsafeEndpointId = Exclude<
  { [Id in EndpointId]: (typeof endpoints)[Id]['method'] extends 'GET' ? never : Id }[EndpointId],
  'billing.webhook'
>;

type Headers = Record<string, string | undefined>;
