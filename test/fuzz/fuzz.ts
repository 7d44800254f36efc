import fc from 'fast-check';
import Stripe from 'stripe';
import { androidFeatures } from '../../shared/android.ts';
import { type EndpointId, endpoints } from '../../shared/api/index.ts';
import { languages } from '../../shared/languages.ts';
import { webhookEvents } from '../../shared/webhook-events.ts';
import { visitPremium } from '../premium.ts';
import { signUp, type Visitor, visit } from '../session.ts';

interface Finding {
  readonly endpoint: string;
  readonly what: string;
}

export interface FuzzResult {
  readonly requests: number;
  /** Answers by status code. */
  readonly statuses: Readonly<Record<string, number>>;
  readonly slowestMs: number;
  readonly findings: readonly Finding[];
}

/**
 * Throws bodies at the endpoints that take one: as a new guest each time, or as somebody who gets further where a
 * guest does not get as far as the body: with Premium, or without where it is about buying it. A finding is a 5xx,
 * no answer in time, an error that is not our JSON, a stack in one, or a webhook that was believed.
 */
export async function fuzz(options: {
  url: string;
  /** Of that Parley's database. */
  dynamodb: string;
  requests: number;
  seed: number;
  concurrency: number;
}): Promise<FuzzResult> {
  const visitors = {
    premium: await visitPremium(options.url, options.dynamodb),
    free: visit(options.url),
  };
  await signUp(visitors.free);
  const cases = fc.sample(attack, { numRuns: options.requests, seed: options.seed });
  const statuses: Record<string, number> = {};
  const findings: Finding[] = [];
  let slowestMs = 0;
  const queue = cases.values();
  const worker = async () => {
    for (const each of queue) {
      const startedAt = performance.now();
      const outcome = await send(visitors, each).catch((error: Error) => ({
        status: 0,
        found: error.name,
      }));
      slowestMs = Math.max(slowestMs, performance.now() - startedAt);
      statuses[outcome.status] = (statuses[outcome.status] ?? 0) + 1;
      if (outcome.found) findings.push({ endpoint: each.endpoint, what: outcome.found });
    }
  };
  await Promise.all(Array.from({ length: options.concurrency }, worker));
  return { requests: cases.length, statuses, slowestMs: Math.round(slowestMs), findings };
}

async function send({ premium, free }: Visitors, { endpoint, contentType, headers, body }: Attack) {
  const { method, path, access } = endpoints[endpoint];
  const user = endpoint.startsWith('billing.') ? free : premium;
  const visitor = access === 'guest' ? visit(user.url) : user;
  const response = await visitor.fetch(path, {
    method,
    headers: { 'content-type': contentType, ...headers },
    body,
    signal: AbortSignal.timeout(31_000),
  });
  const { status } = response;
  const isBelieved = access === 'stripe' && status < 400;
  return { status, found: isBelieved ? `${status} to a forgery` : judge(status, await response.text()) };
}

interface Visitors {
  readonly premium: Visitor;
  readonly free: Visitor;
}

function judge(status: number, text: string): string | undefined {
  if (status >= 500) return `${status}`;
  if (status < 400) return undefined;
  if (/\n\s+at |node:internal/.test(text)) return `${status} with a stack`;
  try {
    const { error, code, requestId, message } = JSON.parse(text);
    const ours = [error, code, requestId].every((field) => typeof field === 'string');
    return ours || (status === 413 && message) ? undefined : `${status} without our fields`;
  } catch {
    return `${status} that is not JSON`;
  }
}

interface Attack extends Request {
  readonly endpoint: BodyEndpointId;
}

interface Request {
  readonly contentType: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: Uint8Array<ArrayBuffer>;
}

/** Endpoints that take a body: one without an attack does not compile. */
type BodyEndpointId = {
  [Id in EndpointId]: (typeof endpoints)[Id] extends { body: string } ? Id : never;
}[EndpointId];

const encoder = new TextEncoder();
const bytes = (value: string) => encoder.encode(value);

const anyText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 200 }),
  fc.string({ unit: 'grapheme', maxLength: 200 }),
  fc.constantFrom(
    '',
    ' ',
    '\0',
    '$(id)',
    '`id`',
    '; id',
    '^a/b<n>$',
    '[]',
    '\\',
    '<b>x</b>',
    '‮abc',
    '../../x',
    'a'.repeat(5_001),
  ),
);
const anyLanguage = fc.oneof(
  { weight: 12, arbitrary: fc.constantFrom('en-US', 'es', 'fr', 'it', 'pt-BR', 'ca') },
  { weight: 2, arbitrary: fc.constantFrom(...languages.map(({ code }) => code)) },
  { weight: 1, arbitrary: fc.constantFrom('xx', '', 'EN-us', '__proto__', 'constructor', 'auto') },
  { weight: 1, arbitrary: fc.string({ maxLength: 20 }) },
);
const anyValue = fc.anything({ maxDepth: 2, withNullPrototype: true });
const maybe = <T>(wanted: fc.Arbitrary<T>) =>
  fc.oneof(
    { weight: 15, arbitrary: wanted },
    { weight: 1, arbitrary: anyValue },
    { weight: 1, arbitrary: fc.constant(undefined) },
  );

const jsonType = fc.oneof(
  { weight: 9, arbitrary: fc.constant('application/json') },
  {
    weight: 1,
    arbitrary: fc.constantFrom('text/plain', 'application/json; charset=utf-16', 'multipart/form-data', ''),
  },
);

function json(value: unknown): Uint8Array<ArrayBuffer> {
  return bytes(
    JSON.stringify(value, (_, each) => (typeof each === 'bigint' ? String(each) : each)) ?? 'undefined',
  );
}

/** As it is, cut short, or with one byte changed. */
function damaged(body: fc.Arbitrary<Uint8Array<ArrayBuffer>>): fc.Arbitrary<Uint8Array<ArrayBuffer>> {
  return fc
    .tuple(body, fc.constantFrom(...Array<string>(8).fill('whole'), 'cut', 'changed'), fc.nat(), fc.nat(255))
    .map(([all, how, at, byte]) => {
      if (how === 'whole' || all.length === 0) return all;
      const place = at % all.length;
      if (how === 'cut') return all.slice(0, place);
      const copy = all.slice();
      copy[place] = byte;
      return copy;
    });
}

const rawBytes = fc.uint8Array({ maxLength: 500 }).map((each) => Uint8Array.from(each));

const translateAttack = fc.record({
  contentType: jsonType,
  body: fc.oneof(
    {
      weight: 8,
      arbitrary: damaged(
        fc
          .record({
            text: maybe(anyText),
            sourceLanguage: maybe(anyLanguage),
            targetLanguage: maybe(anyLanguage),
            __proto__x: anyValue,
          })
          .map(json),
      ),
    },
    { weight: 1, arbitrary: anyValue.map(json) },
    { weight: 1, arbitrary: rawBytes },
  ),
});

const searchAttack = fc.record({
  contentType: jsonType,
  body: fc.oneof(
    {
      weight: 8,
      arbitrary: damaged(
        fc
          .record({
            query: maybe(fc.oneof(anyText, fc.string({ unit: 'grapheme', minLength: 100, maxLength: 200 }))),
            cursor: fc.oneof(fc.constant(undefined), fc.ulid(), anyText, anyValue),
          })
          .map(json),
      ),
    },
    { weight: 1, arbitrary: anyValue.map(json) },
    { weight: 1, arbitrary: rawBytes },
  ),
});

/** Within the bounds, but one time in eight anything. */
function mostlyWhole(bounds: { min: number; max: number }): fc.Arbitrary<number> {
  return fc.oneof(
    { weight: 7, arbitrary: fc.integer(bounds) },
    { weight: 1, arbitrary: fc.oneof(fc.integer(), fc.double()) },
  );
}

const settingsAttack = fc.record({
  contentType: jsonType,
  body: fc.oneof(
    {
      weight: 8,
      arbitrary: damaged(
        fc
          .record({
            speechRate: maybe(mostlyWhole({ min: 5, max: 20 })),
            autoPlay: maybe(fc.boolean()),
            micSensitivity: maybe(mostlyWhole({ min: 1, max: 10 })),
            defaultSourceLang: maybe(anyLanguage),
            defaultTargetLang: maybe(anyLanguage),
            pk: anyValue,
          })
          .map(json),
      ),
    },
    { weight: 1, arbitrary: anyValue.map(json) },
    { weight: 1, arbitrary: rawBytes },
  ),
});

const synthesizeAttack = fc.record({
  contentType: jsonType,
  body: fc.oneof(
    damaged(fc.record({ text: maybe(anyText), language: maybe(anyLanguage) }).map(json)),
    rawBytes,
  ),
});

const createAttack = fc.record({
  contentType: jsonType,
  body: fc.oneof(
    {
      weight: 8,
      arbitrary: damaged(
        fc
          .record({
            priceId: maybe(mostly('parley_monthly', 'parley_annual', 'price_1', '__proto__', '')),
            chargedToday: maybe(fc.boolean()),
            savedCard: maybe(fc.boolean()),
            customer: anyValue,
          })
          .map(json),
      ),
    },
    { weight: 1, arbitrary: anyValue.map(json) },
    { weight: 1, arbitrary: rawBytes },
  ),
});

/** Bodies of endpoints that want none of the fields. */
const emptyAttack = fc.record({
  contentType: jsonType,
  body: fc.oneof(
    damaged(fc.record({ customer: anyValue, userId: anyText, subscription: anyValue }).map(json)),
    rawBytes,
  ),
});

const portalAttack = fc.record({
  contentType: jsonType,
  body: fc.oneof(
    damaged(
      fc
        .record({
          opens: maybe(mostly('card', 'invoices', '', 'constructor')),
          return_url: fc.webUrl(),
          customer: anyValue,
        })
        .map(json),
    ),
    rawBytes,
  ),
});

const androidAttack = fc.record({
  contentType: jsonType,
  body: fc.oneof(
    {
      weight: 8,
      arbitrary: damaged(
        fc
          .record({
            projectType: maybe(mostly('react-native', 'flutter', '__proto__', '')),
            features: maybe(
              fc.array(
                mostly<string>('translation', ...androidFeatures, 'camera', 'constructor', '../../x', '<a>'),
                { maxLength: 4 },
              ),
            ),
            preferences: maybe(
              fc.record({
                stability: maybe(fc.boolean()),
                targetSdk: maybe(mostly<number>(34, 35, 36, 0, -1)),
              }),
            ),
            packageName: anyText,
          })
          .map(json),
      ),
    },
    { weight: 1, arbitrary: anyValue.map(json) },
    { weight: 1, arbitrary: rawBytes },
  ),
});

/** An event that is right but for who has signed it, and when; and signatures that are none. */
const webhookAttack = fc
  .record({
    type: fc.constantFrom(...webhookEvents, '__proto__', ''),
    object: fc.record({ id: maybe(fc.constantFrom('seti_1', 'sub_1', 'cus_1')), customer: anyValue }),
    livemode: fc.boolean(),
    secret: fc.constantFrom('whsec_', 'whsec_test', 'whsec_parley', 'undefined', ' '),
    ageSeconds: fc.constantFrom(0, 0, 299, 301, 86_400, -86_400),
    signature: mostly('as signed', 'cut', '', 't=,v1=', 't=1,v1=00,v0=00'),
    damage: damaged(fc.constant(bytes('{"id":"evt_1"}'))),
    isDamaged: fc.boolean(),
  })
  .map(({ type, object, livemode, secret, ageSeconds, signature, damage, isDamaged }) => {
    const event = { id: 'evt_1', object: 'event', type, livemode, created: 1, data: { object } };
    const body = isDamaged ? damage : json(event);
    const signed = Stripe.webhooks.generateTestHeaderString({
      payload: Buffer.from(body).toString(),
      secret,
      timestamp: Math.floor(Date.now() / 1_000) - ageSeconds,
    });
    const sent = new Map([
      ['as signed', signed],
      ['cut', signed.slice(0, -1)],
    ]);
    return {
      contentType: 'application/json',
      headers: { 'stripe-signature': sent.get(signature) ?? signature },
      body,
    };
  });

/** The first value, but one time in eight another. */
function mostly<T>(first: T, ...others: T[]): fc.Arbitrary<T> {
  return fc.oneof(
    { weight: 7, arbitrary: fc.constant(first) },
    { weight: 1, arbitrary: fc.constantFrom(...others) },
  );
}

/** A WAV whose header may lie about everything. */
const wav = fc
  .record({
    riff: mostly('RIFF', 'RIFX', 'riff'),
    format: mostly(1, 3, 0xfffe, 0),
    channels: mostly(1, 2, 0, 65_535),
    rate: mostly(16_000, 8_000, 0, 1, 0xffffffff),
    bits: mostly(16, 8, 0, 24),
    claimed: mostly(-1, 0, 0x7fffffff),
    samples: fc.uint8Array({ maxLength: 2_000 }),
  })
  .map(({ riff, format, channels, rate, bits, claimed, samples }) => {
    const header = Buffer.alloc(44);
    header.write(riff, 0, 'latin1');
    header.writeUInt32LE(36 + samples.length, 4);
    header.write('WAVEfmt ', 8, 'latin1');
    header.writeUInt32LE(16, 16);
    header.writeUInt16LE(format, 20);
    header.writeUInt16LE(channels, 22);
    header.writeUInt32LE(rate, 24);
    header.writeUInt32LE((rate * 2) >>> 0, 28);
    header.writeUInt16LE(2, 32);
    header.writeUInt16LE(bits, 34);
    header.write('data', 36, 'latin1');
    header.writeUInt32LE(claimed < 0 ? samples.length : claimed, 40);
    return Uint8Array.from([...header, ...samples]);
  });

const containers = fc
  .tuple(
    fc.constantFrom(
      'fLaC',
      'OggS',
      `OggS\0\x02${'\0'.repeat(20)}\x01\x13OpusHead\x01\x01${'\0'.repeat(9)}OggS\0`,
      '\x1aE\xdf\xa3',
      '\x1aE\xdf\xa3\x87\x42\x82\x84webm\x18\x53\x80\x67\xff',
      '\0\0\0\x20ftypisom',
      '\0\0\0\x08ftyp\0\0\0\0moov',
      'ID3',
      '',
    ),
    fc.uint8Array({ maxLength: 500 }),
  )
  .map(([magic, rest]) => Uint8Array.from([...Buffer.from(magic, 'latin1'), ...rest]));

const boundary = 'parley-fuzz';
const transcribeAttack = fc.record({
  contentType: fc.constantFrom(
    ...Array<string>(12).fill(`multipart/form-data; boundary=${boundary}`),
    'multipart/form-data',
    'multipart/form-data; boundary=other',
    'application/json',
    'audio/wav',
  ),
  body: damaged(
    fc
      .record({
        name: fc.constantFrom('audio', 'audio', 'audio', 'file', '', '__proto__'),
        audio: fc.oneof(wav, containers, rawBytes),
        language: fc.oneof(
          { weight: 3, arbitrary: fc.constant('en-US') },
          { weight: 1, arbitrary: anyLanguage },
        ),
        copies: fc.constantFrom(1, 1, 1, 2),
        interim: mostly('', 'true', 'false', '__proto__'),
      })
      .map(({ name, audio, language, copies, interim }) => {
        const fields = interim === '' ? { language } : { language, interim };
        return multipart(name, audio, fields, copies);
      }),
  ),
});

function multipart(
  name: string,
  audio: Uint8Array,
  fields: Readonly<Record<string, string>>,
  copies: number,
): Uint8Array<ArrayBuffer> {
  const file = [
    bytes(
      `--${boundary}\r\ncontent-disposition: form-data; name="${name}"; filename="recording.wav"\r\ncontent-type: audio/wav\r\n\r\n`,
    ),
    audio,
    bytes('\r\n'),
  ];
  const texts = Object.entries(fields).map(([field, value]) =>
    bytes(`--${boundary}\r\ncontent-disposition: form-data; name="${field}"\r\n\r\n${value}\r\n`),
  );
  const files = Array.from({ length: copies }, () => file).flat();
  const parts = [...files, ...texts, bytes(`--${boundary}--\r\n`)];
  return Uint8Array.from(Buffer.concat(parts));
}

/** With how often each comes: what an attack on it costs the machine is what differs. */
const attacks: Record<BodyEndpointId, { weight: number; requests: fc.Arbitrary<Request> }> = {
  'translation.translate': { weight: 5, requests: translateAttack },
  'translation.search': { weight: 3, requests: searchAttack },
  'settings.save': { weight: 2, requests: settingsAttack },
  'speech.synthesize': { weight: 2, requests: synthesizeAttack },
  'speech.transcribe': { weight: 3, requests: transcribeAttack },
  'billing.create': { weight: 2, requests: createAttack },
  'billing.cancel': { weight: 1, requests: emptyAttack },
  'billing.reactivate': { weight: 1, requests: emptyAttack },
  'billing.portal': { weight: 1, requests: portalAttack },
  'billing.webhook': { weight: 3, requests: webhookAttack },
  'android.setup': { weight: 2, requests: androidAttack },
};

const attack: fc.Arbitrary<Attack> = fc.oneof(
  ...(Object.keys(attacks) as BodyEndpointId[]).map((endpoint) => ({
    weight: attacks[endpoint].weight,
    arbitrary: attacks[endpoint].requests.map((request) => ({ ...request, endpoint })),
  })),
);
