import { expect, test, vi } from 'vitest';
import { logFaulted } from '../../../../../functions/telemetry/events.ts';
import { printFaults } from '../../../../../infra/local/gateway/terminal.ts';

test('a handler’s error is printed with its message and place, and its log line leaves the message out', () => {
  const logged: string[] = [];
  vi.spyOn(process.stdout, 'write').mockImplementation((chunk) => logged.push(String(chunk)) > 0);
  const printed: string[] = [];
  printFaults((line) => printed.push(line));
  const error = new TypeError('name is undefined', { cause: new Error('the item has no name') });
  logFaulted({ requestId: 'r', endpoint: 'echo.say', error });
  expect(printed).toHaveLength(1);
  expect(printed[0]).toMatch(/^\[echo\.say\] TypeError: name is undefined\n +at .+terminal\.test\.ts:\d+/);
  expect(printed[0]).toContain('the item has no name');
  expect(logged.join()).not.toContain('undefined');
});
