import { defaultSettings, type Settings } from '../../shared/settings.ts';
import type { Field, LocalSettings, Owner } from './settings.ts';

/**
 * Synchronises settings with the server, by one call at a time. A read precedes a save, so that a save includes changes
 * made elsewhere. Only leaving the page does not wait for the current call.
 */
export interface Sync {
  readonly local: LocalSettings;
  readonly owner: Owner;
  readonly call: Call | undefined;
  /** Numbers calls and pauses, to ignore outdated ones. */
  readonly run: number;
  readonly pauseId: number | undefined;
  readonly isReadWanted: boolean;
  readonly isSaveWanted: boolean;
  /** The last save failed, and its changes are not saved yet. */
  readonly hasFailed: boolean;
}

export type Call =
  | { readonly kind: 'read'; readonly run: number }
  | {
      readonly kind: 'save';
      readonly run: number;
      readonly sent: Settings;
      /** Another save was pending when it began, so the server may process them in either order. */
      readonly isOverlapping: boolean;
    };

export type SyncEvent =
  | { readonly type: 'refresh-requested'; readonly owner: Owner }
  | { readonly type: 'changed'; readonly local: LocalSettings }
  | { readonly type: 'changed-elsewhere'; readonly local: LocalSettings }
  | { readonly type: 'pause-ended'; readonly run: number }
  | { readonly type: 'left' }
  | { readonly type: 'read'; readonly run: number; readonly settings: Settings }
  | { readonly type: 'read-failed'; readonly run: number }
  /** `at` is `Date.now()`. */
  | { readonly type: 'saved'; readonly run: number; readonly at: number }
  | { readonly type: 'save-failed'; readonly run: number };

export function createSync(local: LocalSettings, owner: Owner): Sync {
  return {
    local,
    owner,
    call: undefined,
    run: 0,
    pauseId: undefined,
    isReadWanted: false,
    isSaveWanted: false,
    hasFailed: false,
  };
}

export function next(state: Sync, event: SyncEvent): Sync {
  switch (event.type) {
    case 'refresh-requested':
      return refresh(state, event.owner);
    case 'changed':
      return startPause({ ...state, local: event.local });
    case 'changed-elsewhere':
      return expireRead(setLocal(state, event.local));
    case 'pause-ended':
      return event.run === state.pauseId
        ? proceed({ ...state, pauseId: undefined, isSaveWanted: true })
        : state;
    case 'left':
      return leave(state);
    case 'read':
      return isCurrent(state, event.run) ? finishRead(state, event.settings) : state;
    case 'read-failed':
      return isCurrent(state, event.run) ? proceed({ ...state, call: undefined }) : state;
    case 'saved':
      return isCurrent(state, event.run) ? finishSave(state, event.at) : state;
    case 'save-failed':
      return isCurrent(state, event.run) ? proceed({ ...state, call: undefined, hasFailed: true }) : state;
  }
}

function isCurrent(state: Sync, run: number): boolean {
  return state.call?.run === run;
}

/** The other tab may have saved a change after the server read its answer. */
function expireRead(state: Sync): Sync {
  return state.call?.kind === 'read' ? { ...state, isReadWanted: true } : state;
}

function finishRead(state: Sync, answer: Settings): Sync {
  const finished = { ...state, call: undefined };
  if (state.isReadWanted) return proceed(finished);
  return proceed(wantSave(setLocal(finished, merge(state.local, state.owner, answer))));
}

function setLocal(state: Sync, local: LocalSettings): Sync {
  return { ...state, local, hasFailed: state.hasFailed && local.unsaved.length > 0 };
}

/** A pending read is enough, unless it is for another owner. */
function refresh(state: Sync, owner: Owner): Sync {
  const isReading = state.call?.kind === 'read';
  const isForOther = isReading && owner !== state.owner;
  return proceed(
    wantSave({
      ...state,
      owner,
      call: isForOther ? undefined : state.call,
      isReadWanted: state.isReadWanted || isForOther || !isReading,
    }),
  );
}

/** A running pause saves when it ends. */
function wantSave(state: Sync): Sync {
  return { ...state, isSaveWanted: state.isSaveWanted || (isUnsaved(state) && state.pauseId === undefined) };
}

function isUnsaved(state: Sync): boolean {
  return state.local.unsaved.length > 0;
}

function startPause(state: Sync): Sync {
  return { ...state, run: state.run + 1, pauseId: state.run + 1 };
}

function proceed(state: Sync): Sync {
  if (state.call) return state;
  if (state.isReadWanted) {
    const run = state.run + 1;
    return { ...state, run, call: { kind: 'read', run }, isReadWanted: false };
  }
  if (!state.isSaveWanted) return state;
  return isUnsaved(state) ? save(state) : { ...state, isSaveWanted: false };
}

function save(state: Sync): Sync {
  const run = state.run + 1;
  const isOverlapping = state.call?.kind === 'save';
  return {
    ...state,
    run,
    call: { kind: 'save', run, sent: state.local.settings, isOverlapping },
    isSaveWanted: false,
  };
}

/** Sends unsaved changes at once, without waiting for the pending call. */
function leave(state: Sync): Sync {
  const isBeingSaved = state.call?.kind === 'save' && listUnsaved(state.local, state.call.sent).length === 0;
  if (!isUnsaved(state) || isBeingSaved) return state;
  return save({ ...state, pauseId: undefined });
}

function finishSave(state: Sync, savedAt: number): Sync {
  const { call, local } = state;
  if (call?.kind !== 'save') return state;
  const saved: Sync = { ...state, call: undefined, hasFailed: false };
  if (call.isOverlapping) return proceed(startPause(saved));
  return proceed({
    ...saved,
    local: { ...local, unsaved: listUnsaved(local, call.sent), owner: state.owner, savedAt },
  });
}

function listUnsaved({ settings, unsaved }: LocalSettings, sent: Settings): Field[] {
  return unsaved.filter((field) => settings[field] !== sent[field]);
}

/** The server's answer, except for unsaved changes. Signing in takes unsaved changes along; signing out drops them. */
function merge(local: LocalSettings, owner: Owner, answer: Settings): LocalSettings {
  if (owner === 'guest' && local.owner === 'user') return { settings: answer, unsaved: [], owner };
  // The server deletes a guest's settings after a while and then returns the defaults.
  const isForgotten = owner === 'guest' && listDifferences(answer, defaultSettings).length === 0;
  const ours = isForgotten ? listDifferences(local.settings, answer) : local.unsaved;
  const settings = { ...local.settings };
  for (const field of fields) if (!ours.includes(field)) Object.assign(settings, { [field]: answer[field] });
  return { ...local, settings, unsaved: listDifferences(settings, answer), owner };
}

const fields = Object.keys(defaultSettings) as Field[];

function listDifferences(one: Settings, other: Settings): Field[] {
  return fields.filter((field) => one[field] !== other[field]);
}
