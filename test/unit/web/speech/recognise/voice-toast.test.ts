import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Browser } from '../../../../../web/speech/browser.ts';
import type { Guide } from '../../../../../web/speech/guides/guide.ts';
import type { InputMethod } from '../../../../../web/speech/recognise/input-methods.ts';
import type { VoiceFailureCode } from '../../../../../web/speech/recognise/listening.ts';

const desktop: Browser = { id: 'desktop-chrome', device: 'desktop', isChrome: true, isInstalled: false };
const iphone: Browser = { id: 'ios-chrome', device: 'ios', isChrome: true, isInstalled: false };
const text = 'Network error. Please check your internet connection.';
const steps = 'Follow the steps below.';
const ways = 'Voice input not working. You can type instead or try voice again.';
const setup = 'Chrome Voice Setup Needed';
const iosSetup = `iOS ${setup}`;
const exhausted = { hasNoMethodLeft: true };

// The modules remember findings of a session.
beforeEach(() => vi.resetModules());
afterEach(() => vi.unstubAllGlobals());

test.each<[string, VoiceFailureCode, Circumstances, string, string]>([
  ['the first failure', 'network', {}, 'Voice Input Issue', text],
  ['the second', 'network', again(2), 'Voice Input Issue', ways],
  ['the third', 'network', again(3), 'Voice Input Issue', ways],
  ['one that opens Chrome’s setup', 'not-allowed', { guide: 'chrome-setup' }, setup, steps],
  ['one that opens an iPhone’s setup', 'not-allowed', onIphone('chrome-setup'), iosSetup, steps],
  ['one that opens its steps', 'not-allowed', onIphone('chrome-steps'), iosSetup, steps],
  ['one that opens its ways around', 'not-allowed', onIphone('chrome-workaround'), iosSetup, steps],
  ['the last method’s', 'network', exhausted, 'Recording Failed', text],
  ['the last method’s second', 'network', { ...exhausted, ...again(2) }, 'Recording Failed', text],
  ['a setup error', 'not-started', { ...exhausted, ...onIphone('chrome-setup') }, iosSetup, steps],
  ['an unknown one', 'other', {}, 'Voice Input Error', text],
])('the toast of %s has its title, text and time', async (_, code, circumstances, title, description) => {
  const { toasts } = await import('../../../../../web/components/toasts/toasts.ts');
  toasts.show(await buildToast(code, circumstances));
  const durationMs = title.endsWith(setup) ? 6_000 : 4_000;
  expect(toasts.get()[0]).toMatchObject({ title, description, tone: 'destructive', durationMs });
});

test.each<[string, boolean, InputMethod[], string]>([
  ['the browser listens from now on', true, ['server'], 'Switching Input Method'],
  ['and the browser cannot, the issue has its text', false, ['server'], 'Voice Input Issue'],
  ['the browser is not announced after its failure', true, ['browser', 'server'], 'Voice Input Issue'],
  ['for another reason, it is an issue like any other', true, [], 'Voice Input Issue'],
])('when the server stops hearing, %s', async (_, hasRecogniser, failed, title) => {
  if (hasRecogniser) vi.stubGlobal('SpeechRecognition', class {});
  const { inputMethods } = await import('../../../../../web/speech/recognise/input-methods.ts');
  for (const method of failed) inputMethods.noteFailure(method, 'en-US');
  const switched = 'Switched to your browser’s speech recognition. Please say it again.';
  const advice = title === 'Voice Input Issue' ? undefined : switched;
  expect(await buildToast('transcription', {})).toMatchObject({ title, description: text, advice });
});

function again(voiceFailures: number): Circumstances {
  return { voiceFailures, guide: 'type-instead' };
}

function onIphone(guide: Guide): Circumstances {
  return { browser: iphone, guide };
}

async function buildToast(code: VoiceFailureCode, { hasNoMethodLeft = false, ...rest }: Circumstances) {
  const { buildVoiceToast } = await import('../../../../../web/speech/recognise/voice-toast.ts');
  const start = { voiceFailures: 1, guide: undefined, browser: desktop, source: 'en-US' };
  return buildVoiceToast({ code, text, hasNoMethodLeft }, { ...start, ...rest });
}

type Circumstances = { hasNoMethodLeft?: boolean } & Partial<
  Parameters<typeof import('../../../../../web/speech/recognise/voice-toast.ts').buildVoiceToast>[1]
>;
