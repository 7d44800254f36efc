import { buildFailureToast, type ToastToShow } from '../../components/toasts/toasts.ts';
import { buildVoiceToast } from '../../speech/recognise/voice-toast.ts';
import * as texts from '../../texts/translator.ts';
import { isGuestLimit, type Problem, type TranslatorState } from './translator.ts';

export function buildProblemToast(problem: Problem, state: TranslatorState): ToastToShow | undefined {
  if (problem.kind === 'voice') return buildVoiceToast(problem, state);
  if (problem.kind === 'translation') return buildFailureToast(texts.translationError, problem.message);
  // Signed-in users only get the dialog.
  if (!isGuestLimit(problem.message)) return undefined;
  return buildFailureToast(texts.limitReached, texts.signUp);
}
