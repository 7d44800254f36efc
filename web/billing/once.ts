import type { MutationKey } from '@tanstack/react-query';
import { queryClient } from '../queries.ts';

/**
 * Whoever presses twice asks once: a button is drawn as disabled a moment after it was pressed.
 *
 * @param begin is left out while a mutation of this key is on its way
 */
export function once(mutationKey: MutationKey, begin: () => void): void {
  if (queryClient.isMutating({ mutationKey }) === 0) begin();
}
