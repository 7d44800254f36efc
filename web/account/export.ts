import { call, type Received } from '../api.ts';

type Everything = Omit<Received<'account.export'>, 'cursor'>;

export async function readEverything(): Promise<Everything> {
  const { cursor: first, ...everything } = await call('account.export', {});
  const translations = [...everything.translations];
  for (let cursor = first; cursor !== null; ) {
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
    const more = await call('account.export', { cursor });
    translations.push(...more.translations);
    cursor = more.cursor;
  }
  return { ...everything, translations };
}

/** The route allows one request a second. */
const pauseMs = 1_000;
