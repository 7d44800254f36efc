import { isOpening, isWhole } from '../flows/flows.ts';
import type { Condition, Flow } from '../stage.ts';

const day = 24 * 60 * 60 * 1_000;
const refusedRequests = [/^Failed to load resource: .* 401/];

const clockConditions = [-3, 3].map(
  (days): Condition => ({
    name: `clock ${Math.abs(days)} days ${days < 0 ? 'behind' : 'ahead'}`,
    concerns: isWhole,
    mustSucceed: () => true,
    before: ({ page }) => page.addInitScript(shiftClock, days * day),
  }),
);

export const sessionConditions: readonly Condition[] = [
  {
    name: 'cookie lost in the middle',
    concerns: isAction,
    mustSucceed: ({ who, name }) => who === 'guest' || name === 'settings',
    noise: refusedRequests,
    during: ({ context }) => context.clearCookies(),
  },
  ...clockConditions,
  {
    name: 'opened in a background tab',
    concerns: (flow) => isWhole(flow) && flow.voice === undefined,
    mustSucceed: () => true,
    before: ({ page }) => page.addInitScript(openInBackground),
    during: ({ page }) => page.evaluate(() => window.comeToFront?.()),
  },
  {
    name: 'left and brought back by Back',
    concerns: (flow) => isAction(flow) && flow.name !== 'subscribe',
    mustSucceed: canContinue,
    bringsPagesBack: true,
    async during({ page }) {
      await page.goto('about:blank');
      // A page that was kept does not load again.
      await page.goBack({ waitUntil: 'commit' });
    },
  },
];

function isAction(flow: Flow): boolean {
  return !isOpening(flow) && flow.name !== 'open every page';
}

/** A dialog is closed by leaving. */
function canContinue({ name }: Flow): boolean {
  return ['type and translate', 'history', 'settings', 'phrases', 'analytics', 'performance'].includes(name);
}

/** Runs in the page. */
function shiftClock(ms: number): void {
  const Real = Date;
  window.Date = class extends Real {
    constructor(...given: [] | [number | string]) {
      super(...((given.length === 0 ? [Real.now() + ms] : given) as [number]));
    }
    static override now(): number {
      return Real.now() + ms;
    }
  } as DateConstructor;
}

/** Runs in the page: hidden, without frames, until `comeToFront`. */
function openInBackground(): void {
  if (!location.protocol.startsWith('http')) return;
  let isHidden = true;
  const waiting: FrameRequestCallback[] = [];
  const { requestAnimationFrame } = window;
  Object.defineProperty(Document.prototype, 'hidden', { get: () => isHidden, configurable: true });
  Object.defineProperty(Document.prototype, 'visibilityState', {
    get: () => (isHidden ? 'hidden' : 'visible'),
    configurable: true,
  });
  window.requestAnimationFrame = (callback) =>
    isHidden ? -waiting.push(callback) : requestAnimationFrame(callback);
  window.comeToFront = () => {
    isHidden = false;
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
    for (const callback of waiting.splice(0)) requestAnimationFrame(callback);
  };
}

declare global {
  interface Window {
    comeToFront?: () => void;
  }
}
