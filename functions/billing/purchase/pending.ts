import type { Purchase } from '../../tables/users.ts';

/** Whether an attempt to subscribe, begun so short a time ago, still waits for its card or for Stripe's signal. */
export function isPending(
  purchase: Purchase | undefined,
  withinMs: number,
  now = Date.now(),
): purchase is Purchase {
  return purchase?.state === 'pending' && now - Date.parse(purchase.startedAt) < withinMs;
}
