import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../../support/parley/system.ts';
import { debugging, sendCanaries, sendCanariesIntoTrouble } from './canaries.ts';
import { canary, findCanary } from './canary.ts';

test('nothing that people send is in a log line or a metric, also where Powertools debugs', async () => {
  const result = await sendCanaries({ requests: 60, seed: 1, hangs: 0, env: debugging });
  expect(result.finds).toEqual([]);
  expect(result.left).toEqual([]);
  // They were truly handled, and truly counted.
  expect(result.statuses[200]).toBeGreaterThan(10);
  expect(result.metrics).toMatch(/^parley_requests_total\{endpoint="translation\.translate"\} \d\d/m);
  expect(result.lines).toBeGreaterThan(100);
}, 60_000);

test('nothing of what failing providers and databases quote is in a log line', async () => {
  const result = await sendCanariesIntoTrouble({ requests: 40, seed: 1, env: debugging });
  expect(result.finds).toEqual([]);
  expect(result.lines).toBeGreaterThan(40);
  const statuses = Object.keys(result.statuses).map(Number);
  expect(statuses).toContain(200);
  expect(statuses.some((status) => status >= 500)).toBe(true);
}, 60_000);

const word = canary(7);

test.each([
  ['letters', `"text":"${word}"`],
  ['letters', word.slice(2, 8)],
  ['letters', word.toUpperCase()],
  ['letters backwards', [...word].reverse().join('')],
  ['base64', Buffer.from(`a${word}`).toString('base64')],
  ['base64', Buffer.from(`ab${word}`).toString('base64')],
  ['base64', Buffer.from(`abc${word}`).toString('base64url')],
  ['hex', Buffer.from(word).toString('hex').toUpperCase()],
  ['hex of UTF-16', Buffer.from(word, 'utf16le').toString('hex')],
  ['percent signs', [...Buffer.from(word)].map((code) => `%${code.toString(16)}`).join('')],
  ['a list of bytes', JSON.stringify(Buffer.from(word))],
])('a canary is recognised as %s: %s', (form, text) => {
  expect(findCanary(text)).toBe(form);
});

test('what has none is left alone', () => {
  expect(findCanary('{"event":"answered","endpoint":"auth.login","durationMs":12}')).toBeUndefined();
});

test('nothing in the functions writes onto traces: they hold what the platform times, and no more', () => {
  for (const file of globSync('functions/**/*.ts', { cwd: root })) {
    const code = readFileSync(path.join(root, file), 'utf8');
    expect(/aws-xray|opentelemetry|powertools\/tracer|Annotation\(/.test(code), file).toBe(false);
  }
});
