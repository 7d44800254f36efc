/** A piece of a page, in which nothing is left to escape. */
export interface Html {
  readonly markup: string;
}

/** Escapes every value but pieces of a page; what is false or missing leaves nothing. */
export function html(words: TemplateStringsArray, ...values: Value[]): Html {
  return { markup: words.map((word, index) => word + markupOf(values[index])).join('') };
}

type Value = Html | readonly Html[] | string | number | false | null | undefined;

function markupOf(value: Value): string {
  if (value === undefined || value === null || value === false) return '';
  if (typeof value === 'string' || typeof value === 'number') return escapeHtml(String(value));
  return 'markup' in value ? value.markup : value.map(({ markup }) => markup).join('');
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
