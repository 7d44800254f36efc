import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { UpdateCommand, type UpdateCommandInput } from '@aws-sdk/lib-dynamodb';
import { documents, type ProfileItem, usersTable } from '../tables/users.ts';

/**
 * One conditional update of a profile.
 *
 * @returns the attributes that were asked for; undefined where the condition did not hold
 */
export async function updateProfile(
  userId: string,
  update: Omit<UpdateCommandInput, 'TableName' | 'Key'>,
): Promise<Partial<ProfileItem> | undefined> {
  const key = { pk: `USER#${userId}`, sk: 'PROFILE' };
  try {
    const { Attributes = {} } = await documents.send(
      new UpdateCommand({ TableName: usersTable(), Key: key, ...update }),
    );
    return Attributes;
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return undefined;
    throw error;
  }
}

export function userIdOf({ pk }: ProfileItem): string {
  return pk.slice('USER#'.length);
}
