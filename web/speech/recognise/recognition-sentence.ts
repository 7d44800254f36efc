import type { Browser, BrowserId } from '../browser.ts';
import type { VoiceFailure } from './listening.ts';

/** @param errorCode a code of the browser's error event, or of `run-recognition.ts` */
export function describeRecognitionError(errorCode: string, browser: Browser): VoiceFailure {
  switch (errorCode) {
    case 'not-allowed':
      return { code: 'not-allowed', sentence: withAdvice(accessDenied, permissionHints[browser.id]) };
    case 'no-microphone':
      return {
        code: 'no-microphone',
        sentence: 'No microphone found. Please connect a microphone and try again.',
      };
    case 'audio-capture':
      return {
        code: 'no-microphone',
        sentence: 'No microphone detected. Please check your microphone connection.',
      };
    case 'not-created':
      return { code: 'not-started', sentence: 'Failed to create speech recognition instance' };
    case 'start-refused':
      return {
        code: 'not-started',
        sentence: 'Failed to start speech recognition. Please refresh the page and try again.',
      };
    case 'start-timed-out':
      return {
        code: 'not-started',
        sentence: 'Failed to start speech recognition. Please try again.',
      };
    case 'no-speech':
      return { code: 'no-speech', sentence: withAdvice(noSpeech, noSpeechHints[browser.id]) };
    case 'network':
      return { code: 'network', sentence: 'Network error. Please check your internet connection.' };
    case 'interrupted':
      return {
        code: 'interrupted',
        sentence: 'Speech recognition stopped unexpectedly. Please try again.',
      };
    case 'aborted':
      return { code: 'interrupted', sentence: describeCode(errorCode, browser) };
    case 'service-not-allowed':
      return { code: 'service-not-allowed', sentence: describeCode(errorCode, browser, serviceHints) };
    case 'language-not-supported':
      return { code: 'language', sentence: describeCode(errorCode, browser) };
    default:
      return { code: 'other', sentence: describeCode(errorCode, browser) };
  }
}

const accessDenied = 'Microphone access denied. Please allow microphone permission.';

const permissionHints: Partial<Record<BrowserId, string>> = {
  'ios-chrome': 'Turn it on in iPhone Settings > Chrome > Microphone.',
  'desktop-chrome': 'Click the microphone icon in the address bar and allow it.',
  'ios-safari': 'Turn it on in Settings > Safari > Microphone.',
  firefox: 'Click the shield icon in the address bar and allow it.',
};

const noSpeech = 'No speech detected. Please speak into your microphone.';

const noSpeechHints: Partial<Record<BrowserId, string>> = {
  'ios-chrome': 'Hold the iPhone close, and check that iPhone Settings > Chrome > Microphone is on.',
};

const refreshHints: Partial<Record<BrowserId, string>> = {
  'ios-chrome': 'Please refresh the page, or try Safari.',
  'desktop-chrome': 'Please refresh the page and try again.',
};

/** Safari's recogniser needs the keyboard's dictation. */
const serviceHints: typeof refreshHints = {
  ...refreshHints,
  'ios-safari': 'Turn on Dictation in Settings > General > Keyboard.',
};

function describeCode(errorCode: string, { id }: Browser, hints = refreshHints): string {
  const sentence = `Speech recognition error: ${errorCode}`;
  return hints[id] ? withAdvice(`${sentence}.`, hints[id]) : sentence;
}

function withAdvice(sentence: string, advice: string | undefined): string {
  return advice ? `${sentence} ${advice}` : sentence;
}
