import type { EndpointRow } from './endpoint.ts';

/** Every endpoint. The web client, handlers, CDK routes and local gateway all read this table. */
export const endpoints = {
  'auth.login': { method: 'GET', path: '/api/login', access: 'public', produces: 'redirect' },
  'auth.callback': { method: 'GET', path: '/api/auth/callback', access: 'public', produces: 'text/html' },
  'auth.logout': { method: 'GET', path: '/api/logout', access: 'public', produces: 'redirect' },
  'auth.user': { method: 'GET', path: '/api/auth/user', access: 'user' },

  'translation.translate': {
    method: 'POST',
    path: '/api/translate',
    access: 'guest',
    body: 'json',
    idempotent: true,
  },
  'translation.list': { method: 'GET', path: '/api/translations', access: 'guest' },
  'translation.search': { method: 'POST', path: '/api/translations/search', access: 'user', body: 'json' },
  'translation.remove': { method: 'DELETE', path: '/api/translations/{id}', access: 'user' },
  'translation.keep': { method: 'POST', path: '/api/translations', access: 'premium', body: 'json' },
  'translation.star': { method: 'POST', path: '/api/translations/{id}/star', access: 'user', body: 'json' },

  'speech.transcribe': {
    method: 'POST',
    path: '/api/transcribe-amazon',
    access: 'guest',
    body: 'multipart',
  },
  'speech.listen': { method: 'POST', path: '/api/speech/listen', access: 'guest', body: 'json' },
  'speech.send-chunk': { method: 'POST', path: '/api/speech/send-chunk', access: 'guest', body: 'multipart' },
  'speech.synthesize': {
    method: 'POST',
    path: '/api/speak',
    access: 'premium',
    body: 'json',
    produces: 'audio/mpeg',
  },
  'speech.marks': {
    method: 'POST',
    path: '/api/speech-marks',
    access: 'premium',
    body: 'json',
  },

  'settings.read': { method: 'GET', path: '/api/settings', access: 'guest' },
  'settings.save': { method: 'POST', path: '/api/settings', access: 'guest', body: 'json' },

  'billing.status': {
    method: 'GET',
    path: '/api/subscription-status',
    access: 'guest',
    setsGuestCookie: true,
  },
  'billing.config': { method: 'GET', path: '/api/stripe-config', access: 'public' },
  'billing.create': { method: 'POST', path: '/api/create-subscription', access: 'user', body: 'json' },
  'billing.apply-code': { method: 'POST', path: '/api/apply-code', access: 'user', body: 'json' },
  'billing.cancel': { method: 'POST', path: '/api/cancel-subscription', access: 'user', body: 'json' },
  'billing.reactivate': {
    method: 'POST',
    path: '/api/reactivate-subscription',
    access: 'user',
    body: 'json',
  },
  'billing.preview-change': {
    method: 'POST',
    path: '/api/preview-plan-change',
    access: 'user',
    body: 'json',
  },
  'billing.change': { method: 'POST', path: '/api/change-plan', access: 'user', body: 'json' },
  'billing.portal': { method: 'POST', path: '/api/billing-portal', access: 'user', body: 'json' },
  'billing.webhook': { method: 'POST', path: '/api/stripe-webhook', access: 'stripe', body: 'raw' },

  'analytics.overview': { method: 'GET', path: '/api/analytics/overview', access: 'user' },
  'analytics.users': { method: 'GET', path: '/api/analytics/users', access: 'user' },
  'analytics.revenue': { method: 'GET', path: '/api/analytics/revenue', access: 'user' },

  'builds.overview': { method: 'GET', path: '/api/performance/overview', access: 'user' },
  'builds.metrics': { method: 'GET', path: '/api/performance/metrics', access: 'user' },

  'android.setup': { method: 'POST', path: '/api/android/auto-setup', access: 'public', body: 'json' },

  'account.export': { method: 'GET', path: '/api/account', access: 'guest' },
  'account.sign-out-everywhere': {
    method: 'POST',
    path: '/api/account/sign-out',
    access: 'user',
    body: 'json',
  },
  'account.sessions': { method: 'GET', path: '/api/account/sessions', access: 'user' },
  'account.end-sessions': { method: 'DELETE', path: '/api/account/sessions/{id}', access: 'user' },
  'account.change-email': { method: 'POST', path: '/api/account/email', access: 'user', body: 'json' },
  'account.confirm-email': {
    method: 'POST',
    path: '/api/account/email/confirm',
    access: 'user',
    body: 'json',
  },
  'account.begin-second-factor': {
    method: 'POST',
    path: '/api/account/second-factor',
    access: 'user',
    body: 'json',
  },
  'account.confirm-second-factor': {
    method: 'POST',
    path: '/api/account/second-factor/confirm',
    access: 'user',
    body: 'json',
  },
  'account.end-second-factor': { method: 'DELETE', path: '/api/account/second-factor', access: 'user' },
  'account.remove': { method: 'DELETE', path: '/api/account', access: 'guest' },

  'system.health': { method: 'GET', path: '/api/health', access: 'public', cacheSeconds: 30 },
  'system.report-error': { method: 'POST', path: '/api/report-error', access: 'public', body: 'json' },
  'system.not-found': { method: 'ANY', path: '$default', access: 'public', body: 'raw' },
} as const satisfies Record<string, EndpointRow>;

export type EndpointId = keyof typeof endpoints;

export const endpointIds = Object.keys(endpoints) as EndpointId[];
