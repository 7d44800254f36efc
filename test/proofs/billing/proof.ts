/** One thing that was shown: what was counted, and what was found to be wrong. */
export interface Proof {
  readonly name: string;
  readonly figures: Readonly<Record<string, number | string>>;
  readonly findings: readonly string[];
}
