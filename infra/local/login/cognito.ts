import type { IncomingMessage, ServerResponse } from 'node:http';
import { AwsError, notModelled, readJsonBody, sendError, sendJson } from '../providers/wire.ts';
import type { Account, Accounts } from './accounts.ts';
import type { Client } from './client.ts';
import { createOwnActions, type Mail } from './own-account.ts';
import { type LoginProvider, paths } from './provider.ts';

export function createCognitoHandler(
  client: Client,
  accounts: Accounts,
  provider: LoginProvider,
  mail: Mail,
) {
  const actions: Record<string, (input: Record<string, unknown>) => Promise<object>> = {
    GetTokensFromRefreshToken: async ({ ClientId, RefreshToken }) => {
      if (ClientId !== client.clientId) throw noSuchClient();
      const tokens = await refresh(client, String(RefreshToken));
      return {
        AuthenticationResult: {
          AccessToken: tokens.access_token,
          IdToken: tokens.id_token,
          ExpiresIn: tokens.expires_in,
          TokenType: 'Bearer',
        },
        ChallengeParameters: {},
      };
    },
    DescribeUserPoolClient: async ({ UserPoolId, ClientId }) => {
      requirePool(client, UserPoolId);
      const { clientId, secret } = client.confirmation;
      if (ClientId !== clientId) throw noSuchClient();
      return { UserPoolClient: { UserPoolId, ClientId, ClientSecret: secret } };
    },
    AdminDeleteUser: async ({ UserPoolId, Username }) => {
      const account = requireAccount(UserPoolId, Username);
      await provider.revokeAll(account);
      await accounts.remove(account);
      return {};
    },
    AdminUserGlobalSignOut: async ({ UserPoolId, Username }) => {
      await provider.revokeTokens(requireAccount(UserPoolId, Username));
      return {};
    },
    ...createOwnActions(accounts, provider, mail),
  };

  function requireAccount(poolId: unknown, username: unknown): Account {
    requirePool(client, poolId);
    const account = accounts.find(String(username));
    if (!account) throw new AwsError(400, 'UserNotFoundException', 'User does not exist.');
    return account;
  }

  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    try {
      const target = String(request.headers['x-amz-target'] ?? '(no target)');
      const [service, name = ''] = target.split('.');
      const isKnown = service === 'AWSCognitoIdentityProviderService' && Object.hasOwn(actions, name);
      if (!isKnown) throw notModelled(target);
      sendJson(response, (await actions[name]?.(await readJsonBody(request))) ?? {});
    } catch (error) {
      if (!(error instanceof AwsError)) throw error;
      sendError(response, error);
    }
  };
}

function requirePool({ issuer }: Client, poolId: unknown): void {
  if (poolId !== new URL(issuer).pathname.slice(1))
    throw new AwsError(400, 'ResourceNotFoundException', 'This user pool does not exist.');
}

function noSuchClient(): AwsError {
  return new AwsError(400, 'ResourceNotFoundException', 'This user pool client does not exist.');
}

async function refresh({ clientId, origin }: Client, token: string): Promise<Record<string, unknown>> {
  const form = { grant_type: 'refresh_token', client_id: clientId, refresh_token: token };
  const response = await fetch(origin + paths.token, {
    method: 'POST',
    body: new URLSearchParams(form),
  });
  if (response.status >= 500) throw new Error('The provider failed');
  if (!response.ok) throw new AwsError(400, 'NotAuthorizedException', 'Invalid Refresh Token');
  return (await response.json()) as Record<string, unknown>;
}
