import { buildFailureToast, type ToastToShow } from '../../components/toasts/toasts.ts';
import { buildVoiceToast } from '../../speech/recognise/voice-toast.ts';
import * as texts from '../../texts/translator.ts';
import { type Conversation, isGuestLimit, type Problem } from './conversation.ts';

export function buildProblemToast(problem: Problem, state: Conversation): ToastToShow | undefined {
  if (problem.kind === 'voice') return buildVoiceToast(problem, state);
  if (problem.kind === 'translation') return buildFailureToast(texts.translationError, problem.sentence);
  // Signed-in users only get the dialog.
  if (!isGuestLimit(problem.sentence)) return undefined;
  return buildFailureToast(texts.limitReached, texts.signUp);
}
