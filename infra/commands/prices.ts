export type Price = ReturnType<typeof definePrice>;

const million = 1_000_000;

/**
 * Checked against the services' pricing pages on 2026-11-21, except Translate, Transcribe, DynamoDB storage and
 * recovery, CloudFront to origin and Secrets Manager.
 */
export const prices = {
  translate: definePrice('Translate', 'characters', 15, million),
  comprehend: definePrice('Comprehend', '100 characters', 0.0001),
  transcribe: definePrice('Transcribe', 'seconds', 0.024, 60),
  polly: definePrice('Polly, neural voices', 'characters', 16, million),
  lambdaRequests: definePrice('Lambda, calls', 'calls', 0.2, million),
  lambdaTime: definePrice('Lambda on arm64', 'GB-seconds', 0.0000133334),
  api: definePrice('HTTP API', 'requests', 1, million),
  writes: definePrice('DynamoDB, writes', 'write units', 0.625, million),
  reads: definePrice('DynamoDB, reads', 'read units', 0.125, million),
  storage: definePrice('DynamoDB, storage', 'GB-months', 0.25),
  recovery: definePrice('DynamoDB, recovery', 'GB-months', 0.2),
  edgeBytes: definePrice('CloudFront, data out', 'GB', 0.085),
  edgeUploads: definePrice('CloudFront, data to origin', 'GB', 0.02),
  edgeRequests: definePrice('CloudFront, requests', 'requests', 0.01, 10_000),
  edgeFunctions: definePrice('CloudFront, functions', 'calls', 0.1, million),
  wafAcls: definePrice('WAF, web ACLs', 'web ACLs', 5),
  wafRules: definePrice('WAF, rules', 'rules', 1),
  wafRequests: definePrice('WAF, requests', 'requests', 0.6, million),
  logs: definePrice('CloudWatch, logs', 'GB', 0.5),
  alarms: definePrice('CloudWatch, alarms', 'metrics', 0.1),
  compositeAlarms: definePrice('CloudWatch, composite alarms', 'alarms', 0.5),
  dashboards: definePrice('CloudWatch, dashboards', 'dashboards', 3),
  secrets: definePrice('Secrets Manager', 'secrets', 0.4),
  schedules: definePrice('EventBridge Scheduler', 'calls', 1, million),
};

export type PriceName = keyof typeof prices;

export function computePrice(name: PriceName, quantity: number): number {
  return (quantity / prices[name].per) * prices[name].dollars;
}

function definePrice(service: string, unit: string, dollars: number, per = 1) {
  return { service, unit, dollars, per };
}
