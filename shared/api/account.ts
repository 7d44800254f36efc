import { rows } from './endpoint.ts';

export const account = rows({
  'account.export': { method: 'GET', path: '/api/account', access: 'guest' },
  'account.remove': { method: 'DELETE', path: '/api/account', access: 'guest' },
});
