import { expect } from 'vitest';

/**
 * Fails if ten times the input takes far more than ten times as long. It compares CPU times of this process,
 * so neither a slow machine nor a busy one matters; what grows with the square takes a hundred times as long.
 */
export function expectLinear(size: number, run: (size: number) => void): void {
  const [small = 0, large = 0] = [size / 10, size].map((each) => leastMs(() => run(each)));
  expect(large / Math.max(small, 1)).toBeLessThan(40);
}

/** The best of three runs, because the first compiles and any may collect garbage. */
function leastMs(run: () => void): number {
  const times = [1, 2, 3].map(() => {
    const before = process.cpuUsage();
    run();
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1_000;
  });
  return Math.min(...times);
}
