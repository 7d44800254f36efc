import { AwsError, notModelled } from '../providers/wire.ts';
import type { Account, Accounts } from './accounts.ts';
import { isEmail } from './forms.ts';
import type { LoginProvider } from './provider.ts';

/** Prints an email: this computer sends none. */
export type Mail = (email: { readonly to: string; readonly text: string }) => void;

/** Cognito's actions that need a person's token of one scope, and no rights. */
export function createOwnActions(accounts: Accounts, provider: LoginProvider, mail: Mail): Actions {
  function requireOwnAccount(token: unknown): Account {
    const account = provider.findAccountOfToken(String(token), 'aws.cognito.signin.user.admin');
    if (!account)
      throw new AwsError(400, 'NotAuthorizedException', 'Access Token does not have required scopes');
    return account;
  }

  return {
    GetUser: async ({ AccessToken }) => {
      const { id, email } = requireOwnAccount(AccessToken);
      const UserAttributes = [
        { Name: 'sub', Value: id },
        { Name: 'email', Value: email },
        { Name: 'email_verified', Value: 'true' },
      ];
      const UserMFASettingList = accounts.secondFactors.isOn(id) ? ['SOFTWARE_TOKEN_MFA'] : undefined;
      return { Username: id, UserAttributes, UserMFASettingList };
    },
    ...createFactorActions(accounts.secondFactors, requireOwnAccount),
    UpdateUserAttributes: async ({ AccessToken, UserAttributes }) => {
      const account = requireOwnAccount(AccessToken);
      const [attribute, ...others] = UserAttributes as readonly { Name: string; Value: string }[];
      if (attribute?.Name !== 'email' || others.length > 0) throw notModelled('A change of other attributes');
      const email = attribute.Value;
      if (!isEmail(email))
        throw new AwsError(400, 'InvalidParameterException', 'Invalid email address format.');
      const code = await accounts.beginEmailChange(account, email);
      mail({
        to: email,
        text: `Your Parley code is ${code}. If you didn’t request it, you can ignore this email.`,
      });
      return { CodeDeliveryDetailsList: [{ AttributeName: 'email', DeliveryMedium: 'EMAIL' }] };
    },
    VerifyUserAttribute: async ({ AccessToken, AttributeName, Code }) => {
      const account = requireOwnAccount(AccessToken);
      if (AttributeName !== 'email') throw notModelled('A code of another attribute');
      const outcome = await accounts.changeEmail(account, String(Code));
      if (outcome === 'wrong') throw new AwsError(400, 'CodeMismatchException', 'Invalid verification code.');
      if (outcome === 'taken')
        throw new AwsError(400, 'AliasExistsException', 'An account with the email exists.');
      return {};
    },
  };
}

function createFactorActions(
  factors: Accounts['secondFactors'],
  requireOwnAccount: (token: unknown) => Account,
): Actions {
  return {
    AssociateSoftwareToken: async ({ AccessToken }) => {
      const { id } = requireOwnAccount(AccessToken);
      return { SecretCode: await factors.begin(id) };
    },
    VerifySoftwareToken: async ({ AccessToken, UserCode }) => {
      const { id } = requireOwnAccount(AccessToken);
      const isRight = await factors.verify(id, String(UserCode));
      if (isRight === undefined)
        throw new AwsError(400, 'SoftwareTokenMFANotFoundException', 'There is no software token.');
      if (!isRight) throw new AwsError(400, 'EnableSoftwareTokenMFAException', 'Code mismatch');
      return { Status: 'SUCCESS' };
    },
    SetUserMFAPreference: async ({ AccessToken, SoftwareTokenMfaSettings, ...others }) => {
      const { id } = requireOwnAccount(AccessToken);
      if (Object.keys(others).length > 0) throw notModelled('Another second factor');
      const { Enabled } = SoftwareTokenMfaSettings as { Enabled?: boolean };
      if (!(await factors.set(id, Enabled === true)))
        throw new AwsError(400, 'InvalidParameterException', 'User has not verified software token mfa');
      return {};
    },
  };
}

type Actions = Record<string, (input: Record<string, unknown>) => Promise<object>>;
