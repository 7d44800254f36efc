import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import type { Node } from 'constructs';
import * as z from 'zod';
import { type Ceilings, ceilings } from '../../shared/ceilings.ts';

/**
 * What a deployment may decide, as CDK context: `npm run deploy -- -c alarmEmail=me@example.com`, or under
 * `context` in `cdk.json`. Every key has a default that deploys.
 *
 * @throws Error with a sentence for the terminal
 */
export function readSettings(node: Pick<Node, 'tryGetContext'>): Settings {
  const given = Object.fromEntries(
    Object.keys(settings.shape).map((key) => [key, node.tryGetContext(key) ?? undefined]),
  );
  const parsed = settings.safeParse(given);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new Error(`The context "${issue?.path.join('.')}" is not right: ${issue?.message}.`);
}

/**
 * The same for commands that the CDK does not run: what their flags say (`-c key=value`), else `cdk.json`.
 *
 * @throws Error with a sentence for the terminal
 */
export function readSettingsFor(flags: readonly string[] = []): Settings {
  const { context = [] } = parseArgs({
    args: [...flags],
    options: { context: { type: 'string', short: 'c', multiple: true } },
    strict: false,
  }).values;
  const given = Object.fromEntries(context.map((pair) => `${pair}`.split(/=(.*)/s, 2)));
  const { context: usual = {} }: { context?: Record<string, unknown> } = JSON.parse(
    readFileSync(path.resolve(import.meta.dirname, '../../cdk.json'), 'utf8'),
  );
  return readSettings({ tryGetContext: (key) => given[key] ?? usual[key] });
}

/** Stands where people are told whom to write to, until a deployment names somebody: `example` names are nobody's. */
export const nobodysAddress = 'hello@parley.example';

/** What tells deployments in one account apart. */
export function stackName({ stage }: Settings): string {
  return `parley-${stage}`;
}

/** The ceilings that this deployment decides otherwise than `shared/ceilings.ts` does. */
export function changedCeilings(settings: Settings): Partial<Ceilings> {
  return Object.fromEntries(
    ceilingNames.filter((name) => settings[name] !== ceilings[name]).map((name) => [name, settings[name]]),
  );
}

const ceilingNames = Object.keys(ceilings) as (keyof Ceilings)[];

/** A key for each ceiling, with its own default. */
const ceilingSettings = Object.fromEntries(
  ceilingNames.map((name) => [name, z.coerce.number().int().positive().default(ceilings[name])]),
) as Record<keyof Ceilings, z.ZodDefault<z.ZodCoercedNumber>>;

const settings = z
  .object({
    /** Tells deployments in one account apart: the stack is `parley-<stage>`. */
    stage: z
      .string()
      .regex(/^[a-z][a-z0-9-]{0,19}$/, 'at most 20 small letters, digits and hyphens')
      .refine(
        (stage) => !/aws|amazon|cognito/.test(stage),
        'not one of the names that Cognito keeps for itself',
      )
      .default('prod'),
    /** Where everything but the web ACL lives. Elsewhere than in us-east-1 that gets a stack of its own. */
    region: z
      .string()
      .regex(/^[a-z]{2}(-[a-z]+)+-\d$/, 'a region as us-east-1')
      .default('us-east-1'),
    /** The site's own name, without `https://`. Without it the site is at CloudFront's. */
    domain: z
      .string()
      .regex(/^([a-z0-9-]+\.)+[a-z]{2,}$/, 'a domain name')
      .optional(),
    /** The domain's certificate, in us-east-1. */
    certificateArn: z
      .string()
      .regex(/^arn:aws[a-z-]*:acm:us-east-1:\d{12}:certificate\/.+$/, 'a certificate in us-east-1')
      .optional(),
    /** Who hears of alarms. AWS asks this address to confirm. */
    alarmEmail: z.email('an e-mail address').optional(),
    /** Where people write to: it stands on every page and in the privacy policy. */
    contactAddress: z.email('an e-mail address').default(nobodysAddress),
    /** What the account may cost in a month, in US dollars. Who hears of alarms hears when it costs more. */
    monthlyBudgetDollars: z.coerce.number().positive().default(50),
    /** How much of an hour's use is worth an alarm: `infra/DEPLOY.md` has the prices. */
    translatedCharactersPerHour: z.coerce.number().int().positive().default(200_000),
    transcribedSecondsPerHour: z.coerce.number().int().positive().default(7_500),
    spokenCharactersPerHour: z.coerce.number().int().positive().default(200_000),
    functionSecondsPerHour: z.coerce.number().int().positive().default(450_000),
    readUnitsPerHour: z.coerce.number().int().positive().default(24_000_000),
    writeUnitsPerHour: z.coerce.number().int().positive().default(4_800_000),
    /** The account's quota "Concurrent executions": how many functions may run at a time. */
    concurrentExecutions: z.coerce.number().int().positive().default(1_000),
    /** Whether the functions that must not break get a tenth of the calls for five minutes before they get all. */
    canary: z.enum(['on', 'off'], 'on or off').default('on'),
    /** Who mail to people comes from: an address whose domain is verified in SES. Without it, Cognito's own sender. */
    emailFrom: z.email('an e-mail address').optional(),
    /** Requests a second to one endpoint, of all viewers together, in the long run and in a burst. */
    requestsPerSecond: z.coerce.number().int().positive().default(100),
    requestsBurst: z.coerce.number().int().positive().default(200),
    /** API requests in 5 minutes from one address. Hotels and airports share one. */
    requestsPerAddress: z.coerce.number().int().min(10).default(1_000),
    /** Running copies that each function keeps for itself and never exceeds; new accounts cannot afford any. */
    reservedConcurrency: z.coerce.number().int().positive().optional(),
    /** Raised by one to rotate the secret between CloudFront and the API. */
    originSecretGeneration: z.coerce.number().int().positive().default(1),
    /** Raised by one to forget the secret that guests' cookies are signed with. */
    signingSecretGeneration: z.coerce.number().int().positive().default(1),
    /** Who sees the dashboards: everybody who is signed in, without names and addresses, or operators alone. */
    analyticsAudience: z.enum(['users', 'operators'], 'users or operators').default('users'),
    ...ceilingSettings,
  })
  .refine(({ domain, certificateArn }) => (domain === undefined) === (certificateArn === undefined), {
    path: ['certificateArn'],
    message: 'a domain needs its certificate, and a certificate its domain',
  });

export type Settings = Readonly<z.output<typeof settings>>;
