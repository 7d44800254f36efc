import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { trimReact } from '../../../web/documents/trim-react.ts';

const file = (name: string) =>
  new URL(`../../../node_modules/${name}.production.js`, import.meta.url).pathname;

test('the installed React is trimmed', () => {
  for (const name of ['react/cjs/react', 'react-dom/cjs/react-dom', 'react-dom/cjs/react-dom-client']) {
    const code = readFileSync(file(name), 'utf8');
    const { trimmed, warnings } = trim(code);
    expect(trimmed.length).toBeLessThan(code.length);
    expect(warnings).toEqual([]);
  }
});

test('another version stays whole, and says so', () => {
  const { trimmed, warnings } = trim('exports.version = "20.0.0";\nexports.Suspense = 1;');
  expect(trimmed).toContain('exports.Suspense');
  expect(warnings).toHaveLength(1);
});

test('used cases stay, with what they fall into, and so do variables of removed ones', () => {
  const { trimmed } = trim(`
function run(fiber) {
  switch (fiber.tag) {
    case 31:
      var seen = ["activity"];
      break;
    case 5:
      seen = ["host"];
    case 13:
      seen.push("into Suspense");
      break;
    case 19:
      seen = ["list"];
      break;
    default:
      seen = [22 === fiber.tag ? "hidden" : "other"];
  }
  return seen;
}
exports.lazy = function () {
  return 1;
};
exports.version = "19.3.1";`);
  const run = new Function('exports', `'use strict';${trimmed};return run;`)({});
  expect([5, 6].map((tag) => run({ tag }))).toEqual([['host', 'into Suspense'], ['other']]);
  expect(trimmed).not.toContain('exports.lazy');
});

test('the build fails if a module uses what is removed', () => {
  const bundle = (code: string) => ({
    'a.js': { type: 'chunk', modules: { '/web/a.tsx': { code } } },
  });
  const check = (code: string) => call('generateBundle', {}, bundle(code));
  expect(() => check('(0, import_react.lazy)(load)')).toThrow('/web/a.tsx uses import_react.lazy');
  expect(() => check('import_react.useState(0); import_react$1.useId()')).not.toThrow();
});

const warned: string[] = [];
const context = {
  warn: (text: string) => warned.push(text),
  error(text: string) {
    throw new Error(text);
  },
};

function trim(code: string) {
  warned.length = 0;
  const trimmed = String(call('transform', code, file('react/cjs/react')) ?? code);
  return { trimmed, warnings: [...warned] };
}

function call(hook: 'transform' | 'generateBundle', ...input: unknown[]): unknown {
  return (trimReact()[hook] as (...input: unknown[]) => unknown).apply(context, input);
}
