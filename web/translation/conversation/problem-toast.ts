import type { ToastToShow } from '../../components/toasts/toasts.ts';
import { toastAfter } from '../../speech/recognise/voice-toast.ts';
import { type Conversation, isGuestLimit, type Problem } from './conversation.ts';

/** What is said at once about a problem; undefined where something else on the page says it all. */
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
  // Who is signed in reads it in the dialog alone.
  if (!isGuestLimit(problem.sentence)) return undefined;
  return {
    tone: 'destructive',
    stay: 'long',
    title: 'Translation Limit Reached',
    description: 'Sign up to get 10 free translations per day!',
  };
}
