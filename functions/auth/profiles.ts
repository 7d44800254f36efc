import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { DeleteCommand, GetCommand, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { followChange } from '../analytics/changes.ts';
import { newEntry } from '../analytics/ledger.ts';
import { documents, type ProfileItem, type SettingsItem, usersTable } from '../tables/users.ts';
import { sessionDays } from './session-cookies.ts';
import type { IdClaims } from './tokens.ts';

/** Consistent: a session that was signed out a moment ago is over. */
export async function readProfile(userId: string): Promise<ProfileItem | undefined> {
  const { Item } = await documents.send(
    new GetCommand({ TableName: usersTable(), Key: key(userId), ConsistentRead: true }),
  );
  return Item as ProfileItem | undefined;
}

/**
 * The profile as the login knows it: made at the first sign-in, else only name and e-mail change. One whose
 * deletion was begun and never finished stays, now that its owner has come back.
 *
 * @returns whether it is new
 */
export async function saveProfile(person: IdClaims): Promise<boolean> {
  for (let attempt = 1; attempt <= 3; attempt++) {
    if (await refreshProfile(person)) return false;
    if (await createProfile(person)) return true;
  }
  throw new Error('The profile came and went under every attempt.');
}

/** What the guest preferred becomes the new user's, who has none yet. */
export async function moveSettings(guestId: string, userId: string): Promise<void> {
  const guestKey = { pk: `GUEST#${guestId}`, sk: 'SETTINGS' } as const;
  const { Item } = await documents.send(
    new GetCommand({ TableName: usersTable(), Key: guestKey, ConsistentRead: true }),
  );
  if (!Item) return;
  const { expiresAt = Number.POSITIVE_INFINITY, ...settings } = Item as SettingsItem;
  if (expiresAt * 1_000 <= Date.now()) return;
  const item: SettingsItem = { ...settings, pk: `USER#${userId}` };
  await documents
    .send(
      new PutCommand({
        TableName: usersTable(),
        Item: item,
        ConditionExpression: 'attribute_not_exists(pk)',
      }),
    )
    .catch(ignoreFailedCondition);
  await documents.send(new DeleteCommand({ TableName: usersTable(), Key: guestKey }));
}

/**
 * The session is over from now on, whatever tokens of it are about. Sessions whose tokens have all died are
 * forgotten on the way. Where there is no profile, nothing is written: without one there is no session.
 *
 * @param isRevoked the login renews it no more, so that only access tokens have to die out
 */
export async function rememberSignedOut(
  userId: string,
  sessionId: string,
  { isRevoked }: { isRevoked: boolean },
): Promise<void> {
  const until =
    Math.ceil(Date.now() / 1_000) + longestAccessSeconds + (isRevoked ? 0 : longestRenewalSeconds);
  for (let attempt = 1; attempt <= 3; attempt++) {
    const profile = await readProfile(userId);
    if (!profile || (await writeSignedOut(profile, sessionId, until))) return;
  }
  throw new Error('The profile changed under every attempt.');
}

/** @returns false where there is none */
async function refreshProfile({ userId, email, firstName, lastName }: IdClaims): Promise<boolean> {
  const update = new UpdateCommand({
    TableName: usersTable(),
    Key: key(userId),
    UpdateExpression: 'SET #email = :email, #firstName = :firstName, #lastName = :lastName REMOVE #expiresAt',
    ConditionExpression: 'attribute_exists(pk)',
    ExpressionAttributeNames: {
      '#expiresAt': 'expiresAt',
      '#email': 'email',
      '#firstName': 'firstName',
      '#lastName': 'lastName',
    },
    ExpressionAttributeValues: { ':email': email, ':firstName': firstName, ':lastName': lastName },
  });
  return documents.send(update).then(() => true, ignoreFailedCondition);
}

/** @returns false where somebody else has made it a moment ago */
async function createProfile({ userId, email, firstName, lastName }: IdClaims): Promise<boolean> {
  const createdAt = new Date().toISOString();
  const entry = newEntry('SIGNUP');
  const profile: ProfileItem = {
    ...key(userId),
    kind: 'user',
    createdAt,
    email,
    firstName,
    lastName,
    unentered: { [entry]: createdAt },
  };
  const put = new PutCommand({
    TableName: usersTable(),
    Item: profile,
    ConditionExpression: 'attribute_not_exists(pk)',
  });
  const isNew =
    (await documents.send(put).then(() => true, ignoreFailedCondition)) || (await isMadeWith(entry, userId));
  if (isNew) await followChange(undefined, profile);
  return isNew;
}

/** The answer may have been lost, and the client has asked again and met its own profile. */
async function isMadeWith(entry: string, userId: string): Promise<boolean> {
  const profile = await readProfile(userId);
  return Object.hasOwn(profile?.unentered ?? {}, entry);
}

/** Cognito lets no access token live longer. */
const longestAccessSeconds = 86_400;
const longestRenewalSeconds = sessionDays * 86_400;

/** @returns false where somebody else made the map, or the profile went, in between */
async function writeSignedOut(profile: ProfileItem, sessionId: string, until: number): Promise<boolean> {
  const known = profile.revokedSessions;
  const forgotten = Object.entries(known ?? {})
    .filter(([id, deadAt]) => id !== sessionId && deadAt * 1_000 < Date.now())
    .map(([id], index) => [`#forgotten${index}`, id] as const);
  const remove = forgotten.map(([name]) => `#revoked.${name}`).join(', ');
  return documents
    .send(
      new UpdateCommand({
        TableName: usersTable(),
        Key: { pk: profile.pk, sk: profile.sk },
        ...(known
          ? {
              UpdateExpression: `SET #revoked.#session = :until${remove && ` REMOVE ${remove}`}`,
              ConditionExpression: 'attribute_exists(#revoked)',
              ExpressionAttributeNames: {
                '#revoked': 'revokedSessions',
                '#session': sessionId,
                ...Object.fromEntries(forgotten),
              },
              ExpressionAttributeValues: { ':until': until },
            }
          : {
              UpdateExpression: 'SET #revoked = :sessions',
              ConditionExpression: 'attribute_exists(pk) AND attribute_not_exists(#revoked)',
              ExpressionAttributeNames: { '#revoked': 'revokedSessions' },
              ExpressionAttributeValues: { ':sessions': { [sessionId]: until } },
            }),
      }),
    )
    .then(() => true, ignoreFailedCondition);
}

function ignoreFailedCondition(error: unknown): false {
  if (error instanceof ConditionalCheckFailedException) return false;
  throw error;
}

function key(userId: string) {
  return { pk: `USER#${userId}`, sk: 'PROFILE' } as const;
}
