/** An escaped fragment of a page. */
export interface Html {
  readonly markup: string;
}

/** Escapes every value except fragments; false and missing values render as nothing. */
export function html(strings: TemplateStringsArray, ...values: Value[]): Html {
  return { markup: strings.map((text, index) => text + toMarkup(values[index])).join('') };
}

type Value = Html | readonly Html[] | string | number | false | null | undefined;

function toMarkup(value: Value): string {
  if (value === undefined || value === null || value === false) return '';
  if (typeof value === 'string' || typeof value === 'number') return escapeHtml(String(value));
  return 'markup' in value ? value.markup : value.map(({ markup }) => markup).join('');
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
