import { mock } from 'node:test';
import type { Part } from '../proof.ts';
import { countReads } from './reads.ts';

/** Items that each request of the dashboards reads, at growing numbers of users. */
export const flags = { users: '1000,10000,100000' };

export async function* prove({ users }: typeof flags): AsyncGenerator<Part> {
  // The handlers' log lines would come between the figures.
  const output = mock.method(process.stdout, 'write', () => true);
  const { figures, growing } = await countReads(users.split(',').map(Number));
  output.mock.restore();
  const findings = growing.map((request) => `${request} reads more where there are more users`);
  yield { name: `items read at ${users} users, the caller’s own profile among them`, figures, findings };
}
