import { execFileSync } from 'node:child_process';
import type { Reporter, TestCase, TestModule } from 'vitest/node';

/**
 * Ends a run in which a file says nothing for ten minutes, and names it: a loop without end lets no time limit of its own
 * process pass.
 */
export default class HangReporter implements Reporter {
  readonly #last = new Map<string, NodeJS.Timeout>();
  onTestModuleStart(file: TestModule): void {
    this.#hear(file, 'its start');
  }

  onTestCaseReady(test: TestCase): void {
    this.#hear(test.module, `“${test.fullName}” began`);
  }

  onTestCaseResult(test: TestCase): void {
    this.#hear(test.module, `“${test.fullName}” ended`);
  }

  onTestModuleEnd({ moduleId }: TestModule): void {
    clearTimeout(this.#last.get(moduleId));
    this.#last.delete(moduleId);
  }

  #hear({ moduleId }: TestModule, said: string): void {
    clearTimeout(this.#last.get(moduleId));
    const timer = setTimeout(() => this.end(`${moduleId} hangs: nothing came since ${said}.`), silentMs);
    timer.unref();
    this.#last.set(moduleId, timer);
  }

  protected end(sentence: string): void {
    console.error(sentence);
    // A worker in a loop does not notice that its parent ends.
    execFileSync('pkill', ['-KILL', '-P', `${process.pid}`]);
    process.exit(1);
  }
}

const silentMs = 600_000;
