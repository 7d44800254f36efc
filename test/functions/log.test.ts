import { beforeEach, expect, test, vi } from 'vitest';
import { logLine } from '../../functions/log.ts';

let printed = '';

beforeEach(() => {
  printed = '';
  vi.spyOn(process.stdout, 'write').mockImplementation((chunk) => {
    printed += chunk;
    return true;
  });
});

test('a line is one JSON object with its time, level, event and fields', () => {
  logLine('info', 'answered', { status: 200 });
  expect(JSON.parse(printed)).toEqual({
    time: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    level: 'info',
    event: 'answered',
    status: 200,
  });
});

test('a line stays one line, whatever its fields hold', () => {
  logLine('error', 'faulted', { name: 'a\nb\r\n{"level":"info"}\u0000\u001b[2J' });
  expect(printed.split('\n')).toEqual([expect.any(String), '']);
  expect(JSON.parse(printed)).toMatchObject({ level: 'error', event: 'faulted' });
});

test('a field without a value is left out', () => {
  logLine('info', 'answered', { code: undefined });
  expect(JSON.parse(printed)).not.toHaveProperty('code');
});
