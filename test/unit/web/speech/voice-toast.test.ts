import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Browser } from '../../../../web/speech/browser.ts';
import type { InputMethod } from '../../../../web/speech/recognise/input-methods.ts';
import type { VoiceFailureCode } from '../../../../web/speech/recognise/listening.ts';

const desktop: Browser = { id: 'desktop-chrome', device: 'desktop', isChrome: true, isInstalled: false };
const iphone: Browser = { id: 'ios-chrome', device: 'iphone', isChrome: true, isInstalled: false };
const sentence = 'Network error. Please check your internet connection.';
const ways = 'Voice input not working. You can type instead or try voice again.';
const setup = 'iOS Chrome Voice Setup Needed';
const exhausted = { isExhausted: true };

// The modules remember findings of a session.
beforeEach(() => vi.resetModules());
afterEach(() => vi.unstubAllGlobals());

test.each<[string, VoiceFailureCode, Circumstances, string, string, number]>([
  ['an issue has its sentence the first time', 'network', {}, 'Voice Input Issue', sentence, 4_000],
  ['an issue has advice after 2', 'network', again(2), 'Voice Input Issue', ways, 4_000],
  ['an issue has advice after 3', 'network', again(3), 'Voice Input Issue', ways, 4_000],
  [
    'Chrome’s set-up is named beside its guide',
    'not-allowed',
    { guide: 'chrome-setup' },
    'Chrome Voice Setup Needed',
    sentence,
    6_000,
  ],
  [
    'an iPhone’s set-up is named beside its guide',
    'not-allowed',
    { browser: iphone, guide: 'chrome-setup' },
    setup,
    sentence,
    6_000,
  ],
  ['and beside the steps', 'not-allowed', { browser: iphone, guide: 'chrome-steps' }, setup, sentence, 6_000],
  [
    'and the ways around',
    'not-allowed',
    { browser: iphone, guide: 'chrome-workaround' },
    setup,
    sentence,
    6_000,
  ],
  ['without another method the recording failed', 'network', exhausted, 'Recording Failed', sentence, 4_000],
  [
    'without another method the recording failed again',
    'network',
    { ...exhausted, ...again(2) },
    'Recording Failed',
    sentence,
    4_000,
  ],
  [
    'Chrome’s set-up is named even without another method',
    'not-started',
    { ...exhausted, browser: iphone, guide: 'chrome-setup' },
    setup,
    sentence,
    6_000,
  ],
  ['an unknown failure is an error', 'other', {}, 'Voice Input Error', sentence, 4_000],
])('%s', async (_, code, circumstances, title, description, durationMs) => {
  const { toasts } = await import('../../../../web/components/toasts/toasts.ts');
  toasts.show(await toastAfter(code, circumstances));
  expect(toasts.get()[0]).toMatchObject({ title, description, tone: 'destructive', durationMs });
});

test.each<[string, boolean, InputMethod[], string]>([
  ['the browser listens from now on', true, ['server'], 'Switching Input Method'],
  ['and the browser cannot, the issue has its sentence', false, ['server'], 'Voice Input Issue'],
  ['the browser is not announced after its failure', true, ['browser', 'server'], 'Voice Input Issue'],
  ['for another reason, it is an issue like any other', true, [], 'Voice Input Issue'],
])('when the server stops hearing, %s', async (_, hasRecogniser, failed, title) => {
  if (hasRecogniser) vi.stubGlobal('SpeechRecognition', class {});
  const { inputMethods } = await import('../../../../web/speech/recognise/input-methods.ts');
  for (const method of failed) inputMethods.putLast(method, 'en-US');
  const switching = `${sentence} Switched to your browser’s speech recognition. Please say it again.`;
  const description = title === 'Voice Input Issue' ? sentence : switching;
  expect(await toastAfter('transcription', {})).toMatchObject({ title, description });
});

function again(voiceFailures: number): Circumstances {
  return { voiceFailures, guide: 'type-instead' };
}

async function toastAfter(code: VoiceFailureCode, { isExhausted = false, ...circumstances }: Circumstances) {
  const { toastAfter } = await import('../../../../web/speech/recognise/voice-toast.ts');
  const start = { voiceFailures: 1, guide: undefined, browser: desktop, source: 'en-US' };
  return toastAfter({ code, sentence, isExhausted }, { ...start, ...circumstances });
}

type Circumstances = { isExhausted?: boolean } & Partial<
  Parameters<typeof import('../../../../web/speech/recognise/voice-toast.ts').toastAfter>[1]
>;
