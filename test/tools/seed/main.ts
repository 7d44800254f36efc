import { existsSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { explainFiles } from '../../../infra/local/failures.ts';
import { fillFolder } from './history.ts';

/** `npm run seed -- [--data DIR] [--days N] [--people N] [--chance N]`: some months of a small business. */
const root = path.resolve(import.meta.dirname, '../../..');
const values = readFlagsOrExit();
const [days, people, chance] = [values.days, values.people, values.chance].map(Number);
if (!(days && days > 0 && days <= 400 && people && people > 0 && Number.isInteger(chance))) {
  console.error('--days takes a number from 1 to 400, --people one above 0, --chance a whole number.');
  process.exit(2);
}
if (existsSync(path.resolve(root, values.data, 'dynamodb'))) {
  console.error(
    `There is data in ${values.data} already. Name another folder with --data DIR, or delete it.`,
  );
  process.exit(1);
}

const startedAt = performance.now();
console.log(`Living through ${days} days. This takes some minutes.`);
const lived = await fillFolder({ root, dataFolder: values.data, days, people, seed: chance ?? 0, say }).catch(
  (error: unknown) => {
    console.error(explainFiles(error));
    process.exit(1);
  },
);
const seconds = ((performance.now() - startedAt) / 1_000).toFixed(0);
console.log(
  `${Object.entries(lived.figures)
    .map(([figure, value]) => `${value} ${figure}`)
    .join(', ')}, in ${seconds} s.`,
);
console.log(`To see it: npm start${values.data === '.data' ? '' : ` -- --data ${values.data}`}`);
console.log('\nA guest needs no account. To sign in:');
console.table(
  Object.fromEntries(
    lived.accounts.map(({ kind, person, status }) => [
      kind,
      { email: person.email, password: person.password, status },
    ]),
  ),
);
process.exit(0);

function readFlagsOrExit() {
  try {
    return parseArgs({
      options: {
        data: { type: 'string', default: '.data' },
        days: { type: 'string', default: '120' },
        people: { type: 'string', default: '180' },
        chance: { type: 'string', default: '7' },
      },
    }).values;
  } catch (error) {
    console.error(`${(error as Error).message} \`npm run seed -- --help\` lists the flags.`);
    process.exit(2);
  }
}

function say(line: string): void {
  process.stdout.write(process.stdout.isTTY ? `\r\u001b[K${line}` : `${line}\n`);
}
