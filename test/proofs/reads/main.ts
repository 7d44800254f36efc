import { mock } from 'node:test';
import { parseArgs } from 'node:util';
import { countReads } from './reads.ts';

/** `npm run reads -- --users 1000,10000,100000`: how many items each request of the dashboards reads. */
const { values } = parseArgs({ options: { users: { type: 'string', default: '1000,10000,100000' } } });
const sizes = values.users.split(',').map(Number);
console.log(`Items read at ${values.users} users, the caller’s own profile among them…`);

// The handlers' log lines would stand between the figures.
const output = mock.method(process.stdout, 'write', () => true);
const { figures, growing } = await countReads(sizes);
output.mock.restore();

console.table(figures);
console.log(growing.length === 0 ? 'No request reads more where there is more.' : `GROWING: ${growing}`);
process.exitCode = growing.length === 0 ? 0 : 1;
