import { afterEach, describe, expect, test, vi } from 'vitest';
import { defaultSettings } from '../../shared/settings.ts';
import { toasts } from '../../web/components/toasts.ts';
import { queryClient } from '../../web/queries.ts';
import { settings } from '../../web/settings/settings.ts';
import { speaker } from '../../web/speech/speaker.ts';
import { type Conversation, startOfConversation } from '../../web/translation/conversation.ts';
import { createWorld } from '../../web/translation/world.ts';

const start = startOfConversation('en-US', 'es-ES');

afterEach(() => settings.change(defaultSettings));

describe('a problem is told by a toast', () => {
  test('of the voice: with its sentence at first, with the way out from the second time on, for 4 s', () => {
    const sentence = 'No speech detected. Please speak into your microphone.';
    expect(toastOf({ problem: { with: 'voice', sentence }, voiceFailures: 1 })).toMatchObject({
      title: 'Voice Input Issue',
      description: sentence,
      tone: 'destructive',
      durationMs: 4_000,
    });
    expect(toastOf({ problem: { with: 'voice', sentence }, voiceFailures: 2 })).toMatchObject({
      title: 'Voice Input Issue',
      description: 'Voice input not working. You can type instead or try voice again.',
      durationMs: 4_000,
    });
  });

  test('of the translation: with its sentence', () => {
    const sentence = 'Failed to translate text';
    expect(toastOf({ problem: { with: 'translation', sentence } })).toMatchObject({
      title: 'Translation Error',
      description: sentence,
      tone: 'destructive',
    });
  });

  test('of a guest’s limit: with the way on', () => {
    const sentence = 'Guest translation limit reached. Create an account.';
    expect(toastOf({ problem: { with: 'limit', sentence } })).toMatchObject({
      title: 'Translation Limit Reached',
      description: 'Sign up to get 10 free translations per day!',
      tone: 'destructive',
    });
  });

  test('of a user’s limit: by none, the dialog says it', () => {
    const before = toasts.get()[0]?.id;
    const sentence = 'You have used all free translations of today.';
    expect(toastOf({ problem: { with: 'limit', sentence } })?.id).toBe(before);
  });

  test('once, while it stays', () => {
    const failed = { ...start, problem: { with: 'voice', sentence: 'x' }, voiceFailures: 1 } as const;
    createWorld().changed(failed, start);
    const { id } = toasts.get()[0] ?? {};
    createWorld().changed({ ...failed, text: 'h' }, failed);
    expect(toasts.get()[0]?.id).toBe(id);
  });
});

test('the pair that was picked is the one to begin with next time', () => {
  createWorld().changed({ ...start, target: 'fr' }, start);
  expect(settings.get()).toMatchObject({ defaultSourceLang: 'en-US', defaultTargetLang: 'fr' });
});

describe('what is left and what is kept is asked anew', () => {
  const translation = { text: 'hola', language: 'es-ES' };
  const asked = (now: Partial<Conversation>, before = start) => {
    const invalidate = vi.spyOn(queryClient, 'invalidateQueries').mockResolvedValue();
    createWorld().changed({ ...before, ...now }, before);
    return invalidate.mock.calls.map(([filters]) => filters?.queryKey);
  };

  test('after a translation', () => {
    expect(asked({ translation })).toEqual([['/api/subscription-status'], ['/api/translations']]);
  });

  test('after a limit was met', () => {
    expect(asked({ problem: { with: 'limit', sentence: 'x' } })).toHaveLength(2);
  });

  test('not after a failure, a typed letter, or a look into the history', () => {
    expect(asked({ problem: { with: 'translation', sentence: 'x' } })).toEqual([]);
    expect(asked({ text: 'h' }, { ...start, translation })).toEqual([]);
    expect(asked({ translation, run: start.run + 1 })).toEqual([]);
  });
});

test('speaking empty text does nothing', () => {
  speaker.speak('translation', ' \n', 'es-ES');
  expect(speaker.get()).toEqual({ phase: 'silent', subject: undefined, problem: undefined });
});

test('what was read stays true, and nothing is asked twice by itself', () => {
  expect(queryClient.getDefaultOptions()).toEqual({
    queries: {
      staleTime: Number.POSITIVE_INFINITY,
      retry: false,
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
      refetchInterval: false,
    },
    mutations: { retry: false, networkMode: 'always' },
  });
});

function toastOf(change: Partial<Conversation>) {
  createWorld().changed({ ...start, ...change }, start);
  return toasts.get()[0];
}
