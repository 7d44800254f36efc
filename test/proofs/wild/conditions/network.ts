import type { Route } from 'playwright';
import { isOpening, isWhole } from '../flows/flows.ts';
import type { Condition, Flow, Stage } from '../stage.ts';

const failedRequests = [
  /^Failed to load resource: /,
  /net::ERR_(INTERNET_DISCONNECTED|FAILED|ABORTED|NETWORK_CHANGED)/,
];

/** Answers of the server, or of a proxy before it, to each call. */
const answers: Readonly<Record<string, (route: Route) => Promise<void>>> = {
  'server answering 502 with HTML': (route) =>
    route.fulfill({
      status: 502,
      contentType: 'text/html',
      body: '<html><head><title>502 Bad Gateway</title></head><body><h1>502 Bad Gateway</h1></body></html>',
    }),
  'server answering an empty 500': (route) => route.fulfill({ status: 500, body: '' }),
  'server answering 200 with a login page': (route) =>
    route.fulfill({
      status: 200,
      contentType: 'text/html',
      body: '<!doctype html><p>Sign in to the Wi-Fi</p>',
    }),
  'server breaking off': (route) => route.abort('connectionreset'),
  'server answering slowly': async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 4_000));
    await route.fallback().catch(() => {});
  },
  'server never answering': async () => {},
};

/** The sign-in leaves the site, whose own page is the answer then. */
const isCalled = (flow: Flow) => flow.name !== 'sign in' && flow.name !== 'open every page';

const serverConditions = Object.entries(answers).map(([name, answer]): Condition => {
  const begin = ({ page }: Stage) => page.route('**/api/**', answer);
  const isHurt = name !== 'server answering slowly';
  return {
    name,
    concerns: isCalled,
    mustSucceed: ({ who, path, ...flow }) =>
      !isHurt || (isOpening({ who, path, ...flow }) && who === 'guest'),
    noise: failedRequests,
    ...(name === 'server never answering' && { isSlow: true }),
    before: (stage) => (isOpening(stage.flow) ? begin(stage) : Promise.resolve()),
    during: (stage) => (isOpening(stage.flow) ? Promise.resolve() : begin(stage)),
    lift: ({ page }) => page.unrouteAll({ behavior: 'ignoreErrors' }),
  };
});

const isHeldUp = (flow: Flow) => isCalled(flow) && !isOpening(flow);

export const networkConditions: readonly Condition[] = [
  ...serverConditions,
  {
    name: 'offline in the middle',
    concerns: isHeldUp,
    mustSucceed: () => false,
    noise: failedRequests,
    during: ({ context }) => context.setOffline(true),
    lift: ({ context }) => context.setOffline(false),
  },
  {
    name: 'offline, while navigator.onLine says online',
    concerns: isHeldUp,
    mustSucceed: () => false,
    noise: failedRequests,
    before: ({ page }) => page.addInitScript(sayOnline, true),
    during: ({ context }) => context.setOffline(true),
    lift: ({ context }) => context.setOffline(false),
  },
  {
    name: 'online, while navigator.onLine says offline',
    concerns: isWhole,
    mustSucceed: () => true,
    before: ({ page }) => page.addInitScript(sayOnline, false),
  },
];

/** Runs in the page. */
function sayOnline(isOnline: boolean): void {
  Object.defineProperty(Navigator.prototype, 'onLine', { get: () => isOnline, configurable: true });
}
