import { CloudFormationClient } from '@aws-sdk/client-cloudformation';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { type Build, recordBuild } from '../../../functions/builds/builds-table.ts';
import { findStackOutput } from './stack-outputs.ts';

export interface DeploymentTarget {
  readonly stack: string;
  readonly region: string;
  readonly profile: string | undefined;
}

/** Before the first deployment there is no table. @throws Error whose message is for the user */
export async function recordDeployment(build: Build, target: DeploymentTarget): Promise<void> {
  const { stack, region, profile } = target;
  const settings = { region, ...(profile !== undefined && { profile }), ...shortTimeouts };
  const table = await findTable(stack, settings);
  if (!table) throw new Error(`${stack} has no builds table yet.`);
  const client = new DynamoDBClient(settings);
  try {
    await recordBuild(build, { client: DynamoDBDocumentClient.from(client), table });
  } finally {
    client.destroy();
  }
}

/** Recording must not delay a deployment. */
const shortTimeouts = {
  maxAttempts: 2,
  requestHandler: { connectionTimeout: 3_000, requestTimeout: 5_000, throwOnRequestTimeout: true },
};

async function findTable(stack: string, settings: { region: string }): Promise<string | undefined> {
  const client = new CloudFormationClient(settings);
  try {
    return await findStackOutput(client, stack, 'BuildsTable');
  } finally {
    client.destroy();
  }
}
