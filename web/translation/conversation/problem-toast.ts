import type { ToastToShow } from '../../components/toasts/toasts.ts';
import { toastAfter } from '../../speech/recognise/voice-toast.ts';
import { type Conversation, isGuestLimit, type Problem } from './conversation.ts';

export function problemToast(problem: Problem, state: Conversation): ToastToShow | undefined {
  if (problem.with === 'voice') return toastAfter(problem, state);
  if (problem.with === 'translation') {
    return {
      tone: 'destructive',
      stay: 'long',
      title: 'Translation Error',
      description: problem.sentence,
    };
  }
  // For a signed-in user, the dialog says it.
  if (!isGuestLimit(problem.sentence)) return undefined;
  return {
    tone: 'destructive',
    stay: 'long',
    title: 'Translation Limit Reached',
    description: 'Sign up to get 10 free translations per day!',
  };
}
