import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { ulid } from 'ulid';
import type { HistoryItem } from '../../../functions/tables/users.ts';
import { buildSearchText } from '../../../shared/text/search-text.ts';
import { command } from '../command.ts';
import { documentsAt, putAll } from '../parley/local.ts';
import { giveCard, visa } from './cards.ts';
import { monthly } from './profiles.ts';
import { signUp, type Visitor, visit } from './session.ts';

/** A new, signed-in Premium user. */
export async function visitPremium(url: string, database: string): Promise<Visitor> {
  const visitor = visit(url);
  await signUp(visitor);
  const { id } = (await (await visitor.fetch('/api/auth/user')).json()) as { id: string };
  await makePremium(database, id);
  return visitor;
}

/** Writes an active subscription onto the profile. */
export async function makePremium(database: string, userId: string): Promise<void> {
  await documentsAt(database).send(
    new UpdateCommand({
      TableName: 'users',
      Key: { pk: `USER#${userId}`, sk: 'PROFILE' },
      UpdateExpression: 'SET subscription = :subscription',
      ExpressionAttributeValues: {
        ':subscription': monthly,
      },
    }),
  );
}

/**
 * Subscribes a user like the pages, and delivers every event. If the card has had its trial, the user
 * agrees to be charged today.
 *
 * @param stripe the address of the stand-in for Stripe
 */
export async function subscribe(visitor: Visitor, stripe: string): Promise<void> {
  const { publishableKey } = (await (await visitor.fetch('/api/stripe-config')).json()) as {
    publishableKey: string;
  };
  const order = { priceId: 'parley_monthly' };
  for (const [body, card] of [
    [order, visa],
    [{ ...order, acceptsCharge: true, usesSavedCard: true }, undefined],
  ] as const) {
    const begun = await visitor.post('/api/create-subscription', body);
    const { clientSecret } = (await begun.json()) as { clientSecret: string };
    await giveCard(stripe, { publishableKey }, clientSecret, card);
    if (await isPremiumAtLast(visitor)) return deliverAll(stripe);
  }
  throw new Error('Subscribing gave no Premium.');
}

/** Whether the purchase gave Premium, once decided. */
async function isPremiumAtLast(visitor: Visitor): Promise<boolean> {
  const untilMs = Date.now() + 60_000;
  for (;;) {
    const status = (await (await visitor.fetch('/api/subscription-status')).json()) as {
      isPremium: boolean;
      purchase: { state: string } | null;
    };
    if (status.isPremium || status.purchase?.state !== 'pending' || Date.now() > untilMs)
      return status.isPremium;
  }
}

/** Waits until Stripe's stand-in has delivered all events. */
export function deliverAll(stripe: string): Promise<void> {
  return command(`${stripe}/control/webhooks`);
}

/** Writes translations into a user's history, a minute apart, oldest first. */
export function keepTranslations(database: string, userId: string, kept: readonly Kept[]): Promise<void> {
  return putAll(documentsAt(database), 'users', historyOf(userId, kept));
}

/** The items of a user's history, a minute apart, oldest first. */
export function historyOf(userId: string, kept: readonly Kept[]): HistoryItem[] {
  return kept.map((words, index) => {
    const createdMs = Date.now() - (kept.length - index) * 60_000;
    return {
      pk: `USER#${userId}`,
      sk: `HISTORY#${ulid(createdMs)}`,
      ...words,
      sourceLanguage: 'en-US',
      targetLanguage: 'es',
      createdAt: new Date(createdMs).toISOString(),
      fingerprint: `of ${index}`,
      searchText: buildSearchText(words),
    };
  });
}

interface Kept {
  readonly text: string;
  readonly translatedText: string;
}
