import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { newFolder } from '../../support/folder.ts';
import { root } from '../../support/parley/system.ts';

const run = promisify(execFile);

test('npm run seed lives through days in an empty folder, and leaves one with data alone', {
  timeout: 300_000,
}, async () => {
  const folder = newFolder();
  const seed = () =>
    run(process.execPath, ['test/tools/seed/main.ts', '--data', folder, '--days', '3', '--people', '15'], {
      cwd: root,
    });
  const { stdout } = await seed();
  expect(stdout).toMatch(/^[1-9]\d* accounts, [1-9]\d* translations, \d+ purchases, .* in \d+ s\.$/m);
  for (const kind of ['free', 'trial', 'premium', 'past-due'])
    expect(stdout).toMatch(new RegExp(`'${kind}@travel\\.example' +│ 'Pa4\\S+'`));
  expect(stdout).toMatch(/'operator@parley\.example' +│ 'Pa4/);
  await expect(seed()).rejects.toMatchObject({ code: 1, stderr: expect.stringContaining('data in') });
});
