import type { MutationKey } from '@tanstack/react-query';
import { queryClient } from '../queries.ts';

/** Ignores a second press that arrives before the button renders as disabled. */
export function runUnlessPending(mutationKey: MutationKey, run: () => void): void {
  if (queryClient.isMutating({ mutationKey }) === 0) run();
}
