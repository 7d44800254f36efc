import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { goodRequest, overTheWire } from '../support/handlers/good-calls.ts';
import { processesOf, processMark } from '../support/parley/processes.ts';
import { startParley } from '../support/parley/system.ts';
import { visit } from '../support/people/session.ts';

/** A folder ahead of the PATH, where a broken program hides an engine's own. */
const folder = mkdtempSync(path.join(tmpdir(), 'parley-faults-'));
const { env, mark } = processMark();
const parley = await startParley({ env: { ...env, PATH: `${folder}:${process.env.PATH}` } });
afterAll(async () => {
  await parley.stop();
  rmSync(folder, { recursive: true });
});
afterEach(mend);

// In this order: the last test stops the Parley of the others.
describe('broken programs', { shuffle: false }, () => {
  test.each([
    ['translation.translate', 'lt-proc', 'Parley couldn’t translate your text.', 'Please try again.'],
    [
      'speech.transcribe',
      'pocketsphinx_continuous',
      'Parley couldn’t recognise your speech.',
      'Try again, or type instead.',
    ],
  ] as const)(
    '%s answers 502 while %s dies, and works again afterwards',
    async (id, program, failure, advice) => {
      breakProgram(program, 'exit 1');
      const failed = await ask(id);
      expect([failed.status, await failed.json()]).toMatchObject([
        502,
        {
          code: 'provider_failed',
          error: `${failure} This didn’t count toward your limit. ${advice}`,
        },
      ]);
      mend();
      expect((await ask(id)).status).toBe(200);
    },
  );

  test('stopping in the middle of a recording leaves no process behind', async () => {
    breakProgram('pocketsphinx_continuous', 'exec sleep 600');
    const answer = ask('speech.transcribe').catch(() => 'broken off');
    await expect.poll(() => processesOf(mark).map(({ name }) => name)).toContain('sleep');
    await parley.stop();
    await answer;
    expect(processesOf(mark)).toEqual([]);
  });
});

function ask(id: 'translation.translate' | 'speech.transcribe'): Promise<Response> {
  return visit(parley.url).fetch(...overTheWire(goodRequest(id)));
}

function breakProgram(name: string, script: string): void {
  writeFileSync(path.join(folder, name), `#!/bin/sh\n${script}\n`);
  chmodSync(path.join(folder, name), 0o755);
}

function mend(): void {
  for (const name of ['lt-proc', 'pocketsphinx_continuous']) rmSync(path.join(folder, name), { force: true });
}
