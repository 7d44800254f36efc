import { DescribeUserPoolClientCommand } from '@aws-sdk/client-cognito-identity-provider';
import { ProviderFailed } from '../errors.ts';
import { askProvider, toProviderError } from '../providers/ask.ts';
import { getClientId, getUserPoolId } from './hosted-login.ts';
import { userPoolClient } from './user-pool.ts';

/**
 * The secret of the client `confirmation`. Neither the template nor a variable holds it: Cognito is asked once in a
 * process. @throws ProviderFailed, ProviderTimeout
 */
export function readClientSecret(): Promise<string> {
  known ??= askForSecret().catch((error: unknown) => {
    known = undefined;
    throw error;
  });
  return known;
}

let known: Promise<string> | undefined;

async function askForSecret(): Promise<string> {
  const command = new DescribeUserPoolClientCommand({
    UserPoolId: getUserPoolId(),
    ClientId: getClientId('confirmation'),
  });
  const { UserPoolClient } = await askProvider('cognito', () =>
    userPoolClient.send(command).catch((error: unknown) => {
      throw toProviderError('login', error);
    }),
  );
  if (!UserPoolClient?.ClientSecret) throw new ProviderFailed('login');
  return UserPoolClient.ClientSecret;
}
