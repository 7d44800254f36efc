import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { freePorts } from '../../support/parley/ports.ts';
import type { RunningParley } from '../../support/parley/system.ts';
import { spreadChaos, total, writeOn } from './chaos.ts';
import { openJournal } from './journal.ts';

test('a Parley that is killed while it works and while it starts comes back with all that it had acknowledged', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'parley-chaos-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const { tallies, findings, leftBehind, killsUnderLoad, killsOfStarts } = await spreadChaos({
    ...{ folder, kills: 3, seed: 1 },
    ...{ workers: 1, buyers: 0, writes: 8 },
  });
  expect(findings).toEqual([]);
  expect(leftBehind).toEqual([]);
  expect([killsUnderLoad, killsOfStarts]).toEqual([2, 1]);
  expect(total(tallies, 'found')).toBe(total(tallies, 'acknowledged'));
  expect(total(tallies, 'found')).toBeGreaterThan(0);
}, 120_000);

test.for([
  ['once it has been killed', AbortSignal.abort(), []],
  [
    'before anybody has killed it',
    new AbortController().signal,
    [expect.stringMatching(/^while it ran: it broke off by itself: .*ECONNREFUSED/)],
  ],
] as const)('what a Parley breaks off %s is judged so', async ([, killed, findings]) => {
  const journal = openJournal(() => {});
  const parley = { url: `http://127.0.0.1:${await freePorts()}` } as RunningParley;
  const work = { write: async () => void (await fetch(`${parley.url}/api/health`)) };
  await writeOn(work, { parley, chance: () => 0, journal }, killed);
  expect(journal.findings).toEqual(findings);
});
