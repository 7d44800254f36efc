import { rows } from './endpoint.ts';

export const android = rows({
  'android.setup': { method: 'POST', path: '/api/android/auto-setup', access: 'public', body: 'json' },
});
