import { randomUUID } from 'node:crypto';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2, Context } from 'aws-lambda';
import Stripe from 'stripe';
import type { Account } from '../../../../infra/local/stripe/account/account.ts';
import { verifySetup } from '../../../../infra/local/stripe/cards/setup-intents.ts';
import { StripeError } from '../../../../infra/local/stripe/errors.ts';
import { chanceFrom } from '../../../support/chance.ts';
import { apiEvent, lambdaContext, siteOrigin } from '../../../support/handlers/event.ts';
import { scanAll } from '../../../support/parley/local.ts';
import { profileOf } from '../../../support/people/profiles.ts';
import { webhookRequest } from '../../../support/stripe/webhook.ts';
import { type Letter, openMail, type Ways } from './mail.ts';

/** One account at Stripe, and the people who deal with it through the product. */
export type Scene = ReturnType<typeof createScene>;

export interface Person {
  readonly name: string;
  readonly id: string;
  readonly box: string;
  readonly cookies: string[];
  hasLeft: boolean;
}

interface Item extends Record<string, unknown> {
  readonly pk: string;
  readonly sk: string;
}

interface Answer {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: each step knows what it asked for
  readonly body: any;
}

export interface Props {
  readonly account: Account;
  readonly stripe: Stripe;
  readonly webhookSecret: string;
  readonly handlers: Handlers;
  readonly documents: DynamoDBDocumentClient;
  readonly faults: () => readonly string[];
  /** Sends a form of Stripe's portal. @returns the next page as HTML, '' after a redirect */
  submit(portal: string, fields: Record<string, string>): Promise<string>;
  mintToken(claims: Record<string, unknown>): Promise<string>;
  /** @param to seconds since 1970 */
  moveClocks(to: number): Promise<void>;
}

export interface Handlers {
  readonly endpoints: Record<Callable | 'webhook', Handler>;
  readonly job: JobHandler;
  readonly recount: JobHandler;
}

type JobHandler = (event: unknown, context: Context) => Promise<void>;

type Callable =
  | 'status'
  | 'create'
  | 'cancel'
  | 'reactivate'
  | 'preview'
  | 'change'
  | 'apply'
  | 'portal'
  | 'remove';

type Handler = (
  event: APIGatewayProxyEventV2,
  context: Context,
) => Promise<APIGatewayProxyStructuredResultV2>;

export function createScene(props: Props, seed: number, ways: Ways) {
  const { account, stripe, handlers, documents } = props;
  const people = new Map<string, Person>();
  const chance = chanceFrom(seed);
  const crashes: string[] = [];

  async function post(event: object): Promise<number> {
    const payload = JSON.stringify(event);
    const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret: props.webhookSecret });
    const answer = await handlers.endpoints.webhook(
      apiEvent(webhookRequest(payload, signature)),
      lambdaContext(),
    );
    if (answer.statusCode === 500) crashes.push(`a webhook crashes: ${payload}`);
    return answer.statusCode ?? 0;
  }

  const runJob = () => handlers.job({}, lambdaContext(900_000));
  const mail = openMail(account, chance, ways, post);

  return {
    account,
    stripe,
    people: people as ReadonlyMap<string, Person>,
    chance,
    /** SetupIntents whose buyers agreed to be charged at once. */
    agreed: new Set<string>(),
    /** Amounts of a payment with a code, by the SetupIntents of their forms. */
    shown: new Map<string, number>(),
    /** Findings on the way. */
    crashes,
    mail,
    ways,
    faults: props.faults,
    /** @param options.box people with the same letter box are one person */
    add: async (name: string, options: { email?: string; box?: string } = {}) => {
      const { email = `${name}@parley.example`, box = name } = options;
      const id = randomUUID();
      await documents.send(new PutCommand({ TableName: 'users', Item: profileOf(id, { email }) }));
      const token = await props.mintToken({ sub: id, exp: latest });
      const cookies = [`__Host-parley_access=${token}`, 'parley_signed_in=1'];
      const person = { name, id, box, cookies, hasLeft: false };
      people.set(name, person);
      return person;
    },
    call: async (endpoint: Callable, { name, cookies }: Person, body?: object): Promise<Answer> => {
      const [method, path] = places[endpoint];
      const event = apiEvent({ method, path, cookies, ...(method === 'POST' && { body: body ?? {} }) });
      const answer = await handlers.endpoints[endpoint](event, lambdaContext());
      if (answer.statusCode === 500) crashes.push(`${name}’s call of “${endpoint}” crashes: ${answer.body}`);
      return { status: answer.statusCode ?? 0, body: JSON.parse(answer.body ?? 'null') };
    },
    /** Fills in Stripe's form; without a number, uses the saved card. */
    giveCard: async (clientSecret: string, given: { number?: string; isProven?: boolean }) => {
      const { number, isProven = true } = given;
      const id = clientSecret.split('_secret_')[0] ?? '';
      const card = { number, exp_month: 12, exp_year: 2_035, cvc: '123' };
      // Stripe's form asks for the country.
      const billing_details = { address: { country: 'US', postal_code: '10001' } };
      const data = {
        type: 'card',
        card,
        billing_details,
      } as Stripe.SetupIntentConfirmParams.PaymentMethodData;
      try {
        const method = number === undefined ? {} : { payment_method_data: data };
        const intent = await stripe.setupIntents.confirm(id, { return_url: siteOrigin, ...method });
        if (intent.status === 'requires_action') verifySetup(account, id, clientSecret, isProven);
      } catch (error) {
        // The card is declined, or an open form belongs to a finished attempt.
        if (!(error instanceof Stripe.errors.StripeError || error instanceof StripeError)) throw error;
      }
    },
    submit: props.submit,
    /** Moves all clocks, and stops where something is due at Stripe. */
    pass: async (seconds: number) => {
      const end = account.now() + seconds;
      while (account.now() < end) {
        await props.moveClocks(Math.min(end, account.now() + tenDaysSeconds));
        mail.collect();
        // Stripe forgets events after 30 days, so the job has to run before.
        const isOld = ({ event }: Letter) => event.created < account.now() - tenDaysSeconds;
        if (ways.toldBy === 'the nightly job' && mail.lost().some(isOld)) {
          await runJob().catch(() => {});
        }
      }
    },
    runJob,
    recount: () => handlers.recount({}, lambdaContext(900_000)),
    items: () => scanAll<Item>(documents, 'users'),
  };
}

const tenDaysSeconds = 10 * 86_400;

const latest = 4_102_444_800;

const places = {
  status: ['GET', '/api/subscription-status'],
  create: ['POST', '/api/create-subscription'],
  cancel: ['POST', '/api/cancel-subscription'],
  reactivate: ['POST', '/api/reactivate-subscription'],
  preview: ['POST', '/api/preview-plan-change'],
  change: ['POST', '/api/change-plan'],
  apply: ['POST', '/api/apply-code'],
  portal: ['POST', '/api/billing-portal'],
  remove: ['DELETE', '/api/account'],
} as const satisfies Record<Callable, readonly [string, string]>;
