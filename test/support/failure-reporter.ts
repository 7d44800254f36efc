import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import type { Reporter, SerializedError, TestModule } from 'vitest/node';

/** Writes what failed into the file of the variable FAILURES, for the end of a run: a log may be cut to its end. */
export default class FailureReporter implements Reporter {
  onTestRunEnd(files: readonly TestModule[], unhandled: readonly SerializedError[]): void {
    const lines = [
      ...files.flatMap(failuresOf),
      ...unhandled.map((error) => failureLines('outside of all tests', error.message)),
    ];
    if (process.env.FAILURES) writeFileSync(process.env.FAILURES, lines.map((line) => `${line}\n`).join(''));
  }
}

/** @returns the name of what failed, and the first lines of the message */
export function failureLines(name: string, message = ''): string {
  const lines = stripVTControlCharacters(message)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  return [`FAILED ${name}`, ...lines.slice(0, 2).map((line) => `  ${line.slice(0, 200)}`)].join('\n');
}

/** Tests, and files and groups whose imports or hooks broke. */
function failuresOf(file: TestModule): string[] {
  const name = path.relative(path.join(import.meta.dirname, '..'), file.moduleId);
  const broken = file.errors().map(({ message }) => failureLines(name, message));
  const inside = [...file.children.allSuites(), ...file.children.allTests()].flatMap((each) => {
    const errors = each.type === 'test' ? (each.result().errors ?? []) : each.errors();
    return errors.slice(0, 1).map(({ message }) => failureLines(`${name} > ${each.fullName}`, message));
  });
  return [...broken, ...inside];
}
