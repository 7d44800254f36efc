import type { Argument, Expression, JSXChild, JSXElement, Node, ParamPattern } from 'oxc-parser';
import { parseModule, placeOf } from './imports.ts';

/**
 * Where React would own a text node: text beside something else, alone in a fragment, or returned by a component.
 * A page translator replaces text nodes. React updates text that is the only child of an element by `textContent`, which
 * still works then; it cannot find a text node of its own any more.
 *
 * @returns `path:line source` of each place
 */
export function looseTexts(paths: readonly string[]): string[] {
  const modules = paths.map(readModule);
  const found = new Set<string>();
  // A part given to a component may be passed on to another one: until nothing new is found.
  const slots = new Set<string>();
  for (let before = -1; before < slots.size; ) {
    before = slots.size;
    found.clear();
    for (const module of modules) for (const place of findIn(module, slots)) found.add(place);
  }
  return [...found];
}

interface Module {
  readonly path: string;
  readonly source: string;
  readonly nodes: readonly Placed[];
  /** Constants and functions of the module, at any depth. */
  readonly declared: ReadonlyMap<string, Node>;
}

interface Placed {
  readonly node: Node;
  /** The innermost named function around it. */
  readonly owner: Owner | undefined;
}

interface Owner {
  readonly name: string;
  /** With the patterns that take them apart in the body. */
  readonly params: ParamPattern[];
}

function readModule(path: string): Module {
  const { program, source } = parseModule(path);
  const nodes: Placed[] = [];
  const declared = new Map<string, Node>();
  const visit = (value: unknown, owner: Owner | undefined) => {
    if (typeof value !== 'object' || value === null) return;
    let inner = owner;
    if (isNode(value)) {
      nodes.push({ node: value, owner });
      if (value.type === 'FunctionDeclaration' && value.id) {
        declared.set(value.id.name, value);
        inner = { name: value.id.name, params: [...value.params] };
      }
      if (value.type === 'VariableDeclarator' && value.id.type === 'Identifier' && value.init) {
        declared.set(value.id.name, value.init);
        if (value.init.type === 'ArrowFunctionExpression')
          inner = { name: value.id.name, params: [...value.init.params] };
      }
      // `const { children } = props`
      if (value.type === 'VariableDeclarator' && value.id.type === 'ObjectPattern' && owner) {
        const { init } = value;
        const isParam = owner.params.some(
          (param) => param.type === 'Identifier' && init?.type === 'Identifier' && param.name === init.name,
        );
        if (isParam) owner.params.push(value.id);
      }
    }
    for (const each of Object.values(value)) visit(each, inner);
  };
  visit(program, undefined);
  return { path, source, nodes, declared };
}

function isNode(value: object): value is Node {
  return 'type' in value && 'start' in value;
}

/** Adds to `slots` what components render beside something else: `Name.prop` or `name.index`. */
function findIn(module: Module, slots: Set<string>): string[] {
  const { path, source, nodes } = module;
  const loose: Node[] = [];
  const expectMarkup = (node: Node, owner: Owner | undefined, isUnknownFine = false) => {
    const kinds = kindsOf(node, module, owner);
    for (const kind of kinds) if (kind.includes('.')) slots.add(kind);
    if (kinds.includes('text') || (kinds.includes('unknown') && !isUnknownFine)) loose.push(node);
  };
  for (const { node, owner } of nodes) {
    if (node.type === 'JSXElement' || node.type === 'JSXFragment') {
      const children = node.children.filter(isRendered);
      const isSlot = node.type === 'JSXElement' && slots.has(`${nameOf(node)}.children`);
      if (children.length > 1 || isSlot || node.type === 'JSXFragment')
        for (const child of children) expectMarkup(child, owner);
    }
    if (node.type === 'JSXElement') {
      for (const attribute of node.openingElement.attributes) {
        if (attribute.type !== 'JSXAttribute' || attribute.name.type !== 'JSXIdentifier') continue;
        if (slots.has(`${nameOf(node)}.${attribute.name.name}`) && attribute.value)
          expectMarkup(attribute.value, owner);
      }
    }
    if (node.type === 'CallExpression') {
      const name = node.callee.type === 'MemberExpression' ? node.callee.property : node.callee;
      for (const [index, argument] of node.arguments.entries())
        if (name.type === 'Identifier' && slots.has(`${name.name}.${index}`)) expectMarkup(argument, owner);
    }
    const mapped = node.type === 'CallExpression' && mappedBy(node, module);
    if (mapped && kindsOfBody(mapped, module, owner).includes('markup')) expectMarkup(node, owner);
    if (node.type === 'ReturnStatement' && node.argument && /^[A-Z]/.test(owner?.name ?? ''))
      expectMarkup(node.argument, owner, true);
  }
  return loose.map(
    ({ start, end }) =>
      `${placeOf(path, start)} ${source.slice(start, end).replace(/\s+/g, ' ').slice(0, 80)}`,
  );
}

function isRendered(child: JSXChild): boolean {
  // JSX drops whitespace that contains a line break.
  if (child.type === 'JSXText') return !/^\s*\n\s*$/.test(child.value);
  return child.type !== 'JSXExpressionContainer' || child.expression.type !== 'JSXEmptyExpression';
}

function nameOf({ openingElement: { name } }: JSXElement): string {
  return name.type === 'JSXIdentifier' ? name.name : '';
}

/** What the expression may be: `markup`, `text`, `unknown`, or the slot that it comes from. */
function kindsOf(node: Node, module: Module, owner: Owner | undefined): string[] {
  const kinds = (...nodes: Node[]) => nodes.flatMap((each) => kindsOf(each, module, owner));
  switch (node.type) {
    case 'JSXElement':
    case 'JSXFragment':
      return ['markup'];
    case 'JSXText':
    case 'TemplateLiteral':
    case 'BinaryExpression':
      return ['text'];
    case 'Literal':
      return [node.value === null || typeof node.value === 'boolean' ? 'markup' : 'text'];
    case 'JSXExpressionContainer':
    case 'ParenthesizedExpression':
    case 'ChainExpression':
    case 'TSAsExpression':
    case 'TSNonNullExpression':
      return kinds(node.expression);
    case 'LogicalExpression':
      return node.operator === '&&' ? kinds(node.right) : kinds(node.left, node.right);
    case 'ConditionalExpression':
      return kinds(node.consequent, node.alternate);
    case 'Identifier':
      return [kindOfName(node.name, module, owner)].flat();
    case 'MemberExpression':
      return [isTexts(node) ? 'text' : 'unknown'];
    case 'CallExpression':
      return kindsOfCall(node.callee, node.arguments, module, owner);
    default:
      return ['unknown'];
  }
}

function kindOfName(name: string, module: Module, owner: Owner | undefined): string | string[] {
  if (name === 'undefined') return 'markup';
  const slot = slotOf(name, owner);
  if (slot) return slot;
  const value = module.declared.get(name);
  return value && /^JSX|^(?:Conditional|Parenthesized)Expression$/.test(value.type)
    ? kindsOf(value, module, owner)
    : 'unknown';
}

/** The prop or the parameter of the function around it. */
function slotOf(name: string, owner: Owner | undefined): string | undefined {
  for (const [index, param] of owner?.params.entries() ?? []) {
    if (param.type === 'Identifier' && param.name === name) return `${owner?.name}.${index}`;
    if (param.type !== 'ObjectPattern') continue;
    const property = param.properties.find(
      (each) =>
        each.type === 'Property' &&
        (each.value.type === 'AssignmentPattern' ? each.value.left : each.value).type === 'Identifier' &&
        JSON.stringify(each.value).includes(`"name":"${name}"`),
    );
    if (property?.type === 'Property' && property.key.type === 'Identifier')
      return `${owner?.name}.${property.key.name}`;
  }
  return undefined;
}

function kindsOfCall(
  callee: Expression,
  args: readonly Argument[],
  module: Module,
  owner: Owner | undefined,
): string[] {
  if (isTexts(callee)) return ['text'];
  const mapped = mappedBy({ callee, arguments: args }, module);
  if (mapped) return kindsOfBody(mapped, module, owner);
  if (callee.type !== 'Identifier') return ['unknown'];
  if (callee.name === 'createPortal') return ['markup'];
  const value = module.declared.get(callee.name);
  return value?.type === 'FunctionDeclaration' && value.body
    ? kindsOfBody(value.body, module, owner)
    : ['unknown'];
}

/** What the function in `list.map(function)` returns. */
function mappedBy(
  { callee, arguments: args }: { callee: Expression; arguments: readonly Argument[] },
  { source }: Module,
): Node | undefined {
  const last = args.at(-1);
  const isMapping = /\.(?:map|flatMap|from)$/.test(source.slice(callee.start, callee.end));
  return isMapping && last?.type === 'ArrowFunctionExpression' ? last.body : undefined;
}

function kindsOfBody(body: Node, module: Module, owner: Owner | undefined): string[] {
  if (body.type !== 'BlockStatement') return kindsOf(body, module, owner);
  return module.nodes
    .filter(({ node }) => node.type === 'ReturnStatement' && node.start >= body.start && node.end <= body.end)
    .flatMap(({ node }) =>
      node.type === 'ReturnStatement' && node.argument ? kindsOf(node.argument, module, owner) : [],
    );
}

/** `texts.name`, or `billingTexts.name`. Some of them are markup: their module is looked through as well. */
function isTexts(node: Node): boolean {
  return (
    node.type === 'MemberExpression' && node.object.type === 'Identifier' && /texts$/i.test(node.object.name)
  );
}
