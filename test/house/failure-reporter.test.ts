import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { TestModule } from 'vitest/node';
import FailureReporter from '../support/failure-reporter.ts';
import { newFolder } from '../support/folder.ts';

test('a run names each failed test, broken file or hook and error outside of tests, with two lines of its message', () => {
  const file = path.join(newFolder(), 'failures.txt');
  vi.stubEnv('FAILURES', file);
  onTestFinished(() => void vi.unstubAllEnvs());
  const failed = {
    type: 'test',
    fullName: 'a card > is paid',
    result: () => ({ errors: [{ message: '\u001b[31mexpected 1 to be 2\n\n  - 2\n  + 1' }] }),
  };
  const passed = { type: 'test', fullName: 'a card > is shown', result: () => ({ state: 'passed' }) };
  const group = { type: 'suite', fullName: 'a card', errors: () => [{ message: 'The hook broke.' }] };
  const module = {
    moduleId: path.join(import.meta.dirname, '../unit/cards.test.ts'),
    errors: () => [{ message: 'Cannot find module' }],
    children: { allSuites: () => [group], allTests: () => [failed, passed] },
  } as unknown as TestModule;
  new FailureReporter().onTestRunEnd([module], [{ message: 'Nobody waits for this.' }]);
  expect(readFileSync(file, 'utf8')).toBe(
    [
      'FAILED unit/cards.test.ts',
      '  Cannot find module',
      'FAILED unit/cards.test.ts > a card',
      '  The hook broke.',
      'FAILED unit/cards.test.ts > a card > is paid',
      '  expected 1 to be 2',
      '  - 2',
      'FAILED outside of all tests',
      '  Nobody waits for this.',
      '',
    ].join('\n'),
  );
});
