import { describe, expect, test } from 'vitest';
import { watchedEndpoints } from '../../functions/telemetry/metrics.ts';
import { type FunctionId, functionIds, toFunctionName } from '../../infra/aws/build/bundle.ts';
import { readCommandSettings } from '../../infra/aws/stack/context.ts';
import { type Needs, needs, type Permissions, wholeTable } from '../../infra/aws/stack/needs.ts';
import { getExpectedSeconds } from '../../infra/aws/stack/operations/throttles.ts';
import type { TableName } from '../../infra/aws/stack/tables.ts';
import { type EndpointId, endpointIds, endpoints } from '../../shared/api/index.ts';
import { listMethods } from '../../shared/api/path.ts';
import { jobNames, jobs } from '../../shared/jobs.ts';
import {
  aliasOf,
  byId,
  environmentOf,
  functionOf,
  type Json,
  only,
  plain,
  readTemplates,
  resources,
  statementsOf,
  type Template,
} from './templates.ts';

const { usual, changed } = await readTemplates();

describe('the API', () => {
  test('has exactly one route for each endpoint', () => {
    const keys = resources(usual, 'AWS::ApiGatewayV2::Route').map(({ RouteKey }) => RouteKey);
    expect(keys.sort()).toEqual(endpointIds.flatMap(routeKeys).sort());
    expect(keys).toContain('HEAD /api/health');
  });

  test('connects each route to its function, with payload 2.0 and no authoriser', () => {
    for (const id of endpointIds) {
      for (const key of routeKeys(id)) {
        const route = only(usual, 'AWS::ApiGatewayV2::Route', ({ RouteKey }) => RouteKey === key);
        expect(route.AuthorizationType, key).toBe('NONE');
        const integration = usual.Resources[route.Target['Fn::Join'][1][1].Ref]?.Properties;
        expect(integration.PayloadFormatVersion, key).toBe('2.0');
        const called = needs[id].canary ? aliasOf(usual, id)[0] : functionOf(usual, id).logicalId;
        expect(targetOf(integration.IntegrationUri), key).toBe(called);
        const [roleId] = integration.CredentialsArn['Fn::GetAtt'];
        expect(usual.Resources[roleId]?.Properties.AssumeRolePolicyDocument.Statement, key).toEqual([
          expect.objectContaining({ Principal: { Service: 'apigateway.amazonaws.com' } }),
        ]);
        expect(allowedTo(roleId), key).toContain(
          `lambda:InvokeFunction on ${nameOf(integration.IntegrationUri)}`,
        );
      }
    }
  });

  test('throttles every route to half of the account’s concurrency', () => {
    const settings = readCommandSettings();
    expect(Object.keys(throttles()).sort()).toEqual(endpointIds.flatMap(routeKeys).sort());
    expect(only(usual, 'AWS::ApiGatewayV2::Stage').DefaultRouteSettings).toEqual(throttles().$default);
    for (const id of endpointIds) {
      for (const key of routeKeys(id)) {
        const { ThrottlingRateLimit: rate, ThrottlingBurstLimit: burst } = throttles()[key];
        expect(rate * getExpectedSeconds(id, settings) + burst, key).toBeLessThanOrEqual(500);
      }
    }
  });

  test('limits throttles by the deployment’s settings', () => {
    expect(throttles(changed)).toMatchObject({
      $default: { ThrottlingRateLimit: 5, ThrottlingBurstLimit: 9 },
      'GET /api/settings': { ThrottlingRateLimit: 5, ThrottlingBurstLimit: 9 },
      'POST /api/translate': { ThrottlingRateLimit: 1, ThrottlingBurstLimit: 2 },
    });
  });

  test('creates routes before their throttles', () => {
    const [stage] = Object.values(usual.Resources).filter(({ Type }) => Type === 'AWS::ApiGatewayV2::Stage');
    const routes = Object.keys(byId(usual, 'AWS::ApiGatewayV2::Route'));
    expect(stage?.DependsOn).toEqual(expect.arrayContaining(routes));
  });

  test('logs no personal data', () => {
    const { Format } = only(usual, 'AWS::ApiGatewayV2::Stage').AccessLogSettings;
    const logged = Object.values(JSON.parse(Format));
    expect(logged).toContain('$context.routeKey');
    expect(
      logged.filter((each) => /path|query|identity|sourceIp|userAgent|header|error/i.test(`${each}`)),
    ).toEqual([]);
  });
});

describe('a function', () => {
  test('has its size and time limit, arm64 and Node 24', () => {
    for (const id of functionIds) {
      expect(functionOf(usual, id).properties, id).toMatchObject({
        Runtime: 'nodejs24.x',
        Architectures: ['arm64'],
        Handler: 'index.handler',
        MemorySize: needs[id].memoryMb,
        Timeout: needs[id].timeoutSeconds,
      });
      expect(functionOf(usual, id).properties, id).not.toHaveProperty('TracingConfig');
    }
  });

  test.each(functionIds)('%s has a separate role with exactly its rights', (id) => {
    const roleId = roleOf(id);
    const users = resources(usual, 'AWS::Lambda::Function').filter(
      ({ Role }) => Role['Fn::GetAtt'][0] === roleId,
    );
    expect(users).toHaveLength(1);
    expect(usual.Resources[roleId]?.Properties).not.toHaveProperty('ManagedPolicyArns');
    expect(allowedTo(roleId)).toEqual(expectedOf(id, needs[id]).sort());
  });

  test('keeps its log for 30 days, as every log group', () => {
    for (const [name, { LoggingConfig }] of Object.entries(byId(usual, 'AWS::Lambda::Function'))) {
      expect(usual.Resources[LoggingConfig?.LogGroup?.Ref]?.Type, name).toBe('AWS::Logs::LogGroup');
    }
    for (const [name, { RetentionInDays }] of Object.entries(byId(usual, 'AWS::Logs::LogGroup'))) {
      expect(RetentionInDays, name).toBe(30);
    }
  });

  test.each(functionIds)('%s writes a log of its own name, as the runbook calls it', (id) => {
    const { FunctionName, LoggingConfig } = functionOf(usual, id).properties;
    expect(usual.Resources[LoggingConfig.LogGroup.Ref]?.Properties.LogGroupName).toBe(FunctionName);
  });

  test.each(functionIds)('%s has exactly its environment variables', (id) => {
    const { tables: wanted = {}, login, confirmation, signingSecret, payments } = needs[id];
    const { publishesStatus, analyticsAudience } = needs[id];
    expect(Object.keys(environmentOf(usual, id)).sort()).toEqual(
      [
        ...Object.keys(wanted).map((name) => `${name.toUpperCase()}_TABLE`),
        ...(login ? ['LOGIN_ORIGIN', 'LOGIN_CLIENT_ID', 'LOGIN_ISSUER'] : []),
        ...(confirmation ? ['LOGIN_CONFIRMATION_CLIENT_ID'] : []),
        ...(signingSecret ? ['SIGNING_SECRET'] : []),
        ...(wanted.users?.['TRIAL#*'] ? ['TRIAL_SECRET'] : []),
        ...(payments ? ['STRIPE_SECRET'] : []),
        ...(analyticsAudience ? ['ANALYTICS_AUDIENCE'] : []),
        ...(publishesStatus ? ['SITE_BUCKET'] : []),
        ...(isJob(id) && !publishesStatus ? [] : ['SITE_ORIGIN']),
        'POWERTOOLS_METRICS_NAMESPACE',
      ].sort(),
    );
  });

  test('with sessions has the login and the users, and signs for guests', () => {
    for (const id of endpointIds) {
      const { access } = endpoints[id];
      if (access === 'public' || access === 'stripe') continue;
      expect(Object.keys(environmentOf(usual, id)), id).toEqual(
        expect.arrayContaining(['LOGIN_CLIENT_ID', 'LOGIN_ISSUER', 'USERS_TABLE']),
      );
      if (access === 'guest') expect(environmentOf(usual, id), id).toHaveProperty('SIGNING_SECRET');
    }
  });

  test('has metrics in its name if it has a canary', () => {
    expect(functionIds.filter((id) => needs[id].canary).toSorted()).toEqual(watchedEndpoints.toSorted());
  });

  test('of health says that streams are off where Lambda has little room', () => {
    expect(environmentOf(usual, 'system.health')).not.toHaveProperty('SPEECH_STREAMS');
    expect(environmentOf(changed, 'system.health').SPEECH_STREAMS).toBe('off');
  });

  test('that sells says whether tax is automatic, only if it is', () => {
    for (const id of functionIds) {
      expect(environmentOf(usual, id), id).not.toHaveProperty('AUTOMATIC_TAX');
      expect(environmentOf(changed, id).AUTOMATIC_TAX, id).toBe(needs[id].payments ? 'on' : undefined);
    }
  });

  test('uses restored tables, with rights to them, except for speech that lasts minutes', () => {
    const [id] = Object.keys(byId(changed, 'AWS::DynamoDB::GlobalTable')).filter((each) =>
      /Users/.test(each),
    );
    const name = `${id}-restored-20261128T120000Z`;
    expect(plain(environmentOf(changed, 'translation.translate').USERS_TABLE)).toBe(name);
    const role = functionOf(changed, 'translation.translate').properties.Role['Fn::GetAtt'][0];
    const tables = statementsOf(changed, role).map(({ Resource }) => JSON.stringify(Resource));
    expect(tables.some((each) => each.includes('-restored-20261128T120000Z'))).toBe(true);
    expect(tables.some((each) => each.includes(`{"Fn::GetAtt":["${id}","Arn"]}`))).toBe(false);
    expect(plain(environmentOf(changed, 'speech.listen').SPEECH_TABLE)).not.toContain('restored');
  });

  test('gets changed ceilings, audience and reserved concurrency', () => {
    for (const id of functionIds) {
      expect(environmentOf(changed, id).CEILINGS, id).toBe(
        needs[id].tables?.usage ? '{"freeCharactersPerDay":30000}' : undefined,
      );
      if (!needs[id].analyticsAudience) continue;
      expect(environmentOf(usual, id).ANALYTICS_AUDIENCE, id).toBe('users');
      expect(environmentOf(changed, id).ANALYTICS_AUDIENCE, id).toBe('operators');
    }
    expect(functionIds.filter((id) => needs[id].analyticsAudience).length).toBeGreaterThan(0);
    expect(functionOf(usual, 'translation.translate').properties).not.toHaveProperty(
      'ReservedConcurrentExecutions',
    );
    expect(functionOf(changed, 'translation.translate').properties.ReservedConcurrentExecutions).toBe(7);
  });
});

describe('a job', () => {
  test.each(jobNames)('%s runs on schedule in UTC, with three attempts', (name) => {
    const { logicalId, properties } = functionOf(usual, `jobs.${name}`);
    const [queue = ''] = Object.keys(byId(usual, 'AWS::SQS::Queue'));
    const failures = { 'Fn::GetAtt': [queue, 'Arn'] };
    const isOf = ({ Name }: Json) => Name === `parley-prod-${name}`;
    expect(only(usual, 'AWS::Scheduler::Schedule', isOf)).toMatchObject({
      ScheduleExpression: jobs[name].schedule,
      ScheduleExpressionTimezone: 'Etc/UTC',
      State: 'ENABLED',
      FlexibleTimeWindow: { Mode: 'OFF' },
      Target: { Arn: { 'Fn::GetAtt': [logicalId, 'Arn'] }, DeadLetterConfig: { Arn: failures } },
    });
    const calls = ({ FunctionName }: Json) => FunctionName.Ref === logicalId;
    expect(only(usual, 'AWS::Lambda::EventInvokeConfig', calls).MaximumRetryAttempts).toBe(2);
    expect(properties.DeadLetterConfig).toEqual({ TargetArn: failures });
  });

  test('that failed stays in the queue for two weeks, with TLS only', () => {
    expect(only(usual, 'AWS::SQS::Queue').MessageRetentionPeriod).toBe(14 * 86_400);
    expect(only(usual, 'AWS::SQS::QueuePolicy').PolicyDocument.Statement).toEqual([
      expect.objectContaining({ Effect: 'Deny', Condition: { Bool: { 'aws:SecureTransport': 'false' } } }),
    ]);
  });

  test('is called by a role that may only call jobs and queue failures', () => {
    const [roleId = ''] = Object.entries(byId(usual, 'AWS::IAM::Role')).flatMap(([id, role]) =>
      JSON.stringify(role.AssumeRolePolicyDocument).includes('scheduler.amazonaws.com') ? [id] : [],
    );
    const functions = jobNames.map((name) => functionOf(usual, `jobs.${name}`).logicalId.slice(0, -8));
    const calls = functions.flatMap((each) => [each, `${each}:*`]);
    expect(allowedTo(roleId)).toEqual(
      [
        ...calls.map((each) => `lambda:InvokeFunction on ${each}`),
        'sqs:SendMessage on SchedulesFailures',
      ].sort(),
    );
  });
});

function isJob(id: FunctionId): boolean {
  return id.startsWith('jobs.');
}

function roleOf(id: FunctionId): string {
  return functionOf(usual, id).properties.Role['Fn::GetAtt'][0];
}

function routeKeys(id: EndpointId): string[] {
  const row = endpoints[id];
  return row.path === '$default' ? [row.path] : listMethods(row).map((method) => `${method} ${row.path}`);
}

/** By route keys. */
function throttles(template: Template = usual): Json {
  return only(template, 'AWS::ApiGatewayV2::Stage').RouteSettings;
}

/** The logical id of a function, whose address is an attribute, or of an alias, whose address is its reference. */
function targetOf(reference: Json): string {
  return reference['Fn::GetAtt']?.[0] ?? reference.Ref;
}

/** `action on resource` for each pair that the role's policies allow, with the items' keys where they are limited. */
function allowedTo(roleId: string): string[] {
  return statementsOf(usual, roleId)
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

/** The resource's construct, by the start of its logical id: `Users`, `Users/index/by-creation`. */
function nameOf(resource: string | Json): string {
  if (typeof resource === 'string') return resource;
  if (resource['Fn::Join']) return resource['Fn::Join'][1].map(nameOf).join('');
  if (resource.Ref) return resource.Ref;
  const logicalId: string = resource['Fn::GetAtt'][0];
  return logicalId.replace(/^Storage/, '').replace(/[0-9A-F]{8}$/, '');
}

function expectedOf(id: FunctionId, wanted: Needs): string[] {
  const { tables = {}, indexes = [], actions = [], userPoolActions = [] } = wanted;
  const onTables = (Object.entries(tables) as [TableName, Permissions][]).flatMap(([name, rights]) =>
    Object.entries(rights).flatMap(([key, allowed]) =>
      allowed.map((each) => {
        const right = `dynamodb:${each} on ${constructOf(name)}`;
        // No condition limits a scan to keys.
        return each === 'Scan' && key === wholeTable ? right : `${right} of ${key}`;
      }),
    ),
  );
  const onIndexes = indexes.map((each) => {
    const [name = '', index] = each.split('/');
    return `dynamodb:Query on ${constructOf(name)}/index/${index}`;
  });
  const [keys] = Object.keys(usual.Resources).filter((each) => each.startsWith('StripeSecret'));
  const log = `${isJob(id) ? 'Schedules' : ''}${toFunctionName(id).replaceAll('-', '')}log`;
  return [
    ...onTables,
    ...onIndexes,
    ...actions.map((action) => `${action} on *`),
    ...userPoolActions.map((action) => `${action} on IdentityPool`),
    ...(wanted.publishesStatus
      ? [
          's3:GetObject on SiteFiles/status.json',
          's3:ListBucket on SiteFiles',
          's3:PutObject on SiteFiles/status.json',
        ]
      : []),
    ...(wanted.payments ? [`secretsmanager:GetSecretValue on ${keys}`] : []),
    ...(isJob(id) ? ['sqs:SendMessage on SchedulesFailures'] : []),
    `logs:CreateLogStream on ${log}`,
    `logs:PutLogEvents on ${log}`,
  ];
}

function constructOf(table: string): string {
  return table.charAt(0).toUpperCase() + table.slice(1);
}
