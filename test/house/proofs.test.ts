import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { canary, findCanary } from '../proofs/canary.ts';
import { divide } from '../proofs/judges/accepted.ts';
import { type Part, report } from '../proofs/proof.ts';
import { proofs } from '../proofs/proofs.ts';
import config from '../vitest.config.ts';

test('proofs and their folders match', () => {
  const folders = globSync('*/', { cwd: path.resolve(import.meta.dirname, '../proofs') });
  expect(Object.keys(proofs).sort()).toEqual(folders.map((folder) => path.normalize(folder)).sort());
});

test('each test file is run by `npm test`, or by a proof that `npm run test:all` runs', () => {
  const folder = path.resolve(import.meta.dirname, '..');
  const { projects: given = [] } = config.test ?? {};
  const projects = (given as { test: { name: string; include: string[] } }[]).map(({ test }) => test);
  const main = readFileSync(path.join(folder, 'main.ts'), 'utf8');
  for (const { name } of projects) expect(main.includes(`'${name}'`), name).toBe(name !== 'proofs');
  const neverRun = globSync('**/*.test.{ts,tsx}', { cwd: folder }).filter((file) => {
    const kinds = projects.filter(({ include }) => include.some((glob) => path.matchesGlob(file, glob)));
    const proof = proofs[file.split(path.sep)[1] ?? ''];
    const isOfProof = kinds[0]?.name === 'proofs';
    return kinds.length !== 1 || (isOfProof && (!proof?.tests || proof.isOnRequest));
  });
  expect(neverRun).toEqual([]);
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

test('what a judge finds is accepted by its rule and its place, and an acceptance that meets nothing is reported', () => {
  const accepted = {
    'cfn-lint': {},
    checkov: {
      LOGS: { only: /Site/, because: 'it would store addresses' },
      KEYS: { because: 'they cost a dollar' },
      GONE: { because: 'it was so once' },
    },
    'nu-checker': {},
    'stripe-mock': {},
  };
  const found = [
    { rule: 'LOGS', text: 'Site: no log' },
    { rule: 'LOGS', text: 'Uploads: no log' },
    { rule: 'KEYS', text: 'Logs: no key' },
    { rule: 'OPEN', text: 'Site: anybody may write' },
  ];
  expect(divide('checkov', found, accepted)).toEqual({
    accepted: 2,
    findings: [
      'checkov LOGS, Uploads: no log',
      'checkov OPEN, Site: anybody may write',
      'checkov no longer finds GONE: remove it from accepted.ts',
    ],
  });
});

test('a canary is found in every encoding of a log line', () => {
  const word = canary(7);
  const forms = {
    [word.slice(2, 8)]: 'letters',
    [[...word].reverse().join('')]: 'letters backwards',
    [Buffer.from(`ab${word}`).toString('base64')]: 'base64',
    [Buffer.from(word).toString('hex').toUpperCase()]: 'hex',
    [[...Buffer.from(word)].map((code) => `%${code.toString(16)}`).join('')]: 'percent signs',
    [JSON.stringify(Buffer.from(word))]: 'a list of bytes',
  };
  expect(Object.keys(forms).map(findCanary)).toEqual(Object.values(forms));
  expect(findCanary('{"event":"answered","endpoint":"auth.login","durationMs":12}')).toBeUndefined();
});
