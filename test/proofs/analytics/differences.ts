import type { Scene } from '../billing/world/scene.ts';
import type { Count } from './truth.ts';

export async function differences(scene: Scene, truth: Count): Promise<string[]> {
  const findings: string[] = [];
  const items = await scene.items();
  const totals = items.find(({ pk, sk }) => pk === 'STATS' && sk === 'TOTALS') ?? {};
  for (const name of ['users', 'trials', 'live', 'yearlyCents'] as const) {
    const found = (totals as Record<string, unknown>)[name] ?? 0;
    if (found !== truth[name]) findings.push(`${name} is ${found} instead of ${truth[name]}`);
  }

  const counted: Record<string, number> = {};
  const entered: Record<string, number> = {};
  const add = (to: Record<string, number>, key: string, number: unknown) => {
    to[key] = (to[key] ?? 0) + Number(number ?? 0);
  };
  for (const item of items) {
    const [kind = ''] = item.sk.split('#');
    const day = item.pk.startsWith('LEDGER#')
      ? item.pk.slice('LEDGER#'.length)
      : item.sk.slice('DAY#'.length);
    if (item.pk === 'STATS' && kind === 'DAY') {
      for (const name of dayNames) if (item[name]) add(counted, `${day} ${name}`, item[name]);
    } else if (item.pk.startsWith('LEDGER#')) {
      if (kind === 'INVOICE') add(entered, `${day} revenueCents`, item.amountCents);
      else add(entered, `${day} ${ledgerNames[kind]}`, 1);
    } else if (item.sk === 'PROFILE' && Object.keys(item.unentered ?? {}).length > 0) {
      findings.push(`${Object.keys(item.unentered ?? {})} waits in an outbox`);
    }
  }
  for (const [where, found] of [
    ['the days', counted],
    ['the ledger', entered],
  ] as const) {
    for (const key of new Set([...Object.keys(found), ...Object.keys(truth.days)])) {
      if (found[key] !== truth.days[key])
        findings.push(`in ${where}, ${key} is ${found[key] ?? 0} instead of ${truth.days[key] ?? 0}`);
    }
  }
  return findings;
}

const dayNames = ['signups', 'began', 'ended', 'revenueCents'] as const;

const ledgerNames: Readonly<Record<string, string>> = { SIGNUP: 'signups', BEGAN: 'began', ENDED: 'ended' };
