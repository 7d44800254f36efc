import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { metrics } from '../../functions/telemetry/metrics.ts';
import { functionIds, toFunctionName } from '../../infra/aws/build/bundle.ts';
import { needs } from '../../infra/aws/stack/needs.ts';
import { endpointIds } from '../../shared/api/index.ts';
import { jobs } from '../../shared/jobs.ts';
import {
  aliasOf,
  byId,
  functionOf,
  type Json,
  only,
  plain,
  readTemplates,
  resources,
  type Template,
} from './templates.ts';

const { usual, changed, otherBudget, edge } = await readTemplates();
const [topic] = Object.keys(byId(usual, 'AWS::SNS::Topic'));
const root = path.resolve(import.meta.dirname, '../..');
const runbook = readFileSync(path.join(root, 'infra/aws/RUNBOOK.md'), 'utf8');

describe('an alarm', () => {
  test('notifies the topic, also when it is over', () => {
    for (const { AlarmName, AlarmActions, OKActions } of alarms(usual)) {
      expect([AlarmActions, OKActions], AlarmName).toEqual([[{ Ref: topic }], [{ Ref: topic }]]);
    }
  });

  test('has a section of the runbook, and every section has an alarm', () => {
    const kinds = [...alarms(usual), ...alarms(edge)].map(
      ({ AlarmDescription }) => /RUNBOOK\.md#([\w-]+)$/.exec(AlarmDescription)?.[1],
    );
    const sections = [...runbook.matchAll(/^## ([a-z-]+)$/gm)].map(([, kind]) => kind);
    expect([...new Set(kinds)].sort()).toEqual(sections.sort());
  });

  test('has steps that name events, log groups and the queue as they are', () => {
    const named = (pattern: RegExp) => [...runbook.matchAll(pattern)].map(([, name = '']) => name);
    const events = readFileSync(path.join(root, 'functions/telemetry/events.ts'), 'utf8');
    for (const event of named(/\bevent = "([^"]+)"/g)) expect(events).toContain(`'${event}'`);
    const groups = resources(usual, 'AWS::Logs::LogGroup').map(({ LogGroupName }) => LogGroupName);
    expect(groups).toEqual(expect.arrayContaining(named(/(?:log group|log of) `(parley-[a-z-]+)`/g)));
    const [queue] = Object.keys(byId(usual, 'AWS::SQS::Queue'));
    expect(queue).toContain(named(/--queue-name-prefix parley-prod-(\w+)/g)[0]);
  });

  test('may publish to the topic, as budgets may, only with TLS', () => {
    const { PolicyDocument } = only(usual, 'AWS::SNS::TopicPolicy');
    expect(PolicyDocument.Statement).toEqual([
      expect.objectContaining({ Effect: 'Deny', Condition: { Bool: { 'aws:SecureTransport': 'false' } } }),
      expect.objectContaining({
        Effect: 'Allow',
        Action: 'sns:Publish',
        Principal: { Service: 'cloudwatch.amazonaws.com' },
      }),
      expect.objectContaining({
        Effect: 'Allow',
        Action: 'sns:Publish',
        Principal: { Service: 'budgets.amazonaws.com' },
      }),
    ]);
    const [, ofAlarms, ofBudgets] = PolicyDocument.Statement;
    const source = plain(ofAlarms.Condition.ArnLike['aws:SourceArn']);
    expect(source).toMatch(/:cloudwatch:us-east-1:AWS::AccountId:alarm:parley-prod-\*$/);
    expect(ofBudgets.Condition.StringEquals).toEqual({ 'aws:SourceAccount': { Ref: 'AWS::AccountId' } });
  });

  test('treats missing data as good, except that of the probe', () => {
    const bad = alarms(usual).filter(({ TreatMissingData }) => TreatMissingData !== 'notBreaching');
    expect(bad).toMatchObject([{ AlarmName: 'parley-prod-probe', TreatMissingData: 'breaching' }]);
  });

  test('watches what the probe finds, and that it runs', () => {
    expect(alarm('probe')).toMatchObject({
      Namespace: 'parley-prod',
      MetricName: 'BrokenParts',
      Statistic: 'Maximum',
      Threshold: 0,
      Period: minutesBetweenProbes() * 60,
      EvaluationPeriods: 2,
    });
  });

  test('uses a window of whole minutes and at most a day', () => {
    for (const { AlarmName, EvaluationPeriods, Period, Metrics } of resources(
      usual,
      'AWS::CloudWatch::Alarm',
    )) {
      const periods: number[] = Metrics
        ? Metrics.flatMap(({ MetricStat, Expression = '', Period = [] }: Json) =>
            /^SELECT/.test(Expression) ? Period : (MetricStat?.Period ?? []),
          )
        : [Period];
      expect(new Set(periods).size, AlarmName).toBe(1);
      expect((periods[0] ?? 0) % 60, AlarmName).toBe(0);
      expect((periods[0] ?? 0) * EvaluationPeriods, AlarmName).toBeLessThanOrEqual(86_400);
    }
  });

  test('is sent to the given address, and to a second channel', () => {
    expect(resources(usual, 'AWS::SNS::Subscription')).toEqual([]);
    expect(resources(changed, 'AWS::SNS::Subscription')).toMatchObject([
      { Protocol: 'email', Endpoint: 'alarms@parley.example' },
      { Protocol: 'https', Endpoint: 'https://pager.example/parley' },
    ]);
  });

  test('watches the crashes of all functions, and the failures of every job but the probe and the check of copies', () => {
    expect(alarm('function-errors')).toMatchObject({ MetricName: 'Errors', Threshold: 0 });
    expect(alarm('function-errors')).not.toHaveProperty('Dimensions');
    for (const id of functionIds.filter((each) => /^jobs\.(?!probe|check-copies)/.test(each))) {
      const name = id.replace('jobs.', 'job-');
      expect(alarm(name), name).toMatchObject({
        MetricName: 'Errors',
        Dimensions: [{ Name: 'FunctionName', Value: { Ref: functionOf(usual, id).logicalId } }],
        Threshold: 0,
      });
    }
  });

  test('watches the 95th percentile of translations for 15 minutes', () => {
    expect(alarm('translation-speed')).toMatchObject({
      MetricName: 'Latency',
      ExtendedStatistic: 'p95',
      Threshold: 2_000,
      Period: 300,
      EvaluationPeriods: 3,
      Dimensions: expect.arrayContaining([{ Name: 'endpoint', Value: 'translation.translate' }]),
    });
  });

  test('watches the account’s concurrency', () => {
    expect(alarm('concurrency-throttles')).toMatchObject({
      Namespace: 'AWS/Lambda',
      MetricName: 'Throttles',
    });
    expect(alarm('concurrency-throttles')).not.toHaveProperty('Dimensions');
    expect(alarm('concurrency-used')).toMatchObject({ MetricName: 'ConcurrentExecutions', Threshold: 800 });
    expect(alarm('concurrency-used', changed).Threshold).toBe(40);
  });

  test.each([
    ['reads', 'ReadThrottleEvents', 'TableName'],
    ['writes', 'WriteThrottleEvents', 'TableName'],
    ['index-reads', 'ReadThrottleEvents', 'GlobalSecondaryIndexName, TableName'],
    ['index-writes', 'WriteThrottleEvents', 'GlobalSecondaryIndexName, TableName'],
  ])('watches throttled %s of all tables', (name, metric, dimensions) => {
    const { Metrics, Threshold } = alarm(`table-${name}`);
    expect(Threshold).toBe(0);
    expect(Metrics).toMatchObject([
      { Expression: `SELECT SUM(${metric}) FROM SCHEMA("AWS/DynamoDB", ${dimensions})`, Period: 300 },
    ]);
  });

  test('watches an hour’s use of every paid resource, with limits of the deployment', () => {
    const limits = Object.fromEntries(
      alarms(changed)
        .filter(({ AlarmName }) => AlarmName.startsWith('parley-prod-spending-'))
        .map(({ AlarmName, Threshold, Period, Metrics = [] }) => {
          expect(Period ?? Metrics[0].Period, AlarmName).toBe(3_600);
          return [AlarmName.slice('parley-prod-spending-'.length), Threshold];
        }),
    );
    expect(limits).toEqual({
      'translated-characters': 1,
      'transcribed-seconds': 2,
      'spoken-characters': 3,
      'sign-ups': 7,
      'edge-requests': 9,
      egress: 10e9,
      'function-time': 4_000,
      'database-reads': 5,
      'database-writes': 6,
    });
  });

  test('watches how many trials begin in a day', () => {
    const trials = alarms(changed).find(({ AlarmName }) => AlarmName === 'parley-prod-trials');
    expect(trials).toMatchObject({
      MetricName: 'ActivationsFinished',
      Dimensions: [{ Name: 'outcome', Value: 'subscribed' }],
      Period: 86_400,
      Statistic: 'Sum',
      Threshold: 8,
    });
  });

  test('watches all rate rules in us-east-1', () => {
    for (const stack of [usual, edge]) {
      const acl = resources(stack, 'AWS::WAFv2::WebACL').find(({ Scope }) => Scope === 'CLOUDFRONT') ?? {};
      const [{ MetricStat }] = alarm('blocked', stack).Metrics;
      expect(MetricStat.Metric.Dimensions).toEqual([
        { Name: 'Rule', Value: 'ALL' },
        { Name: 'WebACL', Value: acl.VisibilityConfig.MetricName },
      ]);
    }
  });

  test('watches refusals by API Gateway itself, not those of one caller by a function', () => {
    expect(alarm('throttled')).toMatchObject({ MetricName: 'Throttled', Namespace: 'parley-prod/gateway' });
    expect(only(usual, 'AWS::Logs::MetricFilter').FilterPattern).toBe(
      '{ $.status = "429" && $.functionStatus != "200" }',
    );
  });
});

describe('the dashboard', () => {
  test('shows every alarm, at most 100', () => {
    const shown: string[] = widgets()[1]?.properties.alarms;
    expect(shown.sort()).toEqual(
      alarms(usual)
        .map((each) => `${idOf(each)}.Arn`)
        .sort(),
    );
    expect(shown.length).toBeLessThanOrEqual(100);
  });

  test('shows every metric of the table', () => {
    const body = JSON.stringify(widgets());
    const missing = Object.keys(metrics).filter(
      (name) => !body.includes(`"parley-prod","${name}"`) && !body.includes(`MetricName=\\"${name}\\"`),
    );
    expect(missing).toEqual([]);
  });

  test('draws the crashes of every function, which have one alarm', () => {
    const graph = widgets().find(({ properties }) => properties.title === 'Crashes');
    const drawn = graph?.properties.metrics.map(([, , , name]: string[]) => name);
    expect(drawn).toEqual(functionIds.map((id) => functionOf(usual, id).logicalId));
    expect(graph?.properties.metrics.map(([, , , , options]: Json[]) => options?.label)).toEqual(functionIds);
  });

  test('draws the alarm limits of spending', () => {
    const lines = widgets().flatMap(({ properties }) => properties.annotations?.horizontal ?? []);
    const limits = alarms(usual).filter(({ AlarmName }) => AlarmName.includes('-spending-'));
    expect(lines.map(({ value }) => value)).toEqual(limits.map(({ Threshold }) => Threshold));
  });

  test('lists the most expensive accounts from the logs of paid calls', () => {
    const list = widgets().find(({ type }) => type === 'log');
    expect(list?.properties.query).toContain('ispresent(userId)');
    expect(list?.properties.query).toContain('sum(coalesce(speechSeconds, 0)) * 0.0004');
    for (const name of ['translation-translate', 'speech-transcribe', 'speech-listen', 'speech-synthesize']) {
      expect(list?.properties.query.toLowerCase().replaceAll('-', '')).toContain(name.replaceAll('-', ''));
    }
  });

  test('shows rate rules of us-east-1 in every region', () => {
    const rules = widgets().find(({ properties }) => JSON.stringify(properties).includes('AWS/WAFV2'));
    expect(rules?.properties.region).toBe('us-east-1');
  });
});

describe('a new version', () => {
  const careful = endpointIds.filter((id) => needs[id].canary);

  test('is released gradually for critical functions', () => {
    expect([...careful].sort()).toEqual(['auth.callback', 'billing.webhook', 'translation.translate']);
    expect(resources(usual, 'AWS::Lambda::Alias').map(({ FunctionName }) => FunctionName.Ref)).toEqual(
      careful.map((id) => functionOf(usual, id).logicalId),
    );
  });

  test.each(careful)(
    'of %s gets a tenth of the calls for five minutes, and rolls back on its alarms',
    (id) => {
      const [aliasId, alias] = aliasOf(usual, id);
      const group = usual.Resources[alias.UpdatePolicy.CodeDeployLambdaAliasUpdate.DeploymentGroupName.Ref];
      const watching = [`rollout-${toFunctionName(id)}-crashes`, `rollout-${toFunctionName(id)}-faults`].map(
        (name) => idOf(alarm(name)),
      );
      expect(group?.Properties).toMatchObject({
        DeploymentConfigName: 'CodeDeployDefault.LambdaCanary10Percent5Minutes',
        AlarmConfiguration: { Enabled: true, Alarms: watching.map((Ref) => ({ Name: { Ref } })) },
        AutoRollbackConfiguration: {
          Enabled: true,
          Events: ['DEPLOYMENT_FAILURE', 'DEPLOYMENT_STOP_ON_ALARM'],
        },
      });
      expect(alias.DependsOn, aliasId).toEqual(expect.arrayContaining(watching));
    },
  );

  test.each(careful)('of %s is watched separately', (id) => {
    const [, alias] = aliasOf(usual, id);
    expect(alarm(`rollout-${toFunctionName(id)}-crashes`).Dimensions).toEqual([
      { Name: 'ExecutedVersion', Value: alias.Properties.FunctionVersion },
      { Name: 'FunctionName', Value: { Ref: functionOf(usual, id).logicalId } },
      { Name: 'Resource', Value: { 'Fn::Join': ['', [{ Ref: functionOf(usual, id).logicalId }, ':live']] } },
    ]);
    const [, faults] = alarm(`rollout-${toFunctionName(id)}-faults`).Metrics;
    expect(faults.MetricStat.Metric.Dimensions).toEqual([{ Name: 'endpoint', Value: id }]);
  });

  test('is created when only the environment changes, and not otherwise', () => {
    const versions = (template: Template) =>
      careful.map((id) => aliasOf(template, id)[1].Properties.FunctionVersion);
    for (const [index, version] of versions(changed).entries()) {
      expect(version).not.toEqual(versions(usual)[index]);
    }
    expect(versions(otherBudget)).toEqual(versions(usual));
  });

  test.each(careful)('of %s is released at once without canaries, under the same alias', (id) => {
    const [aliasId, alias] = aliasOf(changed, id);
    expect(aliasId).toBe(aliasOf(usual, id)[0]);
    expect(alias).not.toHaveProperty('UpdatePolicy');
    expect(resources(changed, 'AWS::CodeDeploy::DeploymentGroup')).toEqual([]);
  });
});

describe('the budget', () => {
  test.each([
    ['ACTUAL', 80],
    ['ACTUAL', 100],
    ['FORECASTED', 100],
  ])('notifies the topic and the alarm address when the %s cost exceeds %d %%', (type, threshold) => {
    const noticeOf = (template: Template) =>
      only(template, 'AWS::Budgets::Budget').NotificationsWithSubscribers.find(
        ({ Notification }: Json) =>
          Notification.NotificationType === type && Notification.Threshold === threshold,
      );
    const byTopic = { SubscriptionType: 'SNS', Address: { Ref: topic } };
    const byMail = { SubscriptionType: 'EMAIL', Address: 'alarms@parley.example' };
    expect(noticeOf(usual).Subscribers).toEqual([byTopic]);
    expect(noticeOf(changed).Subscribers).toEqual([byTopic, byMail]);
  });

  test('is created after the topic’s policy', () => {
    const budget = Object.values(usual.Resources).find(({ Type }) => Type === 'AWS::Budgets::Budget');
    expect(budget?.DependsOn).toEqual(Object.keys(byId(usual, 'AWS::SNS::TopicPolicy')));
  });
});

function alarms(template: Template): Json[] {
  return resources(template, 'AWS::CloudWatch::Alarm');
}

function alarm(name: string, template = usual): Json {
  const found = alarms(template).find(({ AlarmName }) => AlarmName === `parley-prod-${name}`);
  if (!found) throw new Error(`There is no alarm ${name}.`);
  return found;
}

function minutesBetweenProbes(): number {
  return Number(/^rate\((\d+) minutes\)$/.exec(jobs.probe.schedule)?.[1]);
}

function idOf({ AlarmName }: Json): string {
  const all = byId(usual, 'AWS::CloudWatch::Alarm');
  return Object.keys(all).find((id) => all[id]?.AlarmName === AlarmName) ?? '';
}

function widgets(): Json[] {
  return JSON.parse(plain(only(usual, 'AWS::CloudWatch::Dashboard').DashboardBody)).widgets;
}
