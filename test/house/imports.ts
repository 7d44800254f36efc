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

/** The JSX texts of a module, and the strings of attributes that people read. */
export function markupTextsOf(path: string): { text: string; start: number }[] {
  const attribute =
    /^(?:aria-(?:label|description|roledescription|valuetext)|\w*[lL]abel|title|placeholder|alt|description|hint|heading|valueText)=(?=["'])/;
  return nodesOf(path)
    .map(({ type, start, end }) => ({ type, start, text: read(path).slice(start, end) }))
    .filter(({ type, text }) => type === 'JSXText' || (type === 'JSXAttribute' && attribute.test(text)))
    .map(({ text, start }) => ({ text: text.replace(attribute, ''), start }));
}

/** The strings of a module, except in errors, which people do not read. */
export function stringsOf(path: string): { text: string; start: number }[] {
  const nodes = nodesOf(path);
  const errors = nodes.filter(
    ({ type, start }) =>
      /^(NewExpression|ThrowStatement)$/.test(type) || read(path).startsWith('super(', start),
  );
  const isInError = (at: number) => errors.some(({ start, end }) => start < at && at < end);
  return nodes
    .filter(({ type, start }) => /^(Literal|TemplateElement)$/.test(type) && !isInError(start))
    .map(({ start, end }) => ({
      text: read(path)
        .slice(start, end)
        .replace(/^["'`]/, ''),
      start,
    }));
}

/** `path:line` of a position in the file. */
export function placeOf(path: string, at: number): string {
  return `${path}:${read(path).slice(0, at).split('\n').length}`;
}

/** `path:line length` of each function with more lines. */
export function functionsAbove(lines: number, path: string): string[] {
  return nodesOf(path)
    .filter(({ type }) => /^(Arrow)?Function(Expression|Declaration)$/.test(type))
    .map(({ start, end }) => ({ start, length: read(path).slice(start, end).split('\n').length }))
    .filter(({ length }) => length > lines)
    .map(({ start, length }) => `${placeOf(path, start)} ${length}`);
}

/** The syntax tree of a module, and the source that its positions belong to. */
export function parseModule(path: string): { program: ParseResult['program']; source: string } {
  return { program: parse(path).program, source: read(path) };
}

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
}

function nodesOf(path: string): Node[] {
  const found: Node[] = [];
  const visit = (value: unknown) => {
    if (typeof value !== 'object' || value === null) return;
    if ('type' in value && 'start' in value) found.push(value as Node);
    for (const each of Object.values(value)) visit(each);
  };
  visit(parse(path).program);
  return found;
}

/** Each file is parsed once. */
function parse(path: string): ParseResult {
  const result = parsed.get(path) ?? parseSync(path, read(path));
  if (result.errors.length > 0) throw new Error(`${path} does not parse`);
  parsed.set(path, result);
  return result;
}
