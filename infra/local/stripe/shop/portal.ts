import type { Account } from '../account/account.ts';
import type { Objects } from '../account/objects.ts';
import { invalid, noSuch } from '../faults.ts';
import { flag, type Given, metadata, oneOf, required, text } from '../parameters.ts';
import { listRoute, type Route, route } from '../route.ts';

type Configuration = Objects['portal_configuration'];
type Session = Objects['portal_session'];

const returnAfter = 'flow_data[after_completion][redirect][return_url]';

const featureParameters = {
  'features[customer_update][enabled]': oneOf('false'),
  'features[invoice_history][enabled]': flag,
  'features[payment_method_update][enabled]': flag,
  'features[subscription_cancel][enabled]': flag,
  'features[subscription_cancel][mode]': oneOf('at_period_end'),
  'features[subscription_update][enabled]': oneOf('false'),
};

export const portalRoutes: readonly Route[] = [
  route('POST /v1/billing_portal/configurations', { ...featureParameters, metadata }, ({ account, given }) =>
    account.create('portal_configuration', {
      active: true,
      features: changeFeatures(noFeatures, given),
      is_default: false,
      metadata: given.metadata(),
    }),
  ),
  listRoute('/v1/billing_portal/configurations', 'portal_configuration', { active: flag }),
  route(
    'POST /v1/billing_portal/configurations/{id}',
    { active: flag, ...featureParameters },
    ({ account, id, given }) => {
      const configuration = account.get('portal_configuration', id);
      const features = changeFeatures(configuration.features, given);
      account.change('portal_configuration', configuration, { active: given.active, features });
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
    ({ account, given }) => {
      account.get('customer', given.customer, 'customer');
      const id = account.createId('bps');
      return account.create('portal_session', {
        id,
        configuration: findConfiguration(account, given.configuration).id,
        customer: given.customer,
        flow: given['flow_data[type]'] ? buildCardFlow(given[returnAfter]) : null,
        return_url: given.return_url,
        url: `${account.origin}/p/session/${id}`,
      });
    },
  ),
];

/** At Stripe only the dashboard creates it. */
export function createDefaultConfiguration(account: Account): void {
  if (account.all('portal_configuration').some(({ is_default }) => is_default)) return;
  const features = structuredClone(noFeatures);
  for (const name of modelledFeatures) features[name].enabled = true;
  account.create('portal_configuration', { active: true, features, is_default: true, metadata: {} });
}

function findConfiguration(account: Account, id: string | undefined): Configuration {
  const isWanted = (each: Configuration) => (id === undefined ? each.is_default : each.id === id);
  const found = account.all('portal_configuration').find(isWanted);
  if (!found) throw noSuch('configuration', id ?? '', 'configuration');
  if (!found.active) throw invalid('This configuration is not active.', 'configuration');
  return found;
}

function buildCardFlow(returnUrl: string | undefined): Session['flow'] {
  const after_completion = returnUrl
    ? { type: 'redirect', redirect: { return_url: returnUrl } }
    : { type: 'portal_homepage', redirect: null };
  return { type: 'payment_method_update', after_completion } as Session['flow'];
}

const noFeatures = {
  customer_update: { enabled: false },
  invoice_history: { enabled: false },
  payment_method_update: { enabled: false },
  subscription_cancel: { enabled: false, mode: 'at_period_end' },
  subscription_update: { enabled: false },
} as Configuration['features'];

const modelledFeatures = ['invoice_history', 'payment_method_update', 'subscription_cancel'] as const;

function changeFeatures(
  before: Configuration['features'],
  given: Given<typeof featureParameters>,
): Configuration['features'] {
  const features = structuredClone(before);
  for (const name of modelledFeatures)
    features[name].enabled = given[`features[${name}][enabled]`] ?? features[name].enabled;
  return features;
}
