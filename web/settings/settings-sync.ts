import { defaultSettings, type Settings } from '../../shared/settings.ts';
import type { Field, LocalSettings, Owner } from './settings.ts';

/**
 * Synchronises settings with the server, one request at a time. A read precedes a save, so that the save includes
 * changes made elsewhere. Only a save on leaving the page does not wait for the current request.
 */
export interface Sync {
  readonly local: LocalSettings;
  readonly owner: Owner;
  readonly request: SyncRequest | undefined;
  /** Numbers requests and pauses, so that outdated ones are ignored. */
  readonly run: number;
  readonly pauseId: number | undefined;
  readonly isReadQueued: boolean;
  readonly isSaveQueued: boolean;
  /** The last save failed, and its changes are not saved yet. */
  readonly hasFailed: boolean;
}

export type SyncRequest =
  | { readonly kind: 'read'; readonly run: number }
  | {
      readonly kind: 'save';
      readonly run: number;
      readonly sent: Settings;
      /** Sent while another save was pending, so the server may process them in either order. */
      readonly isOverlapping: boolean;
    };

export type SyncEvent =
  | { readonly type: 'refresh-requested'; readonly owner: Owner }
  | { readonly type: 'changed'; readonly local: LocalSettings }
  | { readonly type: 'changed-elsewhere'; readonly local: LocalSettings }
  | { readonly type: 'pause-ended'; readonly run: number }
  | { readonly type: 'page-left' }
  | { readonly type: 'read'; readonly run: number; readonly settings: Settings }
  | { readonly type: 'read-failed'; readonly run: number }
  /** `at` is `Date.now()`. */
  | { readonly type: 'saved'; readonly run: number; readonly at: number }
  | { readonly type: 'save-failed'; readonly run: number };

export function createSync(local: LocalSettings, owner: Owner): Sync {
  return {
    local,
    owner,
    request: undefined,
    run: 0,
    pauseId: undefined,
    isReadQueued: false,
    isSaveQueued: false,
    hasFailed: false,
  };
}

export function nextSync(state: Sync, event: SyncEvent): Sync {
  switch (event.type) {
    case 'refresh-requested':
      return refresh(state, event.owner);
    case 'changed':
      return startPause({ ...state, local: event.local });
    case 'changed-elsewhere':
      return expireRead(setLocal(state, event.local));
    case 'pause-ended':
      return event.run === state.pauseId
        ? proceed({ ...state, pauseId: undefined, isSaveQueued: true })
        : state;
    case 'page-left':
      return leave(state);
    case 'read':
      return isCurrent(state, event.run) ? finishRead(state, event.settings) : state;
    case 'read-failed':
      return isCurrent(state, event.run) ? proceed({ ...state, request: undefined }) : state;
    case 'saved':
      return isCurrent(state, event.run) ? finishSave(state, event.at) : state;
    case 'save-failed':
      return isCurrent(state, event.run) ? proceed({ ...state, request: undefined, hasFailed: true }) : state;
  }
}

function isCurrent(state: Sync, run: number): boolean {
  return state.request?.run === run;
}

/** The answer may be older than a change that another tab has saved. */
function expireRead(state: Sync): Sync {
  return state.request?.kind === 'read' ? { ...state, isReadQueued: true } : state;
}

function finishRead(state: Sync, answer: Settings): Sync {
  const finished = { ...state, request: undefined };
  if (state.isReadQueued) return proceed(finished);
  return proceed(queueSave(setLocal(finished, merge(state.local, state.owner, answer))));
}

function setLocal(state: Sync, local: LocalSettings): Sync {
  return { ...state, local, hasFailed: state.hasFailed && local.unsaved.length > 0 };
}

/** Reads again, unless a read for the same owner is pending. */
function refresh(state: Sync, owner: Owner): Sync {
  const isReading = state.request?.kind === 'read';
  const isForOther = isReading && owner !== state.owner;
  return proceed(
    queueSave({
      ...state,
      owner,
      request: isForOther ? undefined : state.request,
      isReadQueued: state.isReadQueued || isForOther || !isReading,
    }),
  );
}

/** If a pause is running, it saves when it ends. */
function queueSave(state: Sync): Sync {
  return { ...state, isSaveQueued: state.isSaveQueued || (isUnsaved(state) && state.pauseId === undefined) };
}

function isUnsaved(state: Sync): boolean {
  return state.local.unsaved.length > 0;
}

function startPause(state: Sync): Sync {
  return { ...state, run: state.run + 1, pauseId: state.run + 1 };
}

function proceed(state: Sync): Sync {
  if (state.request) return state;
  if (state.isReadQueued) {
    const run = state.run + 1;
    return { ...state, run, request: { kind: 'read', run }, isReadQueued: false };
  }
  if (!state.isSaveQueued) return state;
  return isUnsaved(state) ? save(state) : { ...state, isSaveQueued: false };
}

function save(state: Sync): Sync {
  const run = state.run + 1;
  const isOverlapping = state.request?.kind === 'save';
  return {
    ...state,
    run,
    request: { kind: 'save', run, sent: state.local.settings, isOverlapping },
    isSaveQueued: false,
  };
}

/** Sends unsaved changes at once, without waiting for the pending request. */
function leave(state: Sync): Sync {
  const isBeingSaved =
    state.request?.kind === 'save' && listUnsaved(state.local, state.request.sent).length === 0;
  if (!isUnsaved(state) || isBeingSaved) return state;
  return save({ ...state, pauseId: undefined });
}

function finishSave(state: Sync, savedAt: number): Sync {
  const { request, local } = state;
  if (request?.kind !== 'save') return state;
  const saved: Sync = { ...state, request: undefined, hasFailed: false };
  if (request.isOverlapping) return proceed(startPause(saved));
  return proceed({
    ...saved,
    local: { ...local, unsaved: listUnsaved(local, request.sent), owner: state.owner, savedAt },
  });
}

function listUnsaved({ settings, unsaved }: LocalSettings, sent: Settings): Field[] {
  return unsaved.filter((field) => settings[field] !== sent[field]);
}

/** The server's answer, except for unsaved changes. Signing in keeps unsaved changes; signing out discards them. */
function merge(local: LocalSettings, owner: Owner, answer: Settings): LocalSettings {
  if (owner === 'guest' && local.owner === 'user') return { settings: answer, unsaved: [], owner };
  // The server deletes a guest's settings after a while, and then returns the defaults.
  const isExpired = owner === 'guest' && listDifferences(answer, defaultSettings).length === 0;
  const kept = isExpired ? listDifferences(local.settings, answer) : local.unsaved;
  const settings = { ...local.settings };
  for (const field of fields) if (!kept.includes(field)) Object.assign(settings, { [field]: answer[field] });
  return { ...local, settings, unsaved: listDifferences(settings, answer), owner };
}

const fields = Object.keys(defaultSettings) as Field[];

function listDifferences(one: Settings, other: Settings): Field[] {
  return fields.filter((field) => one[field] !== other[field]);
}
