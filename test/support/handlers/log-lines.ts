import { beforeEach, vi } from 'vitest';

/** Catches the log of each test. @returns its lines, parsed */
export function catchLogLines(): Record<string, unknown>[] {
  const lines: Record<string, unknown>[] = [];
  beforeEach(() => {
    lines.length = 0;
    vi.spyOn(process.stdout, 'write').mockImplementation((chunk) => lines.push(JSON.parse(`${chunk}`)) > 0);
  });
  return lines;
}
