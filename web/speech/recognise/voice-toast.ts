import { buildFailureToast, type ToastToShow } from '../../components/toasts/toasts.ts';
import type { Browser } from '../browser.ts';
import type { Guide } from '../guides/guide.ts';
import { hasRecogniser, inputMethods } from './input-methods.ts';
import type { VoiceFailure } from './listening.ts';

export function buildSwitchingToast(sentence: string, next = 'Trying another way to listen.'): ToastToShow {
  return {
    duration: 'long',
    title: 'Switching Input Method',
    description: `${sentence.replace(/\.?$/, '.')} ${next}`,
  };
}

export function buildMissingWordsToast(sentence: string): ToastToShow {
  return {
    tone: 'destructive',
    title: 'Voice Input Issue',
    description: `Some words weren’t recognised. ${sentence}`,
  };
}

export function buildVoiceToast(
  { sentence, code, isExhausted }: Pick<VoiceFailure, 'sentence'> & Partial<VoiceFailure>,
  { voiceFailures, guide, browser, source }: VoiceState,
): ToastToShow {
  if (code === 'transcription' && canBrowserTakeOver(source, browser)) {
    return buildSwitchingToast(
      sentence,
      'Switched to your browser’s speech recognition. Please say it again.',
    );
  }
  if (guide?.startsWith('chrome-')) {
    const title = `${browser.id === 'ios-chrome' ? 'iOS ' : ''}Chrome Voice Setup Needed`;
    return buildFailureToast(title, sentence);
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

interface VoiceState {
  readonly voiceFailures: number;
  readonly guide: Guide | undefined;
  readonly browser: Browser;
  readonly source: string;
}

function canBrowserTakeOver(language: string, browser: Browser): boolean {
  return (
    inputMethods.findStatus('server', language) === 'last' &&
    hasRecogniser(browser) &&
    inputMethods.findStatus('browser', language) === undefined
  );
}
