import { daySeconds } from '../dates.ts';
import type { EndpointRow } from './endpoint.ts';

export const translation = {
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
  'translation.phrases': {
    method: 'GET',
    path: '/api/phrases',
    access: 'public',
    cacheSeconds: daySeconds,
    cacheKeys: ['target'],
  },
} as const satisfies Record<string, EndpointRow>;
