import { randomUUID } from 'node:crypto';
import { DeleteCommand, PutCommand, ScanCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import Stripe from 'stripe';
import { ulid } from 'ulid';
import type { ProfileItem } from '../../../functions/tables/users.ts';
import type { EndpointId } from '../../../shared/api/index.ts';
import { jobNames } from '../../../shared/jobs.ts';
import { phrases } from '../../../shared/phrases.ts';
import { defaultSettings } from '../../../shared/settings.ts';
import { wavOf } from '../../support/audio/wav.ts';
import type { ApiRequest } from '../../support/handlers/event.ts';
import { keptTranslation, recordingForm } from '../../support/handlers/good-calls.ts';
import type { ProviderCall } from '../../support/parley/provider-proxy.ts';
import { amex, giveCard, mastercard, poorCard, visa } from '../../support/people/cards.ts';
import { profileOf } from '../../support/people/profiles.ts';
import type { Deployment } from './deployment.ts';

/** Makes every function call AWS, once for every reason that it has to. @returns unexpected answers */
export async function visitAll(deployment: Deployment): Promise<string[]> {
  const surprises: string[] = [];
  for (const visit of [
    signIn,
    translate,
    keepHistory,
    speak,
    prefer,
    look,
    buy,
    endCustomers,
    leave,
    reachCeilings,
    runJobs,
  ]) {
    await visit(people(deployment, surprises)).catch((error: unknown) => {
      surprises.push(`${visit.name}: ${error}`);
    });
  }
  return surprises;
}

async function signIn({ ask, guest, meanwhile, issuer, put }: People): Promise<void> {
  const visitor = await guest();
  await ask('settings.save', 200, visitor, { body: { ...defaultSettings, speechRate: 15 } });
  const sub = randomUUID();
  const begun = await begin();
  await comeBack(begun, [...visitor, begun.cookie]);
  const again = await begin();
  const cookies = await comeBack(again, [again.cookie]);
  await ask('auth.user', 200, cookies);
  await ask('auth.logout', 302, cookies, { headers: { 'sec-fetch-mode': 'navigate' } });
  // A concurrent request makes the profile between the look-up and the write.
  const rival = await begin();
  const other = randomUUID();
  meanwhile(isAbout('PutItem', `USER#${other}`), () => put('users', profileOf(other)));
  await comeBack(rival, [rival.cookie], other);
  await ask('system.not-found', 404, []);
  await ask('system.health', 200, []);
  await ask('android.setup', 400, [], { body: {} });

  async function begin() {
    const { headers, cookies = [] } = await ask('auth.login', 302, []);
    const { searchParams } = new URL(String(headers?.location));
    const [state = '', challenge = ''] = ['state', 'code_challenge'].map(
      (name) => searchParams.get(name) ?? '',
    );
    return { state, challenge, cookie: nameAndValue(cookies.find((each) => each.includes(state)) ?? '') };
  }

  async function comeBack({ state, challenge }: Begun, cookies: Cookies, id = sub): Promise<Cookies> {
    const query = { state, code: issuer.issueCode(challenge, { sub: id }) };
    const answer = await ask('auth.callback', 200, cookies, { query });
    const session = (answer.cookies ?? [])
      .map(nameAndValue)
      .filter((each) => /access|refresh|signed/.test(each));
    if (session.length < 3) throw new Error('The callback gave no session.');
    return session;
  }
}

async function translate({ ask, guest, user, premium, goes }: People): Promise<void> {
  const visitor = await guest();
  const text = (body: object, id: string = randomUUID()) => ({
    headers: { 'idempotency-key': id },
    body: { text: 'Good morning', sourceLanguage: 'en-US', targetLanguage: 'es-ES', ...body },
  });
  const phrase = phrases.find(({ language }) => language === 'en-US') ?? phrases[0];
  const known = { text: phrase?.text, sourceLanguage: phrase?.language, targetLanguage: 'fr' };
  await ask('translation.translate', 200, visitor, text(known));
  await ask('translation.translate', 200, visitor, text(known));
  await ask('translation.translate', 200, visitor, text({ sourceLanguage: 'auto' }));
  await ask('translation.translate', 429, visitor, text({}));
  const free = await user();
  for (let count = 0; count < 10; count += 1) await ask('translation.translate', 200, free.cookies, text({}));
  await ask('translation.translate', 429, free.cookies, text({}));
  const rich = await user(premium);
  const id = ulid();
  await ask('translation.translate', 200, rich.cookies, text({}, id));
  await ask('translation.translate', 409, rich.cookies, text({ text: 'Another' }, id));
  const leaving = await user(premium);
  goes(leaving.id, 'PutItem');
  await ask('translation.translate', 401, leaving.cookies, text({}));
  await ask('translation.phrases', 200, [], { query: { target: 'it' } });
}

async function keepHistory({ ask, user, premium, goes }: People): Promise<void> {
  const rich = await user(premium);
  const entry = keptTranslation();
  const { id } = entry;
  await ask('translation.keep', 200, rich.cookies, { body: { entries: [entry] } });
  await ask('translation.list', 200, rich.cookies);
  await ask('translation.search', 200, rich.cookies, { body: { query: 'morning' } });
  await ask('translation.star', 200, rich.cookies, { pathParameters: { id }, body: { isStarred: true } });
  await ask('translation.remove', 200, rich.cookies, { pathParameters: { id } });
  const leaving = await user(premium);
  goes(leaving.id, 'UpdateItem', 'HISTORY#');
  await ask('translation.keep', 401, leaving.cookies, { body: { entries: [entry] } });
}

async function speak({ ask, guest, user, premium, meanwhile }: People): Promise<void> {
  const rich = await user(premium);
  await ask('speech.synthesize', 200, rich.cookies, { body: { text: 'Hello', language: 'en-US' } });
  meanwhile(isPolly, async () => 'lost');
  await ask('speech.synthesize', 502, rich.cookies, { body: { text: 'Hello', language: 'en-US' } });
  const clip = recordingForm(wavOf(Buffer.alloc(32_000)));
  await ask('speech.transcribe', 200, await guest(), clip);
  await ask('speech.transcribe', 200, rich.cookies, clip);
  await ask('speech.transcribe', 200, (await user()).cookies, clip);
}

async function prefer({ ask, guest, user, goes }: People): Promise<void> {
  const visitor = await guest();
  const { id, cookies } = await user();
  const body = { ...defaultSettings, speechRate: 15 };
  for (const who of [visitor, cookies]) {
    await ask('settings.save', 200, who, { body });
    await ask('settings.read', 200, who);
  }
  goes(id, 'PutItem', 'SETTINGS');
  await ask('settings.save', 401, cookies, { body });
}

async function look({ ask, user, put }: People): Promise<void> {
  const { cookies } = await user();
  const startedAt = new Date().toISOString();
  await put('builds', { pk: 'BUILD#build', sk: `${startedAt}#a`, id: 'a', startedAt, status: 'success' });
  for (const id of ['analytics.overview', 'analytics.users', 'analytics.revenue'] as const) {
    await ask(id, 200, cookies);
  }
  for (const id of ['builds.overview', 'builds.metrics'] as const) await ask(id, 200, cookies);
}

async function buy({ ask, guest, user, subscribe, change, signal, outbox }: People): Promise<void> {
  await ask('billing.config', 200, []);
  await ask('billing.status', 200, await guest());
  await ask('billing.status', 200, (await user()).cookies);
  // The page asks before Stripe's event arrives.
  const buyer = await user();
  await outbox(buyer.id);
  await subscribe(buyer, visa);
  await ask('billing.status', 200, buyer.cookies);
  await ask('billing.portal', 200, buyer.cookies, { body: {} });
  await outbox(buyer.id);
  await ask('billing.cancel', 200, buyer.cookies, { body: {} });
  await outbox(buyer.id);
  await ask('billing.reactivate', 200, buyer.cookies, { body: {} });
  // The event arrives first.
  const other = await user();
  const intent = await subscribe(other, mastercard);
  await outbox(other.id);
  await signal('setup_intent.succeeded', intent);
  await signal('invoice.paid', await change.paid(other.id));
  // The event arrives after the next order.
  const third = await user();
  await subscribe(third, amex);
  await outbox(third.id);
  await ask('billing.create', 409, third.cookies, order);
}

async function endCustomers({ ask, user, subscribe, change, signal }: People): Promise<void> {
  const unknown = await user({ customerId: 'cus_gone' });
  await ask('billing.create', 200, unknown.cookies, order);
  const gone = await user();
  await subscribe(gone, undefined);
  const customer = await change.deleteCustomer(gone.id);
  await signal('customer.deleted', { id: customer, customer });
}

async function leave({ ask, guest, user, subscribe, put, outbox, exhaust }: People): Promise<void> {
  const visitor = await guest();
  const body = { text: 'Good morning', sourceLanguage: 'en-US', targetLanguage: 'es-ES' };
  await ask('settings.save', 200, visitor, { body: defaultSettings });
  await ask('translation.translate', 200, visitor, { body });
  await ask('account.export', 200, visitor);
  await ask('account.remove', 200, visitor);
  const { id, cookies } = await user();
  await subscribe({ id, cookies }, undefined);
  await ask('translation.translate', 200, cookies, { body });
  await put('users', { pk: `USER#${id}`, sk: 'SETTINGS', ...defaultSettings });
  await outbox(id);
  // Counters of a day that is over go with the account.
  await exhaust(/^USER#/, '2026-01-01');
  await ask('account.export', 200, cookies);
  await ask('account.remove', 200, cookies);
}

/** Whoever is refused is told by which ceiling, which is looked up. */
async function reachCeilings({ ask, guest, user, premium, exhaust }: People): Promise<void> {
  const [visitor, rich] = [await guest(), (await user(premium)).cookies];
  const clip = recordingForm(wavOf(Buffer.alloc(32_000)));
  const text = { body: { text: 'Good morning', sourceLanguage: 'en-US', targetLanguage: 'es-ES' } };
  const speech = { body: { text: 'Hello', language: 'en-US' } };
  for (const status of [200, 429]) {
    await ask('speech.transcribe', status, visitor, clip);
    await ask('speech.transcribe', status, rich, clip);
    await ask('speech.synthesize', status, rich, speech);
    await ask('translation.keep', status, rich, { body: { entries: [keptTranslation()] } });
    await ask('translation.translate', status, visitor, text);
    await ask('translation.translate', status, rich, text);
    if (status === 200) await exhaust(/^(USER|GUEST)#/);
  }
  await exhaust(/^ADDRESS#/);
  await ask('speech.transcribe', 429, visitor, clip);
  await ask('translation.translate', 429, await guest(), text);
}

async function runJobs({ run, user, put, outbox, change, subscribe }: People): Promise<void> {
  const day = dayBefore(1);
  // Without it, the jobs would start long ago.
  await put('users', { pk: 'STATS', sk: 'TOTALS', recountedThrough: day });
  for (const pk of ['USER#somebody', 'ADDRESS#somewhere', 'GUESTS', 'FREE']) {
    await put('usage', {
      pk,
      sk: day,
      used: 1,
      characters: 10,
      utcDay: day,
      expiresAt: 2e9,
    });
  }
  const { id } = await user();
  await outbox(id);
  const buyer = await user();
  await outbox(buyer.id);
  await subscribe(buyer, poorCard);
  const gone = await user();
  await subscribe(gone, undefined);
  await change.deleteCustomer(gone.id);
  await change.undeliver();
  for (const name of jobNames) await run(`jobs.${name}`);
}

function dayBefore(days: number): string {
  return new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
}

const order = { body: { priceId: 'parley_monthly' } };

function people(
  { ask, run, logged, issuer, documents, meanwhile, keys, stripe, stripeUrl }: Deployment,
  surprises: string[],
) {
  const known = async (id: string): Promise<string> => {
    const { data } = await stripe.customers.list({ limit: 100 });
    return data.find(({ metadata }) => metadata.userId === id)?.id ?? '';
  };
  const askFor = async (
    id: EndpointId,
    status: number,
    cookies: Cookies,
    request: Partial<ApiRequest> = {},
  ): Promise<APIGatewayProxyStructuredResultV2> => {
    const answer = await ask(id, { cookies, ...request });
    if (answer.statusCode !== status) {
      surprises.push(`${id} answered ${answer.statusCode}, not ${status}: ${answer.body} ${logged(id)}`);
    }
    return answer;
  };
  const put = async (table: string, item: object) =>
    void (await documents.send(new PutCommand({ TableName: table, Item: item })));
  const user = async (more: Partial<ProfileItem> = {}) => {
    const id = randomUUID();
    await put('users', { ...profileOf(id), ...more });
    return { id, cookies: [`__Host-parley_access=${await issuer.mint({ sub: id })}`] };
  };
  return {
    ask: askFor,
    run,
    issuer,
    put,
    user,
    meanwhile,
    premium: {
      subscription: {
        status: 'active',
        isPremium: true,
        plan: 'parley_monthly',
        trialEndsAt: null,
        endsAt: later,
      },
    } satisfies Partial<ProfileItem>,
    guest: async () => {
      const { cookies = [] } = await askFor('billing.status', 200, []);
      return cookies.map(nameAndValue);
    },
    /** All counters of these subjects are at their ceilings, or were on another day. */
    exhaust: async (pk: RegExp, day?: string) => {
      const { Items = [] } = await documents.send(new ScanCommand({ TableName: 'usage' }));
      const most = {
        used: 1e6,
        characters: 1e7,
        speechSeconds: 1e6,
        spokenCharacters: 1e7,
        keptCharacters: 1e7,
      };
      for (const item of Items.filter((each) => pk.test(each.pk)))
        await put('usage', { ...item, ...most, ...(day && { sk: day }) });
    },
    /** The account is deleted while something is written for it. */
    goes: (id: string, action: string, sk = '') =>
      meanwhile(
        (call) => isAbout(action, `USER#${id}`)(call) && `${call.body}`.includes(sk),
        () =>
          documents.send(new DeleteCommand({ TableName: 'users', Key: { pk: `USER#${id}`, sk: 'PROFILE' } })),
      ),
    /** An event is not yet entered into the ledger. */
    outbox: async (id: string) => {
      const entry = { [`SIGNUP#${ulid()}`]: new Date().toISOString() };
      await documents.send(
        new UpdateCommand({
          TableName: 'users',
          Key: { pk: `USER#${id}`, sk: 'PROFILE' },
          UpdateExpression: 'SET unentered = :entry',
          ExpressionAttributeValues: { ':entry': entry },
        }),
      );
    },
    /** Starts a subscription and gives the card, if any; Stripe sends no event. */
    subscribe: async ({ cookies }: Someone, card: string | undefined) => {
      const { body } = await askFor('billing.create', 200, cookies, order);
      const { clientSecret } = JSON.parse(body ?? '');
      const id = card
        ? await giveCard(stripeUrl, keys, clientSecret, card)
        : `${clientSecret}`.replace(/_secret_.*$/, '');
      return { id };
    },
    signal: async (type: string, object: { id: string; customer?: string }) => {
      const created = Math.floor(Date.now() / 1_000);
      const event = {
        id: `evt_${randomUUID()}`,
        object: 'event',
        type,
        livemode: false,
        created,
        data: { object },
      };
      const payload = JSON.stringify(event);
      const { webhookSecret } = keys;
      const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret: webhookSecret });
      const headers = { 'stripe-signature': signature, 'content-type': 'application/json' };
      await askFor('billing.webhook', 200, [], { body: payload, headers });
    },
    change: {
      deleteCustomer: async (id: string) => {
        const customerId = await known(id);
        await stripe.customers.del(customerId);
        return customerId;
      },
      paid: async (id: string) => {
        const { data } = await stripe.invoices.list({ customer: await known(id), limit: 1 });
        return { id: data[0]?.id ?? 'in_none', customer: await known(id) };
      },
      /** Leaves more undelivered subscriptions than fit on one page of Stripe's. */
      undeliver: async () => {
        const customer = await stripe.customers.create({ metadata: {} });
        const { data } = await stripe.prices.list({ lookup_keys: ['parley_monthly'] });
        const items = [{ price: data[0]?.id ?? '' }];
        for (let count = 0; count < 101; count += 1)
          await stripe.subscriptions.create({ customer: customer.id, items, trial_period_days: 7 });
      },
    },
  };
}

type People = ReturnType<typeof people>;
type Cookies = string[];

interface Someone {
  readonly id: string;
  readonly cookies: Cookies;
}

interface Begun {
  readonly state: string;
  readonly challenge: string;
  readonly cookie: string;
}

const later = '2099-01-01T00:00:00.000Z';

function nameAndValue(cookie: string): string {
  return cookie.split(';', 1)[0] ?? '';
}

function isPolly({ provider }: ProviderCall): boolean {
  return provider === 'polly';
}

function isAbout(action: string, partition: string) {
  return (call: ProviderCall) => call.action === action && `${call.body}`.includes(partition);
}
