import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { mutated } from '../proofs/mutation/modules.ts';

const root = path.resolve(import.meta.dirname, '../..');
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');

test('what decides about money and access is mutated, each module to 85 percent at least', () => {
  expect(mutated.map(({ module }) => module)).toEqual(
    expect.arrayContaining([
      'functions/translation/allowance.ts',
      'functions/translation/grants.ts',
      'functions/meter.ts',
      'functions/billing/standing.ts',
      'functions/billing/subscription.ts',
      'functions/caller.ts',
      'functions/auth/session.ts',
      'functions/auth/tokens.ts',
      'functions/guest.ts',
      'functions/signing.ts',
      'functions/origin.ts',
    ]),
  );
  expect(mutated.filter(({ least }) => least < 85)).toEqual([]);
});

test.each(mutated)('$module is there, and so are its tests, which start no Parley', ({ module, tests }) => {
  expect(existsSync(path.join(root, module)), module).toBe(true);
  expect(tests.length).toBeGreaterThan(0);
  for (const each of tests) expect(read(`test/${each}.test.ts`)).not.toMatch(/inject\(|startParley/);
});
