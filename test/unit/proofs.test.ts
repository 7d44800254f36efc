import { globSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { type Part, parseFlags, report } from '../proofs/proof.ts';
import { proofs } from '../proofs/proofs.ts';

test('proofs and their folders match', () => {
  const folders = globSync('*/', { cwd: path.resolve(import.meta.dirname, '../proofs') });
  expect(Object.keys(proofs).sort()).toEqual(folders.map((folder) => path.normalize(folder)).sort());
});

test('a proof with findings or without trials fails', async () => {
  const count = (...parts: Part[]) => {
    async function* all() {
      yield* parts;
    }
    return report(all(), () => {});
  };
  const holds: Part = { name: 'a part', figures: { runs: 3 }, findings: [] };
  expect(await count(holds)).toBe(0);
  expect(await count(holds, { ...holds, findings: ['one', 'two'] })).toBe(2);
  expect(await count()).toBe(1);
});

test('flags have the types of their defaults', () => {
  const defaults = { kills: 200, only: '', sample: false };
  expect(parseFlags(defaults, [])).toEqual(defaults);
  expect(parseFlags(defaults, ['--kills', '5', '--only', 'a', '--sample'])).toEqual({
    kills: 5,
    only: 'a',
    sample: true,
  });
  expect(() => parseFlags(defaults, ['--kills', 'many'])).toThrow('--kills takes a whole number.');
  expect(() => parseFlags(defaults, ['--kils', '5'])).toThrow('--kils');
});
