import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { newFolder } from '../../support/folder.ts';
import { apiEvent, functionEnvironment } from '../../support/handlers/event.ts';
import { root } from '../../support/parley/system.ts';

test('the endpoint of the README compiles and answers', () => {
  const folder = newFolder();
  for (const each of ['functions', 'shared', 'infra/aws', 'package.json', '.tsconfig.base.json']) {
    cpSync(path.join(root, each), path.join(folder, each), { recursive: true });
  }
  symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'));
  addExample(folder);

  const words = [path.join(root, 'node_modules/typescript/bin/tsc'), '-b', 'functions', 'shared'];
  expect(execFileSync(process.execPath, words, { cwd: folder, encoding: 'utf8' })).toBe('');
  const use = `import { handler } from './functions/echo/say.ts';
    import { needs } from './infra/aws/stack/needs.ts';
    const { statusCode, body } = await handler(${JSON.stringify(event)}, {
      getRemainingTimeInMillis: () => 5_000,
    });
    console.log(JSON.stringify([statusCode, JSON.parse(body), needs['echo.say'].memoryMb]));`;
  const output = execFileSync(process.execPath, ['--input-type', 'module', '--eval', use], {
    cwd: folder,
    encoding: 'utf8',
    env: { ...process.env, ...functionEnvironment },
  });
  expect(JSON.parse(output.trim().split('\n').at(-1) ?? '')).toEqual([200, { text: 'hi' }, 256]);
});

const event = apiEvent({ method: 'POST', path: '/api/echo', body: { text: 'hi' } });

/** As the README tells: its code in the files that it names, with the imports of `android`. */
function addExample(folder: string): void {
  const read = (file: string) => readFileSync(path.join(folder, file), 'utf8');
  const importOf = (file: string, word: string) =>
    `${read(file).match(new RegExp(`^import .*${word}.*$`, 'm'))}\n`;
  const code = readExample();
  const insert = (file: string, after: string, line = code[file]) => {
    const [before, ...rest] = read(file).split(after);
    expect(rest, file).toHaveLength(1);
    writeFileSync(path.join(folder, file), `${before}${after}\n${line}${rest}`);
  };
  insert('shared/api/index.ts', 'export const endpoints = {');
  insert('infra/aws/stack/needs.ts', 'export const needs: Record<FunctionId, Needs> = {');
  insert('shared/api/contract.ts', 'interface Areas {', "echo: typeof import('./echo.schema.ts');");
  const schema = importOf('shared/api/android.schema.ts', 'zod') + code['shared/api/echo.schema.ts'];
  writeFileSync(path.join(folder, 'shared/api/echo.schema.ts'), schema);
  const setup = 'functions/android/setup.ts';
  const imports =
    importOf(setup, 'android.schema').replace('setup as contract', 'say') + importOf(setup, 'endpoint.ts');
  mkdirSync(path.join(folder, 'functions/echo'));
  writeFileSync(
    path.join(folder, 'functions/echo/say.ts'),
    imports.replace('android.schema', 'echo.schema') + code['functions/echo/say.ts'],
  );
}

/** The README's code, by the file that the comment above it names. */
function readExample(): Record<string, string> {
  const readme = readFileSync(path.join(root, 'README.md'), 'utf8');
  const block = /```ts\n([^`]*echo\.say[^`]*)```/.exec(readme)?.[1] ?? '';
  const parts = block.split(/^\/\/ (.+)\n/m).slice(1);
  return Object.fromEntries(
    parts.flatMap((file, index) => (index % 2 === 0 ? [[file, parts[index + 1] ?? '']] : [])),
  );
}
