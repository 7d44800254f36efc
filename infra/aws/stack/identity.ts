import { Duration, RemovalPolicy, Stack, Validations } from 'aws-cdk-lib';
import {
  AccountRecovery,
  CfnManagedLoginBranding,
  CfnTerms,
  ClientAttributes,
  FeaturePlan,
  ManagedLoginVersion,
  Mfa,
  OAuthScope,
  UserPool,
  UserPoolClient,
  UserPoolEmail,
} from 'aws-cdk-lib/aws-cognito';
import { Construct } from 'constructs';
import { endpoints } from '../../../shared/api/index.ts';
import { sessionDays } from '../../../shared/limits.ts';
import type { RoutePath } from '../../../shared/routes.ts';
import type { Settings } from './context.ts';
import type { ParleyFunction } from './function.ts';
import { createLoginAssets, createLoginBranding } from './login/branding.ts';
import { createCodeEmail } from './login/code-email.ts';
import { LoginRules } from './login/login-rules.ts';

export class Identity extends Construct {
  private readonly pool: UserPool;
  private readonly siteClient: UserPoolClient;
  private readonly confirmationClient: UserPoolClient;
  private readonly loginOrigin: string;
  private readonly issuer: string;
  private readonly emailFrom: string | undefined;

  constructor(scope: Construct, id: string, { settings, siteOrigin }: Props) {
    super(scope, id);
    this.emailFrom = settings.emailFrom;
    const { account, region, urlSuffix } = Stack.of(this);
    this.pool = this.createPool(settings);
    this.pool.addGroup('Operators', {
      groupName: 'operators',
      description: 'See names and email addresses in analytics',
    });
    this.siteClient = this.createSiteClient(siteOrigin);
    this.confirmationClient = this.createConfirmationClient(siteOrigin);
    this.loginOrigin = this.pool
      .addDomain('Domain', {
        // Prefixes are unique in a region, across all accounts.
        cognitoDomain: { domainPrefix: `parley-${settings.stage}-${account}` },
        managedLoginVersion: ManagedLoginVersion.NEWER_MANAGED_LOGIN,
      })
      .baseUrl();
    this.addBranding('Branding', this.siteClient);
    this.addBranding('ConfirmationBranding', this.confirmationClient);
    this.addTerms(siteOrigin);
    if (settings.loginRules === 'on')
      new LoginRules(this, 'Rules', { settings, userPoolArn: this.pool.userPoolArn });
    this.issuer = `https://cognito-idp.${region}.${urlSuffix}/${this.pool.userPoolId}`;
  }

  get userPoolArn(): string {
    return this.pool.userPoolArn;
  }

  grant(target: ParleyFunction): void {
    const { login, confirmation, userPoolActions, sendsMail } = target.needs;
    if (login) {
      target.addEnvironment('LOGIN_ORIGIN', this.loginOrigin);
      target.addEnvironment('LOGIN_CLIENT_ID', this.siteClient.userPoolClientId);
      target.addEnvironment('LOGIN_ISSUER', this.issuer);
    }
    if (confirmation)
      target.addEnvironment('LOGIN_CONFIRMATION_CLIENT_ID', this.confirmationClient.userPoolClientId);
    if (userPoolActions) target.allow(userPoolActions, this.pool.userPoolArn);
    if (sendsMail && this.emailFrom) {
      target.addEnvironment('EMAIL_FROM', this.emailFrom);
      const identity = { service: 'ses', resource: 'identity', resourceName: getDomain(this.emailFrom) };
      target.allow(['ses:SendEmail'], Stack.of(this).formatArn(identity));
    }
  }

  /** The links beside Cognito's own form for signing up, which shows both or none. */
  private addTerms(siteOrigin: string): void {
    for (const [termsName, path] of termsDocuments) {
      new CfnTerms(this, termsName, {
        userPoolId: this.pool.userPoolId,
        clientId: this.siteClient.userPoolClientId,
        termsName,
        termsSource: 'LINK',
        enforcement: 'NONE',
        links: { 'cognito:default': `${siteOrigin}${path}` },
      });
    }
  }

  private createPool({ stage, region, emailFrom }: Settings): UserPool {
    const pool = new UserPool(this, 'Pool', {
      userPoolName: `parley-${stage}`,
      featurePlan: FeaturePlan.ESSENTIALS,
      selfSignUpEnabled: true,
      signInAliases: { email: true },
      signInCaseSensitive: false,
      standardAttributes: {
        email: { required: true, mutable: true },
        givenName: { required: false, mutable: true },
        familyName: { required: false, mutable: true },
      },
      // The old email address stays valid until the new one is verified.
      keepOriginal: { email: true },
      userVerification: createCodeEmail(),
      passwordPolicy: {
        minLength: 8,
        requireDigits: true,
        requireLowercase: true,
        requireUppercase: true,
        requireSymbols: false,
      },
      mfa: Mfa.OPTIONAL,
      mfaSecondFactor: { otp: true, sms: false },
      accountRecovery: AccountRecovery.EMAIL_ONLY,
      email: emailFrom
        ? UserPoolEmail.withSES({
            fromEmail: emailFrom,
            fromName: 'Parley',
            sesRegion: region,
            sesVerifiedDomain: getDomain(emailFrom),
          })
        : UserPoolEmail.withCognito(),
      deletionProtection: true,
      removalPolicy: RemovalPolicy.RETAIN,
    });
    Validations.of(pool).acknowledge(
      {
        id: 'AwsSolutions-COG1',
        reason: 'Special characters make passwords harder to type, not to guess.',
      },
      {
        id: 'AwsSolutions-COG2',
        reason: 'MFA is optional: accounts hold little more than translations.',
      },
      {
        id: 'AwsSolutions-COG8',
        reason: 'The Plus plan adds threat protection, but costs a third more and has no free tier.',
      },
    );
    return pool;
  }

  /** Public: PKCE protects codes, and the only redirect is to the site. */
  private createSiteClient(siteOrigin: string): UserPoolClient {
    return new UserPoolClient(this, 'Client', {
      ...usual,
      userPool: this.pool,
      userPoolClientName: 'site',
      generateSecret: false,
      oAuth: {
        flows: { authorizationCodeGrant: true },
        scopes: sessionScopes,
        callbackUrls: [buildCallbackUrl(siteOrigin)],
        logoutUrls: [`${siteOrigin}/`],
      },
      refreshTokenValidity: Duration.days(sessionDays),
    });
  }

  /** Its tokens may change an account: `functions/auth/step-up.ts`. Only a function with its secret gets them. */
  private createConfirmationClient(siteOrigin: string): UserPoolClient {
    return new UserPoolClient(this, 'ConfirmationClient', {
      ...usual,
      userPool: this.pool,
      userPoolClientName: 'confirmation',
      generateSecret: true,
      oAuth: {
        flows: { authorizationCodeGrant: true },
        scopes: [...sessionScopes, OAuthScope.COGNITO_ADMIN],
        callbackUrls: [buildCallbackUrl(siteOrigin)],
      },
      // The shortest that Cognito has: it is never used.
      refreshTokenValidity: Duration.hours(1),
    });
  }

  /**
   * Managed login has no pages for a client without a style:
   * https://docs.aws.amazon.com/cli/latest/reference/cognito-idp/update-user-pool-client.html
   */
  private addBranding(id: string, client: UserPoolClient): void {
    new CfnManagedLoginBranding(this, id, {
      userPoolId: this.pool.userPoolId,
      clientId: client.userPoolClientId,
      settings: createLoginBranding(),
      assets: createLoginAssets(),
    });
  }
}

const editable = { email: true, givenName: true, familyName: true };

const sessionScopes = [OAuthScope.OPENID, OAuthScope.EMAIL, OAuthScope.PROFILE];

const usual = {
  // Passwords go only to the hosted login. Refresh tokens still work.
  authFlows: { userPassword: false },
  accessTokenValidity: Duration.minutes(15),
  idTokenValidity: Duration.minutes(15),
  enableTokenRevocation: true,
  preventUserExistenceErrors: true,
  readAttributes: new ClientAttributes().withStandardAttributes({ ...editable, emailVerified: true }),
  writeAttributes: new ClientAttributes().withStandardAttributes(editable),
};

function buildCallbackUrl(siteOrigin: string): string {
  return `${siteOrigin}${endpoints['auth.callback'].path}`;
}

function getDomain(email: string): string {
  return email.slice(email.indexOf('@') + 1);
}

const termsDocuments: readonly (readonly [name: string, path: RoutePath])[] = [
  ['terms-of-use', '/terms'],
  ['privacy-policy', '/privacy-policy'],
];

interface Props {
  readonly settings: Settings;
  readonly siteOrigin: string;
}
