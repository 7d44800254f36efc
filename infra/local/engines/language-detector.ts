/** ISO 639-1; undefined if unsure. eld tells Scandinavian languages apart, but not Indonesian and Malay. */
export async function detectLanguage(text: string): Promise<string | undefined> {
  const { eld } = await import('eld/small');
  const found = eld.detect(text);
  return found.isReliable() ? found.language : undefined;
}
