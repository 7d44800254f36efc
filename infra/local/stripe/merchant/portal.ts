import type { Account } from '../account/account.ts';
import type { Objects } from '../account/objects.ts';
import { invalid, noSuch } from '../errors.ts';
import { flag, list, metadata, oneOf, type Params, required, text } from '../parameters.ts';
import { listRoute, type Route, route } from '../route.ts';

type Configuration = Objects['portal_configuration'];
type Session = Objects['portal_session'];
type Update = Configuration['features']['customer_update']['allowed_updates'][number];

const returnAfter = 'flow_data[after_completion][redirect][return_url]';

const featureParameters = {
  'features[customer_update][allowed_updates]': list,
  'features[customer_update][enabled]': flag,
  'features[invoice_history][enabled]': flag,
  'features[payment_method_update][enabled]': flag,
  'features[subscription_cancel][enabled]': flag,
  'features[subscription_cancel][mode]': oneOf('at_period_end'),
  'features[subscription_update][enabled]': oneOf('false'),
};

export const portalRoutes: readonly Route[] = [
  route('POST /v1/billing_portal/configurations', { ...featureParameters, metadata }, ({ account, params }) =>
    account.create('portal_configuration', {
      active: true,
      features: changeFeatures(noFeatures, params),
      is_default: false,
      metadata: params.metadata(),
    }),
  ),
  listRoute('/v1/billing_portal/configurations', 'portal_configuration', { active: flag }),
  route(
    'POST /v1/billing_portal/configurations/{id}',
    { active: flag, ...featureParameters },
    ({ account, id, params }) => {
      const configuration = account.get('portal_configuration', id);
      const features = changeFeatures(configuration.features, params);
      account.change('portal_configuration', configuration, { active: params.active, features });
      return configuration;
    },
  ),
  route(
    'POST /v1/billing_portal/sessions',
    {
      configuration: text,
      customer: required(text),
      'flow_data[type]': oneOf('payment_method_update'),
      'flow_data[after_completion][type]': oneOf('redirect'),
      [returnAfter]: text,
      return_url: text,
    },
    ({ account, params }) => {
      account.get('customer', params.customer, 'customer');
      const id = account.createId('bps');
      return account.create('portal_session', {
        id,
        configuration: findConfiguration(account, params.configuration).id,
        customer: params.customer,
        flow: params['flow_data[type]'] ? buildCardFlow(params) : null,
        return_url: params.return_url,
        url: `${account.origin}/p/session/${id}`,
      });
    },
  ),
];

/** Stripe's dashboard creates it; the API cannot. */
export function createDefaultConfiguration(account: Account): void {
  if (account.all('portal_configuration').some(({ is_default }) => is_default)) return;
  const features = structuredClone(noFeatures);
  for (const name of modelledFeatures) features[name].enabled = true;
  features.customer_update.allowed_updates = ['name', 'tax_id'];
  account.create('portal_configuration', { active: true, features, is_default: true, metadata: {} });
}

function findConfiguration(account: Account, id: string | undefined): Configuration {
  const isWanted = (each: Configuration) => (id === undefined ? each.is_default : each.id === id);
  const found = account.all('portal_configuration').find(isWanted);
  if (!found) throw noSuch('configuration', id ?? '', 'configuration');
  if (!found.active) throw invalid('This configuration is not active.', 'configuration');
  return found;
}

function buildCardFlow({ [returnAfter]: return_url }: Readonly<Record<typeof returnAfter, unknown>>) {
  return {
    type: 'payment_method_update',
    after_completion: { type: 'redirect', redirect: { return_url } },
  } as Session['flow'];
}

const noFeatures = {
  customer_update: { allowed_updates: [] as Update[], enabled: false },
  invoice_history: { enabled: false },
  payment_method_update: { enabled: false },
  subscription_cancel: { enabled: false, mode: 'at_period_end' },
  subscription_update: { enabled: false },
} as Configuration['features'];

const modelledFeatures = [
  'customer_update',
  'invoice_history',
  'payment_method_update',
  'subscription_cancel',
] as const;

function readUpdate(word: string): Update {
  const known = (['address', 'email', 'name', 'phone', 'shipping', 'tax_id'] as const).find(
    (each) => each === word,
  );
  if (!known) throw invalid(`Customers cannot update ${word}.`, 'features[customer_update][allowed_updates]');
  return known;
}

function changeFeatures(
  before: Configuration['features'],
  params: Params<typeof featureParameters>,
): Configuration['features'] {
  const features = structuredClone(before);
  for (const name of modelledFeatures)
    features[name].enabled = params[`features[${name}][enabled]`] ?? features[name].enabled;
  const allowed = params['features[customer_update][allowed_updates]'];
  const updates = allowed?.map(readUpdate) ?? features.customer_update.allowed_updates;
  if (features.customer_update.enabled && updates.length === 0)
    throw invalid('Name what customers may update.', 'features[customer_update][allowed_updates]');
  features.customer_update.allowed_updates = updates;
  return features;
}
