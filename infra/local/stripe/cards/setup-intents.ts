import type { Account } from '../account/account.ts';
import { emit } from '../account/events.ts';
import type { Objects } from '../account/objects.ts';
import { invalid, StripeError } from '../errors.ts';
import { flag, metadata, oneOf, required, text } from '../parameters.ts';
import { type Route, route } from '../route.ts';
import { type CardDetails, checkExpiry, readCard } from './card-details.ts';
import { createCard, findUsableCard } from './payment-methods.ts';
import { declined, findTestCard } from './test-cards.ts';

export const setupIntentRoutes: readonly Route[] = [
  route(
    'POST /v1/setup_intents',
    {
      'allowed_payment_method_types[0]': required(oneOf('card')),
      customer: required(text),
      metadata,
      payment_method: text,
      usage: oneOf('off_session'),
    },
    ({ account, params }) => {
      const { customer, payment_method: card } = params;
      account.get('customer', customer, 'customer');
      const id = account.createId('seti');
      return account.create('setup_intent', {
        id,
        allowed_payment_method_types: ['card'],
        client_secret: `${id}_${account.createId('secret')}`,
        customer,
        metadata: params.metadata(),
        payment_method: card ? findUsableCard(account, card, customer).id : null,
        payment_method_types: ['card'],
        status: card ? 'requires_confirmation' : 'requires_payment_method',
        usage: 'off_session',
      });
    },
  ),
  route(
    'GET /v1/setup_intents/{id}',
    { client_secret: text },
    ({ account, id, params }) => findIntent(account, id, params.client_secret),
    { payment_method: 'payment_method' },
  ),
  route('POST /v1/setup_intents/{id}', { metadata }, ({ account, id, params }) => {
    const intent = findIntent(account, id);
    account.change('setup_intent', intent, { metadata: params.metadata(intent.metadata ?? {}) });
    return intent;
  }),
  route(
    'POST /v1/setup_intents/{id}/confirm',
    {
      client_secret: text,
      payment_method: text,
      payment_method_data: readCard,
      return_url: text,
      use_stripe_sdk: flag,
    },
    ({ account, id, params }) => {
      const intent = findIntent(account, id, params.client_secret);
      return confirm(account, intent, params.payment_method, params.payment_method_data);
    },
  ),
  route('POST /v1/setup_intents/{id}/cancel', {}, ({ account, id }) => {
    const intent = findIntent(account, id);
    checkOpen(intent, 'cancel');
    account.change('setup_intent', intent, { status: 'canceled', next_action: null });
    return intent;
  }),
];

type SetupIntent = Objects['setup_intent'];
type Card = Objects['payment_method'];

/** Records the result of 3-D Secure. @throws StripeError for a wrong secret, or if no authentication is pending */
export function verifySetup(account: Account, id: string, secret: unknown, isVerified: boolean): SetupIntent {
  const intent = findIntent(account, id, secret ?? null);
  if (intent.status !== 'requires_action') throw unexpected(intent, 'authenticate');
  checkCustomer(account, intent);
  const card = account.find('payment_method', intent.payment_method);
  if (isVerified && card) return succeed(account, intent, card);
  const message =
    'We are unable to authenticate your payment method. Please choose a different payment method and try again.';
  fail(account, intent, card, {
    type: 'invalid_request_error',
    code: 'setup_intent_authentication_failure',
    message,
  });
  return intent;
}

function findIntent(account: Account, id: string, secret?: unknown): SetupIntent {
  const intent = account.get('setup_intent', id);
  if (secret === undefined || secret === intent.client_secret) return intent;
  throw invalid(
    'The client_secret provided does not match the client_secret associated with the SetupIntent.',
    'client_secret',
  );
}

function confirm(
  account: Account,
  intent: SetupIntent,
  cardId: string | undefined,
  newCard: CardDetails | undefined,
): SetupIntent {
  checkOpen(intent, 'confirm');
  if (newCard) checkExpiry(newCard, account.now());
  checkCustomer(account, intent);
  const id = cardId ?? intent.payment_method;
  if (!newCard && !id) throw unexpected(intent, 'confirm');
  const card = newCard ? createCard(account, newCard) : findUsableCard(account, id ?? '', intent.customer);
  Object.assign(intent, { payment_method: card.id, next_action: null });
  const { setupOutcome, authenticatesAtSetUp } = findTestCard(card);
  if (!setupOutcome.ok) {
    const { status, body } = declined(setupOutcome);
    fail(account, intent, card, body);
    throw new StripeError(status, { ...body, setup_intent: structuredClone(intent) });
  }
  if (!authenticatesAtSetUp) return succeed(account, intent, card);
  account.change('setup_intent', intent, {
    status: 'requires_action',
    last_setup_error: null,
    next_action: { type: 'use_stripe_sdk', use_stripe_sdk: { type: 'three_d_secure_redirect' } },
  });
  return intent;
}

function succeed(account: Account, intent: SetupIntent, card: Card): SetupIntent {
  account.change('payment_method', card, { customer: intent.customer });
  const changes = { status: 'succeeded', next_action: null, last_setup_error: null } as const;
  account.change('setup_intent', intent, changes);
  emit(account, 'setup_intent.succeeded', intent);
  return intent;
}

function fail(
  account: Account,
  intent: SetupIntent,
  card: Card | undefined,
  error: StripeError['body'],
): void {
  Object.assign(intent, {
    status: 'requires_payment_method',
    payment_method: null,
    next_action: null,
    last_setup_error: structuredClone({ ...error, payment_method: card, payment_method_type: 'card' }),
  });
  account.save('setup_intent', intent);
  emit(account, 'setup_intent.setup_failed', intent);
}

function checkCustomer(account: Account, { customer }: SetupIntent): void {
  account.get('customer', customer ?? '', 'customer');
}

function checkOpen(intent: SetupIntent, verb: string): void {
  if (intent.status === 'succeeded' || intent.status === 'canceled') throw unexpected(intent, verb);
}

function unexpected(intent: SetupIntent, verb: string): StripeError {
  return new StripeError(400, {
    type: 'invalid_request_error',
    code: 'setup_intent_unexpected_state',
    message: `You cannot ${verb} this SetupIntent because its status is ${intent.status}.`,
    setup_intent: structuredClone(intent),
  });
}
