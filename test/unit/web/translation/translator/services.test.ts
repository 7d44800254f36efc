import { afterEach, describe, expect, test, vi } from 'vitest';
import { defaultSettings } from '../../../../../shared/settings.ts';
import { type ToastToShow, toasts } from '../../../../../web/components/toasts/toasts.ts';
import { queryClient } from '../../../../../web/queries.ts';
import { settings } from '../../../../../web/settings/settings.ts';
import type { Browser } from '../../../../../web/speech/browser.ts';
import type { VoiceListener } from '../../../../../web/speech/recognise/listening.ts';
import { speaker } from '../../../../../web/speech/speak/speaker.ts';
import { createServices } from '../../../../../web/translation/translator/services.ts';
import { next } from '../../../../../web/translation/translator/transitions.ts';
import {
  createTranslator,
  type TranslatorEvent,
  type TranslatorState,
} from '../../../../../web/translation/translator/translator.ts';

const listen = vi.hoisted(() => vi.fn());
vi.mock(import('../../../../../web/translation/translator/voice.ts'), async (importOriginal) => ({
  ...(await importOriginal()),
  listen,
}));

vi.stubGlobal('matchMedia', () => ({ matches: false }));

const start = createTranslator('en-US', 'es-ES');

afterEach(async () => {
  // A toast that a test did not wait for would reach the next one.
  await vi.dynamicImportSettled();
  settings.change(defaultSettings);
});

describe('a problem shows a toast', () => {
  test('but not a user’s limit, which has a dialog', async () => {
    const problem = { kind: 'limit', limit: 'daily_limit_reached', text: 'Used up.' } as const;
    expect(await toastsAfter({ ...start, problem }, start)).toEqual([]);
  });

  test('of a guest’s limit, with the specification’s text, whatever the server says', async () => {
    const problem = { kind: 'limit', limit: 'guest_limit_reached', text: 'Used up.' } as const;
    expect(await toastsAfter({ ...start, problem }, start)).toMatchObject([
      {
        title: 'Translation Limit Reached',
        description: 'Sign up to get 10 free translations per day!',
        tone: 'destructive',
      },
    ]);
  });

  test('once, and not again after the next attempt is cancelled', async () => {
    const problem = { kind: 'translation', text: 'x' } as const;
    const broken = { ...start, problem };
    expect(await toastsAfter(broken, start)).toHaveLength(1);
    expect(await toastsAfter({ ...broken, text: 'h' }, broken)).toEqual([]);
    const asking = next(broken, { type: 'record-tapped' });
    expect(await toastsAfter(asking, broken)).toEqual([]);
    const givenUp = next(asking, { type: 'cancelled' });
    expect(givenUp.problem).toBe(problem);
    expect(await toastsAfter(givenUp, asking)).toEqual([]);
  });

  test('not again when Undo restores it', async () => {
    const problem = { kind: 'voice', code: 'transcription', text: 'x' } as const;
    const broken = { ...start, problem, clips: [new Blob(['sound'])] };
    const swapped = next(broken, { type: 'swapped' });
    const undone = next(swapped, { type: 'undone' });
    expect(undone.problem).toBe(problem);
    expect(await toastsAfter(undone, swapped)).toEqual([]);
  });
});

test('a translation that is tried again leaves a newer toast alone', async () => {
  const broken = { ...start, problem: { kind: 'translation', text: 'x' } as const };
  const retry = { ...start, phase: 'translating', run: start.run + 1 } as const;
  const services = createServices();
  services.onChange(broken, start);
  await vi.dynamicImportSettled();
  toasts.show({ title: 'Copied!', description: 'Link copied to clipboard' });
  services.onChange(retry, broken);
  expect(toasts.get()[0]).toMatchObject({ title: 'Copied!', isOpen: true });
});

test('a problem does not replace a newer toast', async () => {
  const problem = { kind: 'translation', text: 'Your session has ended.' } as const;
  createServices().onChange({ ...start, problem }, start);
  toasts.show({ title: 'Session Expired', description: 'Please log in again to continue.' });
  await vi.dynamicImportSettled();
  expect(toasts.get()[0]?.title).toBe('Session Expired');
});

describe('listening', () => {
  test('sends events', async () => {
    const { events, listener, asked } = await listenTo('fr');
    expect(asked).toBe('fr');
    listener.onListening();
    listener.onSwitching();
    listener.onInterim('bon');
    const clips = [new Blob(['sound'])];
    listener.onClips(clips);
    listener.onTranscript('bonjour', 0.8);
    const failure = { code: 'no-speech', text: 'No speech detected.' } as const;
    listener.onFailure(failure);
    expect(events).toEqual([
      { type: 'listening-started' },
      { type: 'listening-switched' },
      { type: 'interim-heard', text: 'bon' },
      { type: 'speech-recorded', clips },
      { type: 'transcript-arrived', transcript: 'bonjour', confidence: 0.8 },
      { type: 'voice-failed', failure },
    ]);
  });

  test('is cancelled on request', async () => {
    const { listening, discard } = await listenTo('fr');
    listening.discard();
    expect(discard).toHaveBeenCalledOnce();
  });

  test('does not begin if it is cancelled while voice input is loaded', async () => {
    listen.mockReset();
    createServices()
      .listen('fr', () => {})
      .discard();
    await import('../../../../../web/translation/translator/voice.ts');
    await new Promise((resolve) => setImmediate(resolve));
    expect(listen).not.toHaveBeenCalled();
  });
});

test('picked languages are remembered', () => {
  createServices().onChange({ ...start, target: 'fr' }, start);
  expect(settings.get()).toMatchObject({ defaultSourceLang: 'en-US', defaultTargetLang: 'fr' });
});

test('a link’s languages are remembered after a translation', () => {
  const services = createServices();
  const change = (before: TranslatorState, event: TranslatorEvent) => {
    const state = next(before, event);
    services.onChange(state, before);
    return state;
  };
  const linked = { text: 'ciao', sourceLanguage: 'it', targetLanguage: 'fr' };
  const filled = change(start, { type: 'link-opened', linked });
  const typed = change(filled, { type: 'typed', text: 'ciao a tutti' });
  expect(settings.get()).toMatchObject({ defaultSourceLang: 'en-US', defaultTargetLang: 'es-ES' });
  change(typed, { type: 'translation-requested' });
  expect(settings.get()).toMatchObject({ defaultSourceLang: 'it', defaultTargetLang: 'fr' });
});

describe('the allowance and the history are read again', () => {
  const translation = { text: 'hola', language: 'es-ES' };
  const asked = (now: Partial<TranslatorState>, before = start) => {
    const invalidate = vi.spyOn(queryClient, 'invalidateQueries').mockResolvedValue();
    createServices().onChange({ ...before, ...now }, before);
    return invalidate.mock.calls.map(([filters]) => filters?.queryKey);
  };

  test('after a translation', () => {
    const before: TranslatorState = { ...start, phase: 'translating' };
    expect(asked({ phase: 'idle', translation }, before)).toEqual([
      ['/api/subscription-status'],
      ['/api/translations'],
    ]);
    // Undo reverted it.
    expect(asked({ translation })).toHaveLength(2);
  });

  test('after a limit was met', () => {
    expect(asked({ problem: { kind: 'limit', limit: 'daily_limit_reached', text: 'x' } })).toHaveLength(2);
  });

  test('not after a failure, typing, or picking from the history', () => {
    expect(asked({ problem: { kind: 'translation', text: 'x' } })).toEqual([]);
    expect(asked({ text: 'h' }, { ...start, translation })).toEqual([]);
    expect(asked({ translation, run: start.run + 1 })).toEqual([]);
  });
});

describe('speech', () => {
  const read = { ...start, text: 'hello', original: { text: 'hello', language: 'en-US' } };
  const answered = { ...read, translation: { text: 'hola', language: 'es-ES' } };

  test.each<TranslatorEvent>([
    { type: 'typed', text: 'hello,' },
    { type: 'text-cleared' },
    { type: 'language-picked', side: 'target', code: 'fr' },
  ])('stops on $type, because the translation no longer belongs to the page’s text', (event) => {
    const stop = vi.spyOn(speaker, 'stop').mockReset();
    createServices().onChange(next(answered, event), answered);
    expect(stop).toHaveBeenCalledOnce();
  });

  test('continues while the text only gets a space', () => {
    const stop = vi.spyOn(speaker, 'stop').mockReset();
    createServices().onChange(next(answered, { type: 'typed', text: 'hello ' }), answered);
    expect(stop).not.toHaveBeenCalled();
  });

  test('of an answer begins by itself, unless the text has changed meanwhile', () => {
    const speak = vi.spyOn(speaker, 'speak').mockReset();
    const pending = { ...read, phase: 'translating' } as const;
    const arrive = (before: TranslatorState) =>
      createServices().onChange(
        next(before, { type: 'translation-arrived', translatedText: 'hola' }),
        before,
      );
    arrive({ ...pending, text: 'hello, Ada' });
    expect(speak).not.toHaveBeenCalled();
    arrive(pending);
    expect(speak).toHaveBeenCalledOnce();
    speak.mockRestore();
  });
});

test('speaking empty text does nothing', () => {
  speaker.speak('translation', ' \n', 'es-ES');
  expect(speaker.get()).toEqual({ phase: 'silent', subject: undefined, problem: undefined });
});

test('the note about the open microphone disappears when it closes', () => {
  speaker.setBlocked(true);
  speaker.speak('test', 'hello', 'en-US');
  expect(speaker.get().problem).toBe('Stop recording to hear it.');
  speaker.setBlocked(false);
  expect(speaker.get().problem).toBeUndefined();
});

test('an idle translator does not unmute the voice during a conversation', () => {
  speaker.setBlocked(true);
  createServices().onChange({ ...start, text: 'h' }, start);
  speaker.speak('test', 'hello', 'en-US');
  expect(speaker.get().problem).toBe('Stop recording to hear it.');
  speaker.setBlocked(false);
});

async function toastsAfter(state: TranslatorState, before: TranslatorState): Promise<ToastToShow[]> {
  const show = vi.spyOn(toasts, 'show').mockReset();
  createServices().onChange(state, before);
  // Toasts load lazily.
  await vi.dynamicImportSettled();
  return show.mock.calls.map(([toast]) => toast);
}

async function listenTo(language: string) {
  const events: TranslatorEvent[] = [];
  listen.mockReset();
  const discard = vi.fn();
  listen.mockReturnValue({ finish() {}, discard });
  const listening = createServices().listen(language, (event) => events.push(event));
  await expect.poll(() => listen).toHaveBeenCalledOnce();
  const [asked, , listener] = listen.mock.calls[0] as [
    string,
    Browser,
    VoiceListener & { onSwitching(): void },
  ];
  return { events, discard, listening, listener, asked };
}
