import { beforeEach, expect, test, vi } from 'vitest';
import {
  type Conversation,
  startOfConversation,
} from '../../../../web/translation/conversation/conversation.ts';
import { keepDraft, takeDraft } from '../../../../web/translation/conversation/draft.ts';

beforeEach(() => {
  const entries = new Map<string, string>();
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => entries.get(key) ?? null,
    setItem: (key: string, value: string) => void entries.set(key, value),
    removeItem: (key: string) => void entries.delete(key),
  });
  return () => vi.unstubAllGlobals();
});

test('what was typed is there again once, with its languages', () => {
  keepDraft(typed('good evening'), 'reload');
  expect(takeDraft()).toMatchObject({ text: 'good evening', source: 'en-US', target: 'es-ES' });
  expect(takeDraft()).toBeUndefined();
});

test('where the allowance was used up it is translated after the login, and not after a reload', () => {
  const usedUp = { ...typed('good evening'), allowance: { isUsedUp: true, textCharacters: 1_000 } };
  keepDraft(usedUp, 'login');
  expect(takeDraft()?.isWanted).toBe(true);
  keepDraft(usedUp, 'reload');
  expect(takeDraft()?.isWanted).toBe(false);
});

test('nothing typed is nothing kept, and takes away what was kept before', () => {
  keepDraft(typed('good evening'), 'reload');
  keepDraft(typed(' '), 'reload');
  expect(takeDraft()).toBeUndefined();
});

function typed(text: string): Conversation {
  return { ...startOfConversation('en-US', 'es-ES'), text };
}
