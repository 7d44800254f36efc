import type { EndpointRow } from './endpoint.ts';

export const account = {
  'account.export': { method: 'GET', path: '/api/account', access: 'guest' },
  'account.remove': { method: 'DELETE', path: '/api/account', access: 'guest' },
} as const satisfies Record<string, EndpointRow>;
