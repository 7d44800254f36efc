import { findVariable } from '../environment.ts';
import { OperatorsOnly } from '../errors.ts';
import type { User } from '../request/caller.ts';

export function requireDashboardAccess(caller: User): void {
  if (!seesDashboards(caller)) throw new OperatorsOnly();
}

export function seesDashboards(caller: Pick<User, 'groups'>): boolean {
  const audience = findVariable('ANALYTICS_AUDIENCE') ?? 'users';
  return audience === 'users' || isOperator(caller);
}

export function isOperator({ groups }: Pick<User, 'groups'>): boolean {
  return groups.includes('operators');
}
