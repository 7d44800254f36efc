import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { BuildItem } from '../../../functions/builds/builds-table.ts';
import type { ProfileItem } from '../../../functions/tables/users.ts';
import { buildTypes } from '../../../shared/builds.ts';
import { toDay } from '../../../shared/dates.ts';
import { putAll } from '../../support/parley/local.ts';

export const readerId = 'user-0';

/** Two years, after which they expire. */
export async function seedDays(documents: DynamoDBDocumentClient): Promise<void> {
  const days = Array.from({ length: 730 }, (_, ago) => ({
    pk: 'STATS',
    sk: `DAY#${toDay(Date.now() - ago * dayMs)}`,
    signups: 3,
    began: 2,
    ended: 1,
    revenueCents: 499,
  }));
  await putAll(documents, 'users', days);
}

/** More users, and more builds of the last week, from the start more than a request looks at. */
export async function seedUsers(documents: DynamoDBDocumentClient, from: number, to: number): Promise<void> {
  await putAll(documents, 'users', [
    ...Array.from({ length: to - from }, (_, index) => profile(from + index)),
    { pk: 'STATS', sk: 'TOTALS', users: to, trials: 10, live: 20, yearlyCents: 20 * 12 * 499 },
  ]);
  const [built, wanted] = [from === 0 ? 0 : buildsAt(from), buildsAt(to)];
  const builds = buildTypes.flatMap((buildType) =>
    Array.from({ length: wanted - built }, (_, index) => build(buildType, built + index)),
  );
  await putAll(documents, 'builds', builds);
}

const dayMs = 86_400_000;

function buildsAt(users: number): number {
  return 1_000 + Math.ceil(users / 10);
}

function profile(index: number): ProfileItem {
  return {
    pk: `USER#user-${index}`,
    sk: 'PROFILE',
    kind: 'user',
    createdAt: new Date(Date.parse('2026-01-01T00:00:00Z') + index * 60_000).toISOString(),
    email: `user-${index}@parley.example`,
    firstName: 'Ada',
    lastName: 'Lovelace',
  };
}

function build(buildType: BuildItem['buildType'], index: number): BuildItem {
  const startedAt = new Date(Date.now() - 5 * dayMs + index * 20_000).toISOString();
  return {
    pk: `BUILD#${buildType}`,
    sk: `${startedAt}#${index}`,
    id: `${index}`,
    buildId: `build-${index}`,
    buildType,
    status: 'success',
    startedAt,
    durationMs: 20_000,
    bundleBytes: 4_000_000,
    memoryMb: 300,
    nodeVersion: 'v24.0.0',
    expiresAt: Math.floor(Date.now() / 1_000) + 86_400,
  };
}
