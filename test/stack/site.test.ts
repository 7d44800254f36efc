import { describe, expect, test } from 'vitest';
import type * as z from 'zod/mini';
import {
  apiFiles,
  buildContentSecurityPolicy,
  buildSecurityHeaders,
} from '../../infra/aws/stack/edge/headers.ts';
import { type TableName, tables } from '../../infra/aws/stack/tables.ts';
import type { EndpointRow } from '../../shared/api/endpoint.ts';
import { endpointIds, endpoints } from '../../shared/api/index.ts';
import { stripePaths } from '../../shared/routes.ts';
import { contractOf } from '../support/handlers/contracts.ts';
import { byId, type Json, only, readTemplates, resources, statementsOf, type Template } from './templates.ts';

const { usual, changed, abroad } = await readTemplates();

const cachedIds = endpointIds.filter((id) => 'cacheSeconds' in endpoints[id]);

describe('the stack', () => {
  test('has room for twenty more endpoints', () => {
    const perEndpoint = Object.keys(usual.Resources).filter((id) => /settingssave/i.test(id)).length;
    const advice = 'Move the alarms of the endpoints into a nested stack, then change this number.';
    for (const each of [usual, changed, abroad]) {
      expect(Object.keys(each.Resources).length + 20 * perEndpoint, advice).toBeLessThanOrEqual(500);
      // An endpoint that signs for guests has one more.
      expect(JSON.stringify(each).split('{{resolve:').length - 1 + 20, advice).toBeLessThanOrEqual(60);
    }
  });

  test('stays within IAM’s limit for the policies of a role', () => {
    // One bound for all inline policies of a role.
    for (const roleId of Object.keys(byId(usual, 'AWS::IAM::Role'))) {
      expect(JSON.stringify(statementsOf(usual, roleId)).length, roleId).toBeLessThan(10_240);
    }
  });

  test.each([
    ['AWS::DynamoDB::GlobalTable', { SSESpecification: { SSEEnabled: false } }],
    [
      'AWS::S3::Bucket',
      {
        BucketEncryption: {
          ServerSideEncryptionConfiguration: [{ ServerSideEncryptionByDefault: { SSEAlgorithm: 'AES256' } }],
        },
      },
    ],
    ['AWS::SQS::Queue', { SqsManagedSseEnabled: true }],
  ])('encrypts every %s', (type, properties) => {
    for (const each of [usual, changed, abroad]) {
      expect(resources(each, type).length).toBeGreaterThan(0);
      for (const [id, found] of Object.entries(byId(each, type))) expect(found, id).toMatchObject(properties);
    }
  });

  test('has no further kinds of stores', () => {
    // Secrets Manager and CloudWatch Logs always encrypt; alarms and metric filters contain only names and numbers.
    const keeping = /^AWS::(DynamoDB|S3|SQS|SNS|SecretsManager|RDS|EFS|Kinesis|Logs|Backup|ElastiCache)/;
    const types = Object.values(usual.Resources).map(({ Type }) => Type);
    expect([...new Set(types)].filter((type) => keeping.test(type) && !/Policy$/.test(type)).sort()).toEqual([
      'AWS::DynamoDB::GlobalTable',
      'AWS::Logs::LogGroup',
      'AWS::Logs::MetricFilter',
      'AWS::S3::Bucket',
      'AWS::SNS::Topic',
      'AWS::SQS::Queue',
      'AWS::SecretsManager::Secret',
    ]);
  });

  test('retains only tables, accounts, the site’s files, and the keys of Stripe and of trials', () => {
    const kept = Object.values(usual.Resources).filter(
      ({ DeletionPolicy, UpdateReplacePolicy }) =>
        DeletionPolicy === 'Retain' && UpdateReplacePolicy === 'Retain',
    );
    // Versions of functions stay as well, so that an alias can go back to one.
    const types = kept.map(({ Type }) => Type).filter((type) => type !== 'AWS::Lambda::Version');
    expect(types.sort()).toEqual([
      'AWS::Cognito::UserPool',
      'AWS::DynamoDB::GlobalTable',
      'AWS::DynamoDB::GlobalTable',
      'AWS::DynamoDB::GlobalTable',
      'AWS::S3::Bucket',
      'AWS::SecretsManager::Secret',
      'AWS::SecretsManager::Secret',
    ]);
  });
});

describe('storage', () => {
  test.each(Object.keys(tables) as TableName[])(
    'protects and backs up the table %s, but not speech',
    (name) => {
      const { indexes, timeToLive } = tables[name];
      const isKept = name !== 'speech';
      const found = Object.entries(byId(usual, 'AWS::DynamoDB::GlobalTable')).find(([id]) =>
        new RegExp(`^Storage${name}[0-9A-F]{8}$`, 'i').test(id),
      );
      expect(found?.[1]).toMatchObject({
        BillingMode: 'PAY_PER_REQUEST',
        TimeToLiveSpecification: { AttributeName: timeToLive, Enabled: true },
        Replicas: [
          {
            DeletionProtectionEnabled: isKept,
            PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: isKept },
          },
        ],
      });
      const names = found?.[1].GlobalSecondaryIndexes?.map(({ IndexName }: Json) => IndexName) ?? [];
      expect(names).toEqual(indexes.map((index) => index.name));
      if (name === 'builds') expect(usual.Outputs.BuildsTable?.Value).toEqual({ Ref: found?.[0] });
    },
  );
});

describe('the edge', () => {
  test('forwards /api/ uncached with everything except the host', () => {
    expect(behaviour('/api/*')).toMatchObject({
      CachePolicyId: managed.cachingDisabled,
      OriginRequestPolicyId: managed.allViewerExceptHostHeader,
      AllowedMethods: expect.arrayContaining(['GET', 'POST', 'DELETE']),
    });
    expect(eventTypes(behaviour('/api/*'))).toEqual(['viewer-request']);
  });

  test('serves the API’s document and reference from the bucket, before the API', () => {
    for (const path of apiFiles) {
      expect(behaviour(path).TargetOriginId).toBe(distribution().DefaultCacheBehavior.TargetOriginId);
      expect(eventTypes(behaviour(path))).toEqual(['viewer-request', 'viewer-response']);
    }
  });

  test('caches only rows with a cache time, for all viewers', () => {
    const kept = cachedIds.map((id): EndpointRow => endpoints[id]);
    const paths: string[] = distribution().CacheBehaviors.map((each: Json) => each.PathPattern);
    expect(paths.filter((each) => each.startsWith('/api/'))).toEqual([
      ...apiFiles,
      ...kept.map(({ path }) => path),
      '/api/*',
    ]);
    for (const { path } of kept) {
      expect(behaviour(path)).not.toHaveProperty('OriginRequestPolicyId');
      const { CachePolicyConfig } = propertiesOf(behaviour(path).CachePolicyId);
      expect(CachePolicyConfig).toMatchObject({
        DefaultTTL: 0,
        ParametersInCacheKeyAndForwardedToOrigin: {
          CookiesConfig: { CookieBehavior: 'none' },
          HeadersConfig: { HeaderBehavior: 'none' },
          QueryStringsConfig: { QueryStringBehavior: 'none' },
        },
      });
    }
  });

  test.each(cachedIds)('%s reads no query, which the cache ignores', async (id) => {
    const { input } = await contractOf(id);
    expect(Object.keys((input as z.ZodMiniObject).shape)).toEqual([]);
  });

  test('leaves addresses to its functions and caches no errors', () => {
    expect(distribution()).not.toHaveProperty('DefaultRootObject');
    for (const each of distribution().CustomErrorResponses) {
      expect(each).toEqual({ ErrorCode: expect.any(Number), ErrorCachingMinTTL: 0 });
    }
    for (const page of [distribution().DefaultCacheBehavior, ...stripePaths.map((path) => behaviour(path))]) {
      expect(eventTypes(page)).toEqual(['viewer-request', 'viewer-response']);
    }
    expect(behaviour('/assets/*')).not.toHaveProperty('FunctionAssociations');
  });

  test('adds the same headers as the local server', () => {
    expect(headersOf(distribution().DefaultCacheBehavior)).toEqual(buildSecurityHeaders('/'));
    for (const each of distribution().CacheBehaviors) {
      expect(headersOf(each), each.PathPattern).toEqual(buildSecurityHeaders(each.PathPattern));
    }
    const patterns = distribution().CacheBehaviors.map((each: Json) => each.PathPattern);
    expect(patterns).toEqual(expect.arrayContaining([...stripePaths, '/assets/*', '/api/*']));
  });

  test('lets only the neural engine’s worker compile WebAssembly', () => {
    const behaviours: Json[] = [distribution().DefaultCacheBehavior, ...distribution().CacheBehaviors];
    const allowing = behaviours.filter((each) =>
      headersOf(each)['content-security-policy']?.includes('wasm-unsafe-eval'),
    );
    expect(allowing.map((each) => each.PathPattern)).toEqual(['/assets/neural-*']);
    const patterns = distribution().CacheBehaviors.map((each: Json) => each.PathPattern);
    expect(patterns.indexOf('/assets/neural-*')).toBeLessThan(patterns.indexOf('/assets/*'));
  });

  test('publishes hashed files for a year, others for revalidation, and removes none', () => {
    const published = resources(usual, 'Custom::CDKBucketDeployment');
    expect(published.map(({ SystemMetadata, Prune }) => [SystemMetadata['cache-control'], Prune])).toEqual([
      ['public, max-age=31536000, immutable', false],
      ['no-cache', false],
    ]);
    expect([published[0]?.Include, published[1]?.Exclude]).toEqual([['assets/*'], ['assets/*']]);
  });

  test('publishes the models that the operator has chosen, packed, and their list after them', () => {
    const isModel = ({ DestinationBucketKeyPrefix }: Json) => DestinationBucketKeyPrefix === 'models/';
    expect(resources(usual, 'Custom::CDKBucketDeployment').filter(isModel)).toEqual([]);
    const published = Object.entries(changed.Resources).filter(
      ([, { Type, Properties }]) => Type === 'Custom::CDKBucketDeployment' && isModel(Properties ?? {}),
    );
    const [models, list] = published.map(([, each]) => each);
    expect(models?.Properties).toMatchObject({
      Include: ['*.gz'],
      Prune: false,
      SystemMetadata: {
        'cache-control': 'public, max-age=31536000, immutable',
        'content-type': 'application/octet-stream',
      },
    });
    expect(models?.Properties.SystemMetadata).not.toHaveProperty('content-encoding');
    expect(list?.Properties.SystemMetadata['cache-control']).toBe('no-cache');
    expect(list?.DependsOn).toEqual(expect.arrayContaining([published[0]?.[0]]));
  });

  test('publishes documents last', () => {
    const [, documents] = filterByOwner('Custom::CDKBucketDeployment');
    const needed = [
      'AWS::Lambda::Function',
      'AWS::Lambda::Alias',
      'AWS::ApiGatewayV2::Route',
      'AWS::ApiGatewayV2::Stage',
    ];
    const own = /^(CustomCDKBucketDeployment|Schedules)/;
    for (const type of [...needed, 'AWS::CloudWatch::Alarm', 'AWS::CodeDeploy::DeploymentGroup']) {
      const ids = filterByOwner(type)
        .map(([id]) => id)
        .filter((id) => !own.test(id));
      expect(documents?.[1].DependsOn, type).toEqual(expect.arrayContaining(ids));
    }
  });

  test('redirects its other names to a custom domain, in the functions of pages and of the API', () => {
    expect(distribution(changed).Aliases).toEqual(['parley.example', 'www.parley.example']);
    const redirecting = (template: Template) =>
      Object.entries(byId(template, 'AWS::CloudFront::Function'))
        .filter(([, { FunctionCode }]) => FunctionCode.includes('"parley.example"'))
        .map(([id]) => id.replace(/^Site|[0-9A-F]{8}$/g, ''));
    expect(redirecting(changed).sort()).toEqual(['onApiRequest', 'onSiteRequest', 'onSiteResponse']);
    expect(redirecting(usual)).toEqual([]);
  });

  test('requires TLS 1.2 from viewers of a custom domain and for the API', () => {
    const { ViewerCertificate } = distribution(changed);
    expect(ViewerCertificate.MinimumProtocolVersion).toBe('TLSv1.2_2021');
    const api = distribution().Origins.find((each: Json) => each.CustomOriginConfig);
    expect(api.CustomOriginConfig).toMatchObject({
      OriginProtocolPolicy: 'https-only',
      OriginSSLProtocols: ['TLSv1.2'],
    });
    for (const each of [distribution().DefaultCacheBehavior, ...distribution().CacheBehaviors]) {
      expect(['https-only', 'redirect-to-https']).toContain(each.ViewerProtocolPolicy);
    }
  });

  test('limits rates by address without reading bodies, in us-east-1', () => {
    const acl = only(usual, 'AWS::WAFv2::WebACL');
    const [aclId] = Object.keys(byId(usual, 'AWS::WAFv2::WebACL'));
    expect(distribution().WebACLId).toEqual({ 'Fn::GetAtt': [aclId, 'Arn'] });
    expect(acl.Scope).toBe('CLOUDFRONT');
    const statements = acl.Rules.map((rule: Json) => Object.keys(rule.Statement));
    expect(statements).toEqual(Array(7).fill(['RateBasedStatement']));
    expect(JSON.stringify(acl)).not.toMatch(/Body|"SampledRequestsEnabled":true/);
    expect(resources(abroad, 'AWS::WAFv2::WebACL')).toEqual([]);
    expect(distribution(abroad).WebACLId).toBeDefined();
  });

  test('has no IPv6, which rate rules cannot limit', () => {
    for (const each of [usual, changed, abroad]) expect(distribution(each).IPV6Enabled).toBe(false);
  });

  /** Addresses that must send all that they may before a route refuses others. */
  test.each([
    ['POST /api/translate', 'translate', 20],
    ['POST /api/speech/listen', 'voice', 8],
    ['POST /api/speech/send-chunk', 'speech', 8],
    ['POST /api/speak', 'voice', 8],
    ['POST /api/stripe-webhook', 'webhook-others', 100],
    ['GET /api/settings', 'api', 30],
  ])('%s needs many addresses to be used up', (route, rule, addresses) => {
    const { RouteSettings } = only(usual, 'AWS::ApiGatewayV2::Stage');
    const { Limit, EvaluationWindowSec } = rateRules(usual)[rule];
    const atOneAddress = Limit / EvaluationWindowSec;
    expect(RouteSettings[route].ThrottlingRateLimit / atOneAddress).toBeGreaterThanOrEqual(addresses);
  });

  test('limits no address below what WAF accepts', () => {
    for (const template of [usual, changed]) {
      for (const { Limit } of Object.values<Json>(rateRules(template)))
        expect(Limit).toBeGreaterThanOrEqual(10);
    }
  });

  test('counts Stripe’s own addresses separately from others', () => {
    const { webhook, 'webhook-others': others, api } = rateRules(usual);
    const [path, stripe] = webhook.ScopeDownStatement.AndStatement.Statements;
    expect(path.ByteMatchStatement).toMatchObject({
      SearchString: '/api/stripe-webhook',
      PositionalConstraint: 'EXACTLY',
    });
    expect(others.ScopeDownStatement.AndStatement.Statements).toEqual([
      path,
      { NotStatement: { Statement: stripe } },
    ]);
    expect(api.ScopeDownStatement.AndStatement.Statements).toContainEqual({
      NotStatement: { Statement: path },
    });
    const { Addresses, IPAddressVersion } = only(usual, 'AWS::WAFv2::IPSet');
    expect(IPAddressVersion).toBe('IPV4');
    expect(Addresses).toContain('3.18.12.63/32');
  });
});

test('browsers’ makers are asked to preload the domain only where the deployment says so', () => {
  const preloads = (template: Template) =>
    resources(template, 'AWS::CloudFront::ResponseHeadersPolicy').map(
      ({ ResponseHeadersPolicyConfig: policy }) =>
        policy.SecurityHeadersConfig.StrictTransportSecurity.Preload ?? false,
    );
  expect(new Set(preloads(usual))).toEqual(new Set([false]));
  expect(new Set(preloads(changed))).toEqual(new Set([true]));
});

test('the content security policies allow our files, and Stripe’s hosts only on payment pages', () => {
  const sources = (policy: string) =>
    policy.split('; ').flatMap((directive) => directive.split(' ').slice(1));
  const site = buildContentSecurityPolicy('site');
  expect(site.startsWith("default-src 'none'; script-src 'self'; style-src 'self';")).toBe(true);
  expect(new Set(sources(site))).toEqual(new Set(["'none'", "'self'", 'blob:']));
  const added = sources(buildContentSecurityPolicy('stripe')).filter((each) => each.startsWith('https:'));
  expect(new Set(added)).toEqual(
    new Set([
      'https://js.stripe.com',
      'https://*.js.stripe.com',
      'https://api.stripe.com',
      'https://hooks.stripe.com',
    ]),
  );
  expect(new Set(sources(buildContentSecurityPolicy('api')))).toEqual(new Set(["'none'"]));
});

test.each(['site', 'stripe', 'api'] as const)('no site may frame an answer: %s', (kind) => {
  expect(buildContentSecurityPolicy(kind).split('; ')).toContain("frame-ancestors 'none'");
});

/** By AWS's documentation of its managed policies. */
const managed = {
  cachingDisabled: '4135ea2d-6df8-44a3-9df3-4b5a84be39ad',
  allViewerExceptHostHeader: 'b689b0a8-53d0-40ab-baf2-68738e2966ac',
};

function distribution(template: Template = usual): Json {
  return only(template, 'AWS::CloudFront::Distribution').DistributionConfig;
}

function behaviour(pathPattern: string): Json {
  return distribution().CacheBehaviors.find((each: Json) => each.PathPattern === pathPattern);
}

/** With their logical ids, in the template's order. */
function filterByOwner(type: string): [string, Json][] {
  return Object.entries(usual.Resources).filter(([, { Type }]) => Type === type);
}

/** The web ACL's statements, by their rules' names. */
function rateRules(template: Template): Json {
  const { Rules } =
    resources(template, 'AWS::WAFv2::WebACL').find(({ Scope }) => Scope === 'CLOUDFRONT') ?? {};
  return Object.fromEntries(Rules.map(({ Name, Statement }: Json) => [Name, Statement.RateBasedStatement]));
}

function eventTypes({ FunctionAssociations }: Json): string[] {
  return FunctionAssociations.map(({ EventType }: Json) => EventType);
}

function propertiesOf({ Ref }: Json): Json {
  return usual.Resources[Ref]?.Properties;
}

function headersOf({ ResponseHeadersPolicyId }: Json): Record<string, string> {
  const { ResponseHeadersPolicyConfig: policy } = propertiesOf(ResponseHeadersPolicyId);
  const security = policy.SecurityHeadersConfig;
  const { AccessControlMaxAgeSec, IncludeSubdomains } = security.StrictTransportSecurity;
  const more = IncludeSubdomains ? '; includeSubDomains' : '';
  return {
    'content-security-policy': security.ContentSecurityPolicy.ContentSecurityPolicy,
    'strict-transport-security': `max-age=${AccessControlMaxAgeSec}${more}`,
    ...(security.ContentTypeOptions.Override && { 'x-content-type-options': 'nosniff' }),
    'referrer-policy': security.ReferrerPolicy.ReferrerPolicy,
    ...Object.fromEntries(policy.CustomHeadersConfig.Items.map((item: Json) => [item.Header, item.Value])),
  };
}
