import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { debugging, sendCanaries } from '../../proofs/canaries/canaries.ts';
import { canary, findCanary } from '../../proofs/canaries/canary.ts';
import { startInstantEngines, withoutEngines } from '../../support/parley/instant-engines.ts';
import { root } from '../../support/parley/system.ts';

/** The short form of `npm run prove -- canaries`. */
test('no text of a request is in a log line or a metric, even with Powertools’ debug mode', {
  timeout: 120_000,
}, async () => {
  const engines = await startInstantEngines();
  onTestFinished(engines.stop);
  const env = { ...debugging, ...engines.environment };
  const result = await sendCanaries({ requests: 50, seed: 1, hangs: 0, flags: withoutEngines, env });
  expect(result.finds).toEqual([]);
  expect(result.left).toEqual([]);
  expect(result.statuses[200]).toBeGreaterThan(10);
  expect(result.metrics).toBeGreaterThan(10);
  expect(result.lines).toBeGreaterThan(50);
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

test('no function writes onto traces', () => {
  for (const file of globSync('functions/**/*.ts', { cwd: root })) {
    const code = readFileSync(path.join(root, file), 'utf8');
    expect(code, file).not.toMatch(/aws-xray|opentelemetry|powertools\/tracer|Annotation\(/);
  }
});
