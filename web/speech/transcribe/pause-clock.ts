/** Reports a pause once, and again only if audio arrives slower or faster than time passes. */
export class PauseClock {
  readonly #report: (leftMs: number | undefined) => void;
  /** On the clock of `performance.now()`. Undefined without a pause. */
  #endsAtMs: number | undefined;
  #stallTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(report: (leftMs: number | undefined) => void) {
    this.#report = report;
  }

  /** Call this with each new audio. */
  set(leftMs: number | undefined): void {
    clearTimeout(this.#stallTimer);
    if (leftMs === undefined) {
      if (this.#endsAtMs !== undefined) this.#report(undefined);
      this.#endsAtMs = undefined;
      return;
    }
    this.#stallTimer = setTimeout(() => this.set(undefined), stallMs);
    const endsAtMs = performance.now() + leftMs;
    if (this.#endsAtMs !== undefined && Math.abs(endsAtMs - this.#endsAtMs) < toleranceMs) return;
    this.#endsAtMs = endsAtMs;
    this.#report(leftMs);
  }
}

/** Without audio for this long, the silence timeout does not run. */
const stallMs = 500;
const toleranceMs = 250;
