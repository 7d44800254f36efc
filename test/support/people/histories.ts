import { ulid } from 'ulid';
import type { HistoryItem } from '../../../functions/tables/users.ts';

/** A translation of a user, to be recorded. */
export function newTranslation(more: { id?: string; text?: string; translatedText?: string } = {}) {
  return {
    id: ulid(),
    text: 'Good morning',
    sourceLanguage: 'en-US',
    targetLanguage: 'es-ES',
    translatedText: 'Buenos días',
    createdAt: '2026-11-20T08:00:00.000Z',
    fingerprint: 'fingerprint',
    ...more,
  };
}

/** The stored form. */
export function historyItem(
  partition: string,
  id: string,
  more: Partial<HistoryItem> = {},
): HistoryItem & Record<string, unknown> {
  const { id: _, ...stored } = newTranslation();
  const pk = partition as HistoryItem['pk'];
  return { ...stored, pk, sk: `HISTORY#${id}`, searchText: 'good morning\nbuenos dias', ...more };
}

let time = Date.now() - 1_000_000;

/** Ids a millisecond apart, each after all earlier ones. */
export function idsInOrder(count: number): string[] {
  return Array.from({ length: count }, () => ulid(time++));
}
