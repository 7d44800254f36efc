import { useEffect } from 'react';
import { call } from '../api.ts';
import { isSignedIn } from '../auth/signed-in.ts';
import { runMachine } from '../browser/machine.ts';
import { useStore } from '../browser/store.ts';
import { type Owner, readKept, settings, settingsKey } from './settings.ts';
import { type Call, createSync, next, type Sync, type SyncEvent } from './settings-sync.ts';

const pauseMs = 1_000;

const timeoutMs = 10_000;

const machine = runMachine(next, createSync(settings.kept(), owner()), runEffects);
let timer: ReturnType<typeof setTimeout> | undefined;
let stop = () => {};
let hasEnded = false;

export function SettingsSync(): null {
  useEffect(() => {
    if (hasEnded) return;
    stop = listen();
    const kept = readKept();
    send({ type: 'changed-elsewhere', kept });
    refresh();
    // The document asked for the settings before this script was there.
    if ((kept.savedAt ?? 0) > performance.timeOrigin) send({ type: 'changed-elsewhere', kept });
    return () => {
      leave();
      stop();
    };
  }, []);
  return null;
}

export function useHasSaveFailed(): boolean {
  return useStore({ ...machine, get: () => machine.get().hasFailed });
}

/** Ends it for good on this page: the settings have been deleted. */
export function endSettingsSync(): void {
  hasEnded = true;
  stop();
}

function send(event: SyncEvent): void {
  // The answer to a pending call would restore what was deleted.
  if (hasEnded) return;
  const before = machine.get().kept;
  machine.send(event);
  const { kept } = machine.get();
  if (kept !== before && kept !== settings.kept()) settings.replace(kept);
}

function runEffects({ pause, call }: Sync, before: Sync): void {
  if (pause !== before.pause) {
    clearTimeout(timer);
    if (pause !== undefined) timer = setTimeout(() => send({ type: 'pause-ended', run: pause }), pauseMs);
  }
  if (call && call !== before.call) begin(call);
}

function begin(begun: Call): void {
  const { kind, run } = begun;
  const fail = () => send({ type: kind === 'read' ? 'read-failed' : 'save-failed', run });
  setTimeout(fail, timeoutMs);
  if (begun.kind === 'read') {
    call('settings.read', {}).then((answer) => send({ type: 'read', run, settings: answer }), fail);
  } else {
    call('settings.save', begun.sent, { keepalive: true }).then(
      () => send({ type: 'saved', run, at: Date.now() }),
      fail,
    );
  }
}

function listen(): () => void {
  const listening = new AbortController();
  const { signal } = listening;
  addEventListener('focus', refresh, { signal });
  addEventListener('online', refresh, { signal });
  addEventListener('pagehide', leave, { signal });
  addEventListener('storage', takeFromOtherTab, { signal });
  document.addEventListener('visibilitychange', () => (document.hidden ? leave() : refresh()), { signal });
  const unsubscribe = settings.subscribe(({ kept, origin }) => {
    if (origin === 'here') send({ type: 'changed', kept });
  });
  return () => {
    listening.abort();
    unsubscribe();
    clearTimeout(timer);
  };
}

function refresh(): void {
  send({ type: 'refresh-requested', owner: owner() });
}

function leave(): void {
  send({ type: 'left' });
}

function takeFromOtherTab({ key, newValue }: StorageEvent): void {
  if (key === settingsKey && newValue !== null) send({ type: 'changed-elsewhere', kept: readKept() });
}

function owner(): Owner {
  return isSignedIn() ? 'user' : 'guest';
}
