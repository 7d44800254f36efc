import { parseArgs } from 'node:util';

/** One thing that a proof shows, or fails to show. `main.ts` of a proof yields one or more. */
export interface Part {
  readonly name: string;
  /** Printed as one line, or as a table where the values are rows. */
  readonly figures: Readonly<Record<string, unknown>>;
  /** One sentence each. */
  readonly findings: readonly string[];
}

/** Numbers by what they count. */
export type Figures = Record<string, number>;

export function addFigures(sum: Figures, more: Figures): void {
  for (const [name, value] of Object.entries(more)) sum[name] = (sum[name] ?? 0) + value;
}

/** A proof's flags with their defaults; the type of a default is the type of its flag. */
export type Flags = Readonly<Record<string, number | string | boolean>>;

/** The exports of a proof's `main.ts`. */
export interface ProofModule {
  readonly flags: Flags;
  prove(flags: Flags): AsyncIterable<Part>;
}

/** Another one in each run; the command that is printed repeats it. */
export const anySeed = Date.now() % 2 ** 31;

/** @throws Error with a sentence for the terminal */
export function parseFlags(defaults: Flags, args: readonly string[]): Flags {
  const { values } = parseArgs({
    args: [...args],
    options: Object.fromEntries(
      Object.entries(defaults).map(([name, usual]) => [
        name,
        { type: typeof usual === 'boolean' ? 'boolean' : 'string' },
      ]),
    ),
  });
  return Object.fromEntries(
    Object.entries(defaults).map(([name, usual]) => {
      const given = values[name];
      if (given === undefined || typeof usual !== 'number') return [name, given ?? usual];
      const number = Number(given);
      if (!Number.isInteger(number)) throw new Error(`--${name} takes a whole number.`);
      return [name, number];
    }),
  );
}

/**
 * Prints each part of a proof as it comes.
 *
 * @returns how many findings there were; a proof without parts has shown nothing, which is one
 */
export async function report(parts: AsyncIterable<Part>, say: (line: string) => void): Promise<number> {
  let startedAt = performance.now();
  let found = 0;
  let shown = 0;
  for await (const { name, figures, findings } of parts) {
    say(
      `${findings.length === 0 ? 'holds' : 'FAILS'}  ${name}, ${secondsSince(startedAt)} s${inLine(figures)}`,
    );
    if (areRows(figures)) console.table(figures);
    for (const finding of findings.slice(0, 50)) say(`FOUND  ${finding.replaceAll('\n', '\n       ')}`);
    if (findings.length > 50) say(`       and ${findings.length - 50} more.`);
    found += findings.length;
    shown += 1;
    startedAt = performance.now();
  }
  if (shown === 0) say('FOUND  that nothing was tried: no part fits these flags.');
  return shown === 0 ? 1 : found;
}

/** The least of the values that reaches this share of them; 0.5 is the median. NaN without values. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
}

export function secondsSince(startedAt: number): string {
  return ((performance.now() - startedAt) / 1_000).toFixed(0);
}

function inLine(figures: Part['figures']): string {
  const all = Object.entries(figures).map(([figure, value]) => `${value} ${figure}`);
  return all.length === 0 || areRows(figures) ? '' : `: ${all.join(', ')}`;
}

function areRows(figures: Part['figures']): boolean {
  return Object.values(figures).some((value) => typeof value === 'object');
}
