import { createRequire } from 'node:module';
import { Script } from 'node:vm';
import { parseLines } from 'dot-properties';
import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { Language, Parser } from 'web-tree-sitter';

const require = createRequire(import.meta.url);

await Parser.init();
const [kotlin, groovy] = await Promise.all([
  parserOf(require.resolve('@tree-sitter-grammars/tree-sitter-kotlin/tree-sitter-kotlin.wasm')),
  parserOf(require.resolve('tree-sitter-groovy/tree-sitter-groovy.wasm')),
]);

/** Finds what is wrong with a generated file; a kind without a parser is wrong too. */
export function faultIn(path: string, text: string): string | undefined {
  const parse = parsers.find(([ending]) => path.endsWith(ending))?.[1];
  if (!parse) return 'no parser for it';
  try {
    return parse(text);
  } catch (error) {
    return (error as Error).message;
  }
}

const parsers: [ending: string, parse: (text: string) => string | undefined][] = [
  ['.kt', (text) => faultOfTree(kotlin, text)],
  ['.gradle', (text) => faultOfTree(groovy, text)],
  [
    '.xml',
    (text) => {
      const valid = XMLValidator.validate(text);
      return valid === true ? undefined : valid.err.msg;
    },
  ],
  ['.properties', faultOfProperties],
  ['.json', (text) => void JSON.parse(text)],
  ['.config.js', (text) => void new Script(text)],
  ['.pro', faultOfKeepRules],
];

/** The first thing in an XML file, with attributes by `@` and their names; elements are lists. */
export function xmlOf(text: string): Xml {
  const parser = new XMLParser({
    ignoreAttributes: false,
    attributeNamePrefix: '@',
    isArray: (name, _path, _isLeaf, isAttribute) => !isAttribute && name !== '?xml',
  });
  const { '?xml': _, ...root } = parser.parse(text);
  return (Object.values(root)[0] as Xml[])[0];
}

// biome-ignore lint/suspicious/noExplicitAny: as deep as the file is
export type Xml = any;

async function parserOf(grammar: string): Promise<Parser> {
  return new Parser().setLanguage(await Language.load(grammar));
}

function faultOfTree(parser: Parser, text: string): string | undefined {
  const root = parser.parse(text)?.rootNode;
  return root && !root.hasError ? undefined : `no ${parser.language?.name ?? 'such language'}`;
}

/** The library takes any line; Gradle would take a slip for an unknown setting, and say nothing. */
function faultOfProperties(text: string): string | undefined {
  const odd = text.split('\n').find((line) => !/^(#.*|[\w.-]+=\S.*)?$/.test(line));
  if (odd !== undefined) return `odd line: ${odd}`;
  const keys = parseLines(text).flatMap((line) => (Array.isArray(line) ? [line[0]] : []));
  return new Set(keys).size === keys.length ? undefined : 'a key twice';
}

/** The few directives that R8 knows and the files use, with balanced members. */
function faultOfKeepRules(text: string): string | undefined {
  const type = '[\\w$*?.]+';
  const known = [
    '#.*',
    '-keepattributes \\w+(,\\w+)*',
    '-renamesourcefileattribute \\w+',
    `-keep class ${type} \\{ \\*; \\}`,
  ];
  const rule = new RegExp(`^(${known.join('|')})?$`);
  const odd = text.split('\n').find((line) => !rule.test(line));
  return odd === undefined ? undefined : `odd rule: ${odd}`;
}
