import type { Browser, BrowserId } from '../browser.ts';
import type { VoiceFailure } from './listening.ts';

/** @param errorCode a code of the browser's error event, or of `run-recognition.ts` */
export function describeRecognitionError(errorCode: string, { id }: Browser): VoiceFailure {
  const { code, sentence = `Speech recognition error: ${errorCode}`, hints } = errors[errorCode] ?? other;
  const hint = hints?.[id];
  return { code, sentence: hint ? `${sentence.replace(/\.?$/, '.')} ${hint}` : sentence };
}

type Hints = Partial<Record<BrowserId, string>>;

const refreshHints: Hints = {
  'ios-chrome': 'Please refresh the page, or try Safari.',
  'desktop-chrome': 'Please refresh the page and try again.',
};

/** Without a sentence, the browser's code is shown. */
type RecognitionError = Partial<VoiceFailure> & Pick<VoiceFailure, 'code'> & { readonly hints?: Hints };

const other: RecognitionError = { code: 'other', hints: refreshHints };

const errors: Readonly<Record<string, RecognitionError>> = {
  'not-allowed': {
    code: 'not-allowed',
    sentence: 'Microphone access denied. Please allow microphone permission.',
    hints: {
      'ios-chrome': 'Turn it on in iPhone Settings > Chrome > Microphone.',
      'desktop-chrome': 'Click the microphone icon in the address bar and allow it.',
      'ios-safari': 'Turn it on in Settings > Safari > Microphone.',
      firefox: 'Click the shield icon in the address bar and allow it.',
    },
  },
  'no-microphone': {
    code: 'no-microphone',
    sentence: 'No microphone found. Please connect a microphone and try again.',
  },
  'audio-capture': {
    code: 'no-microphone',
    sentence: 'No microphone detected. Please check your microphone connection.',
  },
  'not-created': { code: 'not-started', sentence: 'Failed to create speech recognition instance' },
  'start-refused': {
    code: 'not-started',
    sentence: 'Failed to start speech recognition. Please refresh the page and try again.',
  },
  'start-timed-out': {
    code: 'not-started',
    sentence: 'Failed to start speech recognition. Please try again.',
  },
  'no-speech': {
    code: 'no-speech',
    sentence: 'No speech detected. Please speak into your microphone.',
    hints: {
      'ios-chrome': 'Hold the iPhone close, and check that iPhone Settings > Chrome > Microphone is on.',
    },
  },
  network: { code: 'network', sentence: 'Network error. Please check your internet connection.' },
  interrupted: {
    code: 'interrupted',
    sentence: 'Speech recognition stopped unexpectedly. Please try again.',
  },
  aborted: { code: 'interrupted', hints: refreshHints },
  'service-not-allowed': {
    code: 'service-not-allowed',
    // Safari's recogniser needs the keyboard's dictation.
    hints: { ...refreshHints, 'ios-safari': 'Turn on Dictation in Settings > General > Keyboard.' },
  },
  'language-not-supported': { code: 'language', hints: refreshHints },
};
