import { buildFailureToast, type ToastToShow } from '../../components/toasts/toasts.ts';
import * as texts from '../../texts/speech.ts';
import type { Browser } from '../browser.ts';
import type { Guide } from '../guides/guide.ts';
import { hasRecogniser, inputMethods } from './input-methods.ts';
import type { VoiceFailure } from './listening.ts';

export function buildSwitchingToast(text: string, advice = texts.tryingAnotherWay): ToastToShow {
  return { tone: 'notice', duration: 'long', title: texts.switchingTitle, description: text, advice };
}

export function buildMissingWordsToast(reason: string): ToastToShow {
  return { tone: 'destructive', title: texts.issueTitle, description: texts.missingWords, advice: reason };
}

export function buildVoiceToast(
  failure: Pick<VoiceFailure, 'text'> & Partial<VoiceFailure>,
  { voiceFailures, guide, browser, source }: VoiceState,
): ToastToShow {
  const { text, advice, code, hasNoMethodLeft } = failure;
  if (code === 'transcription' && canBrowserTakeOver(source, browser)) {
    return buildSwitchingToast(text, texts.switchedToBrowser);
  }
  if (guide?.startsWith('chrome-')) {
    const title = browser.id === 'ios-chrome' ? texts.iosChromeSetupTitle : texts.chromeSetupTitle;
    return buildFailureToast(title, texts.followSteps);
  }
  const issue = { tone: 'destructive', description: text, advice } as const;
  if (hasNoMethodLeft) return { ...issue, title: texts.recordingFailedTitle };
  if (code === 'other') return { ...issue, title: texts.errorTitle };
  if (voiceFailures === 1) return { ...issue, title: texts.issueTitle };
  // Its card has the reason, and needs the room on a small screen.
  return { tone: 'destructive', title: texts.issueTitle, description: texts.voiceNotWorking };
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
