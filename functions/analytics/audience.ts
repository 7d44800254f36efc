import { OperatorsOnly } from '../errors.ts';
import type { User } from '../request/caller.ts';

/**
 * The dashboards are for everybody who is signed in, or for operators alone: `ANALYTICS_AUDIENCE` says which.
 *
 * @throws OperatorsOnly
 */
export function requireAudience(caller: User): void {
  const audience = process.env.ANALYTICS_AUDIENCE ?? 'users';
  if (audience !== 'users' && !isOperator(caller)) throw new OperatorsOnly();
}

/** Operators see whose numbers they are. */
export function isOperator({ groups }: User): boolean {
  return groups.includes('operators');
}
