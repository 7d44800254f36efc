import { spawn } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import type { Build } from '../../functions/builds/builds-table.ts';
import { buildEverything } from '../build/build.ts';
import { runRecorded } from '../build/build-record.ts';
import { type Deployment, recordDeployment } from '../build/deployed-builds.ts';
import { placeholderAddress, readSettingsFor, stackName } from '../stack/context.ts';
import { checkout, explainUnproven, lastRecord } from './proof-record.ts';

/** `npm run deploy -- [flags of cdk deploy]` */
async function deploy(flags: readonly string[]): Promise<number> {
  for (const warning of [findWarning(flags), explainUnproven(checkout(), lastRecord())]) {
    if (warning) console.error(warning);
  }
  const record = {
    buildType: 'deployment',
    put: (build: Build) => recordDeployment(build, readDeployment(flags)),
    say: console.error,
  } as const;
  try {
    await runRecorded(record, () => buildAndDeploy(flags));
  } catch (error) {
    if (!(error instanceof CdkFailed)) throw error;
    const explanation = explainFailure(error.errors);
    if (explanation) console.error(`\n${explanation}`);
    return error.status;
  }
  const site = siteUrl();
  if (site) console.log(`\nDeployed. Check it: npm run smoke -- ${site}`);
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
  /** CDK's stderr. */
  readonly errors: string;

  constructor(status: number, errors: string) {
    super(`cdk ended with ${status}`);
    this.status = status;
    this.errors = errors;
  }
}

/** @throws Error with a sentence for the terminal */
export function readDeployment(flags: readonly string[]): Deployment {
  const settings = readSettingsFor(flags);
  return { stack: stackName(settings), region: settings.region, profile: readProfile(flags) };
}

export function findWarning(flags: readonly string[]): string | undefined {
  if (readSettingsFor(flags).contactAddress !== placeholderAddress) return undefined;
  return `The site shows the placeholder ${placeholderAddress}. Set yours with -c contactAddress=… or in cdk.json.`;
}

/** Explains the CDK's errors, if they are known. */
export function explainFailure(errors: string): string | undefined {
  return Object.entries(signs).find(([, sign]) => sign.test(errors))?.[0];
}

const problems = {
  credentials: `No AWS credentials found. Sign in first ("aws sso login", AWS_PROFILE, or AWS_ACCESS_KEY_ID and
AWS_SECRET_ACCESS_KEY). You need the CDK's roles or administrator rights.`,
  freshCredentials: 'The AWS credentials have expired or are invalid. Sign in and try again.',
  bootstrap: `This account is not bootstrapped for the CDK. Run "npx cdk bootstrap aws://ACCOUNT/us-east-1" once,
and again for any other region that you deploy to.`,
  rights: 'These credentials lack a right. The lines above name the refused action.',
};

/** The first match counts. */
const signs = {
  // The word "bootstrap" alone also appears when rights are missing.
  [problems.bootstrap]: /environment been bootstrapped|run 'cdk bootstrap|toolkit stack must be deployed/i,
  [problems.freshCredentials]: /expired|InvalidClientTokenId|UnrecognizedClient|SignatureDoesNotMatch/i,
  [problems.credentials]: /credentials|Unable to resolve AWS account/i,
  [problems.rights]: /AccessDenied|not authorized/i,
};

function readProfile(flags: readonly string[]): string | undefined {
  const { profile } = parseArgs({
    args: [...flags],
    options: { profile: { type: 'string' } },
    strict: false,
  }).values;
  return typeof profile === 'string' ? profile : undefined;
}

/** Ends with this process. */
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

/** Undefined if the flags only printed or compared. */
function siteUrl(): string | undefined {
  if (!existsSync(outputsFile)) return undefined;
  const stacks: Record<string, { Url?: string }> = JSON.parse(readFileSync(outputsFile, 'utf8'));
  return Object.values(stacks).find((outputs) => outputs.Url)?.Url;
}

const root = path.resolve(import.meta.dirname, '../..');
const outputsFile = path.join(root, '.build/outputs.json');

if (import.meta.main) process.exitCode = await deploy(process.argv.slice(2));
