/** A list price: what so many units of something cost. */
export interface Price {
  readonly service: string;
  readonly unit: string;
  readonly dollars: number;
  /** For so many units. */
  readonly per: number;
  /** What an account has every month for nothing, for ever: trials of the first year are not among it. */
  readonly free?: number;
  readonly source: string;
  /** It could not be read on AWS's own page or in two places that quote it, and stands here from memory. */
  readonly isUnconfirmed?: true;
}

/** When the prices were looked up. */
export const pricesAsOf = '2026-11-21';

const million = 1_000_000;
const at = (page: string) => `https://aws.amazon.com/${page}/pricing/`;

/** On demand in us-east-1, for the first tier of each: more costs less. */
export const prices = {
  translate: {
    service: 'Translate',
    unit: 'characters',
    dollars: 15,
    per: million,
    source: at('translate'),
    isUnconfirmed: true,
  },
  comprehend: {
    service: 'Comprehend',
    unit: 'units of 100 characters',
    dollars: 0.0001,
    per: 1,
    source: at('comprehend'),
  },
  transcribe: {
    service: 'Transcribe',
    unit: 'seconds',
    dollars: 0.024,
    per: 60,
    source: at('transcribe'),
    isUnconfirmed: true,
  },
  polly: {
    service: 'Polly, neural voices',
    unit: 'characters',
    dollars: 16,
    per: million,
    source: at('polly'),
  },
  lambdaRequests: {
    service: 'Lambda, calls',
    unit: 'calls',
    dollars: 0.2,
    per: million,
    free: million,
    source: at('lambda'),
  },
  lambdaTime: {
    service: 'Lambda, time on arm64',
    unit: 'GB-seconds',
    dollars: 0.0000133334,
    per: 1,
    free: 400_000,
    source: at('lambda'),
  },
  api: { service: 'HTTP API', unit: 'requests', dollars: 1, per: million, source: at('api-gateway') },
  writes: {
    service: 'DynamoDB, writes',
    unit: 'write units',
    dollars: 0.625,
    per: million,
    source: at('dynamodb'),
  },
  reads: {
    service: 'DynamoDB, reads',
    unit: 'read units',
    dollars: 0.125,
    per: million,
    source: at('dynamodb'),
  },
  storage: {
    service: 'DynamoDB, storage',
    unit: 'GB-months',
    dollars: 0.25,
    per: 1,
    free: 25,
    source: at('dynamodb'),
    isUnconfirmed: true,
  },
  recovery: {
    service: 'DynamoDB, point-in-time recovery',
    unit: 'GB-months',
    dollars: 0.2,
    per: 1,
    source: at('dynamodb'),
    isUnconfirmed: true,
  },
  edgeBytes: {
    service: 'CloudFront, data out',
    unit: 'GB',
    dollars: 0.085,
    per: 1,
    free: 1_000,
    source: at('cloudfront'),
  },
  edgeRequests: {
    service: 'CloudFront, HTTPS requests',
    unit: 'requests',
    dollars: 0.01,
    per: 10_000,
    free: 10 * million,
    source: at('cloudfront'),
  },
  edgeFunctions: {
    service: 'CloudFront, functions',
    unit: 'calls',
    dollars: 0.1,
    per: million,
    free: 2 * million,
    source: at('cloudfront'),
  },
  wafAcls: { service: 'WAF, web ACLs', unit: 'web ACLs', dollars: 5, per: 1, source: at('waf') },
  wafRules: { service: 'WAF, rules', unit: 'rules', dollars: 1, per: 1, source: at('waf') },
  wafRequests: { service: 'WAF, requests', unit: 'requests', dollars: 0.6, per: million, source: at('waf') },
  logs: {
    service: 'CloudWatch, log lines',
    unit: 'GB',
    dollars: 0.5,
    per: 1,
    free: 5,
    source: at('cloudwatch'),
  },
  metrics: {
    service: 'CloudWatch, own metrics',
    unit: 'metrics',
    dollars: 0.3,
    per: 1,
    free: 10,
    source: at('cloudwatch'),
  },
  alarms: {
    service: 'CloudWatch, alarms',
    unit: 'metrics looked at',
    dollars: 0.1,
    per: 1,
    free: 10,
    source: at('cloudwatch'),
  },
  compositeAlarms: {
    service: 'CloudWatch, alarms that join',
    unit: 'alarms',
    dollars: 0.5,
    per: 1,
    source: at('cloudwatch'),
  },
  dashboards: {
    service: 'CloudWatch, dashboards',
    unit: 'dashboards',
    dollars: 3,
    per: 1,
    source: at('cloudwatch'),
  },
  traces: {
    service: 'X-Ray',
    unit: 'traces',
    dollars: 5,
    per: million,
    free: 100_000,
    source: at('xray'),
    isUnconfirmed: true,
  },
  secrets: {
    service: 'Secrets Manager',
    unit: 'secrets',
    dollars: 0.4,
    per: 1,
    source: at('secrets-manager'),
    isUnconfirmed: true,
  },
  users: {
    service: 'Cognito Essentials',
    unit: 'users of the month',
    dollars: 0.015,
    per: 1,
    free: 10_000,
    source: at('cognito'),
    isUnconfirmed: true,
  },
  schedules: {
    service: 'EventBridge Scheduler',
    unit: 'calls',
    dollars: 1,
    per: million,
    free: 14 * million,
    source: at('eventbridge'),
  },
} as const satisfies Record<string, Price>;

export type PriceName = keyof typeof prices;
