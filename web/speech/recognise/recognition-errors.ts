import * as texts from '../../texts/speech.ts';
import type { Browser, BrowserId } from '../browser.ts';
import type { VoiceFailure } from './listening.ts';

/** @param errorCode of the browser's error event, or our own */
export function describeRecognitionError(errorCode: string, browser: Browser): VoiceFailure {
  const { code, text, advice, hints }: KnownError = errors[errorCode] ?? { code: 'other' };
  const hint = hints?.[browser.id];
  if (text !== undefined) return { code, text, advice: hint ?? advice };
  return { code, text: texts.unknownError(errorCode), advice: hint ?? adviseAfterUnknown(browser) };
}

function adviseAfterUnknown({ isChrome, device }: Browser): string {
  if (!isChrome) return texts.typeOrTryAgain;
  return device === 'ios' ? texts.refreshIosChrome : texts.refreshChrome;
}

interface KnownError extends Pick<VoiceFailure, 'code' | 'advice'> {
  /** Without one, the browser's code is shown. */
  readonly text?: string;
  /** Advice for one browser. */
  readonly hints?: Partial<Record<BrowserId, string>>;
}

const errors: Readonly<Record<string, KnownError>> = {
  'not-allowed': {
    code: 'not-allowed',
    text: texts.accessDenied,
    hints: {
      'ios-chrome': texts.accessInIosChrome,
      'desktop-chrome': texts.accessInDesktopChrome,
      'ios-safari': texts.accessInIosSafari,
      firefox: texts.accessInFirefox,
    },
  },
  'no-microphone': { code: 'no-microphone', text: texts.connectMicrophone },
  'audio-capture': { code: 'no-microphone', text: texts.checkMicrophone },
  'not-created': { code: 'not-started', text: texts.notCreated, advice: texts.typeOrTryAgain },
  'start-refused': { code: 'not-started', text: texts.startRefused },
  'start-timed-out': { code: 'not-started', text: texts.startTimedOut },
  'no-speech': {
    code: 'no-speech',
    text: texts.noSpeech,
    hints: { 'ios-chrome': texts.noSpeechInIosChrome },
  },
  network: { code: 'network', text: texts.networkError },
  interrupted: { code: 'interrupted', text: texts.stoppedUnexpectedly },
  aborted: { code: 'interrupted' },
  // Safari's recogniser needs the keyboard's dictation.
  'service-not-allowed': {
    code: 'service-not-allowed',
    hints: { 'ios-safari': texts.dictationInIosSafari },
  },
  'language-not-supported': { code: 'language' },
};
