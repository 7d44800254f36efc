import { afterEach, expect, test, vi } from 'vitest';

afterEach(() => vi.unstubAllEnvs());

test.each(['Pacific/Kiritimati', 'America/Los_Angeles'])('a UTC day is the same day in %s', async (zone) => {
  vi.stubEnv('TZ', zone);
  vi.resetModules();
  const { formatMediumDay: mediumDay, formatShortDay: shortDay } = await import(
    '../../../web/charts/days.ts'
  );
  expect(new Date('2026-11-28').getDate() === 28).toBe(zone !== 'America/Los_Angeles');
  expect([shortDay('2026-11-28'), mediumDay('2026-11-28')]).toEqual(['Nov 28', 'Nov 28, 2026']);
  expect(mediumDay('2026-11-28T23:59:59.999Z')).toBe('Nov 28, 2026');
});
