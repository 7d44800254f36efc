import { beforeEach, vi } from 'vitest';

/** Catches the log of each test. @returns a function that reads it */
export function catchLog(): () => string {
  const chunks: unknown[] = [];
  beforeEach(() => {
    chunks.length = 0;
    vi.spyOn(process.stdout, 'write').mockImplementation((chunk) => chunks.push(chunk) > 0);
  });
  return () => chunks.join('');
}

/** Catches the log of each test. @returns its lines, parsed */
export function catchLogLines(): Record<string, unknown>[] {
  const lines: Record<string, unknown>[] = [];
  beforeEach(() => {
    lines.length = 0;
    vi.spyOn(process.stdout, 'write').mockImplementation((chunk) => lines.push(JSON.parse(`${chunk}`)) > 0);
  });
  return lines;
}
