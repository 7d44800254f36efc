import { daySeconds } from '../../shared/dates.ts';
import { sessionDays } from '../../shared/limits.ts';
import { recordChange } from '../analytics/changes.ts';
import { createEntryKey } from '../analytics/ledger.ts';
import { removeAlias } from '../request/mailbox.ts';
import { buildProfileKey, createProfile, readProfile, updateProfile } from '../tables/profiles.ts';
import { buildSetUpdate, type Update } from '../tables/table.ts';
import { getMailboxCode } from '../tables/usage.ts';
import type { ProfileItem } from '../tables/users.ts';
import type { IdClaims } from './tokens.ts';

/** @returns whether it is new. Signing in stops the expiry that an unfinished deletion has set. */
export async function saveProfile(person: IdClaims): Promise<boolean> {
  for (let attempt = 1; attempt <= 3; attempt++) {
    if (await refreshProfile(person)) return false;
    if (await createNewProfile(person)) return true;
  }
  throw new Error('Profile created and deleted concurrently; gave up after 3 attempts.');
}

/** Refuses sessions from now on. If their refresh tokens are revoked, the entries expire with their access tokens. */
export async function blockSessions(
  userId: string,
  sessionIds: readonly string[],
  { isTokenRevoked }: { isTokenRevoked: boolean },
): Promise<void> {
  const until =
    Math.ceil(Date.now() / 1_000) + longestAccessSeconds + (isTokenRevoked ? 0 : longestRenewalSeconds);
  for (let first = 0; first < sessionIds.length; first += idsPerUpdate) {
    await revoke(userId, sessionIds.slice(first, first + idsPerUpdate), until);
  }
}

async function revoke(userId: string, sessionIds: readonly string[], until: number): Promise<void> {
  for (let attempt = 1; attempt <= 3; attempt++) {
    const profile = await readProfile(userId);
    if (!profile || (await updateProfile(userId, buildRevocation(profile, sessionIds, until)))) return;
  }
  throw new Error('Profile changed concurrently; gave up after 3 attempts.');
}

/** An expression has at most 4 KB, also with as many expired entries. */
const idsPerUpdate = 40;

/** Refuses all tokens that the login has issued so far. */
export async function blockAllSessions(userId: string): Promise<void> {
  await updateProfile(userId, {
    ...buildSetUpdate({ sessionsEndedAt: new Date().toISOString() }),
    ConditionExpression: 'attribute_exists(pk)',
  });
}

/** An address that is new to the account. @throws Error if the profile has changed or gone */
export async function changeProfileEmail(userId: string, profile: ProfileItem, email: string): Promise<void> {
  if (!(await updateEmail(userId, profile, { email })))
    throw new Error('Profile changed or deleted concurrently.');
}

/** @returns false without a profile, or if it has just changed */
async function refreshProfile({ userId, email, firstName, lastName }: IdClaims): Promise<boolean> {
  const profile = await readProfile(userId);
  return (
    profile !== undefined && updateEmail(userId, profile, { email, firstName, lastName }, ' REMOVE expiresAt')
  );
}

/** The first mailbox goes on counting, so that another one brings no new allowance. */
async function updateEmail(
  userId: string,
  before: ProfileItem,
  fields: { email: string; firstName?: string; lastName?: string },
  more = '',
): Promise<boolean> {
  const isSameMailbox = removeAlias(before.email) === removeAlias(fields.email);
  const kept = isSameMailbox ? {} : { countedAs: getMailboxCode(before) };
  const { UpdateExpression, ...bound } = buildSetUpdate({ ...fields, ...kept });
  const updated = await updateProfile(userId, {
    UpdateExpression: UpdateExpression + more,
    ConditionExpression: 'email = :before',
    ...bound,
    ExpressionAttributeValues: { ...bound.ExpressionAttributeValues, ':before': before.email },
  });
  return updated !== undefined;
}

/** @returns false if another request has just created it */
async function createNewProfile({ userId, email, firstName, lastName }: IdClaims): Promise<boolean> {
  const createdAt = new Date().toISOString();
  const entry = createEntryKey('SIGNUP');
  const fields = {
    kind: 'user',
    createdAt,
    email,
    firstName,
    lastName,
    outbox: { [entry]: createdAt },
  } as const;
  const isNew = (await createProfile(userId, fields)) || (await hasEntry(entry, userId));
  if (isNew) await recordChange(undefined, { ...buildProfileKey(userId), ...fields });
  return isNew;
}

/** True if the answer was lost, and the retry has found the profile that the first attempt created. */
async function hasEntry(entry: string, userId: string): Promise<boolean> {
  const profile = await readProfile(userId);
  return Object.hasOwn(profile?.outbox ?? {}, entry);
}

/** Cognito's longest lifetime of an access token. */
const longestAccessSeconds = daySeconds;
const longestRenewalSeconds = sessionDays * daySeconds;

/** The condition fails if the map was created or the profile deleted since the read. */
function buildRevocation(
  { revokedSessions }: ProfileItem,
  sessionIds: readonly string[],
  until: number,
): Update {
  if (!revokedSessions) {
    return {
      UpdateExpression: 'SET revokedSessions = :sessions',
      ConditionExpression: 'attribute_exists(pk) AND attribute_not_exists(revokedSessions)',
      ExpressionAttributeValues: { ':sessions': Object.fromEntries(sessionIds.map((id) => [id, until])) },
    };
  }
  const ended = sessionIds.map((id, index) => [`#ended${index}`, id] as const);
  const expired = Object.entries(revokedSessions)
    .filter(([id, expiresAt]) => !sessionIds.includes(id) && expiresAt * 1_000 < Date.now())
    .slice(0, idsPerUpdate)
    .map(([id], index) => [`#expired${index}`, id] as const);
  const set = ended.map(([name]) => `revokedSessions.${name} = :until`).join(', ');
  const remove = expired.map(([name]) => `revokedSessions.${name}`).join(', ');
  return {
    UpdateExpression: `SET ${set}${remove && ` REMOVE ${remove}`}`,
    ConditionExpression: 'attribute_exists(revokedSessions)',
    ExpressionAttributeNames: Object.fromEntries([...ended, ...expired]),
    ExpressionAttributeValues: { ':until': until },
  };
}
