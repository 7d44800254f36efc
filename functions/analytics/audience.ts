import { OperatorsOnly } from '../errors.ts';
import type { User } from '../request/caller.ts';

/**
 * `ANALYTICS_AUDIENCE` opens the dashboards to all signed-in users or to operators only.
 *
 * @throws OperatorsOnly
 */
export function requireAudience(caller: User): void {
  const audience = process.env.ANALYTICS_AUDIENCE ?? 'users';
  if (audience !== 'users' && !isOperator(caller)) throw new OperatorsOnly();
}

export function isOperator({ groups }: User): boolean {
  return groups.includes('operators');
}
