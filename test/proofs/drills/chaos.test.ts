import { expect, onTestFinished, test } from 'vitest';
import { newFolder } from '../../support/folder.ts';
import { startInstantEngines, withoutEngines } from '../../support/parley/instant-engines.ts';
import { freePorts } from '../../support/parley/ports.ts';
import type { RunningParley } from '../../support/parley/system.ts';
import { spreadChaos, total, writeOn } from '../chaos/chaos.ts';
import { openJournal } from '../chaos/journal.ts';

/** The short form of `npm run prove -- chaos`. */
test('a Parley that is killed during work restarts with every acknowledged write', {
  timeout: 120_000,
}, async () => {
  const folder = newFolder();
  const engines = await startInstantEngines();
  onTestFinished(engines.stop);
  const { tallies, findings, leftBehind } = await spreadChaos({
    parley: { flags: withoutEngines, env: engines.environment },
    ...{ folder, kills: 1, seed: 1 },
    ...{ workers: 1, writes: 8 },
  });
  expect(findings).toEqual([]);
  expect(leftBehind).toEqual([]);
  expect(total(tallies, 'found')).toBe(total(tallies, 'acknowledged'));
  expect(total(tallies, 'found')).toBeGreaterThan(0);
});

test('a Parley that ends before the kill is a finding', async () => {
  const journal = openJournal(() => {});
  const parley = { url: `http://127.0.0.1:${await freePorts()}` } as RunningParley;
  const work = { write: async () => void (await fetch(`${parley.url}/api/health`)) };
  await writeOn(work, { parley, chance: () => 0, journal }, AbortSignal.abort());
  expect(journal.findings).toEqual([]);
  await writeOn(work, { parley, chance: () => 0, journal }, new AbortController().signal);
  expect(journal.findings).toEqual([expect.stringMatching(/it broke off by itself: .*ECONNREFUSED/)]);
});
