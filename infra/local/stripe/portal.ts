import type { Account, ApiCall, Listing, Objects, Route } from './account.ts';
import { apply } from './changes.ts';
import {
  invalid,
  mergeMetadata,
  noSuch,
  notModelled,
  readBoolean,
  readParameters,
  readWord,
} from './parameters.ts';

/** The customer portal: what it allows, and who may come in. */
export const portalRoutes: readonly Route[] = [
  { method: 'POST', path: '/v1/billing_portal/configurations', run: createConfiguration },
  { method: 'GET', path: '/v1/billing_portal/configurations', run: listConfigurations },
  { method: 'GET', path: '/v1/billing_portal/configurations/{id}', run: retrieveConfiguration },
  { method: 'POST', path: '/v1/billing_portal/configurations/{id}', run: updateConfiguration },
  { method: 'POST', path: '/v1/billing_portal/sessions', run: createSession },
];

type Configuration = Objects['portal_configuration'];
type Session = Objects['portal_session'];
type Features = Configuration['features'];

/** What Stripe's dashboard makes once somebody saves the portal's settings there; no call can make it. */
export function makeDefaultConfiguration(account: Account): void {
  const known = account.all('portal_configuration').some(({ is_default }) => is_default);
  if (known) return;
  const features = structuredClone(nothingAllowed);
  features.invoice_history.enabled = true;
  features.payment_method_update.enabled = true;
  features.subscription_cancel.enabled = true;
  account.save('portal_configuration', { ...newConfiguration(account, features), is_default: true });
}

function createConfiguration({ account, params }: ApiCall): Configuration {
  const { features, rest } = featuresIn(params);
  if (!features) throw invalid('Missing required param: features.', 'features', 'parameter_missing');
  const given = readParameters(rest, fields);
  const configuration: Configuration = {
    ...newConfiguration(account, changedFeatures(nothingAllowed, features)),
    ...changesOf(given),
    metadata: mergeMetadata({}, params.metadata),
  };
  account.save('portal_configuration', configuration);
  account.emit('billing_portal.configuration.created', configuration);
  return configuration;
}

function listConfigurations({ account, params }: ApiCall): Listing {
  const given = readParameters(params, ['active', 'is_default']);
  const [isActive, isDefault] = [
    readBoolean(given.active, 'active'),
    readBoolean(given.is_default, 'is_default'),
  ];
  const data = account
    .all('portal_configuration')
    .filter(({ active }) => isActive === undefined || active === isActive)
    .filter(({ is_default }) => isDefault === undefined || is_default === isDefault);
  return { object: 'list', data: data.toReversed() };
}

function retrieveConfiguration({ account, path, params }: ApiCall): Configuration {
  readParameters(params, []);
  return configurationBy(account, path.id);
}

function updateConfiguration({ account, path, params }: ApiCall): Configuration {
  const { features, rest } = featuresIn(params);
  const given = readParameters(rest, [...fields, 'active']);
  const configuration = configurationBy(account, path.id);
  const isActive = readBoolean(given.active, 'active') ?? configuration.active;
  if (configuration.is_default && !isActive) {
    throw invalid('You cannot deactivate the default configuration.', 'active');
  }
  const previous = apply<Configuration>(configuration, {
    ...changesOf(given),
    active: isActive,
    features: changedFeatures(configuration.features, features ?? {}),
    metadata: mergeMetadata(configuration.metadata ?? {}, params.metadata),
  });
  if (!previous) return configuration;
  configuration.updated = account.now();
  account.save('portal_configuration', configuration);
  account.emit('billing_portal.configuration.updated', configuration, previous);
  return configuration;
}

/** Its address lets whoever has it in, as Stripe's does. */
function createSession({ account, params }: ApiCall): Session {
  const given = readParameters(params, [
    'customer',
    'configuration',
    'return_url',
    'flow_data[type]',
    'flow_data[after_completion][type]',
    redirectUrl,
  ]);
  if (!given.customer) throw invalid('Missing required param: customer.', 'customer', 'parameter_missing');
  if (!account.find('customer', given.customer)) throw noSuch('customer', given.customer, 'customer');
  const configuration =
    given.configuration === undefined
      ? account.all('portal_configuration').find(({ is_default }) => is_default)
      : account.find('portal_configuration', given.configuration);
  if (!configuration) throw noSuch('configuration', given.configuration ?? '', 'configuration');
  if (!configuration.active) throw invalid('This configuration is not active.', 'configuration');
  const id = account.newId('bps');
  const session: Session = {
    id,
    object: 'billing_portal.session',
    configuration: configuration.id,
    created: account.now(),
    customer: given.customer,
    customer_account: null,
    flow: flowOf(given, configuration),
    livemode: false,
    locale: null,
    on_behalf_of: null,
    return_url: given.return_url ? readUrl(given.return_url, 'return_url') : configuration.default_return_url,
    url: `${account.origin}/p/session/${id}`,
  };
  account.save('portal_session', session);
  account.emit('billing_portal.session.created', session);
  return session;
}

const redirectUrl = 'flow_data[after_completion][redirect][return_url]';

function flowOf(
  given: {
    'flow_data[type]'?: string;
    'flow_data[after_completion][type]'?: string;
    [redirectUrl]?: string;
  },
  { features }: Configuration,
): Session['flow'] {
  const type = readWord(given['flow_data[type]'], 'flow_data[type]', ['payment_method_update']);
  const name = 'flow_data[after_completion][type]';
  const then = readWord(given[name], name, ['portal_homepage', 'redirect', 'hosted_confirmation']);
  const url = given[redirectUrl];
  if ((then === 'redirect') !== (url !== undefined)) {
    throw invalid(`${redirectUrl} belongs to the type redirect.`, redirectUrl);
  }
  if (!type) {
    if (then)
      throw invalid('Missing required param: flow_data[type].', 'flow_data[type]', 'parameter_missing');
    return null;
  }
  if (!features.payment_method_update.enabled) {
    throw invalid('The configuration does not allow to update payment methods.', 'flow_data[type]');
  }
  return {
    after_completion: {
      hosted_confirmation: then === 'hosted_confirmation' ? { custom_message: null } : null,
      redirect: url === undefined ? null : { return_url: readUrl(url, redirectUrl) },
      type: then ?? 'portal_homepage',
    },
    customer_update: null,
    subscription_cancel: null,
    subscription_pause: null,
    subscription_update: null,
    subscription_update_confirm: null,
    type,
  };
}

const fields = [
  'business_profile[headline]',
  'business_profile[privacy_policy_url]',
  'business_profile[terms_of_service_url]',
  'default_return_url',
  'name',
  'metadata',
] as const;

function newConfiguration(account: Account, features: Features): Configuration {
  return {
    id: account.newId('bpc'),
    object: 'billing_portal.configuration',
    active: true,
    application: null,
    business_profile: { headline: null, privacy_policy_url: null, terms_of_service_url: null },
    created: account.now(),
    default_return_url: null,
    features,
    is_default: false,
    livemode: false,
    login_page: { enabled: false, url: null },
    metadata: {},
    name: null,
    updated: account.now(),
  };
}

function changesOf(given: Partial<Record<(typeof fields)[number], string>>): Partial<Configuration> {
  const profile = ['headline', 'privacy_policy_url', 'terms_of_service_url'] as const;
  const isAbout = profile.some((name) => given[`business_profile[${name}]`] !== undefined);
  const [headline, privacy, terms] = profile.map((name) => given[`business_profile[${name}]`] || null);
  return {
    ...(isAbout && {
      business_profile: {
        headline: headline ?? null,
        privacy_policy_url: privacy ?? null,
        terms_of_service_url: terms ?? null,
      },
    }),
    ...(given.default_return_url !== undefined && {
      default_return_url: given.default_return_url
        ? readUrl(given.default_return_url, 'default_return_url')
        : null,
    }),
    ...(given.name !== undefined && { name: given.name || null }),
  };
}

const nothingAllowed: Features = {
  customer_update: { allowed_updates: [], enabled: false },
  invoice_history: { enabled: false },
  payment_method_update: { enabled: false, payment_method_configuration: null },
  subscription_cancel: {
    cancellation_reason: { enabled: false, feedback_options: null, options: [] },
    enabled: false,
    mode: 'at_period_end',
    proration_behavior: 'none',
  },
  subscription_pause: { duration: { interval_options: [], type: 'indefinite' }, enabled: false },
  subscription_update: {
    billing_cycle_anchor: null,
    default_allowed_updates: [],
    enabled: false,
    products: null,
    proration_behavior: 'none',
    schedule_at_period_end: { conditions: [] },
    trial_update_behavior: 'end_trial',
  },
};

/** The pages do what these say; what nobody can do there cannot be allowed. */
const featureNames = [
  'features[customer_update][enabled]',
  'features[invoice_history][enabled]',
  'features[payment_method_update][enabled]',
  'features[subscription_cancel][enabled]',
  'features[subscription_cancel][mode]',
  'features[subscription_pause][enabled]',
  'features[subscription_update][enabled]',
] as const;

type FeatureWords = Partial<Record<(typeof featureNames)[number], string>>;

const notThere = ['customer_update', 'subscription_pause', 'subscription_update'] as const;

function featuresIn({ features, ...rest }: ApiCall['params']) {
  const given: FeatureWords | undefined =
    features === undefined ? undefined : readParameters({ features }, featureNames);
  return { features: given, rest };
}

function changedFeatures(before: Features, given: FeatureWords): Features {
  const features = structuredClone(before);
  for (const feature of ['invoice_history', 'payment_method_update', 'subscription_cancel'] as const) {
    const name = `features[${feature}][enabled]` as const;
    features[feature].enabled = readBoolean(given[name], name) ?? features[feature].enabled;
  }
  for (const feature of notThere) {
    const name = `features[${feature}][enabled]` as const;
    if (readBoolean(given[name], name)) throw notModelled(`the portal's ${feature}`, name);
  }
  const mode = 'features[subscription_cancel][mode]';
  features.subscription_cancel.mode =
    readWord(given[mode], mode, ['at_period_end', 'immediately']) ?? features.subscription_cancel.mode;
  return features;
}

/** @throws StripeFault for what is no page's address */
function readUrl(url: string, name: string): string {
  const isWeb = /^https?:$/.test(URL.parse(url)?.protocol ?? '');
  if (!isWeb) throw invalid('Not a valid URL', name, 'url_invalid');
  return url;
}

function configurationBy(account: Account, id = ''): Configuration {
  const configuration = account.find('portal_configuration', id);
  if (!configuration) throw noSuch('configuration', id);
  return configuration;
}
