import type { Purchase } from '../../tables/users.ts';

/** Whether a recent purchase still waits for its card or for Stripe's webhook. */
export function isPending(purchase: Purchase | undefined, withinMs: number): purchase is Purchase {
  return purchase?.state === 'pending' && Date.now() - Date.parse(purchase.startedAt) < withinMs;
}
