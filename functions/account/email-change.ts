import {
  GetUserCommand,
  UpdateUserAttributesCommand,
  VerifyUserAttributeCommand,
} from '@aws-sdk/client-cognito-identity-provider';
import { userPoolClient } from '../auth/user-pool.ts';
import { CodeRefused, Conflict } from '../errors.ts';
import { say } from '../texts.ts';
import { askOwnAccount } from './own-account.ts';

/** Cognito mails a code to the new address. The old one stays until the code comes back. */
export async function requestEmailChange(
  accessToken: string,
  email: string,
  abortSignal: AbortSignal,
): Promise<void> {
  const UserAttributes = [{ Name: 'email', Value: email }];
  const command = new UpdateUserAttributesCommand({ AccessToken: accessToken, UserAttributes });
  await ask(() => userPoolClient.send(command, { abortSignal }));
}

/** @throws CodeRefused for a wrong code */
export async function verifyEmail(
  accessToken: string,
  code: string,
  abortSignal: AbortSignal,
): Promise<void> {
  const given = { AccessToken: accessToken, AttributeName: 'email', Code: code };
  await ask(() => userPoolClient.send(new VerifyUserAttributeCommand(given), { abortSignal }));
}

/** The address that the account has now. */
export async function readEmail(accessToken: string, abortSignal: AbortSignal): Promise<string> {
  const command = new GetUserCommand({ AccessToken: accessToken });
  const { UserAttributes = [] } = await ask(() => userPoolClient.send(command, { abortSignal }));
  return UserAttributes.find(({ Name }) => Name === 'email')?.Value ?? '';
}

function ask<Answer>(send: () => Promise<Answer>): Promise<Answer> {
  return askOwnAccount(send, (name) => {
    switch (name) {
      case 'AliasExistsException':
        return new Conflict(say('emailTaken'), 'free');
      case 'CodeDeliveryFailureException':
      case 'InvalidParameterException':
        return new Conflict(say('emailUnusable'), 'free');
      case 'CodeMismatchException':
      case 'ExpiredCodeException':
        return new CodeRefused(say('emailCodeWrong'));
      default:
        return undefined;
    }
  });
}
