import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { probedText } from '../../functions/system/checks.ts';
import { jobs } from '../../shared/jobs.ts';
import { type Json, only, readTemplates, resources, type Template } from './templates.ts';

const { usual, changed } = await readTemplates();

/** Dollars a month in us-east-1, as listed by AWS on 2026-11-28. */
const prices = {
  translatedCharacter: 0.000015,
  metricOfAlarm: 0.1,
  webAcl: 5,
  rule: 1,
  secret: 0.4,
  dashboard: 3,
  key: 1,
  canary: 50,
};
const free = { metricsOfAlarms: 10, dashboards: 3 };

const hoursInMonth = 730;

/** Metrics Insights asks for one metric of each table, or of each index. */
const insights = [
  [/SCHEMA\("AWS\/DynamoDB", TableName\)/, 'AWS::DynamoDB::GlobalTable'],
  [/GlobalSecondaryIndexName/, 'indexes'],
] as const;

test('an idle deployment costs at most $20 a month, as DEPLOY.md adds up', () => {
  const parts = priceParts(usual);
  const total = parts.reduce((sum, { dollars }) => sum + dollars, 0);
  expect(total).toBeLessThanOrEqual(20);
  const guide = readFileSync(path.resolve(import.meta.dirname, '../../infra/aws/DEPLOY.md'), 'utf8');
  const rows = parts
    .filter(({ count }) => count > 0)
    .map(
      ({ name, count, dollars }) => `| ${name} | ${count.toLocaleString('en')} | $${dollars.toFixed(2)} |`,
    );
  expect(guide).toContain([...rows, `| together | | $${total.toFixed(2)} |`].join('\n'));
});

test('the login has rules of its own where they are switched on, for $7', () => {
  const acls = resources(changed, 'AWS::WAFv2::WebACL');
  const [login, ...others] = acls.filter(({ Scope }) => Scope === 'REGIONAL');
  expect(others).toEqual([]);
  expect(login?.Rules.map(({ Action }: Json) => Object.keys(Action)[0])).toEqual(['Captcha', 'Block']);
  expect(only(changed, 'AWS::WAFv2::WebACLAssociation').ResourceArn).toMatchObject({
    'Fn::GetAtt': [expect.stringMatching(/^IdentityPool/), 'Arn'],
  });
  expect(prices.webAcl + login?.Rules.length * prices.rule).toBe(7);
  expect(resources(usual, 'AWS::WAFv2::WebACL')).toHaveLength(1);
});

test('nothing that is idle is billed by a kind of resource that nobody has priced', () => {
  const paid =
    /AlarmMuteRule|CompositeAlarm|Synthetics|InsightRule|NatGateway|LoadBalanc|VPC|EIP|Route53|RDS|OpenSearch|ElastiCache|Kinesis|ProvisionedConcurrency|KMS|GuardDuty|Config::/;
  expect(Object.values(usual.Resources).filter(({ Type }) => paid.test(Type))).toEqual([]);
});

function priceParts(template: Template): { name: string; count: number; dollars: number }[] {
  const count = (type: string) => resources(template, type).length;
  const rules = resources(template, 'AWS::WAFv2::WebACL').flatMap(({ Rules }) => Rules);
  const watched = resources(template, 'AWS::CloudWatch::Alarm').reduce(
    (sum, each) => sum + countMetrics(template, each),
    0,
  );
  const paidDashboards = Math.max(0, count('AWS::CloudWatch::Dashboard') - free.dashboards);
  const parts: [name: string, count: number, price: number][] = [
    ['web ACLs', count('AWS::WAFv2::WebACL'), prices.webAcl],
    ['their rate rules', rules.length, prices.rule],
    [
      `metrics of alarms above the ${free.metricsOfAlarms} free ones`,
      watched - free.metricsOfAlarms,
      prices.metricOfAlarm,
    ],
    ['secrets', count('AWS::SecretsManager::Secret'), prices.secret],
    [`dashboards above the ${free.dashboards} free ones`, paidDashboards, prices.dashboard],
    ['keys', count('AWS::KMS::Key'), prices.key],
    ['characters that the probe translates', countProbedCharacters(), prices.translatedCharacter],
    ['canaries', count('AWS::Synthetics::Canary'), prices.canary],
  ];
  return parts.map(([name, number, price]) => ({ name, count: number, dollars: number * price }));
}

function countProbedCharacters(): number {
  const minutes = Number(/^rate\((\d+) minutes\)$/.exec(jobs.probe.schedule)?.[1]);
  return Math.round(((hoursInMonth * 60) / minutes) * probedText.text.length);
}

function countMetrics(template: Template, { Metrics }: Json): number {
  if (!Metrics) return 1;
  return Metrics.reduce((sum: number, { Expression = '', MetricStat }: Json) => {
    if (MetricStat) return sum + 1;
    const [, kind] = insights.find(([words]) => words.test(Expression)) ?? [];
    if (!kind) return sum;
    const tables = resources(template, 'AWS::DynamoDB::GlobalTable');
    const indexes = tables.flatMap(({ GlobalSecondaryIndexes = [] }) => GlobalSecondaryIndexes);
    return sum + (kind === 'indexes' ? indexes : tables).length;
  }, 0);
}
