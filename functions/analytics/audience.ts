import { findVariable } from '../environment.ts';
import { OperatorsOnly } from '../errors.ts';
import type { User } from '../request/caller.ts';

export function requireDashboardAccess(caller: User): void {
  const audience = findVariable('ANALYTICS_AUDIENCE') ?? 'users';
  if (audience !== 'users' && !isOperator(caller)) throw new OperatorsOnly();
}

export function isOperator({ groups }: User): boolean {
  return groups.includes('operators');
}
