import { afterAll } from 'vitest';

/**
 * What React effects have begun and must end when their component goes: listeners on what outlives it, and intervals.
 * The app's modules may keep theirs.
 */
const begun = new Map<object, Begun>();

/** @returns what is still there, with the places that began it. Call it after `cleanup`. */
export function leftByEffects(): string[] {
  const left = [...begun.values()].filter(({ signal }) => !signal?.aborted);
  begun.clear();
  return left.map(({ what }) => what);
}

const added = new WeakMap<EventTarget, Map<string, object>>();
const listenerIds = new WeakMap<object, number>();
let lastId = 0;

for (const target of new Set([EventTarget.prototype, globalThis])) {
  const { addEventListener, removeEventListener } = target;
  // The files of a worker share the window.
  afterAll(() => void Object.assign(target, { addEventListener, removeEventListener }));
  target.addEventListener = function add(type: string, listener: EventListener, options?: Options) {
    addEventListener.call(this, type, listener, options);
    const from = outlivesComponents(this ?? globalThis) && findEffect();
    if (!from) return;
    const key = {};
    begun.set(key, {
      what: `${type} ${from}`,
      signal: typeof options === 'object' ? options.signal : undefined,
    });
    const entries = added.get(this ?? globalThis) ?? new Map<string, object>();
    added.set(this ?? globalThis, entries.set(nameOf(type, listener, options), key));
  };
  target.removeEventListener = function remove(type: string, listener: EventListener, options?: Options) {
    removeEventListener.call(this, type, listener, options);
    const key = listener && added.get(this ?? globalThis)?.get(nameOf(type, listener, options));
    if (key) begun.delete(key);
  };
}

const { setInterval: begin, clearInterval: end } = globalThis;
afterAll(() => void Object.assign(globalThis, { setInterval: begin, clearInterval: end }));
globalThis.setInterval = ((...words: Parameters<typeof begin>) => {
  const timer = begin(...words);
  const from = findEffect();
  if (from) begun.set(timer, { what: `interval ${from}` });
  return timer;
}) as typeof begin;
globalThis.clearInterval = ((timer: NodeJS.Timeout) => {
  end(timer);
  begun.delete(timer);
}) as typeof end;

/** Elements of a component go with it. */
function outlivesComponents(target: EventTarget): boolean {
  return !(target instanceof Node) || target === document || target === document.documentElement;
}

function nameOf(type: string, listener: object, options: Options): string {
  const id = listenerIds.get(listener) ?? ++lastId;
  listenerIds.set(listener, id);
  return `${type} ${id} ${typeof options === 'object' ? options.capture === true : options === true}`;
}

/** @returns the first place of ours in the effect that runs now */
function findEffect(): string | undefined {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 50;
  const { stack = '' } = new Error('here');
  Error.stackTraceLimit = stackTraceLimit;
  if (!/commitHookEffectListMount|commitAttachRef/.test(stack)) return undefined;
  const place = /\/web\/\S+\.tsx?:\d+/.exec(stack)?.[0];
  return place?.includes(asLongAsThePage) ? undefined : place;
}

/** The tooltips are for all pages, and start once. */
const asLongAsThePage = '/toasts/tooltips.ts';

interface Begun {
  readonly what: string;
  readonly signal?: AbortSignal | undefined;
}

type Options = AddEventListenerOptions | boolean | undefined;
