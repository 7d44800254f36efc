import { GetCallerIdentityCommand } from '@aws-sdk/client-sts';
import type { Settings } from '../stack/context.ts';
import { accountChecks } from './account.ts';
import { type Line, runCheck } from './check.ts';
import { choiceChecks } from './choices.ts';
import type { Clients } from './clients.ts';
import { serviceChecks } from './services.ts';

/** Looks at the account that a deployment would go to, and changes nothing. Never throws. */
export async function preflight(settings: Settings, clients: Clients): Promise<readonly Line[]> {
  const { region } = settings;
  const signIn = await findCaller(region, clients);
  if (signIn.account === undefined) return [signIn.line];
  const account = { id: signIn.account, region, settings, clients };
  const checks = [...accountChecks, ...serviceChecks, ...choiceChecks];
  return [signIn.line, ...(await Promise.all(checks.map((check) => runCheck(check, account))))];
}

async function findCaller(region: string, { sts }: Clients): Promise<{ line: Line; account?: string }> {
  const name = 'account';
  const page = 'https://docs.aws.amazon.com/cli/latest/userguide/cli-chap-authentication.html';
  try {
    const { Account = '', Arn } = await sts.send(new GetCallerIdentityCommand({}));
    return { line: { name, page, is: 'fine', text: `${Account} in ${region}, as ${Arn}` }, account: Account };
  } catch (error) {
    const { message } = error as Error;
    const text = `AWS does not know you (${message}). Run \`aws sso login\`, or set AWS_PROFILE or keys.`;
    return { line: { name, page, is: 'stop', text } };
  }
}

/** One line for each check; those that need somebody have a page to read. */
export function printLines(lines: readonly Line[], print: (line: string) => void): void {
  const width = Math.max(...lines.map(({ name }) => name.length));
  for (const { is, name, text, page } of lines) {
    print(`${is.padEnd(5)} ${name.padEnd(width)}  ${text}`);
    if (is !== 'fine') print(`${' '.repeat(width + 8)}${page}`);
  }
  const count = (wanted: Line['is']) => lines.filter(({ is }) => is === wanted).length;
  print(
    `\n${count('fine')} fine, ${count('look')} to look at, ${count('do')} to do, ${count('stop')} in the way.`,
  );
}

export function isInTheWay({ is }: Line): boolean {
  return is === 'stop';
}
