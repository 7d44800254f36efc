import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import { countTranslations } from '../../../functions/tables/grant-item.ts';
import type { UsageItem } from '../../../functions/tables/usage.ts';
import { limits } from '../../../shared/limits.ts';
import { costSentences } from '../../../shared/text/refusals.ts';
import { originSecret } from '../../support/handlers/event.ts';
import type { ProviderName } from '../../support/parley/provider-proxy.ts';
import { findCanary } from '../canary.ts';
import { type Answer, type Cell, signingSecret } from './product.ts';
import type { Act } from './scenes.ts';
import { profileOf } from './scenes.ts';

/** Judges an answer of any endpoint. */
export function judgeAnswer({ status, text, isInTime, durationMs }: Answer): string[] {
  const found = isInTime ? [] : [`No answer in time: ${Math.round(durationMs)} ms`];
  if (status < 400) return found;
  const quoted = findCanary(text);
  if (quoted) found.push(`${status} quotes the inside, in ${quoted}`);
  if (status < 500) return found;
  const fields = fieldsOf(text);
  const { values, ...words } = fields;
  const isOurs =
    ['error', 'code', 'reason', 'cost', 'requestId'].every((name) => typeof words[name] === 'string') &&
    typeof values === 'object';
  if (!isOurs || Object.keys(words).length > 5) found.push(`${status} that is not our JSON`);
  if (/\n\s+at |node:internal|node_modules/.test(text)) found.push(`${status} with a stack`);
  return found;
}

/** Finds texts, tokens, cookies, secrets and providers' messages in log lines. */
export function judgeLog({ log, place }: Cell, act: Act): string[] {
  const cookies = (act.person?.cookies ?? []).map((each) => each.slice(each.indexOf('=') + 1));
  const secrets = [
    ...cookies,
    place.keys.secretKey,
    place.keys.webhookSecret,
    signingSecret,
    originSecret,
  ].filter((secret) => secret.length > 8);
  const form = findCanary(log);
  return [
    ...(form ? [`A log line has words in it, in ${form}`] : []),
    ...(secrets.some((secret) => log.includes(secret)) ? ['A log line has a token or a secret in it'] : []),
    ...(/_secret_|eyJhbGciOi/.test(log) ? ['A log line has something secret in it'] : []),
  ];
}

/**
 * Findings about the charges for one call, or for a call and its repetition.
 *
 * @param said the error that was answered, where one was: what a provider was paid for stays counted, and says so
 * @param faulty its own fault may leave the database's ceilings too high
 */
export async function judgeCharges(
  cell: Cell,
  { person, counts }: Act,
  answered: boolean,
  said = '',
  faulty?: ProviderName,
): Promise<string[]> {
  if (!person || !counts) return [];
  const { Items = [] } = await cell.place.documents.send(
    new QueryCommand({
      TableName: 'usage',
      KeyConditionExpression: 'pk = :pk',
      ExpressionAttributeValues: { ':pk': person.counters },
      ConsistentRead: true,
    }),
  );
  // More than one where midnight was in between; a month's is beside them.
  const items = (Items as UsageItem[]).filter(({ sk }) => sk.length !== 'YYYY-MM'.length);
  if (counts === 'a translation') return judgeTranslations(items, person.kind, answered);
  const name = counts === 'seconds' ? 'speechSeconds' : 'spokenCharacters';
  const counted = sum(items.map((item) => item[name] ?? 0));
  if (answered && counted === 0) return [`Was answered, and no ${counts} are counted`];
  return said.includes(costSentences.uncounted) && counted > 0 && faulty !== 'dynamodb'
    ? [`Was charged ${counted} ${counts} for an error`]
    : [];
}

/** A run that died gives nothing back; its grant lapses within this time. */
const lapsedMs = 61_000;

function judgeTranslations(
  items: readonly UsageItem[],
  kind: 'guest' | 'free' | 'premium',
  answered: boolean,
) {
  if (kind === 'premium') return [];
  const found: string[] = [];
  const most = limits.translations[kind];
  const charged = sum(items.map((item) => countTranslations(item, Date.now() + lapsedMs)));
  for (const { used = 0 } of items) if (used > most) found.push(`Has used ${used} of ${most}`);
  if (!answered && charged > 0) found.push(`Was charged ${charged} for an error`);
  if (answered && charged !== 1) found.push(`Was charged ${charged} for one translation`);
  return found;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((all, each) => all + each, 0);
}

export async function judgePurchases(cell: Cell, { person }: Act): Promise<string[]> {
  if (!person?.email) return [];
  const { stripe } = cell.place;
  const { data: customers } = await stripe.customers.list({ email: person.email.toLowerCase(), limit: 10 });
  const found = customers.length > 1 ? [`${customers.length} customers`] : [];
  const subscriptions = (
    await Promise.all(
      customers.map(({ id }) =>
        stripe.subscriptions.list({ customer: id, status: 'all', expand: ['data.customer'] }),
      ),
    )
  ).flatMap(({ data }) => data);
  const live = subscriptions.filter(({ status }) => !['canceled', 'incomplete_expired'].includes(status));
  if (live.length > 1) found.push(`${live.length} live subscriptions`);
  const profile = await profileOf(cell, person.id);
  const { until = 0 } = (profile?.purchaseLock ?? {}) as { until?: number };
  if (until > Date.now() + lapsedMs) found.push('No other purchase can be made for more than a minute');
  const { isPremium = false } = (profile?.subscription ?? {}) as { isPremium?: boolean };
  if (isPremium && person.kind === 'free' && !live.some(isEarned)) {
    found.push('Has Premium, and neither a card nor a period that is paid for');
  }
  return found;
}

function isEarned({ status, customer }: { status: string; customer: unknown }): boolean {
  const { invoice_settings: settings } = customer as {
    invoice_settings?: { default_payment_method?: unknown };
  };
  return status === 'active' || (status === 'trialing' && Boolean(settings?.default_payment_method));
}

function fieldsOf(text: string): Record<string, unknown> {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}
