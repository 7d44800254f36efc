import type { ToastToShow } from '../../components/toasts/toasts.ts';
import { buildVoiceToast } from '../../speech/recognise/voice-toast.ts';
import { type Conversation, isGuestLimit, type Problem } from './conversation.ts';

export function buildProblemToast(problem: Problem, state: Conversation): ToastToShow | undefined {
  if (problem.with === 'voice') return buildVoiceToast(problem, state);
  if (problem.with === 'translation') {
    return {
      tone: 'destructive',
      duration: 'long',
      title: 'Translation Error',
      description: problem.sentence,
    };
  }
  // Signed-in users only get the dialog.
  if (!isGuestLimit(problem.sentence)) return undefined;
  return {
    tone: 'destructive',
    duration: 'long',
    title: 'Translation Limit Reached',
    description: 'Sign up to get 10 free translations per day!',
  };
}
