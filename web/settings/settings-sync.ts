import { defaultSettings, type Settings } from '../../shared/settings.ts';
import type { Field, Kept, Owner } from './settings.ts';

/**
 * Keeps the settings of this browser and the server's the same. Pure: what each event makes of each state.
 * `run-settings-sync.ts` makes the calls and the pause.
 *
 * One call at a time, a wanted read before a wanted save: so a save carries what was changed elsewhere, and an
 * answer never tells of a time before the last save. Leaving alone does not wait; it gives up what is under way.
 */
export interface Sync {
  readonly kept: Kept;
  /** Who is here now. */
  readonly owner: Owner;
  /** What is under way. */
  readonly call: Call | undefined;
  /** Counts calls and pauses, so that what is no longer meant is known by its number. */
  readonly run: number;
  /** The pause after the last change, by its number. */
  readonly pause: number | undefined;
  readonly isReadWanted: boolean;
  readonly isSaveWanted: boolean;
  /** The last save failed, and what it held is not saved yet. */
  readonly hasFailed: boolean;
}

export type Call =
  | { readonly kind: 'read'; readonly run: number }
  | {
      readonly kind: 'save';
      readonly run: number;
      readonly sent: Settings;
      /** Another save was under way when it began: which of them the server took last is not known. */
      readonly isOverlapping: boolean;
    };

/** What happened. */
export type SyncEvent =
  /** The page came into view: opened, focused, or online again. */
  | { readonly type: 'looked-at'; readonly owner: Owner }
  /** The visitor changed something on this page. */
  | { readonly type: 'changed'; readonly kept: Kept }
  /** Another tab of this browser changed, read or saved something. */
  | { readonly type: 'adopted'; readonly kept: Kept }
  | { readonly type: 'pause-ended'; readonly run: number }
  /** The page is hidden or closed. */
  | { readonly type: 'left' }
  | { readonly type: 'read'; readonly run: number; readonly settings: Settings }
  | { readonly type: 'read-failed'; readonly run: number }
  | { readonly type: 'saved'; readonly run: number }
  | { readonly type: 'save-failed'; readonly run: number };

export function startOfSync(kept: Kept, owner: Owner): Sync {
  return {
    kept,
    owner,
    call: undefined,
    run: 0,
    pause: undefined,
    isReadWanted: false,
    isSaveWanted: false,
    hasFailed: false,
  };
}

/** An event that means nothing in a state leaves it as it is. */
export function next(state: Sync, event: SyncEvent): Sync {
  switch (event.type) {
    case 'looked-at':
      return look(state, event.owner);
    case 'changed':
      return pause({ ...state, kept: event.kept });
    case 'adopted':
      return keep(state, event.kept);
    case 'pause-ended':
      return event.run === state.pause ? proceed({ ...state, pause: undefined, isSaveWanted: true }) : state;
    case 'left':
      return leave(state);
    case 'read':
      return isCurrent(state, event.run)
        ? proceed(
            wantSave(keep({ ...state, call: undefined }, merge(state.kept, state.owner, event.settings))),
          )
        : state;
    case 'read-failed':
      return isCurrent(state, event.run) ? proceed({ ...state, call: undefined }) : state;
    case 'saved':
      return isCurrent(state, event.run) ? finishSave(state) : state;
    case 'save-failed':
      return isCurrent(state, event.run) ? proceed({ ...state, call: undefined, hasFailed: true }) : state;
  }
}

function isCurrent(state: Sync, run: number): boolean {
  return state.call?.run === run;
}

function keep(state: Sync, kept: Kept): Sync {
  return { ...state, kept, hasFailed: state.hasFailed && kept.unsaved.length > 0 };
}

/** A read that is under way will do, unless it is somebody else's. */
function look(state: Sync, owner: Owner): Sync {
  const isReading = state.call?.kind === 'read';
  const isOthers = isReading && owner !== state.owner;
  return proceed(
    wantSave({
      ...state,
      owner,
      call: isOthers ? undefined : state.call,
      isReadWanted: isOthers || !isReading,
    }),
  );
}

/** Whatever is unsaved is saved, unless the pause after the last change will see to it. */
function wantSave(state: Sync): Sync {
  return { ...state, isSaveWanted: state.isSaveWanted || (isUnsaved(state) && state.pause === undefined) };
}

function isUnsaved(state: Sync): boolean {
  return state.kept.unsaved.length > 0;
}

function pause(state: Sync): Sync {
  const run = state.run + 1;
  return { ...state, run, pause: run };
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
    call: { kind: 'save', run, sent: state.kept.settings, isOverlapping },
    isSaveWanted: false,
  };
}

/** Now or never: whatever is not on its way yet is sent. */
function leave(state: Sync): Sync {
  const isOnItsWay = state.call?.kind === 'save' && stillUnsaved(state.kept, state.call.sent).length === 0;
  if (!isUnsaved(state) || isOnItsWay) return state;
  return save({ ...state, pause: undefined });
}

function finishSave(state: Sync): Sync {
  const { call, kept } = state;
  if (call?.kind !== 'save') return state;
  const saved: Sync = { ...state, call: undefined, hasFailed: false };
  if (call.isOverlapping) return proceed(pause(saved));
  return proceed({
    ...saved,
    kept: { ...kept, unsaved: stillUnsaved(kept, call.sent), owner: state.owner },
  });
}

/** The fields that have changed since, or have never been on their way. */
function stillUnsaved({ settings, unsaved }: Kept, sent: Settings): Field[] {
  return unsaved.filter((field) => settings[field] !== sent[field]);
}

/**
 * What is true after the server's answer: its word, but for what was changed here and has not reached it.
 * Somebody who signed in brings their unsaved changes along; somebody who signed out leaves them behind.
 */
function merge(kept: Kept, owner: Owner, answer: Settings): Kept {
  if (owner === 'guest' && kept.owner === 'user') return { settings: answer, unsaved: [], owner };
  // The server forgets a guest's settings after a while and then answers the defaults. This browser does not.
  const hasNone = owner === 'guest' && differences(answer, defaultSettings).length === 0;
  const ours = hasNone ? differences(kept.settings, answer) : kept.unsaved;
  const settings = { ...kept.settings };
  for (const field of fields) if (!ours.includes(field)) Object.assign(settings, { [field]: answer[field] });
  return { settings, unsaved: differences(settings, answer), owner };
}

const fields = Object.keys(defaultSettings) as Field[];

function differences(one: Settings, other: Settings): Field[] {
  return fields.filter((field) => one[field] !== other[field]);
}
