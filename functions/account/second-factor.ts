import {
  AssociateSoftwareTokenCommand,
  GetUserCommand,
  SetUserMFAPreferenceCommand,
  VerifySoftwareTokenCommand,
} from '@aws-sdk/client-cognito-identity-provider';
import { userPoolClient } from '../auth/user-pool.ts';
import { CodeRefused, Conflict, ProviderFailed } from '../errors.ts';
import { say } from '../texts.ts';
import { askOwnAccount } from './own-account.ts';

export async function isSecondFactorOn(AccessToken: string, abortSignal: AbortSignal): Promise<boolean> {
  const command = new GetUserCommand({ AccessToken });
  const { UserMFASettingList = [] } = await ask(() => userPoolClient.send(command, { abortSignal }));
  return UserMFASettingList.includes('SOFTWARE_TOKEN_MFA');
}

/**
 * Until its first code comes back, nothing changes. The account must have no second factor: "the user can then
 * authenticate with user name and password credentials alone"
 * (https://docs.aws.amazon.com/cognito-user-identity-pools/latest/APIReference/API_AssociateSoftwareToken.html).
 */
export async function createKey(AccessToken: string, abortSignal: AbortSignal): Promise<string> {
  const command = new AssociateSoftwareTokenCommand({ AccessToken });
  const { SecretCode } = await ask(() => userPoolClient.send(command, { abortSignal }));
  if (!SecretCode) throw new ProviderFailed('login');
  return SecretCode;
}

/** @throws CodeRefused for a wrong code */
export async function turnOn(AccessToken: string, code: string, abortSignal: AbortSignal): Promise<void> {
  const command = new VerifySoftwareTokenCommand({ AccessToken, UserCode: code });
  const { Status } = await ask(() => userPoolClient.send(command, { abortSignal }));
  if (Status !== 'SUCCESS') throw new CodeRefused(say('appCodeWrong'));
  await setPreference(AccessToken, true, abortSignal);
}

export function turnOff(AccessToken: string, abortSignal: AbortSignal): Promise<void> {
  return setPreference(AccessToken, false, abortSignal);
}

async function setPreference(AccessToken: string, isOn: boolean, abortSignal: AbortSignal): Promise<void> {
  const SoftwareTokenMfaSettings = { Enabled: isOn, PreferredMfa: isOn };
  const command = new SetUserMFAPreferenceCommand({ AccessToken, SoftwareTokenMfaSettings });
  await ask(() => userPoolClient.send(command, { abortSignal }));
}

function ask<Answer>(send: () => Promise<Answer>): Promise<Answer> {
  return askOwnAccount(send, (name) => {
    switch (name) {
      case 'CodeMismatchException':
      case 'EnableSoftwareTokenMFAException':
      // The app's code has been used, or is none.
      case 'ExpiredCodeException':
      case 'InvalidParameterException':
        return new CodeRefused(say('appCodeWrong'));
      // The token has asked for no key.
      case 'SoftwareTokenMFANotFoundException':
        return new Conflict(say('signInAgain'), 'free');
      default:
        return undefined;
    }
  });
}
