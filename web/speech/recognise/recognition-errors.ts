import * as texts from '../../texts/speech.ts';
import type { Browser, BrowserId } from '../browser.ts';
import type { VoiceFailure } from './listening.ts';

/** @param errorCode of the browser's error event, or our own */
export function describeRecognitionError(errorCode: string, { id }: Browser): VoiceFailure {
  const { code, message = texts.unknownError(errorCode), hints } = errors[errorCode] ?? other;
  const hint = hints?.[id];
  return { code, message: hint ? texts.joinSentences(message, hint) : message };
}

type Hints = Partial<Record<BrowserId, string>>;

const refreshHints: Hints = {
  'ios-chrome': texts.refreshIosChrome,
  'desktop-chrome': texts.refreshDesktopChrome,
};

/** Without a message, the browser's code is shown. */
type RecognitionError = Partial<VoiceFailure> & Pick<VoiceFailure, 'code'> & { readonly hints?: Hints };

const other: RecognitionError = { code: 'other', hints: refreshHints };

const errors: Readonly<Record<string, RecognitionError>> = {
  'not-allowed': {
    code: 'not-allowed',
    message: texts.accessDenied,
    hints: {
      'ios-chrome': texts.accessInIosChrome,
      'desktop-chrome': texts.accessInDesktopChrome,
      'ios-safari': texts.accessInIosSafari,
      firefox: texts.accessInFirefox,
    },
  },
  'no-microphone': { code: 'no-microphone', message: texts.connectMicrophone },
  'audio-capture': { code: 'no-microphone', message: texts.checkMicrophone },
  'not-created': { code: 'not-started', message: texts.notCreated },
  'start-refused': { code: 'not-started', message: texts.startRefused },
  'start-timed-out': { code: 'not-started', message: texts.startTimedOut },
  'no-speech': {
    code: 'no-speech',
    message: texts.noSpeech,
    hints: { 'ios-chrome': texts.noSpeechInIosChrome },
  },
  network: { code: 'network', message: texts.networkError },
  interrupted: { code: 'interrupted', message: texts.stoppedUnexpectedly },
  aborted: { code: 'interrupted', hints: refreshHints },
  'service-not-allowed': {
    code: 'service-not-allowed',
    // Safari's recogniser needs the keyboard's dictation.
    hints: { ...refreshHints, 'ios-safari': texts.dictationInIosSafari },
  },
  'language-not-supported': { code: 'language', hints: refreshHints },
};
