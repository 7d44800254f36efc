import { parseArgs } from 'node:util';
import type { CheckResult, Group } from './check.ts';
import { addNeeded, groups, smoke } from './smoke.ts';

async function main(): Promise<number> {
  const { site, chosen } = readArguments(process.argv.slice(2));
  const running = addNeeded(chosen);
  const costs = running.flatMap(({ name, cost }) => (cost ? [`  ${name}: ${cost}`] : []));
  if (costs.length > 0)
    console.log(`What this costs on AWS; engines on one machine cost nothing:\n${costs.join('\n')}\n`);
  const report = (result: CheckResult) => console.log(describe(result));
  const results = await smoke(site, chosen, { report }).catch((error: Error) => {
    console.error(`FAIL  ${site} has no Parley that answers: ${error.cause ?? error.message}`);
    return [];
  });
  if (results.length === 0) return 1;
  const count = (is: CheckResult['is']) => results.filter((result) => result.is === is).length;
  const skipped = count('skip') > 0 ? ` ${count('skip')} do not apply.` : '';
  console.log(`\n${count('ok')} of ${results.length} checks passed, ${count('fail')} failed.${skipped}`);
  return count('fail') > 0 ? 1 : 0;
}

/** Ends the program if they make no sense. */
function readArguments(args: string[]): { site: string; chosen: readonly Group[] } {
  const { values, positionals } = parseArgs({
    args,
    options: { quick: { type: 'boolean' }, only: { type: 'string', multiple: true } },
    allowPositionals: true,
  });
  const site = URL.parse(positionals[0] ?? '');
  if (!site || !/^https?:$/.test(site.protocol)) refuse('Name the site: `npm run smoke -- https://…`.');
  const names = values.quick ? ['pages'] : values.only;
  const unknown = names?.find((name) => !groups.some((group) => group.name === name));
  if (unknown !== undefined) {
    refuse(`There is no group "${unknown}". There are: ${groups.map(({ name }) => name).join(', ')}.`);
  }
  return { site: site.origin, chosen: names ? groups.filter(({ name }) => names.includes(name)) : groups };
}

function refuse(sentence: string): never {
  console.error(sentence);
  process.exit(2);
}

function describe({ name, durationMs, is, text, look }: CheckResult): string {
  const word = { ok: 'ok  ', fail: 'FAIL', skip: '–   ' }[is];
  const time = is === 'skip' ? '' : ` (${durationMs} ms)`;
  return `${word}  ${name}${time}${text ? `: ${text}` : ''}${look ? `. Look at: ${look}` : ''}`;
}

process.exitCode = await main();
