import type { MutationKey } from '@tanstack/react-query';
import { queryClient } from '../queries.ts';

/** Skips `begin` while a mutation of this key runs: a second press may come before the button is drawn as disabled. */
export function runUnlessPending(mutationKey: MutationKey, begin: () => void): void {
  if (queryClient.isMutating({ mutationKey }) === 0) begin();
}
