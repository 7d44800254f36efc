import pLimit from 'p-limit';
import { account, cleanUp, renewal } from './account.ts';
import { type CheckResult, type Group, runCheck } from './check.ts';
import { metrics } from './metrics.ts';
import { payments } from './payments.ts';
import { recognition, translations, voices } from './providers.ts';
import { pages } from './quick.ts';
import { speech } from './speech.ts';
import { examine, type System } from './system.ts';

/** In the order in which they run. */
export const groups: readonly Group[] = [
  pages,
  account,
  payments,
  voices,
  translations,
  recognition,
  speech,
  metrics,
  renewal,
];

/** @param chosen groups by name; those that they need run too. @throws Error if the system does not answer */
export async function smoke(
  site: string,
  chosen: readonly Group[],
  { report = () => {}, speed = 1 }: { report?: (result: CheckResult) => void; speed?: number } = {},
): Promise<CheckResult[]> {
  const system = await examine(site, { speed });
  const results: CheckResult[] = [];
  const passed = new Set<string>();
  const note = (result: CheckResult) => {
    results.push(result);
    report(result);
  };
  for (const group of addNeeded(chosen)) {
    const missing = group.needs?.find((name) => !passed.has(name));
    const found = await runGroup(group, system, missing, note);
    if (found.every(({ is }) => is === 'ok')) passed.add(group.name);
  }
  if (system.hasAccount) await runGroup(cleanUp, system, undefined, note);
  return results;
}

export function addNeeded(chosen: readonly Group[]): Group[] {
  const wanted = new Set<string>();
  const add = ({ name, needs = [] }: Group) => {
    wanted.add(name);
    for (const each of groups) if (needs.includes(each.name)) add(each);
  };
  chosen.forEach(add);
  return groups.filter(({ name }) => wanted.has(name));
}

async function runGroup(
  { listChecks, atOnce = 1 }: Group,
  system: System,
  missing: string | undefined,
  note: (result: CheckResult) => void,
): Promise<CheckResult[]> {
  const limit = pLimit(atOnce);
  return Promise.all(
    listChecks(system).map((check) =>
      limit(async () => {
        const result: CheckResult = missing
          ? { name: check.name, durationMs: 0, is: 'skip', text: `needs “${missing}”` }
          : await runCheck(check, system);
        note(result);
        return result;
      }),
    ),
  );
}
