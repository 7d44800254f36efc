import { CloudFormationClient, DescribeStacksCommand } from '@aws-sdk/client-cloudformation';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { type Build, recordBuild } from '../../functions/builds/builds-table.ts';

/** Which stack, and with whose credentials. */
export interface Deployment {
  readonly stack: string;
  readonly region: string;
  /** A profile of the AWS configuration; without one, what the environment says. */
  readonly profile: string | undefined;
}

/**
 * Puts a build into the table of a deployment. That has one, under its old name, also while it changes and when it
 * has failed: all but the very first time.
 *
 * @throws Error with a sentence for the terminal
 */
export async function recordDeployed(build: Build, { stack, region, profile }: Deployment): Promise<void> {
  const settings = { region, ...(profile !== undefined && { profile }), ...patience };
  const table = await tableOf(stack, settings);
  if (!table) throw new Error(`${stack} has no table of builds yet.`);
  const client = new DynamoDBClient(settings);
  try {
    await recordBuild(build, { client: DynamoDBDocumentClient.from(client), table });
  } finally {
    client.destroy();
  }
}

/** A deployment takes minutes, and nobody who waits for it waits for this. */
const patience = {
  maxAttempts: 2,
  requestHandler: { connectionTimeout: 3_000, requestTimeout: 5_000, throwOnRequestTimeout: true },
};

/** @returns undefined where the stack is not there, or has not come to its outputs */
async function tableOf(stack: string, settings: { region: string }): Promise<string | undefined> {
  const client = new CloudFormationClient(settings);
  try {
    const { Stacks = [] } = await client.send(new DescribeStacksCommand({ StackName: stack }));
    return Stacks[0]?.Outputs?.find(({ OutputKey }) => OutputKey === 'BuildsTable')?.OutputValue;
  } catch (error) {
    if (/does not exist/.test((error as Error).message)) return undefined;
    throw error;
  } finally {
    client.destroy();
  }
}
