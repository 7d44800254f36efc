import { Duration, RemovalPolicy, Stack, Validations } from 'aws-cdk-lib';
import {
  AccountRecovery,
  CfnManagedLoginBranding,
  ClientAttributes,
  FeaturePlan,
  ManagedLoginVersion,
  Mfa,
  OAuthScope,
  UserPool,
  UserPoolClient,
  UserPoolClientIdentityProvider,
  UserPoolEmail,
  VerificationEmailStyle,
} from 'aws-cdk-lib/aws-cognito';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { Construct } from 'constructs';
import { endpoints } from '../../shared/api/index.ts';
import { managedLoginBranding } from './branding.ts';
import type { Settings } from './context.ts';
import type { HouseFunction } from './function.ts';

/** Who people are: Cognito's user pool and its hosted login, which the site sends them to. */
export class Identity extends Construct {
  private readonly pool: UserPool;
  private readonly client: UserPoolClient;
  /** The hosted login, without a slash at the end. */
  private readonly loginOrigin: string;
  /** As it stands in every token. */
  private readonly issuer: string;

  /** @param siteOrigin `https://…`, the only place that the login sends people back to */
  constructor(scope: Construct, id: string, { settings, siteOrigin }: Props) {
    super(scope, id);
    const { account, region, urlSuffix } = Stack.of(this);
    this.pool = this.createPool(settings);
    this.pool.addGroup('Operators', {
      groupName: 'operators',
      description: 'See other people’s names and addresses in the analytics',
    });
    this.client = this.createClient(siteOrigin);
    this.loginOrigin = this.pool
      .addDomain('Domain', {
        // Prefixes are taken by all accounts of a region together.
        cognitoDomain: { domainPrefix: `parley-${settings.stage}-${account}` },
        managedLoginVersion: ManagedLoginVersion.NEWER_MANAGED_LOGIN,
      })
      .baseUrl();
    // Without one, the managed login answers that its pages are unavailable.
    new CfnManagedLoginBranding(this, 'Branding', {
      userPoolId: this.pool.userPoolId,
      clientId: this.client.userPoolClientId,
      settings: managedLoginBranding(),
    });
    this.issuer = `https://cognito-idp.${region}.${urlSuffix}/${this.pool.userPoolId}`;
  }

  /** Tells a function that looks for callers where they sign in, and lets it act on the user pool as it needs. */
  grant(target: HouseFunction): void {
    const { login, userPoolActions } = target.needs;
    if (login) {
      target.addEnvironment('LOGIN_ORIGIN', this.loginOrigin);
      target.addEnvironment('LOGIN_CLIENT_ID', this.client.userPoolClientId);
      target.addEnvironment('LOGIN_ISSUER', this.issuer);
    }
    if (userPoolActions) {
      target.addToRolePolicy(
        new PolicyStatement({ actions: [...userPoolActions], resources: [this.pool.userPoolArn] }),
      );
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
        givenName: { required: true, mutable: true },
        familyName: { required: true, mutable: true },
      },
      autoVerify: { email: true },
      // A new address counts only once it is proved; until then the old one does.
      keepOriginal: { email: true },
      userVerification: {
        emailStyle: VerificationEmailStyle.CODE,
        emailSubject: 'Your code for Parley',
        emailBody: 'Your code for Parley is {####}. If you did not ask for it, nothing needs doing.',
      },
      passwordPolicy: {
        minLength: 8,
        requireDigits: true,
        requireLowercase: true,
        requireUppercase: true,
        requireSymbols: false,
      },
      mfa: Mfa.OPTIONAL,
      mfaSecondFactor: { otp: true, sms: false },
      enableSmsRole: false,
      accountRecovery: AccountRecovery.EMAIL_ONLY,
      email: emailFrom
        ? UserPoolEmail.withSES({
            fromEmail: emailFrom,
            fromName: 'Parley',
            sesRegion: region,
            sesVerifiedDomain: emailFrom.slice(emailFrom.indexOf('@') + 1),
          })
        : UserPoolEmail.withCognito(),
      deletionProtection: true,
      removalPolicy: RemovalPolicy.RETAIN,
    });
    Validations.of(pool).acknowledge(
      {
        id: 'AwsSolutions-COG1',
        reason:
          'Eight characters with a digit and letters of both cases; a special character makes passwords harder to type, not to guess.',
      },
      {
        id: 'AwsSolutions-COG2',
        reason: 'A second factor is each user’s choice: what they keep here is a list of translations.',
      },
      {
        id: 'AwsSolutions-COG8',
        reason:
          'Essentials has the managed login. Plus costs a third more for every user and has no free ones; it adds threat protection.',
      },
    );
    return pool;
  }

  /** Public, since PKCE proves who began; nobody can use it but to come back to the site. */
  private createClient(siteOrigin: string): UserPoolClient {
    return new UserPoolClient(this, 'Client', {
      userPool: this.pool,
      userPoolClientName: 'site',
      generateSecret: false,
      supportedIdentityProviders: [UserPoolClientIdentityProvider.COGNITO],
      // Leaves the flow of refresh tokens alone: passwords are given to the hosted login, never to an API of ours.
      authFlows: { userPassword: false },
      oAuth: {
        flows: { authorizationCodeGrant: true },
        scopes: [OAuthScope.OPENID, OAuthScope.EMAIL, OAuthScope.PROFILE],
        callbackUrls: [`${siteOrigin}${endpoints['auth.callback'].path}`],
        logoutUrls: [`${siteOrigin}/`],
      },
      accessTokenValidity: Duration.minutes(15),
      idTokenValidity: Duration.minutes(15),
      refreshTokenValidity: Duration.days(30),
      enableTokenRevocation: true,
      preventUserExistenceErrors: true,
      readAttributes: new ClientAttributes().withStandardAttributes({
        email: true,
        emailVerified: true,
        givenName: true,
        familyName: true,
      }),
      writeAttributes: new ClientAttributes().withStandardAttributes({
        email: true,
        givenName: true,
        familyName: true,
      }),
    });
  }
}

interface Props {
  readonly settings: Settings;
  readonly siteOrigin: string;
}
