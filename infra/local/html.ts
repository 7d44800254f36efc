/** A piece of a page, already escaped. */
export interface Html {
  readonly markup: string;
}

/** Escapes every value except pieces of a page; false and missing values leave nothing. */
export function html(words: TemplateStringsArray, ...values: Value[]): Html {
  return { markup: words.map((word, index) => word + toMarkup(values[index])).join('') };
}

type Value = Html | readonly Html[] | string | number | false | null | undefined;

function toMarkup(value: Value): string {
  if (value === undefined || value === null || value === false) return '';
  if (typeof value === 'string' || typeof value === 'number') return escapeHtml(String(value));
  return 'markup' in value ? value.markup : value.map(({ markup }) => markup).join('');
}

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
