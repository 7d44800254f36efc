import { escapeHtml } from './html.ts';
import type { JsonSchema } from './schemas.ts';

/** The fields of an object, with those of the objects in them; for anything else, its kind. */
export function renderSchema(schema: JsonSchema): string {
  const { type, properties, required = [] } = schema as ObjectSchema;
  if (type !== 'object') return `<p>${describeKind(schema)}</p>${renderRemark(schema)}`;
  const fields = Object.entries(properties ?? {});
  if (fields.length === 0) return renderRemark(schema) || '<p>An empty object.</p>';
  const rendered = fields.map(([name, field]) =>
    renderField(name, field, required.includes(name) ? [] : ['optional']),
  );
  return `<dl>${rendered.join('')}</dl>`;
}

/** @param notes such as `optional` */
export function renderField(name: string, schema: JsonSchema, notes: readonly string[]): string {
  const kind = [describeKind(schema), ...notes.map(escapeHtml)].join(', ');
  const inner = findObject(schema);
  return `<dt><code>${escapeHtml(name)}</code> <span>${kind}</span></dt><dd>${renderRemark(schema)}${inner ? renderSchema(inner) : ''}</dd>`;
}

/** As HTML: `string or null`, `list of objects`, or the values. */
function describeKind(schema: JsonSchema): string {
  const { type, format, anyOf, items, contentMediaType, enum: values } = schema as ObjectSchema;
  if (values) return values.map((value) => `<code>${escapeHtml(JSON.stringify(value))}</code>`).join(' ');
  if (anyOf) return anyOf.map(describeKind).join(' or ');
  if (items) return `list of ${items.type === 'object' ? 'objects' : `${describeKind(items)}s`}`;
  if (contentMediaType) return 'bytes';
  const kind = [type ?? 'anything'].flat().join(' or ');
  return escapeHtml(format ? `${kind} (${format})` : kind);
}

function renderRemark({ description }: JsonSchema): string {
  return typeof description === 'string' ? `<p>${escapeHtml(description)}</p>` : '';
}

/** The object in a field: itself, in a list, or beside null. */
function findObject(schema: JsonSchema): JsonSchema | undefined {
  const { type, properties, anyOf = [], items } = schema as ObjectSchema;
  if (type === 'object') return properties && schema;
  return [...anyOf, ...(items ? [items] : [])].map(findObject).find((found) => found !== undefined);
}

/** What we read of JSON Schema. */
interface ObjectSchema extends JsonSchema {
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly contentMediaType?: string;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly items?: JsonSchema;
  readonly anyOf?: readonly JsonSchema[];
  readonly enum?: readonly unknown[];
}
