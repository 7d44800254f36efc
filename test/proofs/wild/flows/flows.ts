import { routes } from '../../../../shared/routes.ts';
import type { Flow } from '../stage.ts';
import { accountFlows } from './account.ts';
import { translatorFlows } from './translator.ts';
import { voiceFlows } from './voice.ts';

/** Opens an address of the site. Each route has one, so that a new page cannot escape. */
const openFlows = [...routes, { path: '/nowhere', access: 'all' as const }].map(
  ({ path, access }): Flow => ({
    name: `open ${path}`,
    path,
    who: access === 'user' ? 'user' : 'guest',
    finish: async () => {},
    success: (page) => page.getByRole('main').getByRole('heading').filter({ visible: true }).first(),
  }),
);

export const flows: readonly Flow[] = [...openFlows, ...translatorFlows, ...voiceFlows, ...accountFlows];

export function isOpening({ name }: Flow): boolean {
  return name.startsWith('open ');
}

/** A flow that needs an answer of the server after it has begun. */
export function asksServer(flow: Flow): boolean {
  return !isOpening(flow);
}
