import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import type { Node } from 'constructs';
import * as z from 'zod';
import { type Ceilings, ceilings } from '../../../shared/ceilings.ts';
import { parseDirection } from '../../../shared/neural/directions.ts';
import { pointPattern } from './restored.ts';

/** Its message is for the user. */
export class InvalidContext extends Error {
  override readonly name = 'InvalidContext';
}

/** Reads CDK context: `-c key=value`, or `context` in `cdk.json`. @throws InvalidContext */
export function readSettings(node: Pick<Node, 'tryGetContext'>): Settings {
  const given = Object.fromEntries(
    Object.keys(settingsSchema.shape).map((key) => [key, node.tryGetContext(key) ?? undefined]),
  );
  const parsed = settingsSchema.safeParse(given);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new InvalidContext(`The context value "${issue?.path.join('.')}" is invalid: ${issue?.message}.`);
}

/** A misspelled key would silently leave its default. CDK's own keys have a colon. @throws InvalidContext */
export function refuseUnknownKeys(keys: readonly string[]): void {
  const unknown = keys.find((key) => !key.includes(':') && !Object.hasOwn(settingsSchema.shape, key));
  if (unknown === undefined) return;
  throw new InvalidContext(`There is no context value "${unknown}". infra/aws/DEPLOY.md lists all of them.`);
}

/** Local commands have the same defaults, so only a deployment asks for these. @throws InvalidContext */
export function requireDeployable({ stage, emailFrom }: Pick<Settings, 'stage' | 'emailFrom'>): void {
  if (stage === 'prod' && emailFrom === undefined) throw new InvalidContext(missingSender);
}

export const missingSender =
  'The stage prod needs a sender: Cognito’s own sends at most 50 emails a day, and nobody hears of a changed account. Verify a domain in SES, then add -c emailFrom=hello@your-domain.';

/** For commands without CDK: flags (`-c key=value`), then `cdk.json`. @throws InvalidContext */
export function readCommandSettings(flags: readonly string[] = []): Settings {
  const { context = [] } = parseArgs({
    args: [...flags],
    options: { context: { type: 'string', short: 'c', multiple: true } },
    strict: false,
  }).values;
  const incomplete = context.find((pair) => !`${pair}`.includes('='));
  if (incomplete !== undefined)
    throw new InvalidContext(`-c ${incomplete} has no value: -c ${incomplete}=….`);
  const given = Object.fromEntries(context.map((pair) => `${pair}`.split(/=(.*)/s, 2)));
  const { context: configured = {} }: { context?: Record<string, unknown> } = JSON.parse(
    readFileSync(path.resolve(import.meta.dirname, '../../../cdk.json'), 'utf8'),
  );
  refuseUnknownKeys(Object.keys({ ...configured, ...given }));
  return readSettings({ tryGetContext: (key) => given[key] ?? configured[key] });
}

/** Placeholder until a deployment sets `contactAddress`. */
export const placeholderAddress = 'hello@parley.example';

export function getStackName({ stage }: Settings): string {
  return `parley-${stage}`;
}

export function pickOverriddenCeilings(settings: Settings): Partial<Ceilings> {
  return Object.fromEntries(
    ceilingNames.filter((name) => settings[name] !== ceilings[name]).map((name) => [name, settings[name]]),
  );
}

const ceilingNames = Object.keys(ceilings) as (keyof Ceilings)[];

const ceilingSettings = Object.fromEntries(
  ceilingNames.map((name) => [name, z.coerce.number().int().positive().default(ceilings[name])]),
) as Record<keyof Ceilings, z.ZodDefault<z.ZodCoercedNumber>>;

const domainPattern = /^([a-z0-9-]+\.)+[a-z]{2,}$/;

const settingsSchema = z
  .object({
    stage: z
      .string()
      .regex(/^[a-z][a-z0-9-]{0,19}$/, 'use at most 20 lowercase letters, digits and hyphens')
      .refine((stage) => !/aws|amazon|cognito/.test(stage), 'Cognito reserves this name')
      .default('prod'),
    /** Outside us-east-1, the web ACL gets a second stack. */
    region: z
      .string()
      .regex(/^[a-z]{2}(-[a-z]+)+-\d$/, 'use a region such as us-east-1')
      .default('us-east-1'),
    /** Without `https://`. The distribution's `cloudfront.net` domain by default. */
    domain: z.string().regex(domainPattern, 'use a domain name').optional(),
    /** Other names of the site, which redirect to it. The certificate has them too. */
    redirectedDomains: z
      .string()
      .transform((list) => list.split(',').filter((each) => each !== ''))
      .refine(
        (names) => names.every((each) => domainPattern.test(each)),
        'use names such as www.parley.example',
      )
      .default([]),
    certificateArn: z
      .string()
      .regex(
        /^arn:aws[a-z-]*:acm:us-east-1:\d{12}:certificate\/.+$/,
        'use the ARN of a certificate in us-east-1',
      )
      .optional(),
    /** Asks browsers' makers to refuse http for the domain and all its subdomains, for years. */
    hstsPreload: z.enum(['on', 'off'], 'use on or off').default('off'),
    /** Its workflows may deploy this stage. */
    githubRepository: z
      .string()
      .regex(/^[\w.-]+\/[\w.-]+$/, 'use owner/name')
      .optional(),
    alarmEmail: z.email('use an email address').optional(),
    /** A second channel: a pager or a chat that confirms subscriptions of SNS. */
    alarmUrl: z.url({ protocol: /^https$/, error: 'use an address that begins with https://' }).optional(),
    contactAddress: z.email('use an email address').default(placeholderAddress),
    monthlyBudgetDollars: z.coerce.number().positive().default(50),
    /** Spending alarms, about $3 an hour each. */
    translatedCharactersPerHour: z.coerce.number().int().positive().default(200_000),
    transcribedSecondsPerHour: z.coerce.number().int().positive().default(7_500),
    spokenCharactersPerHour: z.coerce.number().int().positive().default(200_000),
    functionSecondsPerHour: z.coerce.number().int().positive().default(450_000),
    readUnitsPerHour: z.coerce.number().int().positive().default(24_000_000),
    writeUnitsPerHour: z.coerce.number().int().positive().default(4_800_000),
    /** WAF and CloudFront bill each request, and CloudFront what it sends. */
    edgeRequestsPerHour: z.coerce.number().int().positive().default(2_000_000),
    sentGigabytesPerHour: z.coerce.number().positive().default(35),
    /** A web ACL before Cognito's pages: $7 a month. */
    loginRules: z.enum(['on', 'off'], 'use on or off').default('off'),
    /** Cognito bills each account as a monthly user: 1.5 cents. */
    signUpsPerHour: z.coerce.number().int().positive().default(200),
    /** A trial costs up to $3.05 at its ceilings. */
    trialsPerDay: z.coerce.number().int().positive().default(50),
    /** The account's Lambda quota "Concurrent executions". New accounts may have 10. */
    concurrentExecutions: z.coerce.number().int().positive().default(1_000),
    /** Of the quota, for one route. The rest is room for the other routes and for slow minutes. */
    concurrencyShare: z.coerce.number().positive().max(1).default(0.5),
    /** Seconds that 99 calls in 100 stay below: without a provider, with one, and of a stream of speech. */
    quickCallSeconds: z.coerce.number().positive().default(1),
    providerCallSeconds: z.coerce.number().positive().default(5),
    streamSeconds: z.coerce.number().positive().default(25),
    /** The account's Transcribe quota "concurrent streams". */
    transcribeStreams: z.coerce.number().int().positive().default(25),
    /** The account's Polly quota "requests a second", neural voices. */
    pollyRequestsPerSecond: z.coerce.number().int().positive().default(8),
    /** Gradual release of critical functions. */
    canary: z.enum(['on', 'off'], 'use on or off').default('on'),
    /** Needs a domain verified in SES. Required for `prod`; elsewhere Cognito's sender by default. */
    emailFrom: z.email('use an email address').optional(),
    /** Throttle of one endpoint, across all viewers. */
    requestsPerSecond: z.coerce.number().int().positive().default(100),
    requestsBurst: z.coerce.number().int().positive().default(200),
    /** API requests in 5 minutes. All guests of a hotel share one IP address. */
    requestsPerAddress: z.coerce.number().int().min(10).default(1_000),
    /** The point of the restored tables that functions use instead of the stack's own. */
    restoredTables: z.string().regex(pointPattern, 'use what npm run restore printed').optional(),
    /** A bucket of another account, for nightly exports of the tables. */
    tableCopies: z
      .string()
      .regex(/^\d{12}\/[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'use ACCOUNT/BUCKET')
      .optional(),
    reservedConcurrency: z.coerce.number().int().positive().optional(),
    /** Raise by one to rotate. */
    originSecretGeneration: z.coerce.number().int().positive().default(1),
    /** Raise by one to rotate. This resets all guests. */
    signingSecretGeneration: z.coerce.number().int().positive().default(1),
    /** `users` see the dashboards without personal data. */
    analyticsAudience: z.enum(['users', 'operators'], 'use users or operators').default('users'),
    /** Stripe Tax works out the tax that prices include. Set it up in Stripe's dashboard first. */
    automaticTax: z.enum(['on', 'off'], 'use on or off').default('off'),
    /** Models of the neural engine that visitors may fetch: `en-es,es-en`. */
    offlineModels: z
      .string()
      .transform((list) => list.split(',').filter((each) => each !== ''))
      .refine((directions) => directions.every(parseDirection), 'use directions such as en-es,es-en')
      .default([]),
    ...ceilingSettings,
  })
  .refine(({ domain, certificateArn }) => (domain === undefined) === (certificateArn === undefined), {
    path: ['certificateArn'],
    message: 'set both domain and certificateArn, or neither',
  })
  .refine(({ domain, redirectedDomains }) => domain !== undefined || redirectedDomains.length === 0, {
    path: ['redirectedDomains'],
    message: 'set a domain of your own first',
  })
  .refine(({ domain, hstsPreload }) => domain !== undefined || hstsPreload === 'off', {
    path: ['hstsPreload'],
    message: 'set a domain of your own first',
  });

export type Settings = Readonly<z.output<typeof settingsSchema>>;
