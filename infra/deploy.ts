import { spawn } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';

/** `npm run deploy -- [flags of cdk deploy]`: builds everything and deploys it. */
async function deploy(flags: readonly string[]): Promise<number> {
  if (!(await findsCredentials(flags))) {
    console.error(needs.credentials);
    return 1;
  }
  const built = await run('node', ['infra/build.ts']);
  if (built.status !== 0) return built.status;
  rmSync(outputsFile, { force: true });
  const deployed = await run('cdk', ['deploy', '--all', '--outputs-file', outputsFile, ...flags]);
  if (deployed.status !== 0) {
    const need = explainFailure(deployed.errors);
    if (need) console.error(`\n${need}`);
    return deployed.status;
  }
  const site = siteUrl();
  if (site) console.log(`\nDeployed. To check it: npm run smoke -- ${site}`);
  return 0;
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
  const { profile } = parseArgs({
    args: [...flags],
    options: { profile: { type: 'string' } },
    strict: false,
  }).values;
  const client = new DynamoDBClient({
    region: 'us-east-1',
    ...(typeof profile === 'string' && { profile }),
  });
  try {
    await client.config.credentials();
    return true;
  } catch {
    return false;
  } finally {
    client.destroy();
  }
}

function run(command: 'node' | 'cdk', words: string[]): Promise<{ status: number; errors: string }> {
  const { resolve, reject, promise } = Promise.withResolvers<{ status: number; errors: string }>();
  const child = spawn(command, words, { cwd: root, stdio: ['inherit', 'inherit', 'pipe'] });
  let errors = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors += text;
    process.stderr.write(text);
  });
  child.on('error', reject);
  child.on('close', (status) => resolve({ status: status ?? 1, errors }));
  return promise;
}

/** None where the flags asked for less than a deployment. */
function siteUrl(): string | undefined {
  if (!existsSync(outputsFile)) return undefined;
  const stacks: Record<string, { Url?: string }> = JSON.parse(readFileSync(outputsFile, 'utf8'));
  return Object.values(stacks).find((outputs) => outputs.Url)?.Url;
}

const root = path.resolve(import.meta.dirname, '..');
const outputsFile = path.join(root, '.build/outputs.json');

if (import.meta.main) process.exitCode = await deploy(process.argv.slice(2));
