import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Ceilings } from '../../shared/ceilings.ts';
import { getStackName, readCommandSettings } from '../stack/context.ts';
import { computePrice, type PriceName, prices } from './prices.ts';
import { priceStream, priceWorstMonths } from './worst-month.ts';

/** Quantities of a month without visitors. */
export function countFixed({ Resources }: Template) {
  const find = (type: string) => Object.values(Resources).filter(({ Type }) => Type === type);
  const acls = find('AWS::WAFv2::WebACL');
  const tables = find('AWS::DynamoDB::GlobalTable').length;
  // Metric math is billed per metric, and a Metrics Insights query per metric that it matches.
  const alarmMetrics = find('AWS::CloudWatch::Alarm').map(({ Properties }) =>
    Properties?.Metrics
      ? sum(
          Properties.Metrics.map(({ MetricStat, Expression = '' }) =>
            MetricStat ? 1 : /^SELECT/.test(Expression) ? tables : 0,
          ),
        )
      : 1,
  );
  return {
    wafAcls: acls.length,
    wafRules: sum(acls.map(({ Properties }) => Properties?.Rules?.length ?? 0)),
    alarms: sum(alarmMetrics),
    compositeAlarms: find('AWS::CloudWatch::CompositeAlarm').length,
    dashboards: find('AWS::CloudWatch::Dashboard').length,
    secrets: find('AWS::SecretsManager::Secret').length,
    schedules: sum(
      find('AWS::Scheduler::Schedule').map(({ Properties }) => countRuns(Properties?.ScheduleExpression)),
    ),
  };
}

/** In 30 days. */
function countRuns(schedule = ''): number {
  const [, minutes] = /^rate\((\d+) minutes\)$/.exec(schedule) ?? [];
  return minutes ? (30 * 24 * 60) / Number(minutes) : 30;
}

/** Prints the fixed part of a month's bill, and the most that the ceilings allow on top of it. */
export function printCost(template: Template, ceilings: Ceilings, print: (line: string) => void): void {
  const printRow = (name: string, dollars: number, digits = 2) =>
    print(`${name.padEnd(62)}${formatMoney(dollars, digits)}`);
  print('A month without visitors, at list prices:\n');
  const costs = Object.entries(countFixed(template)).map(([name, quantity]) => ({
    ...prices[name as PriceName],
    quantity,
    cost: computePrice(name as PriceName, quantity),
  }));
  for (const { service, unit, quantity, cost } of costs.sort((one, other) => other.cost - one.cost)) {
    printRow(`${service.padEnd(30)}${quantity.toLocaleString('en').padStart(15)} ${unit}`, cost);
  }
  printRow('Total', sum(costs.map(({ cost }) => cost)));
  print('\nA minute of speech:\n');
  printRow('Transcribe', computePrice('transcribe', 60), 4);
  printRow('Everything else', priceStream(60), 4);
  print('\nThe most that the ceilings allow in a month:\n');
  for (const [who, dollars] of Object.entries(priceWorstMonths(ceilings))) printRow(who, dollars);
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}

function formatMoney(dollars: number, digits: number): string {
  return `$${dollars.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits })}`.padStart(
    12,
  );
}

function readTemplate(): Template {
  const name = `${getStackName(readCommandSettings())}.template.json`;
  const file = path.resolve(import.meta.dirname, '../../.build/cdk', name);
  if (!existsSync(file))
    throw new Error('Run `npm run synth` first: fixed costs are counted from the template.');
  return JSON.parse(readFileSync(file, 'utf8'));
}

interface Template {
  readonly Resources: Readonly<Record<string, { readonly Type: string; readonly Properties?: Properties }>>;
}

interface Properties {
  readonly ScheduleExpression?: string;
  readonly Rules?: readonly unknown[];
  readonly Metrics?: readonly { readonly MetricStat?: unknown; readonly Expression?: string }[];
}

if (import.meta.main) {
  try {
    printCost(readTemplate(), readCommandSettings(), console.log);
  } catch (error) {
    console.error((error as Error).message);
    process.exitCode = 1;
  }
}
