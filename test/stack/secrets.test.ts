import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { functionIds } from '../../infra/aws/build/bundle.ts';
import { readCommandSettings } from '../../infra/aws/stack/context.ts';
import { needs } from '../../infra/aws/stack/needs.ts';
import {
  byId,
  environmentOf,
  type Json,
  only,
  plain,
  readTemplates,
  resources,
  type Template,
} from './templates.ts';

const { usual, changed, abroad } = await readTemplates();
const secretReference = /^\{\{resolve:secretsmanager:\w+:SecretString:::\}\}$/;

describe('the user pool', () => {
  test('verifies addresses, requires names, and does not reveal accounts', () => {
    expect(only(usual, 'AWS::Cognito::UserPool')).toMatchObject({
      DeletionProtection: 'ACTIVE',
      AdminCreateUserConfig: { AllowAdminCreateUserOnly: false },
      UsernameAttributes: ['email'],
      UsernameConfiguration: { CaseSensitive: false },
      AutoVerifiedAttributes: ['email'],
      UserAttributeUpdateSettings: { AttributesRequireVerificationBeforeUpdate: ['email'] },
      Schema: ['email', 'given_name', 'family_name'].map((Name) => ({
        Name,
        Required: Name === 'email',
        Mutable: true,
      })),
      MfaConfiguration: 'OPTIONAL',
      EnabledMfas: ['SOFTWARE_TOKEN_MFA'],
      AccountRecoverySetting: { RecoveryMechanisms: [{ Name: 'verified_email', Priority: 1 }] },
    });
    for (const client of resources(usual, 'AWS::Cognito::UserPoolClient'))
      expect(client.PreventUserExistenceErrors).toBe('ENABLED');
    expect(only(usual, 'AWS::Cognito::UserPoolGroup').GroupName).toBe('operators');
  });

  test('mails from Cognito or from the deployment’s sender', () => {
    expect(only(usual, 'AWS::Cognito::UserPool').EmailConfiguration).toEqual({
      EmailSendingAccount: 'COGNITO_DEFAULT',
    });
    const { SourceArn, ...sender } = only(changed, 'AWS::Cognito::UserPool').EmailConfiguration;
    expect(sender).toEqual({ EmailSendingAccount: 'DEVELOPER', From: 'Parley <hello@parley.example>' });
    expect(plain(SourceArn)).toMatch(/:identity\/parley\.example$/);
    for (const id of [
      'account.confirm-email',
      'account.confirm-second-factor',
      'account.end-second-factor',
    ] as const) {
      expect(environmentOf(usual, id)).not.toHaveProperty('EMAIL_FROM');
      expect(environmentOf(changed, id).EMAIL_FROM).toBe('hello@parley.example');
    }
    expect(environmentOf(changed, 'account.change-email')).not.toHaveProperty('EMAIL_FROM');
  });

  test('redirects only to the site, on CloudFront’s domain or a custom one', () => {
    expect(clientOf(usual, 'site')).toMatchObject({
      GenerateSecret: false,
      AllowedOAuthFlows: ['code'],
      ExplicitAuthFlows: ['ALLOW_REFRESH_TOKEN_AUTH'],
      EnableTokenRevocation: true,
      WriteAttributes: ['email', 'family_name', 'given_name'],
    });
    const [distribution] = Object.keys(byId(usual, 'AWS::CloudFront::Distribution'));
    for (const [template, origin] of [
      [usual, `https://${distribution}.DomainName`],
      [changed, 'https://parley.example'],
    ] as const) {
      for (const { CallbackURLs } of resources(template, 'AWS::Cognito::UserPoolClient'))
        expect(CallbackURLs.map(plain)).toEqual([`${origin}/api/auth/callback`]);
      expect(clientOf(template, 'site').LogoutURLs.map(plain)).toEqual([`${origin}/`]);
      expect(clientOf(template, 'confirmation')).not.toHaveProperty('LogoutURLs');
    }
  });

  test('lets only a client with a secret change an account, and names no secret', () => {
    const own = 'aws.cognito.signin.user.admin';
    const clients = resources(usual, 'AWS::Cognito::UserPoolClient');
    expect(
      clients.map(({ ClientName, GenerateSecret, AllowedOAuthScopes }) => [
        ClientName,
        GenerateSecret,
        AllowedOAuthScopes,
      ]),
    ).toEqual([
      ['site', false, ['openid', 'email', 'profile']],
      ['confirmation', true, ['openid', 'email', 'profile', own]],
    ]);
    expect(JSON.stringify(usual)).not.toContain('ClientSecret');
    expect(clientOf(usual, 'confirmation')).toMatchObject({
      AllowedOAuthFlows: ['code'],
      ExplicitAuthFlows: ['ALLOW_REFRESH_TOKEN_AUTH'],
      EnableTokenRevocation: true,
      // Cognito's shortest, in minutes.
      RefreshTokenValidity: 60,
      // Their scope changes only these.
      WriteAttributes: ['email', 'family_name', 'given_name'],
    });
    const withIt = functionIds.filter((id) => environmentOf(usual, id).LOGIN_CONFIRMATION_CLIENT_ID);
    expect(withIt).toEqual(['auth.login', 'auth.callback']);
  });

  test('has pages for each client', () => {
    const branded = resources(usual, 'AWS::Cognito::ManagedLoginBranding').map(
      ({ ClientId }) => ClientId.Ref,
    );
    expect(branded).toEqual(Object.keys(byId(usual, 'AWS::Cognito::UserPoolClient')));
  });

  test('has a hosted login at the functions’ address', () => {
    const { Domain, ManagedLoginVersion } = only(usual, 'AWS::Cognito::UserPoolDomain');
    expect([plain(Domain), ManagedLoginVersion]).toEqual(['parley-prod-AWS::AccountId', 2]);
    const [domain] = Object.keys(byId(usual, 'AWS::Cognito::UserPoolDomain'));
    const [pool] = Object.keys(byId(usual, 'AWS::Cognito::UserPool'));
    const { LOGIN_ORIGIN, LOGIN_ISSUER } = environmentOf(usual, 'auth.callback');
    expect(plain(LOGIN_ORIGIN)).toBe(`https://${domain}.auth.us-east-1.amazoncognito.com`);
    expect(plain(LOGIN_ISSUER)).toBe(`https://cognito-idp.us-east-1.AWS::URLSuffix/${pool}`);
  });

  test('links to the terms and the privacy policy', () => {
    const documents = Object.values(byId(usual, 'AWS::Cognito::Terms')).map(({ TermsName, Links }) => [
      TermsName,
      plain(Links['cognito:default']),
    ]);
    expect(documents).toEqual([
      ['terms-of-use', expect.stringMatching(/^https:.*\/terms$/)],
      ['privacy-policy', expect.stringMatching(/^https:.*\/privacy-policy$/)],
    ]);
  });

  test('has the site’s colours in both modes', () => {
    const [{ Settings }, other] = resources(usual, 'AWS::Cognito::ManagedLoginBranding') as [Json, Json];
    expect(other.Settings).toEqual(Settings);
    const { lightMode, darkMode } = Settings.components.primaryButton;
    const theme = readFileSync(path.resolve(import.meta.dirname, '../../web/styles/tokens.css'), 'utf8');
    const accents = [...theme.matchAll(/--you: #(\w+);/g)].map(([, colour]) => `${colour}ff`);
    const shown = [lightMode, darkMode].map(({ defaults }) => defaults.backgroundColor);
    expect(shown).toEqual(accents);
    const modes = JSON.stringify(Settings).match(/"(light|dark)Mode":\{.*?\}/g) ?? [];
    expect(modes.filter((each) => !/"\w{6}ff"/.test(each))).toEqual([]);
  });
});

describe('the signing secret', () => {
  test('is shared, is not in the template, and changes by rotation', () => {
    const known = functionIds.flatMap((id) => environmentOf(usual, id).SIGNING_SECRET ?? []).map(plain);
    expect(new Set(known).size).toBe(1);
    expect(known[0]).toMatch(secretReference);
    expect(plain(environmentOf(changed, 'billing.status').SIGNING_SECRET)).not.toBe(known[0]);
  });
});

describe('the trial secret', () => {
  test('survives rotations and the stack', () => {
    const known = functionIds.flatMap((id) => environmentOf(usual, id).TRIAL_SECRET ?? []).map(plain);
    expect(new Set(known).size).toBe(1);
    expect(known[0]).toMatch(secretReference);
    expect(plain(environmentOf(changed, 'billing.status').TRIAL_SECRET)).toBe(known[0]);
    for (const template of [usual, changed]) {
      const secrets = Object.entries(byId(template, 'AWS::SecretsManager::Secret'));
      const id = secrets.find(([, { Description }]) => Description?.includes('used trials'))?.[0] ?? '';
      expect(template.Resources[id]).toMatchObject({ DeletionPolicy: 'Retain' });
    }
  });
});

describe('Stripe’s keys', () => {
  test('are never overwritten by deployments, and outlive the stack', () => {
    for (const template of [usual, changed, abroad]) {
      // Another logical id or text would take the keys away from those who have deployed before.
      expect(template.Resources.StripeSecretKeys240BC47B).toMatchObject({
        DeletionPolicy: 'Retain',
        UpdateReplacePolicy: 'Retain',
        Properties: { Description: 'Stripe’s keys, written by npm run stripe:setup', SecretString: '{}' },
      });
    }
  });

  test('are readable by the payment functions, which call Stripe itself', () => {
    for (const id of functionIds) {
      const reference = needs[id].payments ? { Ref: 'StripeSecretKeys240BC47B' } : undefined;
      expect(environmentOf(usual, id).STRIPE_SECRET, id).toEqual(reference);
      expect(environmentOf(usual, id), id).not.toHaveProperty('STRIPE_URL');
    }
    expect(usual.Outputs.StripeKeys?.Value).toEqual({ Ref: 'StripeSecretKeys240BC47B' });
  });
});

describe('the origin secret', () => {
  test('is only referenced in the template', () => {
    for (const [id, secret] of Object.entries(byId(usual, 'AWS::SecretsManager::Secret'))) {
      if (id.startsWith('StripeSecret')) continue;
      expect(secret.SecretString, id).toBeUndefined();
      expect(secret.GenerateSecretString, id).toMatchObject({ PasswordLength: 48 });
    }
    expect(sentSecrets(usual)).toHaveLength(2);
    for (const sent of sentSecrets(usual)) expect(sent).toMatch(secretReference);
  });

  test('that the API accepts is sent before and after a rotation, and then invalid', () => {
    const [before, after] = [knownSecret(usual), knownSecret(changed)];
    expect(sentSecrets(usual)).toContain(before);
    expect(sentSecrets(changed)).toEqual(expect.arrayContaining([before, after]));
    expect([...sentSecrets(usual), before]).not.toContain(after);
  });

  test('is sent by CloudFront before the API requires it', () => {
    const [distribution] = Object.keys(byId(usual, 'AWS::CloudFront::Distribution'));
    const [stage] = Object.values(usual.Resources).filter(({ Type }) => Type === 'AWS::ApiGatewayV2::Stage');
    expect(stage?.DependsOn).toContain(distribution);
  });
});

describe('a deployment from GitHub', () => {
  const roleOf = (subject: string) =>
    only(changed, 'AWS::IAM::Role', ({ AssumeRolePolicyDocument: trust }) =>
      JSON.stringify(trust).includes(`"token.actions.githubusercontent.com:sub":"${subject}"`),
    );

  test('is possible only where a repository is named', () => {
    expect(resources(usual, 'AWS::IAM::OIDCProvider')).toEqual([]);
    expect(resources(changed, 'AWS::IAM::OIDCProvider')).toHaveLength(1);
  });

  test('needs a token of the stage’s environment, meant for AWS', () => {
    const [statement] = roleOf('repo:parley/parley:environment:prod').AssumeRolePolicyDocument.Statement;
    expect(statement.Action).toBe('sts:AssumeRoleWithWebIdentity');
    expect(statement.Condition).toEqual({
      StringEquals: {
        'token.actions.githubusercontent.com:aud': 'sts.amazonaws.com',
        'token.actions.githubusercontent.com:sub': 'repo:parley/parley:environment:prod',
      },
    });
  });

  test('may take CDK’s roles for deploying and smoke what it deployed; a pull request may read', () => {
    expect(rightsOf(/Deployer/)).toEqual([
      'cloudformation:DescribeStacks',
      'cloudwatch:DescribeAlarms',
      'cloudwatch:ListMetrics',
      'cognito-idp:AdminConfirmSignUp',
      'cognito-idp:AdminDeleteUser',
      'cognito-idp:DescribeUserPoolDomain',
      'dynamodb:PutItem',
      'polly:SynthesizeSpeech',
      'sts:AssumeRole deploy,file-publishing,lookup',
    ]);
    expect(rightsOf(/Reader/)).toEqual(['sts:AssumeRole lookup']);
  });
});

test.each([
  ['stage=Prod!', 'stage'],
  ['stage=aws-test', 'stage'],
  ['domain=https://parley.example', 'domain'],
  ['domain=parley.example', 'certificateArn'],
  ['requestsPerSecond=many', 'requestsPerSecond'],
  ['alarmEmail=nobody', 'alarmEmail'],
  ['alarmUrl=http://pager.example', 'alarmUrl'],
  ['hstsPreload=on', 'hstsPreload'],
  ['tableCopies=parley-copies', 'tableCopies'],
  ['redirectedDomains=www.parley.example', 'redirectedDomains'],
  ['githubRepository=https://github.com/parley/parley', 'githubRepository'],
  ['analyticsAudience=everybody', 'analyticsAudience'],
  ['guestCharactersPerDay=', 'guestCharactersPerDay'],
  ['canary=maybe', 'canary'],
  ['monthlyBudgetDollars=0', 'monthlyBudgetDollars'],
])('the context %s is refused in a sentence', (pair, key) => {
  expect(() => readCommandSettings(['-c', pair])).toThrow(`The context value "${key}" is invalid: `);
});

test.each(['alarmMail=you@parley.example', 'Stage=trial', 'toString=x'])(
  'the context %s, which is none, is refused in a sentence',
  (pair) => {
    const [key] = pair.split('=');
    expect(() => readCommandSettings(['-c', pair])).toThrow(`There is no context value "${key}".`);
    expect(() => readCommandSettings(['-c', '@aws-cdk/core:anything=true'])).not.toThrow();
  },
);

test('a context without a value is refused in a sentence', () => {
  expect(() => readCommandSettings(['-c', 'stage', 'trial'])).toThrow('-c stage has no value: -c stage=….');
});

function clientOf(template: Template, name: string): Json {
  return only(template, 'AWS::Cognito::UserPoolClient', ({ ClientName }) => ClientName === name);
}

function knownSecret(template: Template): string {
  return plain(only(template, 'AWS::ApiGatewayV2::Stage').StageVariables.originSecret);
}

function sentSecrets(template: Template): string[] {
  const { Origins } = only(template, 'AWS::CloudFront::Distribution').DistributionConfig;
  const headers: Json[] = Origins.flatMap((origin: Json) => origin.OriginCustomHeaders ?? []);
  return plain(headers.find(({ HeaderName }) => HeaderName === 'x-origin-secret')?.HeaderValue).split(',');
}

function rightsOf(role: RegExp): string[] {
  const { PolicyDocument } = only(changed, 'AWS::IAM::Policy', ({ Roles }) =>
    Roles.some(({ Ref }: Json) => role.test(Ref)),
  );
  return PolicyDocument.Statement.flatMap(({ Action, Resource }: Json) => {
    const roles = [...JSON.stringify(Resource).matchAll(/role\/cdk-hnb659fds-([a-z-]+?)-role-/g)];
    const named = [...new Set(roles.map(([, name]) => name))].join();
    return named ? `${Action} ${named}` : [Action].flat();
  }).sort();
}
