import { routes } from '../../../../shared/routes.ts';
import type { Flow } from '../stage.ts';
import { accountFlows } from './account.ts';
import { translatorFlows } from './translator.ts';
import { voiceFlows } from './voice.ts';

export const unknownPath = '/nowhere';

/** Opens an address of the site. Each route has one, so that a new page cannot escape. */
const openFlows = [...routes, { path: unknownPath, access: 'all' as const }].map(
  ({ path, access }): Flow => ({
    name: `open ${path}`,
    path,
    who: access === 'user' ? 'user' : 'guest',
    finish: async () => {},
    success: (page) => page.getByRole('main').getByRole('heading').filter({ visible: true }).first(),
  }),
);

/** All addresses one after the other, in one browser. */
const openEveryPage: Flow = {
  name: 'open every page',
  path: '/',
  who: 'user',
  async finish({ page, site }) {
    for (const { path, success } of openFlows) {
      await page.goto(site.url + path);
      await success(page).waitFor();
    }
  },
  success: (page) => page.getByRole('heading', { name: 'Page Not Found' }),
};

export const flows: readonly Flow[] = [
  ...openFlows,
  openEveryPage,
  ...translatorFlows,
  ...voiceFlows,
  ...accountFlows,
];

/** Every visitor does it, in every browser. */
export function isEssential(flow: Flow): boolean {
  return flow === openEveryPage || isLanding(flow) || flow.name === 'type and translate';
}

/** It opens one page, and does nothing more. */
export function isOpening(flow: Flow): boolean {
  return openFlows.includes(flow);
}

/** All but the single pages that `open every page` opens too. It is signed in, so it sees no landing page. */
export function isWhole(flow: Flow): boolean {
  return !isOpening(flow) || isLanding(flow);
}

function isLanding(flow: Flow): boolean {
  return isOpening(flow) && flow.path === '/';
}
