import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest';
import { processesOf, processMark, signalProcesses } from '../../support/parley/processes.ts';
import { type RunningParley, startParley, translate } from '../../support/parley/system.ts';

/** A folder ahead of the PATH, where a broken program hides the engine's own. */
const folder = mkdtempSync(path.join(tmpdir(), 'parley-faults-'));
afterAll(() => rmSync(folder, { recursive: true }));
const program = path.join(folder, 'lt-proc');
const { env, mark } = processMark();
let parley: RunningParley;

beforeEach(async () => {
  parley = await startParley({ env: { ...env, PATH: `${folder}:${process.env.PATH}` } });
});

afterEach(async () => {
  rmSync(program, { force: true });
  await parley.stop();
  expect(processesOf(mark)).toEqual([]);
});

function breakEngine(script: string): void {
  writeFileSync(program, `#!/bin/sh\n${script}\n`);
  chmodSync(program, 0o755);
}

function mendEngine(): void {
  rmSync(program);
}

async function timed<T>(work: Promise<T>): Promise<{ value: T; ms: number }> {
  const startedAt = performance.now();
  const value = await work;
  return { value, ms: performance.now() - startedAt };
}

test('an engine that dies is a 502 in time, and the next request works', async () => {
  breakEngine('exit 1');
  const { value: response, ms } = await timed(translate(parley.url, 'the house', 'en-US', 'es'));
  expect(response.status).toBe(502);
  expect(await response.json()).toMatchObject({
    code: 'provider_failed',
    error: expect.stringMatching(/try again/),
  });
  expect(ms).toBeLessThan(10_000);
  mendEngine();
  expect((await translate(parley.url, 'the house', 'en-US', 'es')).status).toBe(200);
});

test('an engine that hangs is a 502 or 504 in time, and the next request works', async () => {
  breakEngine('exec sleep 600');
  const { value: response, ms } = await timed(translate(parley.url, 'the house', 'en-US', 'es'));
  expect([502, 504]).toContain(response.status);
  expect(ms).toBeLessThan(20_000);
  mendEngine();
  expect((await translate(parley.url, 'the house', 'en-US', 'es')).status).toBe(200);
}, 60_000);

test('a quick phrase that has been translated before needs no engine', async () => {
  await fetch(`${parley.url}/api/phrases?target=es`);
  const phrase = ['I am sorry, I do not understand.', 'en-US', 'fr'] as const;
  const first = await translate(parley.url, ...phrase);
  expect(first.status).toBe(200);
  breakEngine('exit 1');
  signalProcesses(mark, 'lt-proc', 'SIGKILL');
  const stored = await translate(parley.url, 'Where is the train station?', 'en-US', 'es');
  expect(stored.status).toBe(200);
  const second = await translate(parley.url, ...phrase);
  expect(second.status).toBe(200);
  expect(await second.json()).toEqual(await first.json());
  const other = await translate(parley.url, 'Where is the train?', 'en-US', 'es');
  expect(other.status).toBe(502);
});

test('nothing that people type reaches a line of the log, also when the engine fails', async () => {
  const canary = 'zebrafish';
  expect((await translate(parley.url, `the ${canary} house`, 'en-US', 'es')).status).toBe(200);
  await translate(parley.url, canary, canary, canary);
  breakEngine('exit 1');
  signalProcesses(mark, 'lt-proc', 'SIGKILL');
  await translate(parley.url, canary, 'en-US', 'fr');
  expect(parley.lines.filter((line) => line.includes('"answered"'))).toHaveLength(3);
  expect(parley.lines.join('\n')).not.toContain(canary);
});
