import { randomBytes, randomUUID } from 'node:crypto';
import { CloudWatchClient } from '@aws-sdk/client-cloudwatch';
import { CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider';
import { PollyClient } from '@aws-sdk/client-polly';
import type { Output } from '../../../shared/api/contract.ts';
import { type Visitor, visit } from '../../support/people/session.ts';
import { readJson } from './check.ts';

/** What the checks know of the running system, and what earlier checks have made. */
export interface System {
  readonly site: string;
  readonly engines: Output<'system.health'>['engines'];
  /** Undefined for a system on one machine. */
  readonly aws: Deployment | undefined;
  /** How much faster than in real time the clips are spoken. */
  readonly speed: number;
  readonly person: { readonly email: string; readonly password: string };
  /** True from the moment that it may exist. */
  hasAccount: boolean;
  /** With the account's cookies, once it has signed in. */
  visitor: Visitor | undefined;
}

interface Deployment {
  readonly stage: string;
  readonly loginDomain: string;
  readonly cognito: CognitoIdentityProviderClient;
  readonly polly: PollyClient;
  /** The web ACL's alarms are always in the second region, which may be the same. */
  readonly cloudWatch: readonly CloudWatchClient[];
}

/** @throws Error if the system does not answer at all */
export async function examine(site: string, { speed = 1 } = {}): Promise<System> {
  const guest = visit(site);
  const { engines } = await readJson<Output<'system.health'>>(await guest.fetch('/api/health'));
  const login = (await guest.fetch('/api/login')).headers.get('location') ?? '';
  return {
    site,
    engines,
    aws: findDeployment(new URL(login, site).hostname),
    speed,
    // A mail to Amazon's simulator reaches nobody, and counts as delivered.
    person: {
      email: `success+smoke-${randomUUID()}@simulator.amazonses.com`,
      password: `Smoke-7-${randomBytes(12).toString('hex')}`,
    },
    hasAccount: false,
    visitor: undefined,
  };
}

/** @param host of the hosted login, whose name has the stage, the account and the region */
export function findDeployment(host: string): Deployment | undefined {
  const [, loginDomain, stage, region] =
    /^(parley-([a-z0-9-]+)-\d{12})\.auth\.([a-z0-9-]+)\.amazoncognito\.com$/.exec(host) ?? [];
  if (!loginDomain || !stage || !region) return undefined;
  const regions = [...new Set([region, 'us-east-1'])];
  return {
    stage,
    loginDomain,
    cognito: new CognitoIdentityProviderClient({ region }),
    polly: new PollyClient({ region }),
    cloudWatch: regions.map((each) => new CloudWatchClient({ region: each })),
  };
}

/** A new guest, with their cookie. */
export async function newGuest({ site }: System): Promise<Visitor> {
  const guest = visit(site);
  await readJson(await guest.fetch('/api/subscription-status'));
  return guest;
}

/** @throws Error without an account */
export function requireVisitor({ visitor }: System): Visitor {
  if (!visitor) throw new Error('Nobody has signed in.');
  return visitor;
}
