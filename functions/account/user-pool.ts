import {
  AdminDeleteUserCommand,
  CognitoIdentityProviderClient,
  UserNotFoundException,
} from '@aws-sdk/client-cognito-identity-provider';
import { getUserPoolId } from '../auth/hosted-login.ts';
import { askProvider } from '../providers/ask.ts';
import { toProviderError } from '../providers/error.ts';

export async function deletePoolUser(userId: string, signal: AbortSignal): Promise<void> {
  const command = new AdminDeleteUserCommand({ UserPoolId: getUserPoolId(), Username: userId });
  await askProvider('cognito', () =>
    client.send(command, { abortSignal: signal }).catch((error: unknown) => {
      if (!(error instanceof UserNotFoundException)) throw toProviderError('deletion', error);
    }),
  );
}

const client = new CognitoIdentityProviderClient({
  maxAttempts: 2,
  requestHandler: { connectionTimeout: 1_000, requestTimeout: 5_000, throwOnRequestTimeout: true },
});
