import { randomBytes } from 'node:crypto';

export interface GrantItem {
  /** Translations, lapsed grants included. */
  readonly used?: number;
  readonly [grant: GrantName]: Grant;
}

export type GrantName = `g_${string}`;

/** One translation, counted once, with every run of the function that has worked on it. */
export interface Grant {
  /** Fingerprint of the request; reveals a different request with the same id. */
  readonly fingerprint: string;
  readonly begunAt: number;
  readonly windowStart: number;
  readonly runs: Readonly<Record<string, Run>>;
  /** Counted characters, without those of failed runs. */
  readonly characters: number;
  readonly version: string;
}

/** One invocation: the end of its lease in milliseconds since 1970, or its outcome. */
export type Run = number | 'answered' | 'failed';

export interface RunRequest {
  readonly runId: string;
  readonly characters: number;
}

/** No function runs this long. */
export const leaseMs = 60_000;

/** Limits repetitions of a request, because a provider may be paid for each run. */
export const runsPerWindow = 5;
export const windowMs = 10 * 60_000;

export function createGrant({ runId, characters }: RunRequest, fingerprint: string, now: number): Grant {
  const runs = { [runId]: now + leaseMs };
  return { fingerprint, begunAt: now, windowStart: now, runs, characters, version: createRandomId() };
}

export function addRun(grant: Grant, { runId, characters }: RunRequest, now: number): Grant {
  const isOver = now >= grant.windowStart + windowMs;
  return {
    ...grant,
    windowStart: isOver ? now : grant.windowStart,
    runs: { ...(isOver ? dropFailedRuns(grant, now) : grant.runs), [runId]: now + leaseMs },
    characters: grant.characters + characters,
    version: createRandomId(),
  };
}

/** Drops expired runs too. A run may still fail after it was answered, so several answered runs share a key that no run owns. */
function dropFailedRuns({ runs }: Grant, now: number): Grant['runs'] {
  const all = Object.entries(runs);
  const answered = all.filter(([, run]) => run === 'answered');
  return Object.fromEntries([
    ...(answered.length > 1 ? [['earlier', 'answered'] as const] : answered),
    ...all.filter(([, run]) => isOpen(run, now)),
  ]);
}

/** @returns undefined if no other run needs the grant */
export function failRun(grant: Grant, { runId, characters }: RunRequest, now: number): Grant | undefined {
  const { [runId]: _, ...others } = grant.runs;
  if (hasLapsed(others, now)) return undefined;
  return {
    ...grant,
    runs: { ...grant.runs, [runId]: 'failed' },
    characters: grant.characters - characters,
    version: createRandomId(),
  };
}

/** The grant's version after this run has answered and nothing else has changed. */
export function buildAnsweredVersion({ version }: Grant, runId: string): string {
  return `${version}.${runId}`;
}

export function findRetryTime({ runs, windowStart }: Grant, now: number): number | undefined {
  const end = windowStart + windowMs;
  return Object.keys(runs).length >= runsPerWindow && now < end ? end : undefined;
}

export function hasOtherRuns({ runs }: Grant): boolean {
  return Object.keys(runs).length > 1;
}

/** Without lapsed grants, because they produced no answer. */
export function countTranslations(item: GrantItem | undefined, now: number): number {
  return item ? (item.used ?? 0) - listLapsedGrants(item, now).length : 0;
}

export function listLapsedGrants(item: GrantItem, now: number): [GrantName, Grant][] {
  return listGrants(item).filter(([, { runs }]) => hasLapsed(runs, now));
}

function hasLapsed(runs: Grant['runs'], now: number): boolean {
  return !Object.values(runs).some((run) => run === 'answered' || isOpen(run, now));
}

export function listGrants(item: GrantItem): [GrantName, Grant][] {
  return Object.entries(item).filter(([name]) => name.startsWith('g_')) as [GrantName, Grant][];
}

export function isOpen(run: Run, now: number): boolean {
  return typeof run === 'number' && run > now;
}

export function createRandomId(): string {
  return randomBytes(9).toString('base64url');
}
