import {
  AdminDeleteUserCommand,
  AdminUserGlobalSignOutCommand,
  CognitoIdentityProviderClient,
  UserNotFoundException,
} from '@aws-sdk/client-cognito-identity-provider';
import type { Service } from '../../shared/text/refusals.ts';
import { askProvider, toProviderError } from '../providers/ask.ts';
import { getUserPoolId } from './hosted-login.ts';

/** Does nothing if the user is gone already. @throws ProviderFailed, ProviderTimeout */
export function deletePoolUser(userId: string, signal: AbortSignal): Promise<void> {
  const command = new AdminDeleteUserCommand(identify(userId));
  return ask('deletion', () => userPoolClient.send(command, { abortSignal: signal }));
}

/** Revokes all refresh tokens. @throws ProviderFailed, ProviderTimeout */
export function revokeAllTokens(userId: string, signal: AbortSignal): Promise<void> {
  const command = new AdminUserGlobalSignOutCommand(identify(userId));
  return ask('login', () => userPoolClient.send(command, { abortSignal: signal }));
}

function identify(userId: string) {
  return { UserPoolId: getUserPoolId(), Username: userId };
}

async function ask(service: Service, send: () => Promise<unknown>): Promise<void> {
  await askProvider('cognito', () =>
    send().catch((error: unknown) => {
      if (!(error instanceof UserNotFoundException)) throw toProviderError(service, error);
    }),
  );
}

export const userPoolClient = new CognitoIdentityProviderClient({
  maxAttempts: 2,
  requestHandler: { connectionTimeout: 1_000, requestTimeout: 5_000, throwOnRequestTimeout: true },
});
