import { generateMessageId } from '@lingui/message-utils/generateMessageId';
import { type CallExpression, type Comment, type Program, parseSync, Visitor } from 'oxc-parser';

export interface Message {
  readonly id: string;
  readonly text: string;
  /** For translators: the heading above the text in its file, and the text's name. */
  readonly comment: string;
}

interface FoundMessage extends Message {
  readonly call: CallExpression;
}

/** The calls of `t` in a file of `web/texts/`. */
export function findMessages(file: string, code: string): readonly FoundMessage[] {
  const { program, comments, errors } = parseSync(file, code);
  if (errors[0]) throw new Error(`${file}: ${errors[0].message}`);
  return findCalls(program, 't').map((call) => {
    const text = readText(call);
    if (text === undefined) {
      throw new Error(`${file}: the message of ${code.slice(call.start, call.end)} is not a literal.`);
    }
    return { call, text, id: generateMessageId(text), comment: describePlace(program, comments, call) };
  });
}

/** From the first to the last, outer calls before those in their arguments. */
export function findCalls(program: Program, name: string): CallExpression[] {
  const calls: CallExpression[] = [];
  new Visitor({
    CallExpression(call) {
      if (call.callee.type === 'Identifier' && call.callee.name === name) calls.push(call);
    },
  }).visit(program);
  return calls.sort((one, other) => one.start - other.start);
}

/** Minifiers turn string literals into templates. */
export function readText({ arguments: [first] }: CallExpression): string | undefined {
  if (first?.type === 'Literal' && typeof first.value === 'string') return first.value;
  if (first?.type === 'TemplateLiteral' && first.quasis.length === 1) {
    return first.quasis[0]?.value.cooked ?? undefined;
  }
  return undefined;
}

function describePlace({ body }: Program, comments: readonly Comment[], { start }: CallExpression): string {
  const place = body.find((statement) => statement.start <= start && start < statement.end);
  const declared = place?.type === 'ExportNamedDeclaration' ? place.declaration : place;
  const name =
    declared?.type === 'VariableDeclaration' && declared.declarations[0]?.id.type === 'Identifier'
      ? declared.declarations[0].id.name
      : '';
  const heading = comments.findLast(({ type, end }) => type === 'Line' && end < start)?.value.trim();
  return [heading, name].filter((each) => each).join(': ');
}
