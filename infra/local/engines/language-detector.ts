/**
 * The language that a text is in, in ISO 639-1; undefined where the text is too short or too mixed to be sure. Of the
 * libraries that were tried on a hundred sentences of travellers it is the one that told Catalan and the Scandinavian
 * languages apart. It takes Indonesian for Malay. Its tables, 50 MB in memory, come with the first text.
 */
export async function detectLanguage(text: string): Promise<string | undefined> {
  const { eld } = await import('eld/small');
  const found = eld.detect(text);
  return found.isReliable() ? found.language : undefined;
}
