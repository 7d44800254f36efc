import { posix } from 'node:path';
import { type ParseResult, parseSync } from 'oxc-parser';
import { isModule, read } from './files.ts';

const parsed = new Map<string, ParseResult>();

export interface Import {
  /** The specifier in the source. */
  readonly name: string;
  /** The file it names, as a path from the top level; undefined for packages. */
  readonly file: string | undefined;
  /** Nothing is loaded at run time. */
  readonly typeOnly: boolean;
  /** By a call of `import()`. */
  readonly isLater: boolean;
}

export function importsOf(path: string): Import[] {
  const text = read(path);
  const { staticImports, staticExports, dynamicImports } = parse(path).module;
  const statements = [
    ...staticImports.map(({ start, moduleRequest }) => ({ start, name: moduleRequest.value })),
    ...staticExports.flatMap(({ start, entries }) =>
      entries.flatMap(({ moduleRequest }) => (moduleRequest ? [{ start, name: moduleRequest.value }] : [])),
    ),
  ].map(({ start, name }) => ({ name, typeOnly: /^(im|ex)port type\b/.test(text.slice(start, start + 12)) }));
  // `import('…')` is a call or a type.
  const calls = new Set(dynamicImports.map(({ start }) => start));
  const later = [...text.matchAll(/\bimport\(\s*'([^']+)'/g)].map(({ 1: name = '', index }) => ({
    name,
    typeOnly: !calls.has(index),
  }));
  return [
    ...statements.map((each) => ({ ...each, isLater: false })),
    ...later.map((each) => ({ ...each, isLater: true })),
  ].map((each) => ({
    ...each,
    file: each.name.startsWith('.') ? posix.join(posix.dirname(path), each.name) : undefined,
  }));
}

/** Without the comments, where the file is a module. */
export function readCode(path: string): string {
  const text = read(path);
  if (!isModule(path)) return text;
  return parse(path).comments.reduceRight(
    (code, { start, end }) =>
      code.slice(0, start) + code.slice(start, end).replace(/[^\n]/g, ' ') + code.slice(end),
    text,
  );
}

/** Each file is parsed once. */
function parse(path: string): ParseResult {
  const result = parsed.get(path) ?? parseSync(path, read(path));
  if (result.errors.length > 0) throw new Error(`${path} does not parse`);
  parsed.set(path, result);
  return result;
}
