import { paginateListStackResources } from '@aws-sdk/client-cloudformation';
import { isMissingStack } from '../build/stack-outputs.ts';
import type { Settings } from '../stack/context.ts';
import type { Clients } from './clients.ts';

export interface Account {
  readonly id: string;
  readonly region: string;
  readonly settings: Settings;
  readonly clients: Clients;
}

/** One thing that a deployment needs, or that its users do. */
export interface Check {
  readonly name: string;
  /** The permission that the check needs. */
  readonly right: string;
  /** Where AWS or Stripe explains it. */
  readonly page: string;
  run(account: Account): Promise<Outcome>;
}

/** `do`: somebody must act. `stop`: a deployment fails without it. `look`: only a person can tell. */
export interface Outcome {
  readonly is: 'fine' | 'do' | 'stop' | 'look';
  /** The finding and, if it is not fine, the advice. */
  readonly text: string;
}

export interface Line extends Outcome {
  readonly name: string;
  readonly page: string;
}

/** Never throws: a missing permission, a wrong answer or none is a line to look at. */
export async function runCheck(check: Check, account: Account): Promise<Line> {
  const { name, page } = check;
  const outcome = await check.run(account).catch((error: unknown) => explain(error, check));
  return { name, page, ...outcome };
}

export function fine(text: string): Outcome {
  return { is: 'fine', text };
}

/** @returns the physical ids of a deployed stack's resources of a type, or none before the first deployment */
export async function listResources({ clients }: Account, stack: string, type: string): Promise<string[]> {
  const found: string[] = [];
  try {
    const pages = paginateListStackResources({ client: clients.cloudFormation }, { StackName: stack });
    for await (const { StackResourceSummaries = [] } of pages) {
      for (const { ResourceType, PhysicalResourceId } of StackResourceSummaries)
        if (ResourceType === type && PhysicalResourceId) found.push(PhysicalResourceId);
    }
  } catch (error) {
    if (!isMissingStack(error)) throw error;
  }
  return found;
}

function explain(error: unknown, { right }: Check): Outcome {
  const { name, message } = error instanceof Error ? error : new Error(String(error));
  if (/AccessDenied|Unauthorized|NotAuthorized/.test(name)) {
    return { is: 'look', text: `You may not look. Ask for the permission ${right}, or look yourself.` };
  }
  return { is: 'look', text: `No answer (${name}: ${message}). Try again, or look yourself.` };
}
