import { expect, test, vi } from 'vitest';
import { openPage } from '../../support/component/page.tsx';

const own = `${location.origin}/assets/index-abc1234.js:1:2345`;
const stacks = {
  Chromium: `TypeError: secret words\n    at Array.map (<anonymous>)\n    at render (${own})\n    at run (${location.origin}/assets/soon.js:1:1)`,
  Firefox: `render@${own}\nrun@${location.origin}/assets/soon.js:1:1`,
  WebKit: `map@[native code]\nrender@${own}\nglobal code@${location.origin}/assets/soon.js:1:1`,
};

test.for(Object.entries(stacks))(
  '%s: an error is reported by its name and place alone',
  async ([, stack]) => {
    const { report, asked } = await openReports();
    report('render', failure(stack));
    await expect.poll(() => asked()).toHaveLength(1);
    expect(asked()).toEqual([
      {
        kind: 'render',
        name: 'TypeError',
        place: 'assets/index-abc1234.js:1:2345',
        page: '/',
        release: expect.stringMatching(/^[\w.-]+$/),
      },
    ]);
  },
);

test('uncaught errors and rejections are reported, each once, at most three for a page', async () => {
  const { asked } = await openReports();
  const at = (line: number) => failure(`render@${location.origin}/assets/a.js:${line}:1`);
  dispatchEvent(new ErrorEvent('error', { error: at(1) }));
  dispatchEvent(new ErrorEvent('error', { error: at(1) }));
  dispatchEvent(Object.assign(new Event('unhandledrejection'), { reason: at(2) }));
  for (let line = 3; line < 9; line++) dispatchEvent(new ErrorEvent('error', { error: at(line) }));
  await expect.poll(() => asked()).toHaveLength(3);
  expect(asked()).toMatchObject([
    { kind: 'script', place: 'assets/a.js:1:1' },
    { kind: 'rejection', place: 'assets/a.js:2:1' },
    { kind: 'script', place: 'assets/a.js:3:1' },
  ]);
});

test.for<[what: string, error: unknown]>([
  ['an extension', failure(`f@moz-extension://1b/content.js:1:1\nrender@${own}`)],
  ['another extension', failure(`TypeError: secret words\n    at f (chrome-extension://abc/inject.js:1:1)`)],
  ['a script of another site', failure('TypeError: secret words\n    at https://js.stripe.com/v3/:1:1')],
  ['a script of another site, which is hidden', null],
  ['a message that looks like a place of ours', failure(`TypeError: secret words`, `at ${own}`)],
  ['a page, not a script', failure(`f@${location.origin}/speech-translator:1:1`)],
  ['something that is no error', 'secret words'],
])('an error of %s is not reported', async ([, error]) => {
  const { asked } = await openReports();
  dispatchEvent(new ErrorEvent('error', { error, message: 'Script error.' }));
  dispatchEvent(Object.assign(new Event('unhandledrejection'), { reason: error }));
  await new Promise((resolve) => setTimeout(resolve));
  expect(asked()).toEqual([]);
});

test('a report outlives the page, because an error may be why the visitor leaves', async () => {
  const { report, asked } = await openReports();
  const sent = vi.spyOn(globalThis, 'fetch');
  report('render', failure(stacks.Firefox));
  await expect.poll(() => asked()).toHaveLength(1);
  expect(sent).toHaveBeenCalledWith('/api/report-error', expect.objectContaining({ keepalive: true }));
});

test('a failed report is not an error itself', async () => {
  const { report, asked } = await openReports({ isRefused: true });
  const rejected = vi.fn();
  process.on('unhandledRejection', rejected);
  report('render', failure(stacks.Firefox));
  await expect.poll(() => asked()).toHaveLength(1);
  await new Promise((resolve) => setTimeout(resolve));
  process.off('unhandledRejection', rejected);
  expect(rejected).not.toHaveBeenCalled();
});

async function openReports({ isRefused = false } = {}) {
  const { asked } = await openPage('/', {
    part: async () => <p />,
    answers: isRefused ? {} : { 'system.report-error': {} },
  });
  const { reportError, watchErrors } = await import('../../../web/system/error-reports.ts');
  watchErrors();
  return {
    report: reportError,
    asked: () => asked.filter(([id]) => id === 'system.report-error').map(([, body]) => body),
  };
}

function failure(stack: string, message = 'secret words'): TypeError {
  const error = new TypeError(message);
  error.stack = stack.replace('secret words', message);
  return error;
}
