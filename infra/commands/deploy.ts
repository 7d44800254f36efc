import { spawn } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { Build } from '../../functions/builds/builds-table.ts';
import { buildEverything } from '../build/build.ts';
import { recorded } from '../build/build-record.ts';
import { type Deployment, recordDeployed } from '../build/deployed-builds.ts';
import { nobodysAddress, readSettingsFor, stackName } from '../stack/context.ts';
import { checkout, lastRecord, unprovenBecause } from './proof-record.ts';

/** `npm run deploy -- [flags of cdk deploy]`: builds everything and deploys it. */
async function deploy(flags: readonly string[]): Promise<number> {
  if (!(await findsCredentials(flags))) {
    console.error(needs.credentials);
    return 1;
  }
  for (const warning of [warningOf(flags), unprovenBecause(checkout(), lastRecord())]) {
    if (warning) console.error(warning);
  }
  const record = {
    buildType: 'deployment',
    put: (build: Build) => recordDeployed(build, deploymentOf(flags)),
    say: console.error,
  } as const;
  try {
    await recorded(record, () => buildAndDeploy(flags));
  } catch (error) {
    if (!(error instanceof CdkFailed)) throw error;
    const need = explainFailure(error.errors);
    if (need) console.error(`\n${need}`);
    return error.status;
  }
  const site = siteUrl();
  if (site) console.log(`\nDeployed. To check it: npm run smoke -- ${site}`);
  return 0;
}

/**
 * @returns the bytes of what was built
 * @throws CdkFailed
 */
async function buildAndDeploy(flags: readonly string[]): Promise<number> {
  const bytes = await buildEverything(readSettingsFor(flags));
  rmSync(outputsFile, { force: true });
  const { status, errors } = await runCdk(['deploy', '--all', '--outputs-file', outputsFile, ...flags]);
  if (status !== 0) throw new CdkFailed(status, errors);
  return bytes;
}

class CdkFailed extends Error {
  override readonly name = 'CdkFailed';
  readonly status: number;
  /** What it wrote of them. */
  readonly errors: string;

  constructor(status: number, errors: string) {
    super(`cdk ended with ${status}`);
    this.status = status;
    this.errors = errors;
  }
}

/**
 * What the flags and `cdk.json` deploy, as the CDK reads them.
 *
 * @throws Error with a sentence for the terminal
 */
export function deploymentOf(flags: readonly string[]): Deployment {
  const settings = readSettingsFor(flags);
  return { stack: stackName(settings), region: settings.region, profile: profileOf(flags) };
}

/** What should be known before it is deployed, as a sentence for the terminal. */
export function warningOf(flags: readonly string[]): string | undefined {
  if (readSettingsFor(flags).contactAddress !== nobodysAddress) return undefined;
  return `The site tells people to write to ${nobodysAddress}, which nobody reads: give your own by -c contactAddress=… or in cdk.json.`;
}

/** What the account lacks, as a sentence for the terminal, where the CDK's own words show it. */
export function explainFailure(errors: string): string | undefined {
  return Object.entries(signs).find(([, sign]) => sign.test(errors))?.[0];
}

const needs = {
  credentials: `No AWS credentials were found. Sign in first ("aws sso login", or AWS_PROFILE, or AWS_ACCESS_KEY_ID and
AWS_SECRET_ACCESS_KEY), with rights to assume the CDK's roles or to administer the account.`,
  freshCredentials:
    'The AWS credentials have expired or are not valid. Sign in again and repeat the command.',
  bootstrap: `The account is not prepared for the CDK yet. Once per account: "npx cdk bootstrap aws://ACCOUNT/us-east-1",
and the same for the region that you deploy to, where it is another one.`,
  rights:
    'These credentials may not do what the deployment needs. The lines above name the action that was refused.',
};

/** The first sign that is found counts. */
const signs = {
  // The word alone proves nothing: a refused look at the account's preparation has it as well.
  [needs.bootstrap]: /environment been bootstrapped|run 'cdk bootstrap|toolkit stack must be deployed/i,
  [needs.freshCredentials]: /expired|InvalidClientTokenId|UnrecognizedClient|SignatureDoesNotMatch/i,
  [needs.credentials]: /credentials|Unable to resolve AWS account/i,
  [needs.rights]: /AccessDenied|not authorized/i,
};

/** Asks the SDK's own chain, which goes no further than where the credentials come from. */
export async function findsCredentials(flags: readonly string[]): Promise<boolean> {
  const profile = profileOf(flags);
  const client = new DynamoDBClient({ region: 'us-east-1', ...(profile !== undefined && { profile }) });
  try {
    await client.config.credentials();
    return true;
  } catch {
    return false;
  } finally {
    client.destroy();
  }
}

function profileOf(flags: readonly string[]): string | undefined {
  const { profile } = parseArgs({
    args: [...flags],
    options: { profile: { type: 'string' } },
    strict: false,
  }).values;
  return typeof profile === 'string' ? profile : undefined;
}

/** It does not outlive this process. */
function runCdk(words: string[]): Promise<{ status: number; errors: string }> {
  const { resolve, reject, promise } = Promise.withResolvers<{ status: number; errors: string }>();
  const child = spawn('cdk', words, { cwd: root, stdio: ['inherit', 'inherit', 'pipe'] });
  const end = () => child.kill();
  process.once('exit', end);
  let errors = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors += text;
    process.stderr.write(text);
  });
  child.on('error', reject);
  child.on('close', (status) => {
    process.off('exit', end);
    resolve({ status: status ?? 1, errors });
  });
  return promise;
}

/** None where the flags asked for less than a deployment. */
function siteUrl(): string | undefined {
  if (!existsSync(outputsFile)) return undefined;
  const stacks: Record<string, { Url?: string }> = JSON.parse(readFileSync(outputsFile, 'utf8'));
  return Object.values(stacks).find((outputs) => outputs.Url)?.Url;
}

const root = path.resolve(import.meta.dirname, '../..');
const outputsFile = path.join(root, '.build/outputs.json');

if (import.meta.main) process.exitCode = await deploy(process.argv.slice(2));
