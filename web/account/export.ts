import { call, type Received } from '../api.ts';

type Everything = Omit<Received<'account.export'>, 'cursor'>;

/** Reads all pages of the caller's data. */
export async function readEverything(): Promise<Everything> {
  const { cursor: first, ...everything } = await call('account.export', {});
  const translations = [...everything.translations];
  for (let cursor = first; cursor !== null; ) {
    const more = await call('account.export', { cursor });
    translations.push(...more.translations);
    cursor = more.cursor;
  }
  return { ...everything, translations };
}

/** `parley-data-2026-11-30.json`, in the reader's time zone. */
export function fileNameOf(date: Date): string {
  const [year, month, day] = [date.getFullYear(), date.getMonth() + 1, date.getDate()].map((part) =>
    String(part).padStart(2, '0'),
  );
  return `parley-data-${year}-${month}-${day}.json`;
}

export function jsonFile(content: unknown): Blob {
  return new Blob([JSON.stringify(content, null, 2)], { type: 'application/json' });
}
