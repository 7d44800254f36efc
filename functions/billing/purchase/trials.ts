import { removeAlias } from '../../request/mailbox.ts';
import { sign } from '../../request/signing.ts';
import { parseUserId, updateProfile } from '../../tables/profiles.ts';
import { ifNew, putItem, readItem } from '../../tables/table.ts';
import { getUsersTable, type ProfileItem, type TrialItem } from '../../tables/users.ts';

/** Also false once a card of theirs turned out to have had one: later orders are charged today. */
export async function isTrialAvailable(profile: ProfileItem): Promise<boolean> {
  const { trialSetupIntentId, purchase } = profile;
  if (trialSetupIntentId || purchase?.state === 'card_had_trial') return false;
  if (purchase?.terms === 'charged_today') return false;
  return canClaim(profile, buildEmailKey(profile));
}

/** Claims the one trial allowed per user, email address and card (Stripe's fingerprint). Idempotent per purchase. */
export async function claimTrials(
  profile: ProfileItem,
  cardFingerprint: string | null | undefined,
  setupIntentId: string,
): Promise<boolean> {
  if (!cardFingerprint) return false;
  const cardKey = { pk: `TRIAL#CARD#${cardFingerprint}`, sk: 'TRIAL' } as const;
  // The card is checked first: a refused card must not use up the email address's trial.
  return (
    (await canClaim(profile, cardKey)) &&
    (await claimTrial(buildEmailKey(profile), profile)) &&
    (await claimTrial(cardKey, profile)) &&
    (await claimForUser(parseUserId(profile), setupIntentId))
  );
}

/** With this account or an earlier one. */
export async function hasEmailUsedTrial(profile: ProfileItem): Promise<boolean> {
  return (await readTrial(buildEmailKey(profile))) !== undefined;
}

/** Marks a new email address as used, if this one is. */
export async function carryTrial(profile: ProfileItem, email: string): Promise<void> {
  const used = await readTrial(buildEmailKey(profile));
  if (used) await putItem(getUsersTable(), { ...used, ...buildEmailKey({ email }) }, ifNew);
}

function buildEmailKey({ email }: Pick<ProfileItem, 'email'>) {
  return { pk: `TRIAL#EMAIL#${sign('trial', removeAlias(email))}`, sk: 'TRIAL' } as const;
}

async function canClaim(profile: ProfileItem, key: TrialKey): Promise<boolean> {
  const item = await readTrial(key);
  return item === undefined || item.userId === parseUserId(profile);
}

function readTrial(key: TrialKey): Promise<TrialItem | undefined> {
  return readItem(getUsersTable(), key);
}

function claimTrial(key: TrialKey, profile: ProfileItem): Promise<boolean> {
  const item: TrialItem = { ...key, userId: parseUserId(profile) };
  return putItem(getUsersTable(), item, {
    ConditionExpression: 'attribute_not_exists(pk) OR userId = :userId',
    ExpressionAttributeValues: { ':userId': item.userId },
  });
}

async function claimForUser(userId: string, setupIntentId: string): Promise<boolean> {
  const taken = await updateProfile(userId, {
    UpdateExpression: 'SET trialSetupIntentId = :id',
    ConditionExpression:
      'attribute_exists(pk) AND (attribute_not_exists(trialSetupIntentId) OR trialSetupIntentId = :id)',
    ExpressionAttributeValues: { ':id': setupIntentId },
  });
  return taken !== undefined;
}

type TrialKey = Pick<TrialItem, 'pk' | 'sk'>;
