import { call } from '../api.ts';
import { isSignedIn } from '../auth/signed-in.ts';
import { type Kept, type Owner, parseKept, settings, settingsKey } from './settings.ts';
import { type Call, next, type Sync, type SyncEvent, startOfSync } from './settings-sync.ts';

/** Keeps the settings of this browser and the server's the same, from the start until it is stopped. */
export const settingsSync = {
  /** Something could not be saved, and waits for the next try. */
  hasFailed: (): boolean => state.hasFailed,
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  start(): () => void {
    if (hasEnded) return () => {};
    stop = listen();
    send({ type: 'adopted', kept: readKept() });
    look();
    return () => {
      if (hasEnded) return;
      leave();
      stop();
    };
  },
  /** Ends it for good on this page: there is nobody any more whose settings could be saved. */
  end(): void {
    hasEnded = true;
    stop();
  },
};

/** From the last change to saving it. */
const pauseMs = 1_000;

/** A call that has not been answered by then has failed. */
const patienceMs = 10_000;

const listeners = new Set<() => void>();
let state: Sync = startOfSync(settings.kept(), owner());
let timer: ReturnType<typeof setTimeout> | undefined;
let stop = () => {};
let hasEnded = false;

function send(event: SyncEvent): void {
  // The answer to a call that was on its way would bring back what is gone.
  if (hasEnded) return;
  const before = state;
  state = next(before, event);
  if (state.kept !== before.kept && event.type !== 'changed') settings.replace(state.kept);
  if (state.pause !== before.pause) startPause(state.pause);
  if (state.call && state.call !== before.call) begin(state.call);
  if (state.hasFailed !== before.hasFailed) for (const listener of listeners) listener();
}

function startPause(run: number | undefined): void {
  clearTimeout(timer);
  if (run !== undefined) timer = setTimeout(() => send({ type: 'pause-ended', run }), pauseMs);
}

function begin(begun: Call): void {
  const { kind, run } = begun;
  const fail = () => send({ type: kind === 'read' ? 'read-failed' : 'save-failed', run });
  setTimeout(fail, patienceMs);
  if (begun.kind === 'read') {
    call('settings.read', {}).then((answer) => send({ type: 'read', run, settings: answer }), fail);
  } else {
    call('settings.save', begun.sent, { keepalive: true }).then(() => send({ type: 'saved', run }), fail);
  }
}

function listen(): () => void {
  const listening = new AbortController();
  const { signal } = listening;
  addEventListener('focus', look, { signal });
  addEventListener('online', look, { signal });
  addEventListener('pagehide', leave, { signal });
  addEventListener('storage', adopt, { signal });
  document.addEventListener('visibilitychange', () => (document.hidden ? leave() : look()), { signal });
  const unsubscribe = settings.subscribe((origin) => {
    if (origin === 'here') send({ type: 'changed', kept: settings.kept() });
  });
  return () => {
    listening.abort();
    unsubscribe();
    clearTimeout(timer);
  };
}

function look(): void {
  send({ type: 'looked-at', owner: owner() });
}

function leave(): void {
  send({ type: 'left' });
}

/** Another tab has written what it keeps. */
function adopt({ key, newValue }: StorageEvent): void {
  if (key === settingsKey && newValue !== null) send({ type: 'adopted', kept: parseKept(newValue) });
}

/** With what another tab may have written before anybody listened here. */
function readKept(): Kept {
  try {
    const text = localStorage.getItem(settingsKey);
    return text === null ? settings.kept() : parseKept(text);
  } catch {
    return settings.kept();
  }
}

function owner(): Owner {
  return isSignedIn() ? 'user' : 'guest';
}
