import { type CloudFormationClient, DescribeStacksCommand } from '@aws-sdk/client-cloudformation';

/** @returns undefined if there is no such stack, or no such output */
export async function findStackOutput(
  client: CloudFormationClient,
  stack: string,
  output: string,
): Promise<string | undefined> {
  try {
    const { Stacks = [] } = await client.send(new DescribeStacksCommand({ StackName: stack }));
    return Stacks[0]?.Outputs?.find(({ OutputKey }) => OutputKey === output)?.OutputValue;
  } catch (error) {
    if (isMissingStack(error)) return undefined;
    throw error;
  }
}

/** CloudFormation's general `ValidationError` says it only in words. */
export function isMissingStack(error: unknown): boolean {
  return error instanceof Error && /does not exist/.test(error.message);
}
