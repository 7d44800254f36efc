export interface Price {
  readonly service: string;
  readonly unit: string;
  readonly dollars: number;
  readonly per: number;
}

const million = 1_000_000;

/**
 * From the services' pricing pages on 2026-11-21. Not confirmed there: Translate, Transcribe, DynamoDB storage and
 * recovery, CloudFront to origin, X-Ray, Secrets Manager, Cognito.
 */
export const prices = {
  translate: price('Translate', 'characters', 15, million),
  comprehend: price('Comprehend', '100 characters', 0.0001),
  transcribe: price('Transcribe', 'seconds', 0.024, 60),
  polly: price('Polly, neural voices', 'characters', 16, million),
  lambdaRequests: price('Lambda, calls', 'calls', 0.2, million),
  lambdaTime: price('Lambda on arm64', 'GB-seconds', 0.0000133334),
  api: price('HTTP API', 'requests', 1, million),
  writes: price('DynamoDB, writes', 'write units', 0.625, million),
  reads: price('DynamoDB, reads', 'read units', 0.125, million),
  storage: price('DynamoDB, storage', 'GB-months', 0.25),
  recovery: price('DynamoDB, recovery', 'GB-months', 0.2),
  edgeBytes: price('CloudFront, data out', 'GB', 0.085),
  edgeUploads: price('CloudFront, data to origin', 'GB', 0.02),
  edgeRequests: price('CloudFront, requests', 'requests', 0.01, 10_000),
  edgeFunctions: price('CloudFront, functions', 'calls', 0.1, million),
  wafAcls: price('WAF, web ACLs', 'web ACLs', 5),
  wafRules: price('WAF, rules', 'rules', 1),
  wafRequests: price('WAF, requests', 'requests', 0.6, million),
  logs: price('CloudWatch, logs', 'GB', 0.5),
  metrics: price('CloudWatch, custom metrics', 'metrics', 0.3),
  alarms: price('CloudWatch, alarms', 'metrics', 0.1),
  compositeAlarms: price('CloudWatch, composite alarms', 'alarms', 0.5),
  dashboards: price('CloudWatch, dashboards', 'dashboards', 3),
  traces: price('X-Ray', 'traces', 5, million),
  secrets: price('Secrets Manager', 'secrets', 0.4),
  users: price('Cognito Essentials', 'monthly users', 0.015),
  schedules: price('EventBridge Scheduler', 'calls', 1, million),
};

export type PriceName = keyof typeof prices;

export function priceFor(name: PriceName, quantity: number): number {
  return (quantity / prices[name].per) * prices[name].dollars;
}

function price(service: string, unit: string, dollars: number, per = 1): Price {
  return { service, unit, dollars, per };
}
