import { randomUUID } from 'node:crypto';
import { ulid } from 'ulid';
import type { Build } from '../../../functions/builds/builds-table.ts';

/** A successful build of an hour ago, with overrides. */
export function buildOf(build: Partial<Build> = {}): Build {
  return {
    id: ulid(),
    buildId: randomUUID(),
    buildType: 'production',
    status: 'success',
    startedAt: ago(hour),
    durationMs: 12_000,
    bundleBytes: 11_900_000,
    memoryMb: 350,
    nodeVersion: 'v24.21.0',
    ...build,
  };
}

/** The same build at its start. */
export function begun(build: Build): Build {
  return { ...build, status: 'running', durationMs: null, bundleBytes: null, memoryMb: null };
}

export const minute = 60_000;
export const hour = 60 * minute;

/** ISO 8601. */
export function ago(ms: number): string {
  return new Date(Date.now() - ms).toISOString();
}
