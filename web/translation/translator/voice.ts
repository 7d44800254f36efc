import { isEntitled, statusQuery } from '../../billing/status.ts';
import { buildFailureToast, type ToastToShow, toasts } from '../../components/toasts/toasts.ts';
import { queryClient } from '../../queries.ts';
import type { Browser } from '../../speech/browser.ts';
import type { Listening, VoiceListener } from '../../speech/recognise/listening.ts';
import * as voiceInput from '../../speech/recognise/voice-input.ts';
import {
  buildMissingWordsToast,
  buildSwitchingToast,
  buildVoiceToast,
} from '../../speech/recognise/voice-toast.ts';
import { healthQuery } from '../../system/health.ts';
import * as texts from '../../texts/translator.ts';
import type { Problem, TranslatorState } from './translator.ts';

export function listen(
  language: string,
  browser: Browser,
  { onSwitching, ...listener }: VoiceListener & { onSwitching(): void },
): Listening {
  const status = queryClient.getQueryData(statusQuery.queryKey);
  const health = queryClient.getQueryData(healthQuery.queryKey);
  const hasPremium = status !== undefined && isEntitled(status);
  return voiceInput.listen(
    language,
    { browser, health, hasPremium },
    {
      ...listener,
      onSwitching({ text }) {
        toasts.show(buildSwitchingToast(text));
        onSwitching();
      },
    },
  );
}

export async function transcribe(clips: readonly Blob[], language: string, signal: AbortSignal) {
  const { allowanceError, ...transcript } = await voiceInput.transcribe(clips, language, signal);
  if (allowanceError) toasts.show(buildMissingWordsToast(allowanceError.detail));
  return transcript;
}

export function buildProblemToast(problem: Problem, state: TranslatorState): ToastToShow | undefined {
  if (problem.kind === 'voice') return { ...buildVoiceToast(problem, state), subject: problem };
  if (problem.kind === 'translation') {
    const toast = buildFailureToast(texts.translationError, problem.text);
    return { ...toast, advice: problem.advice, subject: problem };
  }
  // Signed-in users only get the dialog.
  if (problem.limit !== 'guest_limit_reached') return undefined;
  return buildFailureToast(texts.limitReached, texts.signUp);
}
