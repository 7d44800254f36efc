import type { MutationKey } from '@tanstack/react-query';
import { queryClient } from '../queries.ts';

/** Ignores a second press before the button is drawn as disabled: skips `begin` while a mutation of this key runs. */
export function once(mutationKey: MutationKey, begin: () => void): void {
  if (queryClient.isMutating({ mutationKey }) === 0) begin();
}
