import { describe, expect, test } from 'vitest';
import {
  addRun,
  countTranslations,
  createGrant,
  type Grant,
  isOpen,
  listLapsedGrants,
  windowMs,
} from '../../../../functions/tables/grant-item.ts';

const noon = Date.parse('2026-11-20T12:00:00Z');

describe('a grant', () => {
  test('counts while a run is open or has answered, and not when all have failed or expired', () => {
    const item = {
      used: 4,
      m_1200: 9,
      g_open: grant({ one: 'failed', other: noon + 1 }),
      g_answered: grant({ one: 'answered', other: noon - 1 }),
      g_failed: grant({ one: 'failed' }),
      g_died: grant({ one: noon }),
    };
    expect(listLapsedGrants(item, noon).map(([name]) => name)).toEqual(['g_failed', 'g_died']);
    expect(countTranslations(item, noon)).toBe(2);
  });

  test('is closed at the instant of its expiry', () => {
    expect([noon - 1, noon, noon + 1].map((run) => isOpen(run, noon))).toEqual([false, false, true]);
  });

  test('keeps its beginning when it runs again in a new window', () => {
    const again = addRun(createGrant(runNamed('one'), '', noon), runNamed('two'), noon + windowMs);
    expect([again.begunAt, again.windowStart]).toEqual([noon, noon + windowMs]);
  });

  test('without grants nothing is used', () => {
    expect(countTranslations(undefined, noon)).toBe(0);
    expect(countTranslations({}, noon)).toBe(0);
  });
});

function grant(runs: Grant['runs']): Grant {
  return { fingerprint: '', begunAt: noon, windowStart: noon, runs, characters: 1, version: '' };
}

function runNamed(runId: string) {
  return { runId, characters: 1 };
}
