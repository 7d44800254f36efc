import {
  type Account,
  type ApiCall,
  type Listing,
  type Objects,
  type Route,
  StripeFault,
} from './account.ts';
import { outcomeOfSetUp, readCardDetails } from './cards.ts';
import { declined } from './declined.ts';
import { readWords } from './form.ts';
import {
  createdParameters,
  invalid,
  isCreatedWithin,
  mergeMetadata,
  noSuch,
  notModelled,
  readBoolean,
  readParameters,
  readWord,
} from './parameters.ts';
import { attach, newCard, usablePaymentMethod } from './payment-methods.ts';

/** A card is saved for later: asked for, given, where needed authenticated, and then its customer's. */
export const setupIntentRoutes: readonly Route[] = [
  { method: 'POST', path: '/v1/setup_intents', run: createSetupIntent },
  { method: 'GET', path: '/v1/setup_intents', run: listSetupIntents },
  { method: 'GET', path: '/v1/setup_intents/{id}', run: retrieveSetupIntent },
  { method: 'POST', path: '/v1/setup_intents/{id}', run: updateSetupIntent },
  { method: 'POST', path: '/v1/setup_intents/{id}/confirm', run: confirmSetupIntent },
  { method: 'POST', path: '/v1/setup_intents/{id}/cancel', run: cancelSetupIntent },
];

type SetupIntent = Objects['setup_intent'];

/**
 * Ends the challenge of 3-D Secure, as the holder's bank does.
 *
 * @throws StripeFault where there is none under way
 */
export function authenticate(account: Account, id: string, secret: unknown, succeeds: boolean): SetupIntent {
  const intent = setupIntentBy(account, id);
  requireSecret(intent, typeof secret === 'string' ? secret : '');
  if (intent.status !== 'requires_action')
    throw unexpected(intent, 'authenticate', `its status is ${intent.status}`);
  requireCustomer(account, intent);
  const card = account.find('payment_method', intent.payment_method ?? '');
  if (succeeds && card) return succeed(account, intent, card);
  fail(account, intent, card, {
    type: 'invalid_request_error',
    code: 'setup_intent_authentication_failure',
    message:
      'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
  });
  return intent;
}

/** @throws StripeFault for another's secret */
function requireSecret({ client_secret }: SetupIntent, given: string): void {
  if (given === client_secret) return;
  throw invalid(
    'The client_secret provided does not match the client_secret associated with the SetupIntent.',
    'client_secret',
  );
}

function createSetupIntent({ account, params }: ApiCall): SetupIntent {
  const { types, rest } = typesIn(params);
  const given = readParameters(rest, [...fields, ...automaticFields, 'usage', 'confirm', ...confirmFields]);
  const id = account.newId('seti');
  const intent: SetupIntent = {
    id,
    object: 'setup_intent',
    allowed_payment_method_types: types ?? null,
    application: null,
    automatic_payment_methods: { allow_redirects: readRedirects(given), enabled: true },
    cancellation_reason: null,
    client_secret: `${id}_secret_${account.newId('').slice(1)}`,
    created: account.now(),
    customer: null,
    customer_account: null,
    description: null,
    excluded_payment_method_types: null,
    flow_directions: null,
    last_setup_error: null,
    latest_attempt: null,
    livemode: false,
    mandate: null,
    metadata: {},
    next_action: null,
    on_behalf_of: null,
    payment_method: null,
    payment_method_configuration_details: null,
    payment_method_options: {
      card: { mandate_options: null, network: null, request_three_d_secure: 'automatic' },
    },
    payment_method_types: ['card'],
    single_use_mandate: null,
    status: 'requires_payment_method',
    usage: readWord(given.usage, 'usage', ['off_session', 'on_session']) ?? 'off_session',
    ...changesOf(account, given, params.metadata, {}),
  };
  intent.status = intent.payment_method ? 'requires_confirmation' : 'requires_payment_method';
  const isConfirmed = readBoolean(given.confirm, 'confirm') ?? false;
  for (const name of confirmFields) {
    if (given[name] !== undefined && !isConfirmed) {
      throw invalid(`You can only provide ${name} when confirming.`, name);
    }
  }
  account.save('setup_intent', intent);
  account.emit('setup_intent.created', intent);
  return isConfirmed ? confirm(account, intent, given) : intent;
}

function listSetupIntents({ account, params }: ApiCall): Listing {
  const given = readParameters(params, ['customer', 'payment_method', ...createdParameters]);
  const data = account
    .all('setup_intent')
    .filter(({ customer }) => given.customer === undefined || customer === given.customer)
    .filter(
      ({ payment_method }) => given.payment_method === undefined || payment_method === given.payment_method,
    )
    .filter(({ created }) => isCreatedWithin(created, given));
  return { object: 'list', data: data.toReversed() };
}

function retrieveSetupIntent({ account, path, params }: ApiCall): SetupIntent {
  const { client_secret } = readParameters(params, ['client_secret']);
  const intent = setupIntentBy(account, path.id);
  if (client_secret !== undefined) requireSecret(intent, client_secret);
  return intent;
}

function updateSetupIntent({ account, path, params }: ApiCall): SetupIntent {
  const { types, rest } = typesIn(params);
  const given = readParameters(rest, fields);
  const intent = setupIntentBy(account, path.id);
  const isOver = intent.status === 'succeeded' || intent.status === 'canceled';
  if (isOver && (given.customer ?? given.payment_method) !== undefined) {
    throw unexpected(intent, 'update', `its status is ${intent.status}`);
  }
  Object.assign(intent, changesOf(account, given, params.metadata, intent));
  if (types) intent.allowed_payment_method_types = types;
  if (given.payment_method !== undefined) {
    Object.assign(intent, { status: 'requires_confirmation', next_action: null });
  }
  account.save('setup_intent', intent);
  return intent;
}

function confirmSetupIntent({ account, path, params }: ApiCall): SetupIntent {
  const { payment_method_data: data, ...others } = params;
  const given = readParameters(others, ['client_secret', 'payment_method', ...confirmFields]);
  const intent = setupIntentBy(account, path.id);
  if (given.client_secret !== undefined) requireSecret(intent, given.client_secret);
  return confirm(account, intent, given, data);
}

function cancelSetupIntent({ account, path, params }: ApiCall): SetupIntent {
  const { cancellation_reason: reason } = readParameters(params, ['cancellation_reason']);
  const intent = setupIntentBy(account, path.id);
  if (intent.status === 'succeeded' || intent.status === 'canceled') {
    throw unexpected(intent, 'cancel', `its status is ${intent.status}`);
  }
  Object.assign(intent, {
    status: 'canceled',
    next_action: null,
    cancellation_reason:
      readWord(reason, 'cancellation_reason', ['abandoned', 'duplicate', 'requested_by_customer']) ?? null,
  });
  account.save('setup_intent', intent);
  account.emit('setup_intent.canceled', intent);
  return intent;
}

/** @param data `payment_method_data`: a card as the holder has typed it */
function confirm(
  account: Account,
  intent: SetupIntent,
  given: { payment_method?: string; return_url?: string; use_stripe_sdk?: string },
  data?: unknown,
): SetupIntent {
  if (intent.status === 'succeeded') throw unexpected(intent, 'confirm', 'it has already succeeded');
  if (intent.status === 'canceled') throw unexpected(intent, 'confirm', 'it has been canceled');
  readBoolean(given.use_stripe_sdk, 'use_stripe_sdk');
  requireReturnUrl(intent, given.return_url);
  requireCustomer(account, intent);
  const card =
    data === undefined
      ? usablePaymentMethod(account, requireCard(intent, given.payment_method), intent.customer)
      : typedCard(account, data);

  intent.payment_method = card.id;
  intent.latest_attempt = account.newId('setatt');
  intent.next_action = null;
  const { outcome, asksAtSetUp } = outcomeOfSetUp(card);
  if (!outcome.ok) {
    const { status, body } = declined(outcome);
    fail(account, intent, card, body);
    throw new StripeFault(status, {
      ...body,
      payment_method: structuredClone(card),
      setup_intent: structuredClone(intent),
    });
  }
  if (!asksAtSetUp) return succeed(account, intent, card);
  Object.assign(intent, {
    status: 'requires_action',
    last_setup_error: null,
    next_action: { type: 'use_stripe_sdk', use_stripe_sdk: { type: 'three_d_secure_redirect' } },
  });
  account.save('setup_intent', intent);
  account.emit('setup_intent.requires_action', intent);
  return intent;
}

function succeed(account: Account, intent: SetupIntent, card: Objects['payment_method']): SetupIntent {
  if (card.card?.checks?.cvc_check) card.card.checks.cvc_check = 'pass';
  account.save('payment_method', card);
  if (intent.customer !== null) attach(account, card, intent.customer);
  Object.assign(intent, { status: 'succeeded', next_action: null, last_setup_error: null });
  account.save('setup_intent', intent);
  account.emit('setup_intent.succeeded', intent);
  return intent;
}

/** The holder may try again, with the same card or another. */
function fail(
  account: Account,
  intent: SetupIntent,
  card: Objects['payment_method'] | undefined,
  error: StripeFault['body'],
): void {
  Object.assign(intent, {
    status: 'requires_payment_method',
    payment_method: null,
    next_action: null,
    last_setup_error: structuredClone({ ...error, payment_method: card, payment_method_type: 'card' }),
  });
  account.save('setup_intent', intent);
  account.emit('setup_intent.setup_failed', intent);
}

const fields = ['customer', 'payment_method', 'description', 'metadata'] as const;
const automaticFields = [
  'automatic_payment_methods[enabled]',
  'automatic_payment_methods[allow_redirects]',
] as const;
const confirmFields = ['return_url', 'use_stripe_sdk'] as const;

/** Cards are all that is modelled. */
function typesIn(params: ApiCall['params']) {
  const { allowed_payment_method_types, ...rest } = params;
  const types = readWords(allowed_payment_method_types, 'allowed_payment_method_types');
  const other = types?.find((each) => each !== 'card');
  if (other) throw notModelled(`the payment method ${other}`, 'allowed_payment_method_types');
  return { types, rest };
}

/** Stripe chooses what is offered, among what is allowed. */
function readRedirects(given: Partial<Record<(typeof automaticFields)[number], string>>) {
  const [enabled, redirects] = automaticFields;
  if (readBoolean(given[enabled], enabled) === false) throw notModelled('other than automatic', enabled);
  return readWord(given[redirects], redirects, ['always', 'never']) ?? 'always';
}

function changesOf(
  account: Account,
  given: Partial<Record<(typeof fields)[number], string>>,
  metadata: unknown,
  before: { customer?: string | null; metadata?: SetupIntent['metadata'] },
): Partial<SetupIntent> {
  const customer = given.customer ?? before.customer ?? null;
  if (given.customer !== undefined && !account.find('customer', given.customer)) {
    throw noSuch('customer', given.customer, 'customer');
  }
  return {
    ...(given.customer !== undefined && { customer: given.customer }),
    ...(given.payment_method !== undefined && {
      payment_method: usablePaymentMethod(account, given.payment_method, customer).id,
    }),
    ...(given.description !== undefined && { description: given.description || null }),
    metadata: mergeMetadata(before.metadata ?? {}, metadata),
  };
}

/** A card never leads away from the page; other methods might, where they are allowed. */
function requireReturnUrl(intent: SetupIntent, url: string | undefined): void {
  if (url !== undefined && !/^https?:$/.test(URL.parse(url)?.protocol ?? '')) {
    throw invalid('Not a valid URL', 'return_url', 'url_invalid');
  }
  const mayLeadAway =
    intent.allowed_payment_method_types === null &&
    intent.automatic_payment_methods?.allow_redirects !== 'never';
  if (mayLeadAway && url === undefined) {
    throw invalid(
      'This SetupIntent is configured to accept payment methods that might redirect your customer off of your ' +
        'page: you must provide a `return_url`, or set automatic_payment_methods[allow_redirects] to never.',
      'return_url',
    );
  }
}

/** It may have been deleted meanwhile. */
function requireCustomer(account: Account, { customer }: SetupIntent): void {
  if (customer !== null && !account.find('customer', customer))
    throw noSuch('customer', customer, 'customer');
}

function requireCard(intent: SetupIntent, given: string | undefined): string {
  const id = given ?? intent.payment_method;
  if (id) return id;
  throw unexpected(intent, 'confirm', 'it is missing a payment method');
}

function typedCard(account: Account, data: unknown): Objects['payment_method'] {
  const prefix = 'payment_method_data[card]';
  const names = ['number', 'exp_month', 'exp_year', 'cvc'] as const;
  const given = readParameters({ payment_method_data: data }, [
    'payment_method_data[type]',
    ...names.map((name) => `${prefix}[${name}]` as const),
  ]);
  readWord(given['payment_method_data[type]'] ?? '', 'payment_method_data[type]', ['card']);
  const typed = Object.fromEntries(names.map((name) => [name, given[`${prefix}[${name}]`]]));
  return newCard(account, readCardDetails(typed, prefix, account.now()));
}

function setupIntentBy(account: Account, id = ''): SetupIntent {
  const intent = account.find('setup_intent', id);
  if (!intent) throw noSuch('setupintent', id);
  return intent;
}

function unexpected(intent: SetupIntent, verb: string, why: string): StripeFault {
  return new StripeFault(400, {
    type: 'invalid_request_error',
    code: 'setup_intent_unexpected_state',
    message: `You cannot ${verb} this SetupIntent because ${why}.`,
    setup_intent: structuredClone(intent),
  });
}
