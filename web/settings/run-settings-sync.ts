import { useEffect } from 'react';
import { call } from '../api.ts';
import { isSignedIn } from '../auth/signed-in.ts';
import { runMachine } from '../browser/machine.ts';
import { useStore } from '../browser/store.ts';
import { type Owner, readLocal, settings, settingsKey } from './settings.ts';
import { createSync, nextSync, type Sync, type SyncEvent, type SyncRequest } from './settings-sync.ts';

const pauseMs = 1_000;
const timeoutMs = 10_000;

const machine = runMachine(nextSync, createSync(settings.getLocal(), getOwner()), runEffects);
let timer: ReturnType<typeof setTimeout> | undefined;
let stop = () => {};
let hasEnded = false;

export function SettingsSync(): null {
  useEffect(() => {
    if (hasEnded) return;
    stop = listen();
    const local = readLocal();
    send({ type: 'changed-elsewhere', local });
    refresh();
    // The document may have preloaded the settings before this browser last saved them.
    if ((local.savedAt ?? 0) > performance.timeOrigin) send({ type: 'changed-elsewhere', local });
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

/** Call it once the settings have been deleted. */
export function endSettingsSync(): void {
  hasEnded = true;
  stop();
}

function send(event: SyncEvent): void {
  // The answer to a pending request would restore the deleted settings.
  if (hasEnded) return;
  const before = machine.get().local;
  machine.send(event);
  const { local } = machine.get();
  if (local === settings.getLocal()) return;
  // Another tab may just have stored a change.
  if (JSON.stringify(local) !== JSON.stringify(before)) settings.replace(local);
}

function runEffects({ pauseId, request }: Sync, before: Sync): void {
  if (pauseId !== before.pauseId) {
    clearTimeout(timer);
    if (pauseId !== undefined) timer = setTimeout(() => send({ type: 'pause-ended', run: pauseId }), pauseMs);
  }
  if (request && request !== before.request) sendRequest(request);
}

function sendRequest(request: SyncRequest): void {
  const { kind, run } = request;
  const fail = () => send({ type: kind === 'read' ? 'read-failed' : 'save-failed', run });
  setTimeout(fail, timeoutMs);
  if (request.kind === 'read') {
    call('settings.read', {}).then((answer) => send({ type: 'read', run, settings: answer }), fail);
  } else {
    call('settings.save', request.sent, { keepalive: true }).then(
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
  addEventListener('storage', readFromOtherTab, { signal });
  document.addEventListener('visibilitychange', () => (document.hidden ? leave() : refresh()), { signal });
  const unsubscribe = settings.subscribe(({ local, origin }) => {
    if (origin === 'here') send({ type: 'changed', local });
  });
  return () => {
    listening.abort();
    unsubscribe();
    clearTimeout(timer);
  };
}

function refresh(): void {
  send({ type: 'refresh-requested', owner: getOwner() });
}

function leave(): void {
  send({ type: 'page-left' });
}

function readFromOtherTab({ key, newValue }: StorageEvent): void {
  if (key === settingsKey && newValue !== null) send({ type: 'changed-elsewhere', local: readLocal() });
}

function getOwner(): Owner {
  return isSignedIn() ? 'user' : 'guest';
}
