import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Match, type Template } from 'aws-cdk-lib/assertions';
import { Bucket } from 'aws-cdk-lib/aws-s3';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { palettes } from '../../infra/branding.ts';
import { type FunctionId, functionIds, functionName } from '../../infra/bundle.ts';
import { contentSecurityPolicy, securityHeaders } from '../../infra/headers.ts';
import { jobNeeds, type Needs, needs, type Rights } from '../../infra/needs.ts';
import { type TableName, tables } from '../../infra/tables.ts';
import { type EndpointId, endpointIds, endpoints } from '../../shared/api/index.ts';
import { ceilings } from '../../shared/ceilings.ts';
import { jobNames, jobs } from '../../shared/jobs.ts';
import { stripePaths } from '../../shared/routes.ts';
import { answersTo, examine } from './findings.ts';
import { type BuiltFolders, emptyFolders, synthesise, synthesiseUnchecked } from './synthesis.ts';

let folders: BuiltFolders;
let template: Template;
/** The same with every setting changed that may be. */
let changed: Template;
let abroad: Template;

const everythingElse = {
  domain: 'parley.example',
  certificateArn: 'arn:aws:acm:us-east-1:123456789012:certificate/a1b2',
  alarmEmail: 'alarms@parley.example',
  concurrentExecutions: '100',
  reservedConcurrency: '7',
  requestsPerSecond: '5',
  requestsBurst: '9',
  requestsPerAddress: '50',
  originSecretGeneration: '2',
  analyticsAudience: 'operators',
  signingSecretGeneration: '2',
  emailFrom: 'hello@parley.example',
  freeCharactersPerDay: '30000',
  canary: 'off',
  monthlyBudgetDollars: '200',
};

// Three syntheses take their time on a machine with company.
beforeAll(() => {
  folders = emptyFolders();
  template = synthesise(folders);
  changed = synthesiseUnchecked(folders, everythingElse);
  abroad = synthesise(folders, { region: 'eu-west-1' });
}, 120_000);

afterAll(() => folders.remove());

describe('cdk-nag', () => {
  test('finds nothing that nobody answered, here or abroad', () => {
    // Each was synthesised before, which throws where it does.
    for (const each of [template, abroad]) each.resourceCountIs('AWS::CloudFront::Distribution', 1);
  });

  test('does look: a bucket without protection fails the synthesis', () => {
    vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    const careless = () => synthesise(folders, {}, (stack) => new Bucket(stack, 'Careless'));
    expect(careless).toThrow('AwsSolutions-S10');
  });

  test.each([
    ['as it is', {}],
    ['with every setting changed', everythingElse],
    ['abroad', { region: 'eu-west-1' }],
  ])('has each finding answered and no answer without a finding: %s', (_, context) => {
    const { answers, findings } = examine(folders, context);
    const isAnswered = (finding: (typeof findings)[number]) =>
      answers.some((each) => answersTo(each, finding));
    expect(findings.filter((each) => !isAnswered(each))).toEqual([]);
    expect(answers.filter((each) => !findings.some((finding) => answersTo(each, finding)))).toEqual([]);
    expect(findings.filter(({ id }) => id.startsWith('Serverless-')).length).toBeGreaterThan(30);
    expect(findings.filter(({ id }) => id.startsWith('AwsSolutions-')).length).toBeGreaterThan(30);
  });

  test('is answered by sentences, each about one resource and one finding', () => {
    for (const { id, reason, path } of examine(folders).answers) {
      expect(reason, id).toMatch(/^[A-Z].{30,}\.$/);
      // A wildcard or a managed policy is answered by its name: the next one needs a reason of its own.
      if (/IAM[45]/.test(id)) expect(id).toMatch(/\[(Action|Resource|Policy)::.+\]$/);
      expect(path.split('/').length, path).toBeGreaterThan(1);
    }
  });
});

describe('the API', () => {
  test('has a route for every endpoint and for no other', () => {
    const keys = resources('AWS::ApiGatewayV2::Route').map(({ RouteKey }) => RouteKey);
    expect(keys.sort()).toEqual(endpointIds.map(routeKey).sort());
  });

  test('leads each route to its function, with payload 2.0 and no authoriser', () => {
    for (const id of endpointIds) {
      const route = only('AWS::ApiGatewayV2::Route', { RouteKey: routeKey(id) });
      expect(route.AuthorizationType, id).toBe('NONE');
      const integration = template.toJSON().Resources[route.Target['Fn::Join'][1][1].Ref].Properties;
      expect(integration.PayloadFormatVersion, id).toBe('2.0');
      const called = needs[id].canary ? aliasOf(id) : functionOf(id).logicalId;
      expect(targetOf(integration.IntegrationUri), id).toBe(called);
      expect(permittedOf(route.RouteKey), id).toContain(called);
    }
  });

  test.each([
    // At most 100 a second, and half of a thousand functions at a time.
    ['system.not-found', 71, 142],
    ['settings.read', 41, 82],
    ['auth.callback', 29, 58],
    ['translation.translate', 22, 44],
    ['speech.transcribe', 16, 32],
    ['speech.synthesize', 16, 32],
    ['billing.create', 16, 32],
    ['account.export', 16, 32],
    ['android.setup', 25, 50],
  ] as const)('takes so many requests a second for %s: %i, and %i at once', (id, rate, burst) => {
    expect(throttles()[routeKey(id)]).toEqual({ ThrottlingRateLimit: rate, ThrottlingBurstLimit: burst });
  });

  test('throttles every route, and whatever comes later', () => {
    expect(Object.keys(throttles()).sort()).toEqual(endpointIds.map(routeKey).sort());
    expect(only('AWS::ApiGatewayV2::Stage').DefaultRouteSettings).toEqual(throttles().$default);
  });

  test('leaves half of the account’s functions to the others, however slow one route gets', () => {
    for (const id of endpointIds) {
      const { ThrottlingRateLimit: rate, ThrottlingBurstLimit: burst } = throttles()[routeKey(id)];
      expect(rate * needs[id].timeoutSeconds + burst, id).toBeLessThanOrEqual(500);
    }
  });

  test('takes as much as the deployment says, and has room for', () => {
    expect(throttles(changed)).toMatchObject({
      $default: { ThrottlingRateLimit: 5, ThrottlingBurstLimit: 9 },
      'GET /api/settings': { ThrottlingRateLimit: 4, ThrottlingBurstLimit: 8 },
      'POST /api/translate': { ThrottlingRateLimit: 1, ThrottlingBurstLimit: 2 },
      'POST /api/stripe-webhook': { ThrottlingRateLimit: 1, ThrottlingBurstLimit: 2 },
      'GET /api/auth/callback': { ThrottlingRateLimit: 2, ThrottlingBurstLimit: 4 },
    });
  });

  test('hears of a route before it is told how to throttle it', () => {
    const [stage] = Object.values(allOf('AWS::ApiGatewayV2::Stage'));
    expect(stage?.DependsOn).toEqual(expect.arrayContaining(Object.keys(allOf('AWS::ApiGatewayV2::Route'))));
  });

  test('logs nothing that people typed, nor who they are', () => {
    const stage = only('AWS::ApiGatewayV2::Stage');
    const logged = Object.values(JSON.parse(stage.AccessLogSettings.Format));
    expect(logged).toContain('$context.routeKey');
    expect(
      logged.filter((each) => /path|query|identity|sourceIp|userAgent|header|error/i.test(`${each}`)),
    ).toEqual([]);
  });
});

describe('a function', () => {
  test.each(functionIds)('%s has the size and time that it needs, on arm64 and Node 24', (id) => {
    expect(functionOf(id).Properties).toMatchObject({
      FunctionName: `parley-prod-${functionName(id)}`,
      Runtime: 'nodejs24.x',
      Architectures: ['arm64'],
      Handler: 'index.handler',
      MemorySize: needsOf(id).memoryMb,
      Timeout: needsOf(id).timeoutSeconds,
    });
  });

  test.each(functionIds)('%s has a role of its own that allows exactly what it needs', (id) => {
    const roleId = roleOf(id);
    const users = Object.values(allOf('AWS::Lambda::Function')).filter(
      ({ Properties }) => Properties.Role['Fn::GetAtt'][0] === roleId,
    );
    expect(users).toHaveLength(1);
    expect(template.toJSON().Resources[roleId].Properties).not.toHaveProperty('ManagedPolicyArns');
    expect(allowedTo(roleId)).toEqual(expectedOf(id, needsOf(id)).sort());
  });

  test('has its calls timed by Lambda itself', () => {
    for (const id of functionIds)
      expect(functionOf(id).Properties.TracingConfig, id).toEqual({ Mode: 'Active' });
  });

  test('of any kind keeps its log for 30 days, and so does everything else that logs', () => {
    for (const [name, { Properties }] of Object.entries(allOf('AWS::Lambda::Function'))) {
      const log = template.toJSON().Resources[Properties.LoggingConfig?.LogGroup?.Ref];
      expect(log?.Properties.RetentionInDays, name).toBe(30);
    }
    for (const [name, { Properties }] of Object.entries(allOf('AWS::Logs::LogGroup'))) {
      expect(Properties.RetentionInDays, name).toBe(30);
    }
  });

  test.each(functionIds)('%s knows what it needs and nothing else', (id) => {
    const { tables: wanted = {}, audioBucket, login, signing, payments, audience } = needsOf(id);
    expect(Object.keys(environmentOf(id)).sort()).toEqual(
      [
        ...Object.keys(wanted).map((name) => `${name.toUpperCase()}_TABLE`),
        ...(audioBucket ? ['AUDIO_BUCKET'] : []),
        ...(login ? ['LOGIN_ORIGIN', 'LOGIN_CLIENT_ID', 'LOGIN_ISSUER'] : []),
        ...(signing ? ['SIGNING_SECRET'] : []),
        ...(payments ? ['STRIPE_SECRET'] : []),
        ...(audience ? ['ANALYTICS_AUDIENCE'] : []),
        ...(isJob(id) ? [] : ['ORIGIN_SECRET', 'SITE_ORIGIN']),
        'POWERTOOLS_METRICS_NAMESPACE',
      ].sort(),
    );
  });

  test('that looks for callers knows the login and the users, and signs where it knows guests', () => {
    for (const id of endpointIds) {
      const { access } = endpoints[id];
      if (access === 'public' || access === 'stripe') continue;
      expect(Object.keys(environmentOf(id)), id).toEqual(
        expect.arrayContaining(['LOGIN_CLIENT_ID', 'LOGIN_ISSUER', 'USERS_TABLE']),
      );
      if (access === 'guest') expect(environmentOf(id), id).toHaveProperty('SIGNING_SECRET');
    }
  });

  test('learns of ceilings where it counts, and only of those that this deployment changes', () => {
    for (const id of functionIds) {
      expect(environmentOf(id), id).not.toHaveProperty('CEILINGS');
      expect(environmentOf(id, changed).CEILINGS, id).toBe(
        needsOf(id).tables?.usage ? '{"freeCharactersPerDay":30000}' : undefined,
      );
    }
  });

  test('shows the dashboards to everybody who is signed in, unless operators alone shall see them', () => {
    for (const id of functionIds.filter((id) => /^(analytics|builds)\./.test(id))) {
      expect(environmentOf(id).ANALYTICS_AUDIENCE, id).toBe('users');
      expect(environmentOf(id, changed).ANALYTICS_AUDIENCE, id).toBe('operators');
    }
  });

  test('reserves copies only where that is asked for', () => {
    expect(functionOf('translation.translate').Properties).not.toHaveProperty('ReservedConcurrentExecutions');
    expect(functionOf('translation.translate', changed).Properties.ReservedConcurrentExecutions).toBe(7);
  });
});

describe('the stack', () => {
  test('has at most 420 of the 500 resources that CloudFormation allows, however it is set', () => {
    for (const each of [template, changed, abroad]) {
      expect(Object.keys(each.toJSON().Resources).length).toBeLessThanOrEqual(420);
    }
  });

  test.each([
    ['AWS::DynamoDB::GlobalTable', { SSESpecification: { SSEEnabled: true } }],
    ['AWS::S3::Bucket', { BucketEncryption: encrypted }],
    ['AWS::SQS::Queue', { SqsManagedSseEnabled: true }],
  ])('keeps nothing in the clear: every %s', (type, properties) => {
    for (const each of [template, changed, abroad]) {
      const all = Object.entries(allOf(type, each));
      expect(all.length).toBeGreaterThan(0);
      for (const [id, { Properties }] of all) expect(Properties, id).toMatchObject(properties);
    }
  });

  test('has no more kinds of stores than those whose encryption is known', () => {
    // Secrets Manager and CloudWatch Logs encrypt by themselves; alarms say no more than names and numbers.
    const keeping = /^AWS::(DynamoDB|S3|SQS|SNS|SecretsManager|RDS|EFS|Kinesis|Logs|Backup|ElastiCache)/;
    const types = Object.values<Properties>(template.toJSON().Resources).map(({ Type }) => Type);
    expect([...new Set(types)].filter((type) => keeping.test(type)).sort()).toEqual([
      'AWS::DynamoDB::GlobalTable',
      'AWS::Logs::LogGroup',
      'AWS::S3::Bucket',
      'AWS::S3::BucketPolicy',
      'AWS::SNS::Topic',
      'AWS::SNS::TopicPolicy',
      'AWS::SQS::Queue',
      'AWS::SQS::QueuePolicy',
      'AWS::SecretsManager::Secret',
    ]);
  });

  test('keeps what people would miss: tables, accounts, the site’s files and Stripe’s keys, and no more', () => {
    const kept = Object.entries<Properties>(template.toJSON().Resources).filter(
      ([, { DeletionPolicy, UpdateReplacePolicy }]) =>
        DeletionPolicy === 'Retain' && UpdateReplacePolicy === 'Retain',
    );
    // Versions of functions stay as well, so that an alias can go back to one.
    const types = kept.map(([, { Type }]) => Type).filter((type) => type !== 'AWS::Lambda::Version');
    expect(types.sort()).toEqual([
      'AWS::Cognito::UserPool',
      'AWS::DynamoDB::GlobalTable',
      'AWS::DynamoDB::GlobalTable',
      'AWS::DynamoDB::GlobalTable',
      'AWS::S3::Bucket',
      'AWS::SecretsManager::Secret',
    ]);
  });

  test('lets a role have no more policy than IAM takes', () => {
    for (const { Roles, PolicyDocument } of resources('AWS::IAM::Policy')) {
      expect(JSON.stringify(PolicyDocument).length, JSON.stringify(Roles)).toBeLessThan(10_240);
    }
  });

  test('has at most the 60 references that CloudFormation resolves', () => {
    const references = JSON.stringify(template).split('{{resolve:').length - 1;
    expect(references).toBeLessThanOrEqual(60);
  });
});

describe('a job', () => {
  test.each(jobNames)('%s is called at its time, in UTC', (name) => {
    expect(scheduleOf(name)).toMatchObject({
      ScheduleExpression: jobs[name].schedule,
      ScheduleExpressionTimezone: 'Etc/UTC',
      State: 'ENABLED',
      FlexibleTimeWindow: { Mode: 'OFF' },
      Target: { Arn: { 'Fn::GetAtt': [functionOf(`jobs.${name}`).logicalId, 'Arn'] } },
    });
  });

  test.each(jobNames)('%s is tried three times, and what failed is kept whoever failed', (name) => {
    const target = functionOf(`jobs.${name}`);
    const queue = { 'Fn::GetAtt': [failuresId(), 'Arn'] };
    expect(only('AWS::Lambda::EventInvokeConfig', { FunctionName: { Ref: target.logicalId } })).toMatchObject(
      {
        MaximumRetryAttempts: 2,
      },
    );
    expect(target.Properties.DeadLetterConfig).toEqual({ TargetArn: queue });
    expect(scheduleOf(name).Target.DeadLetterConfig).toEqual({ Arn: queue });
  });

  test('that failed waits for two weeks, encrypted, for who comes by TLS', () => {
    expect(only('AWS::SQS::Queue')).toMatchObject({
      MessageRetentionPeriod: 14 * 86_400,
      SqsManagedSseEnabled: true,
    });
    expect(only('AWS::SQS::QueuePolicy').PolicyDocument.Statement).toEqual([
      expect.objectContaining({ Effect: 'Deny', Condition: { Bool: { 'aws:SecureTransport': 'false' } } }),
    ]);
  });

  test('is called by a role that may call jobs and keep failures, and nothing else', () => {
    const [roleId] = Object.keys(
      template.findResources('AWS::IAM::Role', {
        Properties: {
          AssumeRolePolicyDocument: {
            Statement: [Match.objectLike({ Principal: { Service: 'scheduler.amazonaws.com' } })],
          },
        },
      }),
    );
    const functions = jobNames.map((name) => functionOf(`jobs.${name}`).logicalId.slice(0, -8));
    expect(allowedTo(roleId ?? '')).toEqual(
      [
        ...functions.flatMap((each) => [
          `lambda:InvokeFunction on ${each}`,
          `lambda:InvokeFunction on ${each}:*`,
        ]),
        'sqs:SendMessage on SchedulesFailures',
      ].sort(),
    );
  });
});

describe('the user pool', () => {
  test('lets anybody sign up by an address that is proved, whatever its case, and asks for their names', () => {
    expect(only('AWS::Cognito::UserPool')).toMatchObject({
      AdminCreateUserConfig: { AllowAdminCreateUserOnly: false },
      UsernameAttributes: ['email'],
      UsernameConfiguration: { CaseSensitive: false },
      AutoVerifiedAttributes: ['email'],
      UserAttributeUpdateSettings: { AttributesRequireVerificationBeforeUpdate: ['email'] },
      Schema: ['email', 'given_name', 'family_name'].map((Name) => ({ Name, Required: true, Mutable: true })),
      VerificationMessageTemplate: { DefaultEmailOption: 'CONFIRM_WITH_CODE' },
    });
  });

  test('wants passwords of eight characters with a digit and both cases, and lets who likes add a second factor', () => {
    expect(only('AWS::Cognito::UserPool')).toMatchObject({
      Policies: {
        PasswordPolicy: {
          MinimumLength: 8,
          RequireNumbers: true,
          RequireLowercase: true,
          RequireUppercase: true,
          RequireSymbols: false,
        },
      },
      MfaConfiguration: 'OPTIONAL',
      EnabledMfas: ['SOFTWARE_TOKEN_MFA'],
      AccountRecoverySetting: { RecoveryMechanisms: [{ Name: 'verified_email', Priority: 1 }] },
    });
    expect(only('AWS::Cognito::UserPool')).not.toHaveProperty('SmsConfiguration');
  });

  test('is kept whatever happens to the stack', () => {
    template.hasResource('AWS::Cognito::UserPool', {
      DeletionPolicy: 'Retain',
      UpdateReplacePolicy: 'Retain',
      Properties: { DeletionProtection: 'ACTIVE' },
    });
  });

  test('has the group of operators', () => {
    expect(only('AWS::Cognito::UserPoolGroup').GroupName).toBe('operators');
  });

  test('lets the function that removes accounts delete users, and no other function do anything', () => {
    const acting = functionIds.filter((id) =>
      allowedTo(roleOf(id)).some((each) => each.startsWith('cognito-idp:')),
    );
    expect(acting).toEqual(['account.remove']);
    expect(allowedTo(roleOf('account.remove'))).toContain('cognito-idp:AdminDeleteUser on IdentityPool');
  });

  test('mails by itself until there is a sender of ours', () => {
    expect(only('AWS::Cognito::UserPool').EmailConfiguration).toEqual({
      EmailSendingAccount: 'COGNITO_DEFAULT',
    });
    changed.hasResourceProperties('AWS::Cognito::UserPool', {
      EmailConfiguration: {
        EmailSendingAccount: 'DEVELOPER',
        From: 'Parley <hello@parley.example>',
        SourceArn: { 'Fn::Join': ['', Match.arrayWith([':identity/parley.example'])] },
      },
    });
  });
});

describe('the login’s client', () => {
  test('has no secret, and gives codes to the site alone', () => {
    const client = only('AWS::Cognito::UserPoolClient');
    expect(client).toMatchObject({
      GenerateSecret: false,
      AllowedOAuthFlows: ['code'],
      AllowedOAuthFlowsUserPoolClient: true,
      AllowedOAuthScopes: ['openid', 'email', 'profile'],
      SupportedIdentityProviders: ['COGNITO'],
    });
    const [distribution] = Object.keys(allOf('AWS::CloudFront::Distribution'));
    expect(client.CallbackURLs.map(plain)).toEqual([`https://${distribution}.DomainName/api/auth/callback`]);
    expect(client.LogoutURLs.map(plain)).toEqual([`https://${distribution}.DomainName/`]);
  });

  test('follows the site to a domain of its own', () => {
    const [client] = Object.values(allOf('AWS::Cognito::UserPoolClient', changed));
    expect(client?.Properties).toMatchObject({
      CallbackURLs: ['https://parley.example/api/auth/callback'],
      LogoutURLs: ['https://parley.example/'],
    });
  });

  test('takes no password but by the hosted login, and tells nobody who has an account', () => {
    expect(only('AWS::Cognito::UserPoolClient')).toMatchObject({
      ExplicitAuthFlows: ['ALLOW_REFRESH_TOKEN_AUTH'],
      PreventUserExistenceErrors: 'ENABLED',
    });
  });

  test('gives tokens for a quarter of an hour, renews them for 30 days unless revoked, and rotates none', () => {
    const client = only('AWS::Cognito::UserPoolClient');
    expect(client).toMatchObject({
      AccessTokenValidity: 15,
      IdTokenValidity: 15,
      RefreshTokenValidity: 30 * 24 * 60,
      TokenValidityUnits: { AccessToken: 'minutes', IdToken: 'minutes', RefreshToken: 'minutes' },
      EnableTokenRevocation: true,
    });
    expect(client).not.toHaveProperty('RefreshTokenRotation');
  });

  test('reads names and the address, and writes no more than signing up needs', () => {
    expect(only('AWS::Cognito::UserPoolClient')).toMatchObject({
      ReadAttributes: ['email', 'email_verified', 'family_name', 'given_name'],
      WriteAttributes: ['email', 'family_name', 'given_name'],
    });
  });
});

describe('the hosted login', () => {
  test('has pages: a domain of this account and stage, and a look for the client', () => {
    const { Domain, ManagedLoginVersion } = only('AWS::Cognito::UserPoolDomain');
    expect({ prefix: plain(Domain), ManagedLoginVersion }).toEqual({
      prefix: 'parley-prod-AWS::AccountId',
      ManagedLoginVersion: 2,
    });
    const [client] = Object.keys(allOf('AWS::Cognito::UserPoolClient'));
    expect(only('AWS::Cognito::ManagedLoginBranding').ClientId).toEqual({ Ref: client });
  });

  test('is where the functions look for it', () => {
    const [domain] = Object.keys(allOf('AWS::Cognito::UserPoolDomain'));
    const [pool] = Object.keys(allOf('AWS::Cognito::UserPool'));
    const { LOGIN_ORIGIN, LOGIN_ISSUER } = environmentOf('auth.callback');
    expect(plain(LOGIN_ORIGIN)).toBe(`https://${domain}.auth.us-east-1.amazoncognito.com`);
    expect(plain(LOGIN_ISSUER)).toBe(`https://cognito-idp.us-east-1.AWS::URLSuffix/${pool}`);
  });

  test('has the site’s colours, by day and by night', () => {
    const theme = readFileSync(path.resolve(import.meta.dirname, '../../web/tokens.css'), 'utf8');
    const [light = '', dark = ''] = theme.split('prefers-color-scheme: dark');
    const coloursOf = (css: string) => (name: string) => {
      const kebab = name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
      return `${new RegExp(`--color-${kebab}: #(\\w{6});`).exec(css)?.[1]}ff`;
    };
    for (const [css, palette] of [
      [light, palettes.lightMode],
      [dark, palettes.darkMode],
    ] as const) {
      const colourOf = coloursOf(css);
      expect(palette).toEqual(Object.fromEntries(Object.keys(palette).map((name) => [name, colourOf(name)])));
    }
  });
});

describe('the signing secret', () => {
  test('is one for all who sign, and stands nowhere in the template', () => {
    const known = functionIds.flatMap((id) => environmentOf(id).SIGNING_SECRET ?? []).map(plain);
    expect(new Set(known).size).toBe(1);
    expect(known[0]).toMatch(secretReference);
  });

  test('is another after a rotation', () => {
    expect(plain(environmentOf('billing.status', changed).SIGNING_SECRET)).not.toBe(
      plain(environmentOf('billing.status').SIGNING_SECRET),
    );
  });
});

describe('Stripe’s keys', () => {
  test('are a secret that begins without any and outlives the stack', () => {
    template.hasResource('AWS::SecretsManager::Secret', {
      DeletionPolicy: 'Retain',
      UpdateReplacePolicy: 'Retain',
      Properties: { SecretString: '{}' },
    });
  });

  test('are never written over: every deployment says the same of the secret, under the same name', () => {
    expect(stripeSecret(template)).toEqual(stripeSecret(changed));
    expect(stripeSecret(template)).toEqual(stripeSecret(abroad));
    // Whoever changes this takes the keys away from whoever has deployed before.
    expect(stripeSecret(template)).toEqual({
      StripeSecretKeys240BC47B: {
        Description: 'Stripe’s keys, written by npm run stripe:setup',
        SecretString: '{}',
      },
    });
  });

  test('are read by the functions that deal with Stripe, from where the deployment prints', () => {
    const reading = functionIds.filter((id) =>
      allowedTo(roleOf(id)).some((each) => each.startsWith('secretsmanager:')),
    );
    expect(reading).toEqual(functionIds.filter((id) => needsOf(id).payments));
    for (const id of reading) expect([environmentOf(id).STRIPE_SECRET], id).toEqual(stripeReferences());
    expect([template.toJSON().Outputs.StripeKeys.Value]).toEqual(stripeReferences());
  });

  test('are only asked of Stripe itself', () => {
    for (const id of functionIds) expect(environmentOf(id), id).not.toHaveProperty('STRIPE_URL');
  });
});

describe('storage', () => {
  test.each(Object.keys(tables) as TableName[])('protects the table %s and keeps it for ever', (name) => {
    const definition = tables[name];
    expect(tableOf(name)).toMatchObject({
      DeletionPolicy: 'Retain',
      UpdateReplacePolicy: 'Retain',
      Properties: {
        BillingMode: 'PAY_PER_REQUEST',
        SSESpecification: { SSEEnabled: true },
        TimeToLiveSpecification: { AttributeName: definition.timeToLive, Enabled: true },
        ...(definition.indexes.length > 0 && {
          GlobalSecondaryIndexes: definition.indexes.map((index) => ({
            IndexName: index.name,
            Projection: { ProjectionType: 'projection' in index ? 'KEYS_ONLY' : 'ALL' },
          })),
        }),
        Replicas: [
          {
            DeletionProtectionEnabled: true,
            PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
          },
        ],
      },
    });
    expect(resources('AWS::DynamoDB::GlobalTable')).toHaveLength(Object.keys(tables).length);
  });

  test('tells a deployment where it is recorded', () => {
    expect(template.toJSON().Outputs.BuildsTable.Value).toEqual({ Ref: tableOf('builds').logicalId });
  });

  test('forgets clips after a day, and no bucket is public or read without TLS', () => {
    template.hasResourceProperties('AWS::S3::Bucket', {
      LifecycleConfiguration: { Rules: [Match.objectLike({ ExpirationInDays: 1, Status: 'Enabled' })] },
    });
    for (const bucket of resources('AWS::S3::Bucket')) {
      expect(Object.values(bucket.PublicAccessBlockConfiguration)).toEqual([true, true, true, true]);
    }
    const refusing = resources('AWS::S3::BucketPolicy', {
      PolicyDocument: {
        Statement: Match.arrayWith([
          Match.objectLike({ Effect: 'Deny', Condition: { Bool: { 'aws:SecureTransport': 'false' } } }),
        ]),
      },
    });
    expect(refusing).toHaveLength(resources('AWS::S3::Bucket').length);
  });
});

describe('the origin secret', () => {
  test('stands nowhere in the template: every place refers to Secrets Manager', () => {
    for (const [id, { Properties }] of Object.entries(allOf('AWS::SecretsManager::Secret'))) {
      if (id in stripeSecret(template)) continue;
      expect(Properties.SecretString, id).toBeUndefined();
      expect(Properties.GenerateSecretString, id).toMatchObject({ PasswordLength: 48 });
    }
    expect(sentSecrets(template)).toEqual([
      expect.stringMatching(secretReference),
      expect.stringMatching(secretReference),
    ]);
    for (const id of endpointIds) expect(knownSecret(template, id)).toMatch(secretReference);
  });

  test('that a function knows is sent by CloudFront both before and after a rotation', () => {
    for (const id of endpointIds) {
      expect(sentSecrets(template)).toContain(knownSecret(template, id));
      expect(sentSecrets(changed)).toContain(knownSecret(template, id));
      expect(sentSecrets(changed)).toContain(knownSecret(changed, id));
    }
  });

  test('that was sent or known before a rotation is worth nothing after it', () => {
    for (const id of endpointIds) {
      expect([...sentSecrets(template), knownSecret(template, id)]).not.toContain(knownSecret(changed, id));
    }
  });

  test('is sent by CloudFront before a function asks for it', () => {
    const [distribution] = Object.keys(allOf('AWS::CloudFront::Distribution'));
    for (const id of endpointIds) expect(functionOf(id).DependsOn, id).toContain(distribution);
  });
});

describe('the edge', () => {
  test('sends what is under /api/ to the API, uncached, with everything but the host', () => {
    expect(behaviour('/api/*')).toMatchObject({
      CachePolicyId: managed.cachingDisabled,
      OriginRequestPolicyId: managed.allViewerExceptHostHeader,
      AllowedMethods: expect.arrayContaining(['GET', 'POST', 'DELETE']),
    });
    expect(behaviour('/api/*').FunctionAssociations.map(eventType)).toEqual(['viewer-request']);
  });

  test('sends signing in and out there as well', () => {
    const paths: string[] = distribution().CacheBehaviors.map((each: Properties) => each.PathPattern);
    const shadowing = paths.filter((each) => /^\/api\/(login|logout|auth)/.test(each));
    expect(shadowing).toEqual([]);
    for (const id of endpointIds.filter((each) => each.startsWith('auth.'))) {
      expect(endpoints[id].path, id).toMatch(/^\/api\//);
    }
  });

  test('keeps answers only of the rows that say how long', () => {
    const kept = endpointIds.filter((id) => 'cacheSeconds' in endpoints[id]).map((id) => endpoints[id].path);
    const paths: string[] = distribution().CacheBehaviors.map((each: Properties) => each.PathPattern);
    expect(paths.filter((each) => each.startsWith('/api/'))).toEqual([...kept, '/api/*']);
    for (const path of kept) {
      expect(behaviour(path)).not.toHaveProperty('OriginRequestPolicyId');
      const { CachePolicyConfig } = propertiesOf(behaviour(path).CachePolicyId.Ref);
      expect(CachePolicyConfig).toMatchObject({
        DefaultTTL: 0,
        MinTTL: 0,
        ParametersInCacheKeyAndForwardedToOrigin: {
          CookiesConfig: { CookieBehavior: 'none' },
          HeadersConfig: { HeaderBehavior: 'none' },
          QueryStringsConfig: { QueryStringBehavior: 'all' },
        },
      });
    }
  });

  test('replaces no answer by a page of its own, and keeps no error', () => {
    for (const each of distribution().CustomErrorResponses) {
      expect(each).toEqual({ ErrorCode: expect.any(Number), ErrorCachingMinTTL: 0 });
    }
  });

  test('leaves to its functions alone what / is', () => {
    expect(distribution()).not.toHaveProperty('DefaultRootObject');
  });

  test('answers pages through both functions, and hashed files through none', () => {
    for (const page of [distribution().DefaultCacheBehavior, ...stripePaths.map(behaviour)]) {
      expect(page.FunctionAssociations.map(eventType)).toEqual(['viewer-request', 'viewer-response']);
    }
    expect(behaviour('/assets/*')).not.toHaveProperty('FunctionAssociations');
  });

  test('adds exactly the headers that the local server adds', () => {
    expect(headersOf(distribution().DefaultCacheBehavior)).toEqual(securityHeaders('/'));
    for (const each of distribution().CacheBehaviors) {
      expect(headersOf(each), each.PathPattern).toEqual(securityHeaders(each.PathPattern));
    }
    const patterns = distribution().CacheBehaviors.map((each: Properties) => each.PathPattern);
    expect(patterns).toEqual(expect.arrayContaining([...stripePaths, '/assets/*', '/api/phrases', '/api/*']));
  });

  test('publishes hashed files for a year and the others to be asked for again, and removes none', () => {
    const [hashed, others] = resources('Custom::CDKBucketDeployment');
    expect(hashed).toMatchObject({
      Include: ['assets/*'],
      Prune: false,
      SystemMetadata: { 'cache-control': 'public, max-age=31536000, immutable' },
    });
    expect(others).toMatchObject({
      Exclude: ['assets/*'],
      Prune: false,
      SystemMetadata: { 'cache-control': 'no-cache' },
    });
  });

  test('speaks TLS 1.2 to viewers of a domain and to the API, and nothing without TLS', () => {
    const { ViewerCertificate } = distribution(changed);
    expect(ViewerCertificate.MinimumProtocolVersion).toBe('TLSv1.2_2021');
    const api = distribution().Origins.find((each: Properties) => each.CustomOriginConfig);
    expect(api.CustomOriginConfig).toMatchObject({
      OriginProtocolPolicy: 'https-only',
      OriginSSLProtocols: ['TLSv1.2'],
    });
    for (const each of [distribution().DefaultCacheBehavior, ...distribution().CacheBehaviors]) {
      expect(['https-only', 'redirect-to-https']).toContain(each.ViewerProtocolPolicy);
    }
  });

  test('limits rates by address and reads no body', () => {
    const acl = only('AWS::WAFv2::WebACL');
    const [aclId] = Object.keys(allOf('AWS::WAFv2::WebACL'));
    expect(distribution().WebACLId).toEqual({ 'Fn::GetAtt': [aclId, 'Arn'] });
    expect(acl.Scope).toBe('CLOUDFRONT');
    expect(acl.Rules.map((rule: Properties) => Object.keys(rule.Statement))).toEqual([
      ['RateBasedStatement'],
      ['RateBasedStatement'],
    ]);
    expect(JSON.stringify(acl)).not.toMatch(/Body|"SampledRequestsEnabled":true/);
  });

  test('has its web ACL in a stack of its own where the region is another one', () => {
    abroad.resourceCountIs('AWS::WAFv2::WebACL', 0);
    abroad.hasResourceProperties('AWS::CloudFront::Distribution', {
      DistributionConfig: { WebACLId: Match.anyValue() },
    });
  });
});

describe('the content security policy', () => {
  test('of the site allows its own files and nothing else', () => {
    expect(contentSecurityPolicy('site')).toBe(
      "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self'; " +
        "font-src 'self'; worker-src 'self'; manifest-src 'self'; media-src 'self' blob:; base-uri 'none'; " +
        "form-action 'self'; frame-ancestors 'none'",
    );
  });

  test('of the payment pages adds Stripe’s hosts and nothing else', () => {
    expect(contentSecurityPolicy('stripe')).toBe(
      "default-src 'none'; script-src 'self' https://js.stripe.com https://*.js.stripe.com; style-src 'self'; " +
        "connect-src 'self' https://api.stripe.com; img-src 'self'; font-src 'self'; worker-src 'self'; " +
        "manifest-src 'self'; media-src 'self' blob:; base-uri 'none'; form-action 'self'; " +
        "frame-ancestors 'none'; " +
        'frame-src https://js.stripe.com https://*.js.stripe.com https://hooks.stripe.com',
    );
  });

  test('of the API allows nothing', () => {
    expect(contentSecurityPolicy('api')).toBe(
      "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    );
  });
});

describe('context', () => {
  test.each([
    [{ stage: 'Prod!' }, 'The context "stage" is not right'],
    [{ domain: 'https://parley.example' }, 'The context "domain" is not right'],
    [{ domain: 'parley.example' }, 'The context "certificateArn" is not right'],
    [{ requestsPerSecond: 'many' }, 'The context "requestsPerSecond" is not right'],
    [{ alarmEmail: 'nobody' }, 'The context "alarmEmail" is not right'],
    [{ contactAddress: 'Parley' }, 'The context "contactAddress" is not right'],
    [{ emailFrom: 'Parley' }, 'The context "emailFrom" is not right'],
    [{ stage: 'aws-test' }, 'The context "stage" is not right'],
    [{ analyticsAudience: 'everybody' }, 'The context "analyticsAudience" is not right'],
    [{ guestCharactersPerDay: '' }, 'The context "guestCharactersPerDay" is not right'],
  ])('%j is refused in one sentence', (context, sentence) => {
    expect(() => synthesise(folders, context)).toThrow(sentence);
  });

  test.each(Object.entries(ceilings))(
    'has the ceiling %s in its table, with the default %i',
    (name, value) => {
      const readme = readFileSync(path.resolve(import.meta.dirname, '../../infra/README.md'), 'utf8');
      const cells = readme
        .split('\n')
        .find((line) => line.startsWith(`| \`${name}\` `))
        ?.split('|')
        .map((cell) => cell.trim());
      expect(cells?.[2]).toBe(value.toLocaleString('en'));
    },
  );
});

const encrypted = {
  ServerSideEncryptionConfiguration: [{ ServerSideEncryptionByDefault: { SSEAlgorithm: 'AES256' } }],
};

const secretReference = /^\{\{resolve:secretsmanager:\w+:SecretString:::\}\}$/;

/** By AWS's documentation of its managed policies. */
const managed = {
  cachingDisabled: '4135ea2d-6df8-44a3-9df3-4b5a84be39ad',
  allViewerExceptHostHeader: 'b689b0a8-53d0-40ab-baf2-68738e2966ac',
};

// biome-ignore lint/suspicious/noExplicitAny: a template is JSON of any shape, and each test says what it expects.
type Properties = Record<string, any>;

function allOf(type: string, in_ = template): Record<string, Properties> {
  return in_.findResources(type);
}

function resources(type: string, properties?: object): Properties[] {
  const found = template.findResources(type, properties && { Properties: properties });
  return Object.values(found).map((resource) => resource.Properties);
}

function only(type: string, properties?: object): Properties {
  const [found, ...more] = resources(type, properties);
  if (!found || more.length > 0) throw new Error(`There is not exactly one ${type}`);
  return found;
}

function propertiesOf(logicalId: string): Properties {
  return template.toJSON().Resources[logicalId].Properties;
}

function isJob(id: FunctionId): boolean {
  return id.startsWith('jobs.');
}

function needsOf(id: FunctionId): Needs {
  const ofJobs = Object.fromEntries(jobNames.map((name) => [`jobs.${name}`, jobNeeds[name]]));
  const all: Record<string, Needs> = { ...needs, ...ofJobs };
  return all[id] as Needs;
}

/** What a template says of the secret with Stripe's keys, under its logical id. */
function stripeSecret(in_: Template): Properties {
  return Object.fromEntries(
    Object.entries(allOf('AWS::SecretsManager::Secret', in_))
      .filter(([id]) => id.startsWith('StripeSecret'))
      .map(([id, { Properties }]) => [id, Properties]),
  );
}

function stripeReferences(): { Ref: string }[] {
  return Object.keys(stripeSecret(template)).map((Ref) => ({ Ref }));
}

function roleOf(id: FunctionId): string {
  return functionOf(id).Properties.Role['Fn::GetAtt'][0];
}

function environmentOf(id: FunctionId, in_ = template): Properties {
  return functionOf(id, in_).Properties.Environment?.Variables ?? {};
}

function scheduleOf(name: string): Properties {
  return only('AWS::Scheduler::Schedule', { Name: `parley-prod-${name}` });
}

/** The logical id of the queue that keeps what failed. */
function failuresId(): string {
  return Object.keys(allOf('AWS::SQS::Queue'))[0] ?? '';
}

function functionOf(id: FunctionId, in_ = template): Properties & { logicalId: string } {
  const found = Object.entries(allOf('AWS::Lambda::Function', in_)).find(
    ([, { Properties }]) => Properties.FunctionName === `parley-prod-${functionName(id)}`,
  );
  if (!found) throw new Error(`${id} is not deployed`);
  return { ...found[1], logicalId: found[0] };
}

/** The logical id of the name that calls go to. */
function aliasOf(id: FunctionId): string {
  const { logicalId } = functionOf(id);
  const found = Object.entries(allOf('AWS::Lambda::Alias')).find(
    ([, { Properties }]) => Properties.FunctionName.Ref === logicalId,
  );
  if (!found) throw new Error(`${id} has no alias`);
  return found[0];
}

function routeKey(id: EndpointId): string {
  const { method, path } = endpoints[id];
  return path === '$default' ? path : `${method} ${path}`;
}

/** By route keys. */
function throttles(in_ = template): Properties {
  return Object.values(allOf('AWS::ApiGatewayV2::Stage', in_))[0]?.Properties.RouteSettings;
}

/** The logical ids of what the API may call for a route. */
function permittedOf(routeKey: string): string[] {
  const path = routeKey.split(' ').at(-1) ?? '';
  return resources('AWS::Lambda::Permission')
    .filter(({ SourceArn }) => plain(SourceArn).endsWith(path === '$default' ? '/*/*' : `/*${path}`))
    .map(({ FunctionName }) => targetOf(FunctionName));
}

/** The logical id of a function, whose address is an attribute, or of an alias, whose address is its reference. */
function targetOf(reference: Properties): string {
  return reference['Fn::GetAtt']?.[0] ?? reference.Ref;
}

function tableOf(name: TableName): Properties & { logicalId: string } {
  const id = new RegExp(`^Storage${name}[0-9A-F]{8}$`, 'i');
  const found = Object.entries(allOf('AWS::DynamoDB::GlobalTable')).find(([logicalId]) => id.test(logicalId));
  if (!found) throw new Error(`${name} is not deployed`);
  return { ...found[1], logicalId: found[0] };
}

/** `action on resource` for each pair that the role's policies allow, with the items' keys where they are limited. */
function allowedTo(roleId: string): string[] {
  const policies = resources('AWS::IAM::Policy').filter(({ Roles }) =>
    Roles.some((role: Properties) => role.Ref === roleId),
  );
  const statements: Properties[] = policies.flatMap(({ PolicyDocument }) => PolicyDocument.Statement);
  return statements
    .flatMap(({ Effect, Action, Resource, Condition }) => {
      expect(Effect).toBe('Allow');
      const keys: string[] = Condition?.['ForAllValues:StringLike']['dynamodb:LeadingKeys'] ?? [];
      return [Action].flat().flatMap((action) =>
        [Resource].flat().flatMap((each) => {
          const allowed = `${action} on ${nameOf(each)}`;
          return Condition ? keys.map((key) => `${allowed} of ${key}`) : [allowed];
        }),
      );
    })
    .sort();
}

/** The resource's construct, by the start of its logical id: `Users`, `Users/index/by-creation`, `Audio/*`. */
function nameOf(resource: string | Properties): string {
  if (typeof resource === 'string') return resource;
  if (resource['Fn::Join']) {
    return resource['Fn::Join'][1]
      .map((part: string | Properties) => (typeof part === 'string' ? part : nameOf(part)))
      .join('');
  }
  if (resource.Ref) return resource.Ref;
  const logicalId: string = resource['Fn::GetAtt'][0];
  return logicalId.replace(/^Storage/, '').replace(/[0-9A-F]{8}$/, '');
}

function expectedOf(
  id: FunctionId,
  {
    tables: wanted = {},
    indexes = [],
    actions = [],
    jobActions = [],
    userPoolActions = [],
    audioBucket,
    payments,
  }: Needs,
): string[] {
  const onTables = (Object.entries(wanted) as [TableName, Rights][]).flatMap(([name, rights]) =>
    Object.entries(rights).flatMap(([key, allowed]) =>
      allowed.map((each) => `dynamodb:${each} on ${constructOf(name)} of ${key}`),
    ),
  );
  const onIndexes = indexes.map((each) => {
    const [name = '', index] = each.split('/');
    return `dynamodb:Query on ${constructOf(name)}/index/${index}`;
  });
  const onClips = ['DeleteObject', 'GetObject', 'PutObject'].map((each) => `s3:${each} on Audio/*`);
  const log = `${isJob(id) ? 'Schedules' : ''}${functionName(id).replaceAll('-', '')}log`;
  return [
    ...onTables,
    ...onIndexes,
    ...(audioBucket ? onClips : []),
    ...actions.map((action) => `${action} on *`),
    ...jobActions.map((action) => `${action} on ${ownJobs}`),
    ...userPoolActions.map((action) => `${action} on IdentityPool`),
    ...(payments ? [`secretsmanager:GetSecretValue on ${stripeReferences().map(({ Ref }) => Ref)}`] : []),
    ...(isJob(id) ? ['sqs:SendMessage on SchedulesFailures'] : []),
    `logs:CreateLogStream on ${log}`,
    `logs:PutLogEvents on ${log}`,
    'xray:PutTelemetryRecords on *',
    'xray:PutTraceSegments on *',
  ];
}

function constructOf(table: string): string {
  return table.charAt(0).toUpperCase() + table.slice(1);
}

const ownJobs = 'arn:AWS::Partition:transcribe:us-east-1:AWS::AccountId:transcription-job/parley-*';

function distribution(in_ = template): Properties {
  return Object.values(allOf('AWS::CloudFront::Distribution', in_))[0]?.Properties.DistributionConfig;
}

function behaviour(pathPattern: string): Properties {
  return distribution().CacheBehaviors.find((each: Properties) => each.PathPattern === pathPattern);
}

function eventType(association: Properties): string {
  return association.EventType;
}

function headersOf(behaviourOrDefault: Properties): Record<string, string> {
  const { ResponseHeadersPolicyConfig: policy } = propertiesOf(
    behaviourOrDefault.ResponseHeadersPolicyId.Ref,
  );
  const security = policy.SecurityHeadersConfig;
  const transport = security.StrictTransportSecurity;
  return {
    'content-security-policy': security.ContentSecurityPolicy.ContentSecurityPolicy,
    'strict-transport-security': `max-age=${transport.AccessControlMaxAgeSec}${transport.IncludeSubdomains ? '; includeSubDomains' : ''}`,
    ...(security.ContentTypeOptions.Override && { 'x-content-type-options': 'nosniff' }),
    'referrer-policy': security.ReferrerPolicy.ReferrerPolicy,
    ...Object.fromEntries(
      policy.CustomHeadersConfig.Items.map((item: Properties) => [item.Header, item.Value]),
    ),
  };
}

function sentSecrets(in_: Template): string[] {
  const headers: Properties[] = distribution(in_).Origins.flatMap(
    (origin: Properties) => origin.OriginCustomHeaders ?? [],
  );
  return plain(headers.find(({ HeaderName }) => HeaderName === 'x-origin-secret')?.HeaderValue).split(',');
}

function knownSecret(in_: Template, id: FunctionId): string {
  return plain(environmentOf(id, in_).ORIGIN_SECRET);
}

/** A joined text, with resources by their logical ids. */
function plain(value: string | Properties): string {
  if (typeof value === 'string') return value;
  if (value['Fn::Join']) return value['Fn::Join'][1].map(plain).join('');
  return value.Ref ?? value['Fn::GetAtt'].join('.');
}
