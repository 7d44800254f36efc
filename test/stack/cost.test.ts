import { expect, test } from 'vitest';
import { countPaidCharacters } from '../../functions/translation/allowance/paid-characters.ts';
import { countFixed, printCost } from '../../infra/commands/cost.ts';
import { computePrice } from '../../infra/commands/prices.ts';
import { priceStream, priceWorstMonths } from '../../infra/commands/worst-month.ts';
import { ceilings } from '../../shared/ceilings.ts';

const template = {
  Resources: {
    acl: { Type: 'AWS::WAFv2::WebACL', Properties: { Rules: [{}, {}] } },
    plain: { Type: 'AWS::CloudWatch::Alarm', Properties: {} },
    arithmetic: {
      Type: 'AWS::CloudWatch::Alarm',
      Properties: { Metrics: [{ MetricStat: {} }, { MetricStat: {} }, {}] },
    },
    eachTable: {
      Type: 'AWS::CloudWatch::Alarm',
      Properties: { Metrics: [{ Expression: 'SELECT SUM(ReadThrottleEvents) FROM …' }] },
    },
    composite: { Type: 'AWS::CloudWatch::CompositeAlarm' },
    dashboard: { Type: 'AWS::CloudWatch::Dashboard' },
    secret: { Type: 'AWS::SecretsManager::Secret' },
    daily: { Type: 'AWS::Scheduler::Schedule' },
    often: { Type: 'AWS::Scheduler::Schedule', Properties: { ScheduleExpression: 'rate(5 minutes)' } },
    table: { Type: 'AWS::DynamoDB::GlobalTable' },
    another: { Type: 'AWS::DynamoDB::GlobalTable' },
  },
};

test('fixed costs are counted from the template, each metric, table and run separately', () => {
  expect(countFixed(template)).toEqual({
    wafAcls: 1,
    wafRules: 2,
    alarms: 3 + 2,
    compositeAlarms: 1,
    dashboards: 1,
    secrets: 1,
    schedules: 30 + 8_640,
  });
});

test('a minute of speech costs little more than its recognition', () => {
  expect(computePrice('transcribe', 60)).toBe(0.024);
  expect(priceStream(60)).toBeLessThan(0.024 / 4);
});

test('the bill lists each price, the total and the worst months', () => {
  const lines: string[] = [];
  printCost(template, ceilings, (line) => lines.push(line));
  const printed = lines.join('\n');
  expect(printed).toMatch(/^WAF, web ACLs +1 web ACLs +\$5\.00$/m);
  // 5 + 2 + 0.5 + 0.5 + 3 + 0.4 + 0.00867
  expect(printed).toMatch(/^Total +\$11\.41$/m);
  expect(printed).toMatch(/^one Premium account +\$\d+\.\d\d$/m);
});

test('a caller at every ceiling costs a bounded amount', () => {
  const months = priceWorstMonths(ceilings);
  expect(months['one Premium account']).toBeLessThanOrEqual(40);
  expect(months['one guest IP address']).toBeLessThanOrEqual(35);
  expect(months['one free account']).toBeLessThanOrEqual(35);
  expect(months['all guests together']).toBeLessThanOrEqual(300);
  expect(months['all free accounts together']).toBeLessThanOrEqual(2_200);
});

test('counted characters cover translation and language detection', () => {
  for (const length of [1, 20, 299, 301, 5_000]) {
    const detection = computePrice('comprehend', Math.max(3, Math.ceil(length / 100)));
    const counted = computePrice('translate', countPaidCharacters(length, { isDetected: true }));
    expect(counted - computePrice('translate', length) - detection).toBeGreaterThan(-1e-9);
  }
});
