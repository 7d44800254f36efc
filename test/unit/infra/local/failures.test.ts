import { mkdirSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { explainFailure } from '../../../../infra/local/failures.ts';

test.for([
  // As the bundler words it, with the operating system's error in its text.
  new Error(
    'Build failed with 1 error:\n\nFailed to write file /parley/.build/web/assets/main.js\n\nCaused by:\n    No space left on device (os error 28)',
  ),
  catchError(() => writeFileSync('/dev/full', 'a')),
])('a full disk is explained in one sentence', (error) => {
  expect(explainFailure(error, 8787)).toBe('The disk is full. Free some space, then try again.');
});

test('a file that this user may not use is named', () => {
  // Root may write everywhere but there.
  const error = catchError(() => mkdirSync('/sys/parley'));
  expect(explainFailure(error, 8787)).toMatch(
    /^\/sys\/parley cannot be used \(.+\)\. Make its folder readable and writable for this user, then try again\.$/,
  );
});

test('what is wrong with the sources of the site is printed without the stack of the bundler', () => {
  const frame = '    at findContract (file:///parley/node_modules/.vite-temp/vite.config.mjs:3143:20)';
  const error = new Error(
    `Build failed with 1 error:\n\n[plugin parley-open-files]\nError: echo.say has no schemas.\n${frame}\n${frame}`,
  );
  expect(explainFailure(error, 8787)).toBe(
    'The site cannot be built.\n\n[plugin parley-open-files]\nError: echo.say has no schemas.',
  );
});

test('an error that nobody can mend by hand is printed whole', () => {
  const error = catchError(() => mkdirSync('/dev/null/a'));
  expect(explainFailure(error, 8787)).toMatch(/ENOTDIR[\s\S]+failures\.test\.ts/);
});

function catchError(action: () => void): unknown {
  try {
    action();
  } catch (error) {
    return error;
  }
  throw new Error('Nothing was thrown.');
}
