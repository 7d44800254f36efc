import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { metrics } from '../../functions/telemetry/metrics.ts';
import { functionName } from '../../infra/build/bundle.ts';
import { needs } from '../../infra/stack/needs.ts';
import { type TableName, tables } from '../../infra/stack/tables.ts';
import { endpointIds } from '../../shared/api/index.ts';
import { jobNames } from '../../shared/jobs.ts';
import { byId, type Json, only, plain, readTemplates, resources, type Template } from './templates.ts';

const { usual, changed, otherBudget, edge } = await readTemplates();
const [topic] = Object.keys(byId(usual, 'AWS::SNS::Topic'));

describe('an alarm', () => {
  test('tells the topic by itself, or is part of one that does', () => {
    const together = resources(usual, 'AWS::CloudWatch::CompositeAlarm');
    const parts = together.flatMap(({ AlarmRule }) => referredTo(AlarmRule));
    for (const [id, { AlarmName, AlarmActions }] of Object.entries(byId(usual, 'AWS::CloudWatch::Alarm'))) {
      const told = parts.includes(id) ? undefined : [{ Ref: topic }];
      expect(AlarmActions, AlarmName).toEqual(told);
    }
    expect(together.length).toBeGreaterThan(0);
    for (const { AlarmName, AlarmActions } of together) {
      expect(AlarmActions, AlarmName).toEqual([{ Ref: topic }]);
    }
  });

  test('has a section of the runbook, and every section has an alarm', () => {
    const runbook = readFileSync(path.resolve(import.meta.dirname, '../../infra/RUNBOOK.md'), 'utf8');
    const kinds = [...alarms(usual), ...alarms(edge)].map(
      ({ AlarmDescription }) => /RUNBOOK\.md#([\w-]+)$/.exec(AlarmDescription)?.[1],
    );
    const sections = [...runbook.matchAll(/^## ([a-z-]+)$/gm)].map(([, kind]) => kind);
    expect([...new Set(kinds)].sort()).toEqual(sections.sort());
  });

  test('may publish to the topic, as budgets may, and nothing without TLS may', () => {
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

  test('is quiet where its metric says nothing', () => {
    for (const { AlarmName, TreatMissingData } of resources(usual, 'AWS::CloudWatch::Alarm')) {
      expect(TreatMissingData, AlarmName).toBe('notBreaching');
    }
  });

  test('looks at a window that CloudWatch allows: whole minutes, a day at most', () => {
    for (const { AlarmName, EvaluationPeriods, Period, Metrics } of resources(
      usual,
      'AWS::CloudWatch::Alarm',
    )) {
      const periods: number[] = Metrics
        ? Metrics.flatMap(({ MetricStat }: Json) => MetricStat?.Period ?? [])
        : [Period];
      expect(new Set(periods).size, AlarmName).toBe(1);
      expect((periods[0] ?? 0) % 60, AlarmName).toBe(0);
      expect((periods[0] ?? 0) * EvaluationPeriods, AlarmName).toBeLessThanOrEqual(86_400);
    }
  });

  test('is mailed where an address is given', () => {
    expect(resources(usual, 'AWS::SNS::Subscription')).toEqual([]);
    expect(only(changed, 'AWS::SNS::Subscription')).toMatchObject({
      Protocol: 'email',
      Endpoint: 'alarms@parley.example',
    });
  });

  test('watches the crashes of every endpoint and the failures of every job', () => {
    const watched = [
      ...endpointIds.map((id) => [`function-${functionName(id)}`, functionName(id)]),
      ...jobNames.map((name) => [`job-${name}`, `jobs-${name}`]),
    ] as [string, string][];
    for (const [name, id] of watched) {
      expect(alarm(name), name).toMatchObject({
        MetricName: 'Errors',
        Dimensions: [{ Name: 'FunctionName', Value: { Ref: functionId(id) } }],
        Threshold: 0,
      });
    }
  });

  test('watches the room for functions, which the account shares', () => {
    expect(alarm('concurrency-throttles')).toMatchObject({
      Namespace: 'AWS/Lambda',
      MetricName: 'Throttles',
    });
    expect(alarm('concurrency-throttles')).not.toHaveProperty('Dimensions');
    expect(alarm('concurrency-used')).toMatchObject({ MetricName: 'ConcurrentExecutions', Threshold: 800 });
    expect(alarm('concurrency-used', changed).Threshold).toBe(80);
  });

  test('watches the jobs that failed every time', () => {
    const [queue] = Object.keys(byId(usual, 'AWS::SQS::Queue'));
    expect(alarm('job-failures')).toMatchObject({
      MetricName: 'ApproximateNumberOfMessagesVisible',
      Dimensions: [{ Name: 'QueueName', Value: { 'Fn::GetAtt': [queue, 'QueueName'] } }],
    });
  });

  test.each(Object.keys(tables) as TableName[])('watches the table %s and each of its indexes', (name) => {
    const table = { Name: 'TableName', Value: { Ref: tableId(name) } };
    for (const kind of ['Read', 'Write']) {
      const metric = { MetricName: `${kind}ThrottleEvents`, Threshold: 0 };
      const watched = `${kind.toLowerCase()}s`;
      expect(alarm(`table-${name}-${watched}`)).toMatchObject({ ...metric, Dimensions: [table] });
      for (const index of tables[name].indexes) {
        const dimensions = [{ Name: 'GlobalSecondaryIndexName', Value: index.name }, table];
        expect(alarm(`table-${name}-${index.name}-${watched}`)).toMatchObject({
          ...metric,
          Dimensions: dimensions,
        });
      }
    }
  });

  test('watches an hour’s use of all that is paid by use, up to where the deployment says', () => {
    const limits = Object.fromEntries(
      alarms(changed)
        .filter(({ AlarmName }) => AlarmName.startsWith('parley-prod-spending-'))
        .map(({ AlarmName, Threshold, Period }) => {
          expect(Period, AlarmName).toBe(3_600);
          return [AlarmName.slice('parley-prod-spending-'.length), Threshold];
        }),
    );
    expect(limits).toEqual({
      'translated-characters': 1,
      'transcribed-seconds': 2,
      'spoken-characters': 3,
      'function-time': 4_000,
      'users-reads': 5,
      'users-writes': 6,
      'usage-reads': 5,
      'usage-writes': 6,
      'builds-reads': 5,
      'builds-writes': 6,
    });
  });

  test('watches each rate rule in us-east-1, where its metrics are', () => {
    for (const stack of [usual, edge]) {
      const acl = only(stack, 'AWS::WAFv2::WebACL');
      for (const { VisibilityConfig } of acl.Rules) {
        const [{ MetricStat }] = alarm(`blocked-${VisibilityConfig.MetricName}`, stack).Metrics;
        expect(MetricStat.Metric.Dimensions).toEqual([
          { Name: 'Rule', Value: VisibilityConfig.MetricName },
          { Name: 'WebACL', Value: acl.VisibilityConfig.MetricName },
        ]);
      }
    }
  });
});

describe('a promise', () => {
  const availability = { promised: 99.5, percent: '100 * faults / answers' };
  const speed = { promised: 95, percent: '100 - quick' };

  test.each([
    ['availability', 'fast', availability, 14.4, 3_600, 300],
    ['availability', 'slow', availability, 6, 21_600, 1_800],
    ['translation-speed', 'fast', speed, 14.4, 3_600, 300],
    ['translation-speed', 'slow', speed, 6, 21_600, 1_800],
  ] as const)(
    '%s: a %s burn is told when both windows see it, and a few requests are not told of',
    (name, burn, { promised, percent }, factor, long, short) => {
      const together = alarm(`${name}-${burn}`);
      const parts = [alarm(`${name}-${burn}-long`), alarm(`${name}-${burn}-short`)];
      expect(plain(together.AlarmRule)).toBe(
        `(${parts.map((part) => `ALARM("${idOf(part)}.Arn")`).join(' AND ')})`,
      );
      expect(parts.map(({ Threshold }) => Threshold)).toEqual(
        Array(2).fill(expect.closeTo(factor * (100 - promised), 9)),
      );
      expect(parts.map(({ Metrics }) => Metrics[0].Expression)).toEqual([
        `IF(answers >= 100, ${percent}, 0)`,
        `IF(answers >= 1, ${percent}, 0)`,
      ]);
      expect(parts.map(({ Metrics }) => Metrics[1].MetricStat.Period)).toEqual([long, short]);
    },
  );

  test('of speed counts translations of at most 2 seconds', () => {
    const [, quick] = alarm('translation-speed-fast-long').Metrics;
    expect(quick.MetricStat).toMatchObject({
      Stat: 'PR(:2000)',
      Metric: { MetricName: 'Latency', Dimensions: [{ Name: 'endpoint', Value: 'translation.translate' }] },
    });
  });

  test('of availability counts the API’s own answers, also for functions that crashed', () => {
    const [, faults, answers] = alarm('availability-fast-long').Metrics;
    const Dimensions = [{ Name: 'ApiId', Value: { Ref: expect.stringMatching(/^ApiHttp/) } }];
    expect(faults.MetricStat.Metric).toMatchObject({ MetricName: '5xx', Dimensions });
    expect(answers.MetricStat.Metric).toMatchObject({ MetricName: 'Count', Dimensions });
  });
});

describe('the dashboard', () => {
  test('knows every alarm that somebody hears of, and no more than CloudWatch shows', () => {
    const told = alarms(usual).filter(({ AlarmActions }) => AlarmActions);
    const shown: string[] = widgets()[1]?.properties.alarms;
    expect(shown.sort()).toEqual(told.map((each) => `${idOf(each)}.Arn`).sort());
    expect(shown.length).toBeLessThanOrEqual(100);
  });

  test('shows every metric of the events’ table', () => {
    const body = JSON.stringify(widgets());
    const missing = Object.keys(metrics).filter(
      (name) => !body.includes(`"parley-prod","${name}"`) && !body.includes(`MetricName=\\"${name}\\"`),
    );
    expect(missing).toEqual([]);
  });

  test('draws the line above which an hour’s use is an alarm', () => {
    const lines = widgets().flatMap(({ properties }) => properties.annotations?.horizontal ?? []);
    const limits = alarms(usual).filter(({ AlarmName }) => AlarmName.includes('-spending-'));
    expect(lines.map(({ value }) => value)).toEqual(limits.map(({ Threshold }) => Threshold));
  });

  test('lists the accounts that cost most, from the logs of what is paid by use', () => {
    const list = widgets().find(({ type }) => type === 'log');
    expect(list?.properties.query).toContain('ispresent(account)');
    expect(list?.properties.query).toContain('sum(coalesce(speechSeconds, 0)) * 0.0004');
    for (const name of ['translation-translate', 'speech-transcribe', 'speech-synthesize']) {
      expect(list?.properties.query.toLowerCase().replaceAll('-', '')).toContain(name.replaceAll('-', ''));
    }
  });

  test('looks for rate rules in us-east-1, wherever it is itself', () => {
    const rules = widgets().find(({ properties }) => JSON.stringify(properties).includes('AWS/WAFV2'));
    expect(rules?.properties.region).toBe('us-east-1');
  });
});

describe('a new version', () => {
  const careful = endpointIds.filter((id) => needs[id].canary);

  test('takes over little by little where it must not break', () => {
    expect([...careful].sort()).toEqual(['auth.callback', 'billing.webhook', 'translation.translate']);
    expect(resources(usual, 'AWS::Lambda::Alias').map(({ FunctionName }) => FunctionName.Ref)).toEqual(
      careful.map((id) => functionId(functionName(id))),
    );
  });

  test.each(careful)(
    'of %s gets a tenth of the calls for five minutes, and is rolled back by its alarms',
    (id) => {
      const [aliasId, alias] = aliasOf(id);
      const group = usual.Resources[alias.UpdatePolicy.CodeDeployLambdaAliasUpdate.DeploymentGroupName.Ref];
      const watching = [`rollout-${functionName(id)}-crashes`, `rollout-${functionName(id)}-faults`].map(
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

  test.each(careful)('of %s is watched apart from the one before it', (id) => {
    const [, alias] = aliasOf(id);
    expect(alarm(`rollout-${functionName(id)}-crashes`).Dimensions).toEqual([
      { Name: 'ExecutedVersion', Value: alias.Properties.FunctionVersion },
      { Name: 'FunctionName', Value: { Ref: functionId(functionName(id)) } },
      { Name: 'Resource', Value: { 'Fn::Join': ['', [{ Ref: functionId(functionName(id)) }, ':live']] } },
    ]);
    const [, faults] = alarm(`rollout-${functionName(id)}-faults`).Metrics;
    expect(faults.MetricStat.Metric.Dimensions).toEqual([{ Name: 'endpoint', Value: id }]);
  });

  test('is made when only the environment is another, and not when nothing of the function is', () => {
    const versions = (template: Template) =>
      careful.map((id) => aliasOf(id, template)[1].Properties.FunctionVersion);
    for (const [index, version] of versions(changed).entries()) {
      expect(version).not.toEqual(versions(usual)[index]);
    }
    expect(versions(otherBudget)).toEqual(versions(usual));
  });

  test.each(careful)('of %s takes over at once where that is asked for, under the same name', (id) => {
    const [aliasId, alias] = aliasOf(id, changed);
    expect(aliasId).toBe(aliasOf(id)[0]);
    expect(alias).not.toHaveProperty('UpdatePolicy');
    expect(resources(changed, 'AWS::CodeDeploy::DeploymentGroup')).toEqual([]);
  });
});

describe('the budget', () => {
  test('is 50 dollars a month unless the deployment says otherwise', () => {
    for (const [template, Amount] of [
      [usual, 50],
      [changed, 200],
    ] as const) {
      expect(only(template, 'AWS::Budgets::Budget').Budget).toEqual({
        BudgetType: 'COST',
        TimeUnit: 'MONTHLY',
        BudgetLimit: { Amount, Unit: 'USD' },
      });
    }
  });

  test.each([
    ['ACTUAL', 80],
    ['ACTUAL', 100],
    ['FORECASTED', 100],
  ])('tells the topic and who hears of alarms when the %s cost passes %d %%', (type, threshold) => {
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

  test('is made after the topic lets it publish', () => {
    const budget = Object.values(usual.Resources).find(({ Type }) => Type === 'AWS::Budgets::Budget');
    expect(budget?.DependsOn).toEqual(Object.keys(byId(usual, 'AWS::SNS::TopicPolicy')));
  });
});

function alarms(template: Template): Json[] {
  return ['AWS::CloudWatch::Alarm', 'AWS::CloudWatch::CompositeAlarm'].flatMap((type) =>
    resources(template, type),
  );
}

function alarm(name: string, template = usual): Json {
  const found = alarms(template).find(({ AlarmName }) => AlarmName === `parley-prod-${name}`);
  if (!found) throw new Error(`There is no alarm ${name}.`);
  return found;
}

function idOf({ AlarmName }: Json): string {
  const all = { ...byId(usual, 'AWS::CloudWatch::Alarm'), ...byId(usual, 'AWS::CloudWatch::CompositeAlarm') };
  return Object.keys(all).find((id) => all[id]?.AlarmName === AlarmName) ?? '';
}

/** The logical id of a function, by its name without the stage. */
function functionId(name: string): string {
  const all = Object.entries(byId(usual, 'AWS::Lambda::Function'));
  return all.find(([, { FunctionName }]) => FunctionName === `parley-prod-${name}`)?.[0] ?? '';
}

function aliasOf(id: (typeof endpointIds)[number], template = usual): [string, Json] {
  const found = Object.entries(template.Resources).find(
    ([, { Type, Properties }]) =>
      Type === 'AWS::Lambda::Alias' && Properties.FunctionName.Ref === functionId(functionName(id)),
  );
  if (!found) throw new Error(`${id} has no alias.`);
  return found;
}

function tableId(name: TableName): string {
  const id = new RegExp(`^Storage${name}[0-9A-F]{8}$`, 'i');
  return Object.keys(byId(usual, 'AWS::DynamoDB::GlobalTable')).find((each) => id.test(each)) ?? '';
}

function widgets(): Json[] {
  return JSON.parse(plain(only(usual, 'AWS::CloudWatch::Dashboard').DashboardBody)).widgets;
}

/** The logical ids that a joined text refers to. */
function referredTo(text: Json): string[] {
  return text['Fn::Join'][1].flatMap((part: string | Json) =>
    typeof part === 'string' ? [] : [part['Fn::GetAtt']?.[0] ?? part.Ref],
  );
}
