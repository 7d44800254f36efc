import type { RunningParley } from '../../support/parley/system.ts';

/** One kind of writes by one of the writers: each writer does one thing at a time. */
export interface Work {
  /**
   * Writes something, and puts down that it was acknowledged.
   *
   * @throws where no whole answer came: it stays noted as under way
   */
  write(scene: Scene): Promise<void>;
  /**
   * Looks for what was acknowledged since the last time, and repeats what was under way: that must be there once, or
   * have left nothing.
   *
   * @param isEnd looks for all that was ever acknowledged
   */
  check(scene: Scene, isEnd: boolean): Promise<void>;
}

/** Where the writers work. */
export interface Scene {
  /** The one that runs now. */
  readonly parley: RunningParley;
  /** Numbers from 0 to 1. */
  readonly chance: () => number;
  readonly journal: Journal;
}

/** What was acknowledged, and what became of it. */
export interface Journal {
  readonly tallies: Readonly<Record<Kind, Tally>>;
  /** What is not as it must be, as sentences. */
  readonly findings: readonly string[];
  acknowledge(kind: Kind): void;
  /** @param lost says what is missing of what was acknowledged; without it, it is there */
  look(kind: Kind, lost?: string): void;
  /** @param isThere whether what a kill interrupted had been written */
  resume(kind: Kind, isThere: boolean): void;
  find(sentence: string): void;
  /** When so many more have been acknowledged. */
  acknowledgements(count: number): Promise<void>;
}

const kinds = [
  'translation counted',
  'translation in the history',
  'translation kept',
  'star',
  'translation removed',
  'settings',
  'sign-up',
  'sign-in',
  'sign-out',
  'purchase',
  'account removed',
] as const;

export type Kind = (typeof kinds)[number];

export interface Tally {
  acknowledged: number;
  /** Of these, seen after a kill. */
  found: number;
  lost: number;
  /** Interrupted by a kill, and there or not; then done again, and acknowledged. */
  'cut, there': number;
  'cut, not there': number;
}

/** @param say hears of each finding at once */
export function openJournal(say: (line: string) => void): Journal {
  const blank = { acknowledged: 0, found: 0, lost: 0, 'cut, there': 0, 'cut, not there': 0 };
  const tallies = Object.fromEntries(kinds.map((kind) => [kind, { ...blank }])) as Record<Kind, Tally>;
  const findings: string[] = [];
  const find = (sentence: string) => {
    findings.push(sentence);
    say(`FOUND ${sentence}`);
  };
  let awaited = { left: 0, reached: () => {} };
  return {
    tallies,
    findings,
    acknowledge: (kind) => {
      tallies[kind].acknowledged += 1;
      awaited.left -= 1;
      if (awaited.left === 0) awaited.reached();
    },
    look: (kind, lost) => {
      tallies[kind][lost === undefined ? 'found' : 'lost'] += 1;
      if (lost !== undefined) find(`${kind}: ${lost}`);
    },
    resume: (kind, isThere) => {
      tallies[kind][isThere ? 'cut, there' : 'cut, not there'] += 1;
    },
    find,
    acknowledgements: (count) =>
      new Promise((reached) => {
        awaited = { left: count, reached };
      }),
  };
}

/**
 * Of an answer that is wanted, the whole JSON.
 *
 * @throws Error for any other answer
 */
export async function read<Answer>(response: Response, wanted = 200): Promise<Answer> {
  const text = await response.text();
  if (response.status !== wanted) {
    throw new Error(`${new URL(response.url).pathname} answered ${response.status}: ${text.slice(0, 200)}`);
  }
  return text === '' ? ({} as Answer) : JSON.parse(text);
}
