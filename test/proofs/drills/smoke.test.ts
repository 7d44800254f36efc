import { expect, onTestFinished, test } from 'vitest';
import { sharedParley as parley } from '../../support/parley/shared.ts';
import { startParley } from '../../support/parley/system.ts';
import type { Group } from '../../tools/smoke/check.ts';
import { groups, smoke } from '../../tools/smoke/smoke.ts';

test('the smoke check uses the whole product on one machine, and leaves no account behind', {
  timeout: 180_000,
}, async () => {
  const own = await startParley({ flags: ['--data', 'memory', '--access-seconds', '3'] });
  onTestFinished(() => own.stop());
  const reported: string[] = [];
  const chosen = pick('pages', 'account', 'payments', 'voices', 'metrics', 'renewal').map((group) =>
    // The proof `engines` hears the others, which differ in a row of the table.
    group.name === 'voices' ? only(group, /\((en-US|ar|hi|zh|cy)\)$/) : group,
  );
  const results = await smoke(own.url, chosen, { report: ({ name }) => reported.push(name) });
  expect(results.filter(({ is }) => is === 'fail')).toEqual([]);
  expect(reported).toEqual(results.map(({ name }) => name));
  const passed = results.filter(({ is }) => is === 'ok').map(({ name }) => name);
  expect(passed).toEqual(
    expect.arrayContaining([
      'English is translated into Spanish',
      'the session outlives its access token',
      'Stripe’s signed webhook begins Premium',
      'voice Joanna (en-US)',
      'the account is deleted, and its subscription cancelled',
    ]),
  );
  expect(results.filter(({ is }) => is === 'skip').map(({ text }) => text)).toContain(
    'one machine has no CloudWatch',
  );
});

test('the smoke check speaks, and understands what it said', { timeout: 120_000 }, async () => {
  const results = await smoke(parley.url, pick('speech'), { speed: 8 });
  expect(results).toEqual([
    expect.objectContaining({ is: 'ok', text: expect.stringMatching(/^\d+ of \d+ words$/) }),
    expect.objectContaining({ is: 'skip', text: 'no engine here' }),
  ]);
});

test('the smoke check tries every language, and says which have no engine', async () => {
  const results = await smoke(parley.url, pick('translate', 'transcribe'));
  expect(results.filter(({ is }) => is === 'fail')).toEqual([]);
  expect(
    results.filter(({ name, is }) => name.startsWith('translate ') && is === 'ok').length,
  ).toBeGreaterThan(2);
  expect(results.find(({ name }) => name === 'transcribe en-US (en-US)')).toMatchObject({ is: 'ok' });
  expect(results.find(({ name }) => name === 'transcribe et-ET (et)')).toMatchObject({ is: 'skip' });
});

function pick(...names: string[]): Group[] {
  return groups.filter(({ name }) => names.includes(name));
}

function only(group: Group, names: RegExp): Group {
  return {
    ...group,
    listChecks: (system) => group.listChecks(system).filter(({ name }) => names.test(name)),
  };
}
