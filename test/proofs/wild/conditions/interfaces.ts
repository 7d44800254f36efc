import { isEssential } from '../flows/flows.ts';
import type { Condition, Flow } from '../stage.ts';

/**
 * Optional interfaces: where they are, and how they fail where a browser has them and forbids them. `get`: reading
 * throws a SecurityError; `new`: construction throws; `call`: the methods throw; `reject`: their promises reject.
 */
const interfaces: readonly Interface[] = [
  { name: 'PerformanceObserver', at: 'window', fails: { new: 'NotSupportedError' } },
  { name: 'IntersectionObserver', at: 'window', fails: { new: 'NotSupportedError' } },
  { name: 'ResizeObserver', at: 'window', fails: { new: 'NotSupportedError' } },
  { name: 'MediaRecorder', at: 'window', fails: { new: 'NotSupportedError' } },
  { name: 'AudioContext', at: 'window', fails: { new: 'NotSupportedError' } },
  { name: 'AudioWorkletNode', at: 'window', fails: { new: 'InvalidStateError' } },
  { name: 'SpeechSynthesisUtterance', at: 'window' },
  { name: 'BroadcastChannel', at: 'window', fails: { new: 'SecurityError' } },
  { name: 'Notification', at: 'window' },
  {
    name: 'LanguageDetector',
    at: 'window',
    fails: { reject: ['create', 'availability'], as: 'NotAllowedError' },
  },
  { name: 'requestIdleCallback', at: 'window' },
  { name: 'matchMedia', at: 'window' },
  { name: 'visualViewport', at: 'window' },
  { name: 'caches', at: 'window', fails: { get: 'SecurityError' } },
  { name: 'cookieStore', at: 'window', fails: { get: 'SecurityError' } },
  // Its methods never throw: a forbidden utterance gets an error event.
  { name: 'speechSynthesis', at: 'window' },
  { name: 'Segmenter', at: 'Intl', fails: { new: 'RangeError' } },
  { name: 'DisplayNames', at: 'Intl' },
  { name: 'highlights', at: 'CSS' },
  { name: 'Highlight', at: 'window' },
  { name: 'getEntriesByType', at: 'performance', fails: { itself: 'SecurityError' } },
  { name: 'clipboard', at: 'navigator', fails: { reject: ['writeText'], as: 'NotAllowedError' } },
  { name: 'serviceWorker', at: 'navigator', fails: { get: 'SecurityError' } },
  {
    name: 'mediaDevices',
    at: 'navigator',
    fails: { reject: ['getUserMedia', 'enumerateDevices'], as: 'NotAllowedError' },
  },
  { name: 'permissions', at: 'navigator', fails: { reject: ['query'], as: 'TypeError' } },
  { name: 'storage', at: 'navigator', fails: { reject: ['persist', 'estimate'], as: 'TypeError' } },
  { name: 'locks', at: 'navigator', fails: { reject: ['request'], as: 'SecurityError' } },
  { name: 'wakeLock', at: 'navigator', fails: { reject: ['request'], as: 'NotAllowedError' } },
  { name: 'share', at: 'navigator', fails: { itself: 'NotAllowedError', rejects: true } },
  { name: 'vibrate', at: 'navigator' },
  { name: 'sendBeacon', at: 'navigator', fails: { itself: 'TypeError' } },
  { name: 'userAgentData', at: 'navigator' },
  { name: 'requestFullscreen', at: 'Element.prototype', fails: { itself: 'TypeError', rejects: true } },
  { name: 'startViewTransition', at: 'Document.prototype' },
  { name: 'randomUUID', at: 'Crypto.prototype' },
  { name: 'any', at: 'AbortSignal' },
];

/** Without these, the flow may end with a sentence. */
const vital: Readonly<Record<string, readonly string[]>> = {
  'speak by the server': ['AudioContext', 'AudioWorkletNode', 'MediaRecorder', 'mediaDevices'],
  'conversation by the server': ['AudioContext', 'AudioWorkletNode', 'MediaRecorder', 'mediaDevices'],
  'copy and share': ['clipboard', 'share'],
};

/** React reports the error of a chart that cannot measure its place. A sentence replaces the chart. */
const noise = [/^NotSupportedError: ResizeObserver is not allowed/];

/** It concerns what every visitor does, and the flows that use it. */
function concerns(flow: Flow, { name }: Interface): boolean {
  return isEssential(flow) || (flow.uses ?? []).includes(name);
}

function conditionsOf(each: Interface): Condition[] {
  const { name, fails } = each;
  const common = {
    noise,
    concerns: (flow: Flow) => concerns(flow, each),
    mustSucceed: (flow: Flow) => !vital[flow.name]?.includes(name),
  };
  const missing: Condition = {
    ...common,
    name: `${name} missing`,
    before: ({ page }) => page.addInitScript(remove, each),
  };
  if (!fails) return [missing];
  return [
    missing,
    { ...common, name: `${name} failing`, before: ({ page }) => page.addInitScript(breakIt, each) },
  ];
}

/** Firefox's setting against fingerprinting. */
const noPaintEntries: Condition = {
  name: 'no paint entries',
  concerns: isEssential,
  mustSucceed: () => true,
  before: ({ page }) => page.addInitScript(hidePaints),
};

/** For the short form: the conditions of single interfaces tell which one is to blame. */
const allAtOnce = [
  { name: 'every optional interface missing', script: remove, those: interfaces },
  {
    name: 'every optional interface failing',
    script: breakIt,
    those: interfaces.filter(({ fails }) => fails),
  },
].map(
  ({ name, script, those }): Condition => ({
    name,
    noise,
    concerns: isEssential,
    mustSucceed: () => true,
    async before({ page }) {
      for (const each of those) await page.addInitScript(script, each);
    },
  }),
);

export const interfaceConditions: readonly Condition[] = [
  ...allAtOnce,
  ...interfaces.flatMap(conditionsOf),
  noPaintEntries,
];

interface Interface {
  readonly name: string;
  readonly at:
    | 'window'
    | 'navigator'
    | 'performance'
    | 'Intl'
    | 'CSS'
    | 'AbortSignal'
    | `${string}.prototype`;
  readonly fails?: {
    readonly get?: string;
    readonly new?: string;
    readonly itself?: string;
    readonly rejects?: boolean;
    readonly call?: readonly string[];
    readonly reject?: readonly string[];
    /** The name of what `call` and `reject` throw. */
    readonly as?: string;
  };
}

/** Runs in the page. */
function remove({ name, at }: Interface): void {
  if (!location.protocol.startsWith('http')) return;
  let owner = at.split('.').reduce<object | undefined>((of, part) => of && Reflect.get(of, part), window);
  // Properties of `navigator` and `window` belong to their prototypes.
  for (; owner && owner !== Object.prototype; owner = Reflect.getPrototypeOf(owner) ?? undefined) {
    Reflect.deleteProperty(owner, name);
    if (at === 'window' && name === 'AudioContext') Reflect.deleteProperty(owner, 'webkitAudioContext');
  }
}

/** Runs in the page. */
function breakIt({ name, at, fails = {} }: Interface): void {
  if (!location.protocol.startsWith('http')) return;
  const owner = at.split('.').reduce<object | undefined>((of, part) => of && Reflect.get(of, part), window);
  if (!owner || !(name in owner)) return;
  const makeError = (kind: string) => {
    const message = `${name} is not allowed in this context.`;
    const Native = { TypeError, RangeError }[kind];
    return Native ? new Native(message) : new DOMException(message, kind);
  };
  const replace = (of: object, key: string, value: unknown) =>
    Object.defineProperty(of, key, { value, configurable: true, writable: true });
  const { get, new: construct, itself, rejects, call, reject, as = 'SecurityError' } = fails;
  if (get) {
    const read = () => {
      throw makeError(get);
    };
    Object.defineProperty(owner, name, { get: read, configurable: true });
  }
  if (construct) {
    const Forbidden = function forbidden() {
      throw makeError(construct);
    };
    replace(owner, name, Object.assign(Forbidden, { prototype: Reflect.get(owner, name).prototype }));
  }
  if (itself) {
    replace(owner, name, () => {
      if (rejects) return Promise.reject(makeError(itself));
      throw makeError(itself);
    });
  }
  const methods = [...(call ?? []), ...(reject ?? [])];
  for (const method of methods) {
    replace(Reflect.get(owner, name), method, () => {
      if (reject) return Promise.reject(makeError(as));
      throw makeError(as);
    });
  }
}

/** Runs in the page. */
function hidePaints(): void {
  const { observe } = PerformanceObserver.prototype;
  PerformanceObserver.prototype.observe = function quiet(options) {
    if (options?.type !== 'paint') observe.call(this, options);
  };
  const { getEntriesByType } = performance;
  performance.getEntriesByType = (type) => (type === 'paint' ? [] : getEntriesByType.call(performance, type));
}
