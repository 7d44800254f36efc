import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { ulid } from 'ulid';
import { afterAll, describe, expect, test } from 'vitest';
import { type EndpointId, endpointIds, endpoints } from '../../shared/api/index.ts';
import { defaultSettings } from '../../shared/settings.ts';
import { siteOrigin } from '../support/handlers/event.ts';
import { goodRequest } from '../support/handlers/good-calls.ts';
import { call, premium, type Someone, startInProcess } from '../support/handlers/in-process.ts';
import { startSecrets } from '../support/stripe/secrets.ts';

const backstage = await startInProcess();

/** Replaces every provider: counts requests and never answers. */
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

/** Headers that another site can make a browser send. */
const origins: Record<string, Headers> = {
  'another site': { 'sec-fetch-site': 'cross-site', origin: 'https://elsewhere.example' },
  'a subdomain': { 'sec-fetch-site': 'same-site', origin: siteOrigin.replace('://', '://evil.') },
  'nowhere that the browser tells': { 'sec-fetch-site': undefined, origin: undefined },
  'a null origin': { 'sec-fetch-site': undefined, origin: 'null' },
};

/** The three that a form can send without a preflight, and ours. */
const contentTypes = [
  'application/json',
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=parley',
];

/** Stripe's servers come from elsewhere: their signature is what counts. */
const unsafe = endpointIds.filter(
  (id) => !['GET', 'ANY'].includes(endpoints[id].method) && id !== 'billing.webhook',
);
/** Good calls of these neither write nor call a provider. */
const idle: readonly EndpointId[] = ['translation.search', 'speech.hear', 'android.setup'];

const visitor = backstage.guest();

describe.each(unsafe)('%s', (id) => {
  test.each(Object.entries(origins))('is refused from %s, without effect', async (_where, origin) => {
    const ada = await fullUser(id);
    const before = await worldNow();
    for (const someone of [ada, visitor, undefined]) {
      for (const contentType of contentTypes) {
        const headers = { ...origin, 'content-type': contentType };
        const { status, body, cookies } = await send(id, ada, someone, headers);
        expect([status, body.code, cookies], contentType).toEqual([403, 'cross_site', []]);
      }
    }
    expect(await worldNow()).toEqual(before);
  });

  test('works from our page, so that the refusals are about the origin', async () => {
    const eve = await fullUser(id);
    const before = await worldNow();
    const { status } = await send(id, eve, eve, {});
    expect(status).not.toBe(403);
    expect(JSON.stringify(await worldNow()) !== JSON.stringify(before)).toBe(!idle.includes(id));
  });
});

async function send(id: EndpointId, ada: FullUser, someone: Someone | undefined, theirs: Headers) {
  const [area, name] = id.split('.');
  const { handler } = await import(`../../functions/${area}/${name}.ts`);
  const request = goodRequest(id, ada.newest);
  return call(handler, { ...request, headers: { ...request.headers, ...theirs } }, someone);
}

/** Everything that a request could change. */
async function worldNow() {
  return { users: await backstage.all('users'), usage: await backstage.all('usage'), providerCalls };
}

async function fullUser(id: EndpointId): Promise<FullUser> {
  const isSubscriber = id !== 'billing.create';
  const someone = await backstage.user(isSubscriber ? { ...premium, customerId: 'cus_1' } : {});
  const newest = ulid();
  await backstage.put(
    'users',
    { pk: someone.partition, sk: 'SETTINGS', ...defaultSettings },
    { pk: someone.partition, sk: `HISTORY#${newest}`, text: 'the house', searched: 'the house' },
  );
  return { ...someone, newest };
}

interface FullUser extends Someone {
  /** The id of the newest translation. */
  readonly newest: string;
}

type Headers = Record<string, string | undefined>;
