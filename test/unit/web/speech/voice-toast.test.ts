import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Browser } from '../../../../web/speech/browser.ts';
import type { VoiceFailureCode } from '../../../../web/speech/listening.ts';

const desktop: Browser = { id: 'desktop-chrome', device: 'desktop', isChrome: true, isInstalled: false };
const iphone: Browser = { id: 'ios-chrome', device: 'iphone', isChrome: true, isInstalled: false };
const sentence = 'Network error. Please check your internet connection.';
const start = { voiceFailures: 1, guide: undefined, browser: desktop, source: 'en-US' };

// What a session has found out lives as long as the modules.
beforeEach(() => vi.resetModules());
afterEach(() => vi.unstubAllGlobals());

describe('a voice input issue', () => {
  test('is told by its sentence the first time', async () => {
    expect(await toastAfter('network', {})).toEqual({
      tone: 'destructive',
      title: 'Voice Input Issue',
      description: sentence,
    });
  });

  test.each([2, 3])('is told with the ways out after %i failures in a row', async (voiceFailures) => {
    expect(await toastAfter('network', { voiceFailures, guide: 'type-instead' })).toMatchObject({
      title: 'Voice Input Issue',
      description: 'Voice input not working. You can type instead or try voice again.',
    });
  });

  test('stays 4 s', async () => {
    const { toasts } = await import('../../../../web/components/toasts.ts');
    toasts.show(await toastAfter('no-speech', {}));
    expect(toasts.get()[0]?.durationMs).toBe(4_000);
  });
});

describe('Chrome’s set-up', () => {
  test.each([
    [desktop, 'Chrome Voice Setup Needed'],
    [iphone, 'iOS Chrome Voice Setup Needed'],
  ])('is named beside its guide, for 6 s: $0.id', async (browser, title) => {
    const { toasts } = await import('../../../../web/components/toasts.ts');
    toasts.show(await toastAfter('not-allowed', { browser, guide: 'chrome-setup' }));
    expect(toasts.get()[0]).toMatchObject({
      title,
      description: sentence,
      tone: 'destructive',
      durationMs: 6_000,
    });
  });

  test.each(['chrome-steps', 'chrome-workaround'] as const)('is named beside %s as well', async (guide) => {
    const toast = await toastAfter('not-allowed', { browser: iphone, guide, voiceFailures: 3 });
    expect(toast).toMatchObject({ title: 'iOS Chrome Voice Setup Needed', description: sentence });
  });
});

test('when nothing is left to try, recording has failed, the second time as well and beside every guide', async () => {
  for (const circumstances of [
    {},
    { voiceFailures: 2, guide: 'type-instead' },
    { browser: iphone, guide: 'chrome-setup' },
  ] as const) {
    expect(await toastAfter('exhausted', circumstances)).toEqual({
      tone: 'destructive',
      title: 'Recording Failed',
      description: sentence,
    });
  }
});

test('what nobody expects is an error of voice input', async () => {
  expect(await toastAfter('other', {})).toMatchObject({
    tone: 'destructive',
    title: 'Voice Input Error',
    description: sentence,
  });
});

describe('when the server has heard as much as it may', () => {
  test('the browser listens from now on', async () => {
    vi.stubGlobal('SpeechRecognition', class {});
    await remember('server', 'last');
    expect(await toastAfter('transcription', {})).toEqual({
      title: 'Switching Input Method',
      description: 'From now on your browser listens. Please say it again.',
    });
  });

  test('and the browser cannot, the server’s sentence is what there is to say', async () => {
    await remember('server', 'last');
    expect(await toastAfter('transcription', {})).toMatchObject({
      title: 'Voice Input Issue',
      description: sentence,
    });
  });

  test('nor is the browser promised where it has failed before', async () => {
    vi.stubGlobal('SpeechRecognition', class {});
    await remember('server', 'last');
    await remember('browser', 'last');
    expect(await toastAfter('transcription', {})).toMatchObject({ title: 'Voice Input Issue' });
  });
});

test('a server that fails for another reason is an issue like any other', async () => {
  vi.stubGlobal('SpeechRecognition', class {});
  expect(await toastAfter('transcription', {})).toMatchObject({ title: 'Voice Input Issue' });
});

async function toastAfter(
  code: VoiceFailureCode,
  circumstances: Partial<Parameters<VoiceToast['toastAfter']>[1]>,
) {
  const { toastAfter } = await import('../../../../web/speech/voice-toast.ts');
  return toastAfter({ code, sentence }, { ...start, ...circumstances });
}

async function remember(method: 'browser' | 'server', standing: 'out' | 'last') {
  const { inputMethods } = await import('../../../../web/speech/input-methods.ts');
  inputMethods.remember(method, standing);
}

type VoiceToast = typeof import('../../../../web/speech/voice-toast.ts');
