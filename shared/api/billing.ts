import type { EndpointRow } from './endpoint.ts';

export const billing = {
  'billing.status': {
    method: 'GET',
    path: '/api/subscription-status',
    access: 'guest',
    setsGuestCookie: true,
  },
  'billing.config': { method: 'GET', path: '/api/stripe-config', access: 'public' },
  'billing.create': { method: 'POST', path: '/api/create-subscription', access: 'user', body: 'json' },
  'billing.cancel': { method: 'POST', path: '/api/cancel-subscription', access: 'user', body: 'json' },
  'billing.reactivate': {
    method: 'POST',
    path: '/api/reactivate-subscription',
    access: 'user',
    body: 'json',
  },
  'billing.portal': { method: 'POST', path: '/api/billing-portal', access: 'user', body: 'json' },
  'billing.webhook': { method: 'POST', path: '/api/stripe-webhook', access: 'stripe', body: 'raw' },
} as const satisfies Record<string, EndpointRow>;
