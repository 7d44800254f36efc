import { expect, test } from 'vitest';
import { paidCharacters } from '../../functions/translation/allowance/paid-characters.ts';
import {
  type Assumptions,
  assumptions,
  billOf,
  premiumTranslation,
  quantitiesOf,
  standingOf,
  tellCost,
  totalOf,
} from '../../infra/commands/cost.ts';
import { prices } from '../../infra/commands/prices.ts';
import { worstMonths } from '../../infra/commands/worst-month.ts';
import { ceilings } from '../../shared/ceilings.ts';

const template = {
  Resources: {
    acl: { Type: 'AWS::WAFv2::WebACL', Properties: { Rules: [{}, {}] } },
    plain: { Type: 'AWS::CloudWatch::Alarm', Properties: {} },
    reckoned: {
      Type: 'AWS::CloudWatch::Alarm',
      Properties: { Metrics: [{ MetricStat: {} }, { MetricStat: {} }, {}] },
    },
    joined: { Type: 'AWS::CloudWatch::CompositeAlarm' },
    dashboard: { Type: 'AWS::CloudWatch::Dashboard' },
    secret: { Type: 'AWS::SecretsManager::Secret' },
    schedule: { Type: 'AWS::Scheduler::Schedule' },
    table: { Type: 'AWS::DynamoDB::GlobalTable' },
  },
};
const usual = Object.fromEntries(
  Object.entries(assumptions).map(([name, each]) => [name, each.usual]),
) as Assumptions;
const standing = standingOf(template);

test('what stands is counted from the template, each metric that an alarm looks at', () => {
  expect(standing).toEqual({
    wafAcls: 1,
    wafRules: 2,
    alarms: 3,
    compositeAlarms: 1,
    dashboards: 1,
    secrets: 1,
    schedules: 30,
  });
});

test('a month in which nobody comes costs what stands, and nothing else', () => {
  const quantities = quantitiesOf(0, usual, standing);
  const used = Object.entries(quantities).filter(([, quantity]) => quantity > 0);
  expect(Object.fromEntries(used)).toEqual(standing);
  expect(totalOf(billOf(quantities, false))).toBeCloseTo(5 + 2 + 0.3 + 0.5 + 3 + 0.4 + 0.00003, 6);
});

test('a line is its quantity at its price, and the sum is that of the lines', () => {
  const lines = billOf(quantitiesOf(1_000_000, usual, standing), false);
  expect(lines).toHaveLength(Object.keys(prices).length);
  const translate = lines.find(({ price }) => price === prices.translate);
  expect([translate?.quantity, translate?.dollars]).toEqual([90_000_000, 1_350]);
  const heard = lines.find(({ price }) => price === prices.transcribe);
  expect([heard?.quantity, heard?.dollars], 'a clip of 6 seconds is paid as 15').toEqual([4_500_000, 1_800]);
  expect(totalOf(lines)).toBe(lines.reduce((total, { dollars }) => total + dollars, 0));
});

test('what an account has for nothing is taken off on request, and never more than there is', () => {
  const quantities = quantitiesOf(1_000, usual, standing);
  const paid = billOf(quantities, true);
  expect(paid.filter(({ dollars }) => dollars < 0)).toEqual([]);
  expect(paid.find(({ price }) => price === prices.lambdaRequests)?.dollars).toBe(0);
  expect(paid.find(({ price }) => price === prices.translate)?.dollars).toBeCloseTo(1.35);
  expect(totalOf(paid)).toBeLessThan(totalOf(billOf(quantities, false)));
});

test('a translation of Premium costs at least what Translate asks for it', () => {
  const silent = { ...usual, spoken: 0, heard: 0, detected: 0 };
  expect(premiumTranslation(silent)).toBeGreaterThan((90 * 15) / 1_000_000);
  expect(premiumTranslation(silent)).toBeLessThan(2 * ((90 * 15) / 1_000_000));
  expect(premiumTranslation({ ...silent, spoken: 1 }) - premiumTranslation(silent)).toBeGreaterThan(0.006);
});

test('the command says the sum, the price of a thousand, and what a plan leaves', () => {
  const said = tell('--translations', '1000');
  expect(said).toMatch(/^In all +\$\d/m);
  expect(said).toMatch(/^1,000 translations cost \$\d+\.\d\d; \d+ % of all is Translate\.$/m);
  expect(said).toMatch(/^Premium paid by the month brings \$4\.99 a month; .* leaves \$\d\.\d\d before/m);
  expect(tell('--translations', '0')).not.toContain('1,000 translations cost');
});

test('the worst month of Premium costs at most 40 dollars, and everybody else’s has an end', () => {
  const months = Object.fromEntries(worstMonths(ceilings).map(({ who, dollars }) => [who, dollars]));
  expect(months['one Premium account']).toBeLessThanOrEqual(40);
  expect(months['one guest address']).toBeLessThanOrEqual(35);
  expect(months['one free account']).toBeLessThanOrEqual(35);
  expect(months['all guests together']).toBeLessThanOrEqual(300);
  expect(months['all free accounts together']).toBeLessThanOrEqual(2_200);
});

test('a characters’ price covers its translation and the detection of its language', () => {
  for (const length of [1, 20, 299, 301, 5_000]) {
    const translation = (length * prices.translate.dollars) / prices.translate.per;
    const detection = Math.max(3, Math.ceil(length / 100)) * prices.comprehend.dollars;
    const counted =
      (paidCharacters(length, { detects: true }) * prices.translate.dollars) / prices.translate.per;
    expect(counted - translation - detection).toBeGreaterThan(-1e-9);
  }
});

test('the command says what the ceilings let somebody cost in a month', () => {
  const said = tell('--translations', '0');
  for (const { who, dollars } of worstMonths(ceilings)) {
    expect(said).toMatch(
      new RegExp(
        `^ {2}${who} +\\$${dollars.toLocaleString('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 })}$`,
        'm',
      ),
    );
  }
});

test.each([
  [['--charcters', '9'], "Unknown option '--charcters'"],
  [['--characters', 'many'], '--characters takes a number'],
  [['--translations', '-1'], 'translations'],
  [['--premium', '20'], '--premium is a share'],
  [['--visit', '0'], '--visit takes a number above 0'],
  [['--premium', '0.7', '--guests', '0.7'], 'more than all'],
])('%j is refused with a sentence and the flags', (words, sentence) => {
  expect(() => tell(...words)).toThrow(sentence);
  expect(() => tell(...words)).toThrow('npm run cost -- --translations N');
});

function tell(...words: string[]): string {
  const lines: string[] = [];
  tellCost(words, template, (line) => lines.push(line));
  return lines.join('\n');
}
