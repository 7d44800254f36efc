import { type CompiledMessage, compileMessageOrThrow } from '@lingui/message-utils/compileMessage';
import { type CallExpression, parseSync } from 'oxc-parser';
import type { InterfaceLanguageCode } from '../../shared/interface-languages.ts';
import type { Catalogue } from './catalogues.ts';
import { findCalls, findMessages, readText } from './messages.ts';

export interface Translation {
  readonly language: InterfaceLanguageCode;
  /** Missing texts are shown in English. */
  readonly catalogue: Catalogue;
  /** By id. Fills itself while modules are transformed. */
  readonly english: Map<string, string>;
}

/** Around ids in strings of built code. Private characters survive minifiers. */
const open = '\uE000';
const close = '\uE001';
const marked = /\uE000([^\uE001]+)\uE001/g;
/** The call that stands for a message with values in built code. */
const callee = '$text';
/** For the language's own code. A call, because minifiers decide comparisons of strings before the language is known. */
export const languageMark = `${callee}("language", {})`;

/** Replaces the messages of a source file by their ids. */
export function markMessages(file: string, code: string, english: Map<string, string>): string {
  return findMessages(file, code).reduceRight((marked, { call, id, text }) => {
    english.set(id, text);
    const [, values] = call.arguments;
    const replacement = values
      ? `${callee}(${JSON.stringify(id)}${marked.slice((call.arguments[0] ?? call).end, call.end)}`
      : JSON.stringify(`${open}${id}${close}`);
    return marked.slice(0, call.start) + replacement + marked.slice(call.end);
  }, code);
}

export function isMarked(code: string): boolean {
  return code.includes(open) || code.includes(`${callee}(`);
}

/** The calls of a built script that stand for messages. */
export function findTextCalls(code: string): readonly CallExpression[] {
  return code.includes(`${callee}(`) ? findCalls(parseSync('built.js', code).program, callee) : [];
}

/** Writes the texts of one language into a built script. */
export function translateScript(code: string, translation: Translation, calls = findTextCalls(code)): string {
  // Inner calls first, which come later.
  let written = code;
  const shifts: [at: number, by: number][] = [];
  for (const call of calls.toReversed()) {
    const shift = (at: number) => shifts.reduce((sum, [from, by]) => (from < at ? sum + by : sum), at);
    const source = ({ start, end }: { start: number; end: number }) =>
      written.slice(shift(start), shift(end));
    const replacement = writeCall(call, source, translation);
    written = written.slice(0, shift(call.start)) + replacement + written.slice(shift(call.end));
    shifts.push([call.start, replacement.length - (shift(call.end) - shift(call.start))]);
  }
  return written.replaceAll(marked, (_, id: string) => escapeForScript(getText(id, translation)));
}

function getText(id: string, { language, catalogue, english }: Translation): string {
  if (id === 'language') return language;
  const text = catalogue.get(id) ?? english.get(id);
  if (text === undefined) throw new Error(`No message has the id ${id}.`);
  return text;
}

type ReadSource = (node: { start: number; end: number }) => string;

function writeCall(call: CallExpression, source: ReadSource, translation: Translation): string {
  const id = readText(call) ?? '';
  const [, values] = call.arguments;
  if (values?.type !== 'ObjectExpression') throw new Error(`The values of ${id} are not an object.`);
  const sources = new Map<string, string>();
  let isPlain = true;
  for (const property of values.properties) {
    if (property.type !== 'Property' || property.key.type !== 'Identifier') {
      throw new Error(`The values of ${id} are not plain.`);
    }
    isPlain &&= ['Identifier', 'Literal', 'MemberExpression'].includes(property.value.type);
    sources.set(property.key.name, source(property.value));
  }
  const tokens = compileMessageOrThrow(getText(id, translation));
  // Each value is worked out once, also where a language names it twice.
  const names = new Map([...sources].map(([name, code]) => [name, isPlain ? code : name]));
  const text = new Writer(translation.language, names).write(tokens);
  return isPlain ? text : `((${[...sources.keys()]})=>${text})(${[...sources.values()]})`;
}

/** Writes a compiled message as a template literal. */
class Writer {
  readonly #language: string;
  readonly #values: ReadonlyMap<string, string>;

  constructor(language: string, values: ReadonlyMap<string, string>) {
    this.#language = language;
    this.#values = values;
  }

  write(tokens: CompiledMessage, counted?: string): string {
    return `\`${tokens.map((token) => this.#writeToken(token, counted)).join('')}\``;
  }

  #writeToken(token: CompiledMessage[number], counted?: string): string {
    if (token === '#' && counted) return this.#count(counted);
    if (typeof token === 'string') return escapeForScript(token);
    const [name, type, choices] = token;
    const value = this.#values.get(name);
    if (value === undefined) throw new Error(`No value is called ${name}.`);
    if (type === undefined) return this.#show(value);
    if ((type !== 'plural' && type !== 'select') || !isChoices(choices)) {
      throw new Error(`${name} has the format ${type}, which no text needs.`);
    }
    return `\${${this.#choose(value, type, choices)}}`;
  }

  /** Numbers in the digits of the language; texts as they are. */
  #show(value: string): string {
    return this.#language === 'en' && !/^\d+$/.test(value) ? `\${${value}}` : this.#count(value);
  }

  /** Also English groups thousands. */
  #count(value: string): string {
    if (/^\d+$/.test(value)) return Number(value).toLocaleString(this.#language);
    return `\${${value}.toLocaleString("${this.#language}")}`;
  }

  #choose(value: string, type: 'plural' | 'select', choices: Choices): string {
    const counted = type === 'plural' ? value : undefined;
    const write = (names: readonly string[]) =>
      `{${names.map((name) => `${name}:${this.write(choices[name] ?? [], counted)}`)}}`;
    const exact = Object.keys(choices).filter((name) => /^\d+$/.test(name));
    const named = Object.keys(choices).filter((name) => !['other', 'offset', ...exact].includes(name));
    const key = type === 'plural' ? `new Intl.PluralRules("${this.#language}").select(${value})` : value;
    return [
      ...(exact.length > 0 ? [`${write(exact)}[${value}]`] : []),
      ...(named.length > 0 ? [`${write(named)}[${key}]`] : []),
      this.write(choices.other ?? [], counted),
    ].join('??');
  }
}

type Choices = Record<string, CompiledMessage>;

function isChoices(value: unknown): value is Choices {
  return typeof value === 'object' && value !== null && 'other' in value;
}

/** Fits strings in either quotes, and templates. */
function escapeForScript(text: string): string {
  return text.replaceAll(/[\\"'`]|\$(?=\{)/g, '\\$&').replaceAll('\n', '\\n');
}
