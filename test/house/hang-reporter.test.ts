import { expect, test, vi } from 'vitest';
import type { TestCase, TestModule } from 'vitest/node';
import HangReporter from '../support/hang-reporter.ts';

test('a file that says nothing for ten minutes is named with its last test, and others are not', () => {
  vi.useFakeTimers();
  const said: string[] = [];
  class Reporter extends HangReporter {
    protected override end(sentence: string): void {
      said.push(sentence);
    }
  }
  const reporter = new Reporter();
  const [looping, ended, slow] = ['looping', 'ended', 'slow'].map((moduleId) => ({ moduleId }) as TestModule);
  const first = { module: looping, fullName: 'its first test' } as TestCase;
  for (const file of [looping, ended, slow]) reporter.onTestModuleStart(file as TestModule);
  reporter.onTestCaseReady(first);
  reporter.onTestModuleEnd(ended as TestModule);
  vi.advanceTimersByTime(599_000);
  reporter.onTestCaseReady({ module: slow, fullName: 'a slow test' } as TestCase);
  expect(said).toEqual([]);
  vi.advanceTimersByTime(2_000);
  expect(said).toEqual(['looping hangs: nothing came since “its first test” began.']);
  vi.useRealTimers();
});
