import type { RunningParley } from '../../support/parley/system.ts';

/** One kind of write, one at a time. */
export interface Work {
  /** @throws Error without a whole answer: the write stays noted as under way */
  write(scene: Scene): Promise<void>;
  /**
   * Looks for what was acknowledged since the last check, and repeats what was under way.
   *
   * @param isEnd looks for everything
   */
  check(scene: Scene, isEnd: boolean): Promise<void>;
}

export interface Scene {
  readonly parley: RunningParley;
  readonly chance: () => number;
  readonly journal: Journal;
}

export interface Journal {
  readonly tallies: Readonly<Record<Kind, Tally>>;
  readonly findings: readonly string[];
  acknowledge(kind: Kind): void;
  /** @param lost what is missing of an acknowledged write */
  look(kind: Kind, lost?: string): void;
  /** @param isThere whether an interrupted write had been stored */
  resume(kind: Kind, isThere: boolean): void;
  find(sentence: string): void;
  acknowledgements(count: number): Promise<void>;
}

const kinds = [
  'translation counted',
  'translation in the history',
  'translation kept',
  'star',
  'translation removed',
] as const;

export type Kind = (typeof kinds)[number];

export interface Tally {
  acknowledged: number;
  found: number;
  lost: number;
  /** Interrupted by a kill, then repeated. */
  'cut, there': number;
  'cut, not there': number;
}

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

/** @throws Error for any other answer */
export async function read<Answer>(response: Response): Promise<Answer> {
  const text = await response.text();
  if (response.status !== 200) {
    throw new Error(`${new URL(response.url).pathname} answered ${response.status}: ${text.slice(0, 200)}`);
  }
  return text === '' ? ({} as Answer) : JSON.parse(text);
}
