import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { defaultSettings, type Settings } from '../../../../shared/settings.ts';
import type { Field, LocalSettings } from '../../../../web/settings/settings.ts';
import { createSync, nextSync, type Sync, type SyncEvent } from '../../../../web/settings/settings-sync.ts';
import { check } from '../../../support/properties.ts';

test('a change is saved after a pause, which restarts with each change', () => {
  const once = changedTo12();
  const twice = changed(once, { speechRate: 13 });
  expect(twice.pauseId).not.toBe(once.pauseId);
  expect(on(twice, pauseEnded(once)).request).toBeUndefined();
  expect(paused(twice).request).toMatchObject({ kind: 'save', sent: { speechRate: 13 } });
});

test('a change that the server already has needs no saving', () => {
  const reading = lookedAt(changedTo12());
  expect(answered(reading, { ...defaultSettings, speechRate: 12 }).local.unsaved).toEqual([]);
});

test('an older save settles nothing once a newer one is under way', () => {
  const first = paused(changedTo12());
  const second = on(changed(first, { speechRate: 13 }), { type: 'page-left' });
  expect(second.request).toMatchObject({ kind: 'save', sent: { speechRate: 13 } });
  expect(on(second, { type: 'saved', run: runOf(first), at: 0 })).toBe(second);
  expect(on(second, { type: 'save-failed', run: runOf(first) })).toBe(second);
});

describe('a save that failed', () => {
  const failed = failing(paused(changedTo12()));

  test('is reported and not retried automatically', () => {
    expect(failed).toMatchObject({ hasFailed: true, request: undefined, local: { unsaved: ['speechRate'] } });
  });

  test('is tried again with the next change', () => {
    const again = paused(changed(failed, { autoPlay: false }));
    expect(again.request).toMatchObject({ kind: 'save', sent: { speechRate: 12, autoPlay: false } });
    expect(saved(again)).toMatchObject({ hasFailed: false, local: { unsaved: [] } });
  });

  test('is retried when the page becomes visible, after reading, even if that fails', () => {
    const reading = lookedAt(failed);
    expect(reading.request?.kind).toBe('read');
    expect(answered(reading, defaultSettings).request).toMatchObject({ sent: { speechRate: 12 } });
    expect(on(reading, { type: 'read-failed', run: runOf(reading) }).request?.kind).toBe('save');
  });

  test('is dropped when another tab saved it, or the server has it', () => {
    const { settings, owner } = failed.local;
    expect(on(failed, { type: 'changed-elsewhere', local: { settings, unsaved: [], owner } }).hasFailed).toBe(
      false,
    );
    expect(on(failed, { type: 'changed-elsewhere', local: failed.local }).hasFailed).toBe(true);
    const reading = lookedAt(failed);
    expect(answered(reading, settings).hasFailed).toBe(false);
  });
});

describe('leaving', () => {
  test('sends nothing twice', () => {
    const saving = paused(changedTo12());
    expect(on(saving, { type: 'page-left' })).toBe(saving);
  });

  test('sends nothing where nothing is unsaved', () => {
    const state = guest();
    expect(on(state, { type: 'page-left' })).toBe(state);
  });
});

describe('making the page visible', () => {
  test('twice in a row reads once', () => {
    const reading = lookedAt(guest());
    const again = lookedAt(reading);
    expect(again.request).toBe(reading.request);
    expect(answered(again, defaultSettings).request).toBeUndefined();
  });

  test('does not shorten the pause after a change', () => {
    const looked = lookedAt(changedTo12());
    const read = answered(looked, { ...defaultSettings, autoPlay: false });
    expect(read.request).toBeUndefined();
    expect(paused(read).request?.kind).toBe('save');
  });
});

describe('another tab', () => {
  test('shows changes of the first, which saves them', () => {
    const { local } = changedTo12();
    const other = on(guest(), { type: 'changed-elsewhere', local });
    expect(other).toMatchObject({
      local: { settings: { speechRate: 12 } },
      request: undefined,
      pauseId: undefined,
    });
  });

  test('does not revert unsaved changes of the first by reading', () => {
    const { local } = changedTo12();
    const other = on(
      guest(),
      { type: 'changed-elsewhere', local },
      { type: 'refresh-requested', owner: 'guest' },
    );
    expect(answered(other, defaultSettings).local.settings.speechRate).toBe(12);
  });

  test('reads again when the first has saved a change meanwhile, because the answer may be older', () => {
    const { local } = changedTo12();
    const other = on(lookedAt(guest()), { type: 'changed-elsewhere', local: { ...local, unsaved: [] } });
    const again = answered(other, defaultSettings);
    expect([again.local.settings.speechRate, again.request?.kind]).toEqual([12, 'read']);
    const settings = { ...defaultSettings, speechRate: 12 };
    expect(answered(again, settings)).toMatchObject({ local: { settings }, request: undefined });
  });
});

describe('the owner of the settings', () => {
  test('after signing in, the user’s settings win over the guest’s copy', () => {
    const copy = keep({ speechRate: 12 }, [], 'guest');
    const read = answered(lookedAt(copy, 'user'), {
      ...defaultSettings,
      speechRate: 20,
    });
    expect(read.local).toEqual({
      settings: { ...defaultSettings, speechRate: 20 },
      unsaved: [],
      owner: 'user',
    });
  });

  test('a guest’s unsaved changes move to the account', () => {
    const copy = keep({ speechRate: 12 }, ['speechRate'], 'guest');
    const read = answered(lookedAt(copy, 'user'), {
      ...defaultSettings,
      speechRate: 20,
      micSensitivity: 9,
    });
    expect(read.request).toMatchObject({ kind: 'save', sent: { speechRate: 12, micSensitivity: 9 } });
  });

  test('a user’s unsaved changes are dropped on signing out', () => {
    const copy = keep({ speechRate: 12 }, ['speechRate'], 'user');
    const read = answered(lookedAt(copy), defaultSettings);
    expect(read.local).toEqual({ settings: defaultSettings, unsaved: [], owner: 'guest' });
    expect(read.request).toBeUndefined();
  });

  test('an answer for the previous owner is ignored', () => {
    const before = on(keep({}, [], 'guest'), { type: 'refresh-requested', owner: 'guest' });
    const reading = on(before, { type: 'refresh-requested', owner: 'user' });
    expect(on(reading, { type: 'read', run: runOf(before), settings: defaultSettings })).toBe(reading);
    expect(reading.request?.kind).toBe('read');
  });

  test('a guest without settings on the server keeps this browser’s copy and saves it again', () => {
    const copy = keep({ speechRate: 12 }, [], 'guest');
    const read = answered(lookedAt(copy), defaultSettings);
    expect(read.local.settings.speechRate).toBe(12);
    expect(read.request).toMatchObject({ kind: 'save', sent: { speechRate: 12 } });
  });
});

/** A server that handles requests in order, and a page with random events. */
test('in any order of events, the server has the shown settings in the end', () => {
  const step = fc.oneof(
    fc.record({ do: fc.constant('change' as const), rate: fc.integer({ min: 5, max: 20 }) }),
    fc.record({ do: fc.constantFrom('look' as const, 'leave' as const, 'pause' as const) }),
    fc.record({ do: fc.constantFrom('answer' as const, 'fail' as const, 'late' as const) }),
  );
  check(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      let server: Settings = defaultSettings;
      let state = guest();
      let wanted = defaultSettings.speechRate;
      const past: SyncEvent[] = [];
      const answer = () => {
        const { request } = state;
        if (!request) return;
        if (request.kind === 'save') server = request.sent;
        const event: SyncEvent =
          request.kind === 'save'
            ? { type: 'saved', run: request.run, at: 0 }
            : { type: 'read', run: request.run, settings: server };
        past.push(event);
        state = nextSync(state, event);
      };
      for (const taken of steps) {
        if (taken.do === 'change') {
          wanted = taken.rate;
          state = changed(state, { speechRate: wanted });
        } else if (taken.do === 'look') state = on(state, { type: 'refresh-requested', owner: 'guest' });
        else if (taken.do === 'leave') state = on(state, { type: 'page-left' });
        else if (taken.do === 'pause') state = paused(state);
        else if (taken.do === 'answer') answer();
        else if (taken.do === 'late') for (const event of past) state = nextSync(state, event);
        else if (state.request)
          state = nextSync(state, {
            type: state.request.kind === 'save' ? 'save-failed' : 'read-failed',
            run: state.request.run,
          });
        expect(state.local.settings.speechRate).toBe(wanted);
      }
      state = nextSync(state, { type: 'refresh-requested', owner: 'guest' });
      for (let turn = 0; turn < 10; turn += 1) {
        answer();
        state = paused(state);
      }
      expect(server.speechRate).toBe(wanted);
      expect(state).toMatchObject({ request: undefined, hasFailed: false, local: { unsaved: [] } });
    }),
  );
});

function guest(): Sync {
  return keep({}, [], undefined);
}

function keep(changes: Partial<Settings>, unsaved: Field[], owner: LocalSettings['owner']): Sync {
  return createSync({ settings: { ...defaultSettings, ...changes }, unsaved, owner }, 'guest');
}

function on(state: Sync, ...events: SyncEvent[]): Sync {
  return events.reduce(nextSync, state);
}

/** As `settings.change` tells it. */
function changed(state: Sync, changes: Partial<Settings>): Sync {
  const { settings, unsaved, owner } = state.local;
  const fields = Object.keys(changes) as Field[];
  return nextSync(state, {
    type: 'changed',
    local: { settings: { ...settings, ...changes }, unsaved: [...new Set([...unsaved, ...fields])], owner },
  });
}

function changedTo12(): Sync {
  return changed(guest(), { speechRate: 12 });
}

function lookedAt(state: Sync, owner: 'guest' | 'user' = 'guest'): Sync {
  return nextSync(state, { type: 'refresh-requested', owner });
}

function pauseEnded(state: Sync): SyncEvent {
  return { type: 'pause-ended', run: state.pauseId ?? -1 };
}

function paused(state: Sync): Sync {
  return nextSync(state, pauseEnded(state));
}

function runOf(state: Sync): number {
  return state.request?.run ?? -1;
}

function answered(state: Sync, settings: Settings): Sync {
  return nextSync(state, { type: 'read', run: runOf(state), settings });
}

function saved(state: Sync): Sync {
  return nextSync(state, { type: 'saved', run: runOf(state), at: 0 });
}

function failing(state: Sync): Sync {
  return nextSync(state, { type: 'save-failed', run: runOf(state) });
}
