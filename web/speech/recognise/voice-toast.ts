import { buildFailureToast, type ToastToShow } from '../../components/toasts/toasts.ts';
import * as texts from '../../texts/speech.ts';
import type { Browser } from '../browser.ts';
import type { Guide } from '../guides/guide.ts';
import { hasRecogniser, inputMethods } from './input-methods.ts';
import type { VoiceFailure } from './listening.ts';

export function buildSwitchingToast(message: string, next = texts.tryingAnotherWay): ToastToShow {
  return { duration: 'long', title: texts.switchingTitle, description: texts.joinSentences(message, next) };
}

export function buildMissingWordsToast(message: string): ToastToShow {
  return { tone: 'destructive', title: texts.issueTitle, description: texts.missingWords(message) };
}

export function buildVoiceToast(
  { message, code, hasNoMethodLeft }: Pick<VoiceFailure, 'message'> & Partial<VoiceFailure>,
  { voiceFailures, guide, browser, source }: VoiceState,
): ToastToShow {
  if (code === 'transcription' && canBrowserTakeOver(source, browser)) {
    return buildSwitchingToast(message, texts.switchedToBrowser);
  }
  if (guide?.startsWith('chrome-')) {
    const title = browser.id === 'ios-chrome' ? texts.iosChromeSetupTitle : texts.chromeSetupTitle;
    return buildFailureToast(title, message);
  }
  if (hasNoMethodLeft)
    return { tone: 'destructive', title: texts.recordingFailedTitle, description: message };
  if (code === 'other') return { tone: 'destructive', title: texts.errorTitle, description: message };
  const description = voiceFailures > 1 ? texts.voiceNotWorking : message;
  return { tone: 'destructive', title: texts.issueTitle, description };
}

interface VoiceState {
  readonly voiceFailures: number;
  readonly guide: Guide | undefined;
  readonly browser: Browser;
  readonly source: string;
}

function canBrowserTakeOver(language: string, browser: Browser): boolean {
  return (
    inputMethods.findStatus('server', language) === 'failed-last' &&
    hasRecogniser(browser) &&
    inputMethods.findStatus('browser', language) === undefined
  );
}
