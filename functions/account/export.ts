import { export as contract } from '../../shared/api/account.schema.ts';
import type { Output } from '../../shared/api/contract.ts';
import { hasEmailUsedTrial } from '../billing/purchase/trials.ts';
import { endpoint } from '../endpoint.ts';
import type { Guest, User } from '../request/caller.ts';
import { readSettings } from '../settings/preferences.ts';
import { countTranslations, listGrants } from '../tables/grant-item.ts';
import { type Partition, readPartition } from '../tables/partition.ts';
import { describeSession, listSessions } from '../tables/sessions.ts';
import { getSubscription } from '../tables/subscription.ts';
import { buildCounterKey, getUsageTable, type UsageItem } from '../tables/usage.ts';
import { exportTranslations } from '../translation/history/history.ts';

export const handler = endpoint('account.export', contract, async ({ cursor }, caller) => {
  const isGuest = caller.kind === 'guest';
  const [profile, history, settings, usage, billing] = await Promise.all([
    isGuest ? null : exportProfile(caller),
    isGuest ? noHistory : exportTranslations(caller.userId, cursor),
    readSettings(caller),
    exportUsage(caller),
    isGuest ? null : exportBilling(caller),
  ]);
  return {
    exportedAt: new Date().toISOString(),
    profile,
    billing,
    settings: settings ?? null,
    ...history,
    usage,
  };
});

const noHistory = { translations: [], cursor: null };

async function exportProfile({ userId, profile, signal }: User) {
  const {
    email,
    firstName,
    lastName,
    createdAt,
    revokedSessions = {},
    sessionsEndedAt,
    outbox = {},
  } = profile;
  return {
    id: userId,
    email,
    firstName,
    lastName,
    createdAt,
    subscriptionStatus: getSubscription(profile).status,
    countedAs: profile.countedAs ?? null,
    sessions: (await listSessions(profile, signal)).map(describeSession),
    signedOutSessions: Object.entries(revokedSessions).map(([id, until]) => ({
      id,
      keptUntil: new Date(until * 1_000).toISOString(),
    })),
    signedOutEverywhereAt: sessionsEndedAt ?? null,
    uncountedEvents: Object.entries(outbox).map(([event, at]) => ({ event, at })),
  };
}

async function exportBilling({ profile }: User) {
  const { customerId, formerCustomerId, subscription, purchase, trialSetupIntentId } = profile;
  return {
    stripeCustomer: customerId ?? null,
    formerStripeCustomer: formerCustomerId ?? null,
    subscription: subscription ?? null,
    purchase: purchase ?? null,
    trial: {
      begunBy: trialSetupIntentId ?? null,
      isEmailRemembered: await hasEmailUsedTrial(profile),
      // A user's trial is recorded after the card's.
      isCardRemembered: trialSetupIntentId !== undefined,
    },
  };
}

async function exportUsage(caller: Guest | User): Promise<Usage> {
  const { pk } = buildCounterKey(caller, Date.now());
  const items = await readPartition<UsageItem>(getUsageTable(), pk as Partition, caller.signal);
  const now = Date.now();
  return items.map((item) => ({
    day: item.sk === 'ALL' ? null : item.sk,
    translations: countTranslations(item, now),
    characters: item.characters ?? 0,
    speechSeconds: item.speechSeconds ?? 0,
    spokenCharacters: item.spokenCharacters ?? 0,
    importedCharacters: item.importedCharacters ?? 0,
    failedAttempts: item.failed ?? 0,
    requests: listGrants(item).map(([, { begunAt, characters }]) => ({
      begunAt: new Date(begunAt).toISOString(),
      characters,
    })),
    minutes: listMinutes(item),
  }));
}

function listMinutes(item: UsageItem): Usage[number]['minutes'] {
  return Object.entries(item).flatMap(([name, translations]) => {
    const [, hour, minute] = name.match(/^m_(\d\d)(\d\d)$/) ?? [];
    return hour ? [{ minute: `${hour}:${minute}`, translations }] : [];
  });
}

type Usage = Output<'account.export'>['usage'];
