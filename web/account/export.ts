import { call, type Received } from '../api.ts';

export async function exportData(): Promise<Omit<Received<'account.export'>, 'cursor'>> {
  const { cursor: first, ...data } = await call('account.export', {});
  const translations = [...data.translations];
  for (let cursor = first; cursor !== null; ) {
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
    const more = await call('account.export', { cursor });
    translations.push(...more.translations);
    cursor = more.cursor;
  }
  return { ...data, translations };
}

/** The route allows one request a second. */
const pauseMs = 1_000;
