import type { ToastToShow } from '../../components/toasts/toasts.ts';
import type { Browser } from '../browser.ts';
import type { Guide } from '../guides/guide.ts';
import { hasRecogniser, inputMethods } from './input-methods.ts';
import type { VoiceFailure } from './listening.ts';

/** Shows an error while the next method begins. */
export function switchingToast(sentence: string, next = 'Trying another way to listen.'): ToastToShow {
  return {
    stay: 'long',
    title: 'Switching Input Method',
    description: `${sentence.replace(/\.?$/, '.')} ${next}`,
  };
}

/** What is said where the meter was used up in the middle of long speech. */
export function missingToast(sentence: string): ToastToShow {
  return {
    tone: 'destructive',
    title: 'Voice Input Issue',
    description: `Some words weren’t recognised. ${sentence}`,
  };
}

/** What is said at once about a failure to hear; the guide, where one opens, says the rest. */
export function toastAfter(
  { sentence, code, isExhausted }: Pick<VoiceFailure, 'sentence'> & Partial<VoiceFailure>,
  { voiceFailures, guide, browser, source }: Circumstances,
): ToastToShow {
  if (code === 'transcription' && isBrowsersTurn(source, browser)) {
    return switchingToast(sentence, 'Switched to your browser’s speech recognition. Please say it again.');
  }
  if (guide?.startsWith('chrome-')) {
    const title = `${browser.id === 'ios-chrome' ? 'iOS ' : ''}Chrome Voice Setup Needed`;
    return { tone: 'destructive', stay: 'long', title, description: sentence };
  }
  if (isExhausted) return { tone: 'destructive', title: 'Recording Failed', description: sentence };
  if (code === 'other') return { tone: 'destructive', title: 'Voice Input Error', description: sentence };
  return {
    tone: 'destructive',
    title: 'Voice Input Issue',
    description:
      voiceFailures > 1 ? 'Voice input not working. You can type instead or try voice again.' : sentence,
  };
}

interface Circumstances {
  readonly voiceFailures: number;
  readonly guide: Guide | undefined;
  readonly browser: Browser;
  /** The language that was spoken. */
  readonly source: string;
}

/** The server was the one to listen, and has heard as much as it may. The page says so beside the button. */
function isBrowsersTurn(language: string, browser: Browser): boolean {
  return (
    inputMethods.standingOf('server', language) === 'last' &&
    hasRecogniser(browser) &&
    inputMethods.standingOf('browser', language) === undefined
  );
}
