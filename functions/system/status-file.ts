import { GetObjectCommand, NoSuchKey, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { type ProductPart, productParts, statusFile } from '../../shared/status/parts.ts';
import { type StatusReport, statusReport } from '../../shared/status/report.schema.ts';
import { requireVariable } from '../environment.ts';
import type { PartStates } from './checks.ts';

/** Writes the site's `/status.json`. A part keeps the time since which it is in its state. */
export async function publishStatus(states: PartStates, now: Date): Promise<void> {
  const report = compareStatus(await readStatus(), states, now.toISOString());
  await s3.send(
    new PutObjectCommand({
      ...getFile(),
      Body: JSON.stringify(report),
      ContentType: 'application/json; charset=utf-8',
      CacheControl: 'public, max-age=30',
    }),
  );
}

function compareStatus(
  before: StatusReport | undefined,
  states: PartStates,
  checkedAt: string,
): StatusReport {
  const since = (part: ProductPart) =>
    before?.parts[part].state === states[part] ? before.parts[part].since : checkedAt;
  const parts = productParts.map((part) => [part, { state: states[part], since: since(part) }]);
  return { checkedAt, parts: Object.fromEntries(parts) };
}

/** @returns undefined before the first report */
async function readStatus(): Promise<StatusReport | undefined> {
  try {
    const { Body } = await s3.send(new GetObjectCommand(getFile()));
    return statusReport.parse(JSON.parse((await Body?.transformToString()) ?? ''));
  } catch (error) {
    if (error instanceof NoSuchKey) return undefined;
    throw error;
  }
}

function getFile() {
  return { Bucket: requireVariable('SITE_BUCKET'), Key: statusFile.slice(1) };
}

const s3 = new S3Client({
  maxAttempts: 2,
  requestHandler: { connectionTimeout: 1_000, requestTimeout: 5_000, throwOnRequestTimeout: true },
});
