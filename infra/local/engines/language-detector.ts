/**
 * @returns ISO 639-1, or undefined if unsure. eld tells Catalan and the Scandinavian languages apart, but confuses
 * Indonesian and Malay. Its tables take 50 MB.
 */
export async function detectLanguage(text: string): Promise<string | undefined> {
  const { eld } = await import('eld/small');
  const found = eld.detect(text);
  return found.isReliable() ? found.language : undefined;
}
