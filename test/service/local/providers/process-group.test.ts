import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { root } from '../../../support/parley/system.ts';

test('running out of file descriptors fails one request, not the server', async () => {
  const script = `
    import { closeSync, openSync } from 'node:fs';
    import { runOnce } from './infra/local/engines/process-group.ts';
    const run = () => runOnce('cat', [], { input: 'heard', timeoutMs: 60_000 }).then(String, (error) => error.code);
    const files = [];
    try {
      for (;;) files.push(openSync('/dev/null'));
    } catch {}
    const without = await run();
    files.forEach((file) => closeSync(file));
    console.log(without, await run());`;
  const words = [
    '-c',
    'ulimit -n 100; exec "$@"',
    'sh',
    process.execPath,
    '--input-type=module',
    '-e',
    script,
  ];
  const { stdout } = await promisify(execFile)('sh', words, { cwd: root });
  expect(stdout).toBe('EMFILE heard\n');
});
