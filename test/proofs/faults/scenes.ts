import { randomUUID } from 'node:crypto';
import { GetCommand, PutCommand, ScanCommand } from '@aws-sdk/lib-dynamodb';
import Stripe from 'stripe';
import { ulid } from 'ulid';
import { buildCounterKey } from '../../../functions/tables/usage.ts';
import { type EndpointId, endpointIds, endpoints } from '../../../shared/api/index.ts';
import { toDay } from '../../../shared/dates.ts';
import type { JobName } from '../../../shared/jobs.ts';
import { wavOf } from '../../support/audio/wav.ts';
import { goodCalls, goodRequest, keptTranslation, recordingForm } from '../../support/handlers/good-calls.ts';
import { webhookRequest } from '../../support/stripe/webhook.ts';
import { canary } from '../canary.ts';
import {
  as,
  cookiesAfter,
  newBuyer,
  newChooser,
  newGuest,
  newPremium,
  newReturning,
  newSubscriber,
  newUser,
  type Person,
} from './people.ts';
import type { Answer, Cell, Product } from './product.ts';

/** A good call of a new person. */
export interface Scene {
  /** Tells scenes of one endpoint apart. */
  readonly name: string;
  prepare(product: Product, cell: Cell): Promise<Act>;
  /** It reads all users, so it gets another database and Stripe. */
  readonly isAlone?: true;
}

export interface Act {
  readonly request: Request;
  /** The person whose books are checked. */
  readonly person?: Person;
  /** The status of a good answer; 200 by default. */
  readonly status?: number;
  /** Another valid status of a repetition, because the work is done. */
  readonly orAgain?: number;
  readonly counts?: 'a translation' | 'seconds' | 'spoken characters';
  /** Delivers Stripe's events, which repair work left half done. */
  tell?(): Promise<void>;
  /** The call once more, where it cannot be the very same request. */
  again?(answer: Answer): Promise<Request>;
  /** Checks the final state; returns sentences. */
  judge?(): Promise<string[]>;
}

/** Where a good call needs something first, carries canaries, or comes in more ways than one. */
const ownScenes: Partial<Record<EndpointId, readonly Scene[]>> = {
  'auth.login': [ofGuest('auth.login', 302)],
  'auth.callback': [
    { name: '', prepare: signIn },
    { name: 'before a change of the account', prepare: confirm },
  ],
  'auth.logout': [ofPerson(newReturning, 'auth.logout', { act: () => ({ status: 302 }) })],
  'auth.user': [
    ofPerson(newUser, 'auth.user'),
    ofPerson(newReturning, 'auth.user', { name: 'with a session to be renewed' }),
  ],
  'translation.translate': [
    translationOf('a guest’s', async () => newGuest()),
    translationOf('a free account’s', newUser),
    translationOf('Premium’s', newPremium),
  ],
  'translation.search': [
    ofPerson(newUser, 'translation.search', { request: () => ({ body: { query: canary(3) } }) }),
  ],
  'translation.remove': [kept('translation.remove')],
  'translation.keep': [
    ofPerson(newPremium, 'translation.keep', { request: () => ({ body: { entries: [entry()] } }) }),
  ],
  'translation.star': [kept('translation.star')],
  'speech.transcribe': [
    ofPerson(async () => newGuest(), 'speech.transcribe', {
      name: 'a guest’s WAV',
      // A second of silence.
      request: () => recordingForm(wavOf(Buffer.alloc(32_000))),
      act: () => ({ counts: 'seconds' }),
    }),
  ],
  'speech.listen': [{ name: '', prepare: listenToSilence }],
  'speech.send-chunk': [{ name: '', prepare: sendSilence }],
  'speech.synthesize': [spokenBy('speech.synthesize')],
  'speech.marks': [spokenBy('speech.marks')],
  'settings.read': [
    ofPerson(newUser, 'settings.read'),
    ofPerson(async () => newGuest(), 'settings.read', { name: 'a guest’s' }),
  ],
  'settings.save': [
    ofPerson(newUser, 'settings.save'),
    ofPerson(async () => newGuest(), 'settings.save', { name: 'a guest’s' }),
  ],
  'billing.status': [
    ofPerson(newUser, 'billing.status'),
    ofPerson(newBuyer, 'billing.status', { name: 'with a card given', act: toSubscribe }),
  ],
  'billing.create': [
    ofPerson((...at) => newUser(...at, { trialSetupIntentId: 'seti_earlier' }), 'billing.create', {
      request: () => ({ body: { priceId: 'parley_monthly', acceptsCharge: true } }),
    }),
  ],
  'billing.apply-code': [
    ofPerson(newChooser, 'billing.apply-code', {
      request: () => ({ body: { priceId: 'parley_monthly', code: 'HALF' } }),
    }),
  ],
  'billing.reactivate': [ofPerson(newCanceller, 'billing.reactivate', { act: toSubscribe })],
  'billing.webhook': [
    told('setup_intent.succeeded', newBuyer),
    told('invoice.paid', newSubscriber),
    told('customer.subscription.created', newSubscriber),
  ],
  'account.sign-out-everywhere': [
    {
      name: '',
      prepare: async (product, cell) => {
        const person = await newUser(product, cell);
        // The sessions may be over, and the answer lost.
        return { person, request: as(person, goodRequest('account.sign-out-everywhere')), orAgain: 401 };
      },
    },
  ],
  // Nobody has confirmed their password: the login is not asked.
  ...Object.fromEntries(
    (
      [
        'account.change-email',
        'account.confirm-email',
        'account.begin-second-factor',
        'account.confirm-second-factor',
        'account.end-second-factor',
      ] as const
    ).map((id) => [id, [ofPerson(newUser, id, { act: () => ({ status: 409 }) })]]),
  ),
  'account.export': [ofPerson(newSubscriber, 'account.export')],
  'account.remove': [
    {
      name: '',
      prepare: async (product, cell) => {
        const person = await newSubscriber(product, cell);
        const { customerId } = (await profileOf(cell, person.id)) ?? {};
        // The account may be gone, and the answer lost.
        return {
          person,
          request: as(person, goodRequest('account.remove')),
          orAgain: 401,
          judge: () => isForgotten(product, cell, person),
          tell: () => tellOfEnd(product, cell, customerId),
        };
      },
    },
    ofPerson(async () => newGuest(), 'account.remove', { name: 'a guest’s' }),
  ],
  'system.not-found': [ofGuest('system.not-found', 404)],
};

/** A call of each endpoint, and more where callers take different ways through it. */
export const scenes = Object.fromEntries(
  endpointIds.map((id) => [id, ownScenes[id] ?? [plainScene(id)]]),
) as unknown as Readonly<Record<EndpointId, readonly Scene[]>>;

/** A run of each job that has something to do. */
export const jobScenes: Readonly<Record<JobName, readonly Scene[]>> = {
  'reset-allowances': [{ name: '', isAlone: true, prepare: useYesterday }],
  'reconcile-subscriptions': [{ name: '', isAlone: true, prepare: missSignals }],
  'recount-totals': [{ name: '', isAlone: true, prepare: leaveOutboxes }],
  'sweep-speech': [{ name: '', isAlone: true, prepare: leaveSpeech }],
  // It calls the site, and a fault is its result.
  probe: [],
  // It only reads, and a fault is its result.
  'check-copies': [],
};

function plainScene(id: EndpointId): Scene {
  if (endpoints[id].access === 'public') return ofGuest(id);
  return ofPerson(goodCalls[id].of === 'a subscriber' ? newSubscriber : newUser, id);
}

function ofGuest(id: EndpointId, status = 200): Scene {
  return { name: '', prepare: async () => ({ request: goodRequest(id), status }) };
}

function ofPerson(
  who: Who,
  id: EndpointId,
  {
    name = '',
    request = () => ({}),
    act = () => ({}),
  }: {
    name?: string;
    request?: () => Partial<Request>;
    act?: (cell: Cell, person: Person) => Partial<Act>;
  } = {},
): Scene {
  return {
    name,
    prepare: async (product, cell) => {
      const person = await who(product, cell);
      return { person, request: as(person, { ...goodRequest(id), ...request() }), ...act(cell, person) };
    },
  };
}

function spokenBy(id: EndpointId): Scene {
  const request = () => ({ body: { text: canary(4), language: 'en-US' } });
  return ofPerson(newPremium, id, { request, act: () => ({ counts: 'spoken characters' }) });
}

async function newCanceller(product: Product, cell: Cell): Promise<Person> {
  const person = await newSubscriber(product, cell);
  await product.ask(cell, 'billing.cancel', as(person, goodRequest('billing.cancel')));
  return person;
}

/** The call ends with a subscription. */
function toSubscribe(cell: Cell, person: Person): Partial<Act> {
  return { judge: () => isSubscribed(cell, person) };
}

/** Each attempt to sign in counts once: after a fault people begin another. */
async function signIn(product: Product, cell: Cell): Promise<Act> {
  const sub = randomUUID();
  const attempt = () => comeBack(product, cell, sub);
  return {
    request: await attempt(),
    again: attempt,
    judge: async () => {
      const profile = await profileOf(cell, sub);
      return profile ? [] : ['The answer reports success, and the person is not signed in'];
    },
  };
}

/** The answer is a page either way. Only a confirmed one has the cookie. */
async function confirm(product: Product, cell: Cell): Promise<Act> {
  const attempt = () => comeBack(product, cell, randomUUID(), { confirm: 'email' });
  return { request: await attempt(), again: attempt };
}

/** From the login's pages, with a code. */
async function comeBack(product: Product, cell: Cell, sub: string, query = {}): Promise<Request> {
  const visitor: Person = { ...newGuest(), cookies: [] };
  const begun = await product.ask(cell, 'auth.login', { ...goodRequest('auth.login'), query });
  const { searchParams } = new URL(String(begun.headers.location));
  const [challenge, client, state] = ['code_challenge', 'client_id', 'state'].map(
    (name) => searchParams.get(name) ?? '',
  );
  const email = `${canary(5)}@parley.example`;
  const code = product.issuer.issueCode(challenge ?? '', { sub, email }, client);
  const cookies = cookiesAfter(visitor, begun);
  return { ...goodRequest('auth.callback'), query: { code, state: state ?? '' }, cookies };
}

function translationOf(name: string, who: Who): Scene {
  return {
    name,
    prepare: async (product, cell) => {
      const person = await who(product, cell);
      const body = { text: `the house ${canary(6)}`, sourceLanguage: 'en-US', targetLanguage: 'es' };
      return translation(person, body);
    },
  };
}

function translation(person: Person, body: object): Act {
  const headers = { 'idempotency-key': randomUUID() };
  const request = as(person, { ...goodRequest('translation.translate'), headers, body });
  return { person, request, counts: 'a translation' };
}

/** The stream's only part is there before it begins. What a failed stream leaves is the sweeping job's. */
async function listenToSilence(world: Product, cell: Cell): Promise<Act> {
  const person = await newPremium(world, cell);
  let stream = '';
  const request = async () => {
    stream = randomUUID();
    await putSpeech(cell, `${person.partition}#${stream}`, 'CHUNK#000', soon(), {
      sequence: 0,
      audio: Buffer.alloc(8_000, 0xff),
      isLast: true,
    });
    return as(person, { ...goodRequest('speech.listen'), body: { stream, language: 'en-US' } });
  };
  return {
    person,
    request: await request(),
    again: request,
    counts: 'seconds',
    judge: () => isSpeechGone(cell, `${person.partition}#${stream}`),
  };
}

async function sendSilence(world: Product, cell: Cell): Promise<Act> {
  const person = await newPremium(world, cell);
  const stream = randomUUID();
  await putSpeech(cell, `${person.partition}#${stream}`, 'STATE', soon(), {
    isOpen: true,
    transcript: '',
    heardSeconds: 0,
    interim: '',
    spokenSeconds: 0,
  });
  const form = recordingForm(Buffer.alloc(16_000), { stream, sequence: '0' });
  return { person, request: as(person, { ...goodRequest('speech.send-chunk'), ...form }) };
}

async function leaveSpeech(_product: Product, cell: Cell): Promise<Act> {
  const { partition } = newGuest();
  await putSpeech(cell, `${partition}#${randomUUID()}`, 'CHUNK#000', 1, { audio: Buffer.alloc(8_000) });
  return { request: jobRequest, judge: () => isSpeechGone(cell, partition) };
}

async function putSpeech(
  cell: Cell,
  pk: string,
  sk: string,
  expiresAt: number,
  fields: object,
): Promise<void> {
  await cell.place.documents.send(
    new PutCommand({ TableName: 'speech', Item: { pk, sk, expiresAt, ...fields } }),
  );
}

async function isSpeechGone(cell: Cell, partition: string): Promise<string[]> {
  const { Items = [] } = await cell.place.documents.send(new ScanCommand({ TableName: 'speech' }));
  const isLeft = Items.some(({ pk, sk }) => String(pk).startsWith(partition) && sk !== 'STATE');
  return isLeft ? ['Audio is left in the store'] : [];
}

function soon(): number {
  return Math.ceil(Date.now() / 1_000) + 60;
}

function kept(endpoint: EndpointId): Scene {
  return {
    name: '',
    prepare: async (product, cell) => {
      const person = await newPremium(product, cell);
      const { id, ...texts } = entry();
      const Item = { pk: person.partition, sk: `HISTORY#${id}`, ...texts, fingerprint: '', searchText: '' };
      await cell.place.documents.send(new PutCommand({ TableName: 'users', Item }));
      return { person, request: as(person, goodRequest(endpoint, id)), orAgain: 404 };
    },
  };
}

function entry() {
  return { ...keptTranslation(), text: canary(7), translatedText: canary(8) };
}

/** Stripe tells of an event of a person. */
function told(type: string, who: Who): Scene {
  return {
    name: type,
    prepare: async (product, cell) => {
      const person = await who(product, cell);
      const { customerId } = (await profileOf(cell, person.id)) ?? {};
      const request = await wordOf(cell, type, customerId);
      if (!request) throw new Error(`Stripe knows nothing of a ${type}`);
      return { person, request, judge: () => isSubscribed(cell, person) };
    },
  };
}

/** As Stripe sends it; undefined where there is no such thing to tell of a customer. */
async function wordOf(cell: Cell, type: string, customerId: unknown): Promise<Request | undefined> {
  const { data } = await cell.place.stripe.events.list({ types: [type], limit: 100 });
  const event = data.find(
    ({ data: { object } }) => (object as { customer?: unknown }).customer === customerId,
  );
  if (!event) return undefined;
  const body = JSON.stringify(event);
  const signature = Stripe.webhooks.generateTestHeaderString({
    payload: body,
    secret: cell.place.keys.webhookSecret,
  });
  return webhookRequest(body, signature);
}

async function tellOfEnd(product: Product, cell: Cell, customerId: unknown): Promise<void> {
  const word = await wordOf(cell, 'customer.subscription.deleted', customerId);
  if (word) await product.ask(product.newCell(cell.place), 'billing.webhook', word);
}

async function isSubscribed(cell: Cell, person: Person): Promise<string[]> {
  const profile = await profileOf(cell, person.id);
  const { isPremium = false, status = 'none' } = (profile?.subscription ?? {}) as {
    isPremium?: boolean;
    status?: string;
  };
  return isPremium && status === 'active' ? [] : [`What was bought is not there: ${status}`];
}

async function isForgotten(product: Product, cell: Cell, person: Person): Promise<string[]> {
  const left = (await everything(cell, 'users')).filter(({ pk }) => pk === person.partition);
  return [
    ...(left.length > 0 ? ['Something of the account is left'] : []),
    ...(product.issuer.deleted.has(person.id) ? [] : ['The login still knows them']),
  ];
}

export async function profileOf(cell: Cell, userId: string): Promise<Record<string, unknown> | undefined> {
  const Key = { pk: `USER#${userId}`, sk: 'PROFILE' };
  return (await cell.place.documents.send(new GetCommand({ TableName: 'users', Key, ConsistentRead: true })))
    .Item;
}

async function everything(cell: Cell, table: 'users' | 'usage') {
  return (
    (await cell.place.documents.send(new ScanCommand({ TableName: table, ConsistentRead: true }))).Items ?? []
  );
}

const dayMs = 86_400_000;
const jobRequest: Request = { method: 'GET', path: '/' };

/** Three people have used something on the one day that is to be closed. */
async function useYesterday(product: Product, cell: Cell): Promise<Act> {
  const then = Date.now() - 2 * dayMs;
  const { documents } = cell.place;
  for (let user = 0; user < 3; user += 1) {
    const counters = buildCounterKey(await newUser(product, cell).then(callerOf), then);
    // Each in a part of the index of its own, so that every run makes the same calls.
    const Item = { ...counters, utcDay: `${toDay(then)}#${user}`, used: 2, characters: 10 };
    await documents.send(new PutCommand({ TableName: 'usage', Item }));
  }
  return {
    request: jobRequest,
    judge: async () => {
      const Key = { pk: 'STATS', sk: `DAY#${toDay(then)}` };
      const { Item = {} } = await documents.send(new GetCommand({ TableName: 'users', Key }));
      const left = (await everything(cell, 'usage')).filter(({ sk }) => sk === toDay(then));
      const { users, translations, characters } = Item.dayUsage ?? {};
      const sums = [users, translations, characters].join();
      return [
        ...(sums === '3,6,30' ? [] : [`Three people, 6 translations and 30 characters came to ${sums}`]),
        ...(left.length > 0 ? [`${left.length} counters are left`] : []),
      ];
    },
  };
}

function callerOf({ id, email }: Person): Parameters<typeof buildCounterKey>[0] {
  return { kind: 'free', userId: id, profile: { email } } as Parameters<typeof buildCounterKey>[0];
}

/** Somebody has given a card, and Stripe's word of it has not come. */
async function missSignals(product: Product, cell: Cell): Promise<Act> {
  const person = await newBuyer(product, cell);
  return { person, request: jobRequest, judge: () => isSubscribed(cell, person) };
}

/** Three people whose first visit is not counted yet. */
async function leaveOutboxes(product: Product, cell: Cell): Promise<Act> {
  const today = toDay(Date.now());
  const { documents } = cell.place;
  const Item = { pk: 'STATS', sk: 'TOTALS', users: 7 };
  await documents.send(new PutCommand({ TableName: 'users', Item }));
  for (let each = 0; each < 3; each++) {
    await newUser(product, cell, { outbox: { [`SIGNUP#${ulid()}`]: new Date().toISOString() } });
  }
  return {
    request: jobRequest,
    judge: async () => {
      const read = async (sk: string) =>
        (await documents.send(new GetCommand({ TableName: 'users', Key: { pk: 'STATS', sk } }))).Item;
      const counted = [(await read('TOTALS'))?.users, (await read(`DAY#${today}`))?.signups].join();
      return counted === '3,3' ? [] : [`Three new people came to ${counted}`];
    },
  };
}

type Who = (product: Product, cell: Cell) => Promise<Person>;
type Request = Parameters<Product['ask']>[2];
