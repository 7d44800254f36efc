import type { System } from './system.ts';

/** One line of the report. */
export interface Check {
  readonly name: string;
  /** Where to look when it fails: a file, or a section of the runbook. */
  readonly look: string;
  /** @returns a remark for its line. @throws DoesNotApply, Unexpected, and whatever goes wrong */
  run(system: System): Promise<string | undefined>;
}

/** Checks that belong together, and can be run with `--only NAME`. */
export interface Group {
  readonly name: string;
  /** Groups that must have passed. */
  readonly needs?: readonly string[];
  /** What it costs at AWS, in words. */
  readonly cost?: string;
  /** Within the services' quotas, and ours. */
  readonly atOnce?: number;
  listChecks(system: System): readonly Check[];
}

export interface CheckResult {
  readonly name: string;
  readonly durationMs: number;
  readonly is: 'ok' | 'fail' | 'skip';
  /** A remark, a reason, or what went wrong. */
  readonly text?: string | undefined;
  readonly look?: string;
}

/** The system has no such part: a local engine, or a live key. */
export class DoesNotApply extends Error {
  override readonly name = 'DoesNotApply';
}

export class Unexpected extends Error {
  override readonly name = 'Unexpected';
  constructor(expected: string, came: string) {
    super(`expected ${expected}; came ${came}`);
  }
}

export async function runCheck(check: Check, system: System): Promise<CheckResult> {
  const { name, look } = check;
  const startedAt = performance.now();
  const outcome = await check.run(system).then(
    (text) => ({ is: 'ok', text }) as const,
    (error: unknown) =>
      error instanceof DoesNotApply
        ? ({ is: 'skip', text: error.message } as const)
        : ({ is: 'fail', text: describe(error), look } as const),
  );
  return { name, durationMs: Math.round(performance.now() - startedAt), ...outcome };
}

/** Playwright's errors go on with a log of calls. */
function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const cause = error.cause instanceof Error ? ` (${error.cause.message})` : '';
  return `${error.message.split('\n', 1)[0]}${cause}`;
}

/** @returns the body. @throws Unexpected unless the answer has this status */
export async function readJson<Body>(response: Response, status = 200): Promise<Body> {
  const text = await response.text();
  if (response.status !== status)
    throw new Unexpected(`${status}`, `${response.status} ${text.slice(0, 200)}`);
  return JSON.parse(text) as Body;
}
