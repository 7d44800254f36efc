import { expect, test, vi } from 'vitest';
import { handler } from '../../../functions/system/report-error.ts';
import { apiEvent, lambdaContext, siteOrigin } from '../../support/handlers/event.ts';
import { goodCalls, goodRequest } from '../../support/handlers/good-calls.ts';
import { catchLogLines } from '../../support/handlers/log-lines.ts';

const lines = catchLogLines();
vi.stubEnv('SITE_ORIGIN', siteOrigin);

test('an error of a page is logged and counted', async () => {
  expect(await report({})).toBe(200);
  expect(lines.find(({ event }) => event === 'page-failed')).toMatchObject({
    level: 'error',
    kind: 'render',
    name: 'TypeError',
    place: 'assets/index.js:1:2',
    page: '/',
    release: 'index.js',
    PageErrors: 1,
  });
});

test.for<[what: string, change: object]>([
  ['a field for words', { message: 'where is the station' }],
  ['words as a name', { name: 'where is the station' }],
  ['words as a place', { place: 'where is the station:1:2' }],
  ['an address with words as a place', { place: 'https://parley.example/#text=house:1:2' }],
  ['a long place', { place: `${'a'.repeat(101)}:1:2` }],
  ['a page that is none', { page: '/where-is-the-station' }],
  ['another kind', { kind: 'noise' }],
  ['words as a release', { release: 'where is the station' }],
])('a report with %s is refused, and not logged', async ([, change]) => {
  expect(await report(change)).toBe(400);
  expect(lines.map(({ event }) => event)).toEqual(['answered']);
  expect(JSON.stringify(lines)).not.toContain('station');
});

async function report(change: object): Promise<number | undefined> {
  const body = { ...goodCalls['system.report-error'].body, ...change };
  const event = apiEvent({ ...goodRequest('system.report-error'), body });
  return (await handler(event, lambdaContext)).statusCode;
}
