import { screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import type { PartState, ProductPart } from '../../../shared/status/parts.ts';
import type { StatusReport } from '../../../shared/status/report.schema.ts';
import { violations } from '../../support/component/axe.ts';
import { openPage } from '../../support/component/page.tsx';

test('when everything works, the page says so, since when, and when it was checked', async () => {
  await openStatus(() => Response.json(reportOf({})));
  const summary = await screen.findByText('Everything works.');
  expect(summary.closest('[role=status]')?.textContent).toMatch(/Last check: \w{3} \d/);
  const rows = listRows();
  expect(rows).toHaveLength(6);
  for (const row of rows) expect(row.textContent).toMatch(/WorksSince Nov 27, 2026/);
  expect(screen.queryByText(/Quick Actions still work/)).toBeNull();
  expect(await violations()).toEqual([]);
});

test('a part that is down is named with what to do, and one that is not offered without', async () => {
  await openStatus(() => Response.json(reportOf({ translation: 'down', accounts: 'down', payments: 'off' })));
  await screen.findByText('2 parts of Parley are down.');
  const translation = listRows().find((row) => row.textContent?.startsWith('Translating'));
  within(translation as HTMLElement).getByText('Down');
  within(translation as HTMLElement).getByText(/don’t count toward your limit/);
  const payments = listRows().find((row) => row.textContent?.startsWith('Payments'));
  expect(payments?.textContent).toBe('PaymentsNot offered here');
  expect(await violations()).toEqual([]);
});

test('an old report does not say that everything works', async () => {
  await openStatus(() => Response.json(reportOf({}, Date.now() - 31 * 60_000)));
  await screen.findByText(/We don’t know what works right now/);
  expect(screen.queryByText('Everything works.')).toBeNull();
});

test('before the first check the page says when it comes', async () => {
  await openStatus(() => new Response('Not Found', { status: 404 }));
  await screen.findByText(/The first check comes within ten minutes/);
  expect(screen.queryByText('The status didn’t load.')).toBeNull();
});

test.each([
  ['a failure', () => new Response('', { status: 503 })],
  ['an HTML page', () => new Response('<!doctype html>')],
  ['another shape', () => Response.json({ checkedAt: 'today' })],
])('after %s another try brings the status', async (_, answer) => {
  let given: () => Response = answer;
  const { user } = await openStatus(() => given());
  await screen.findByText(/The status didn’t load/);
  given = () => Response.json(reportOf({}));
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByText('Everything works.');
  expect(document.activeElement?.textContent).toBe('Parts of Parley');
});

test('without a connection the page says so', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  await openStatus(() => {
    throw new TypeError('Failed to fetch');
  });
  await screen.findByText('This page needs an internet connection.');
});

test('a button and each minute bring the news, and the last report stays if they fail', async () => {
  let given = () => Response.json(reportOf({}));
  const { user } = await openStatus(() => given(), { clock: true });
  await screen.findByText('Everything works.');
  given = () => Response.json(reportOf({ speech: 'down' }));
  await user.click(screen.getByRole('button', { name: 'Check again' }));
  await screen.findByText('1 part of Parley is down.');
  given = () => new Response('', { status: 503 });
  vi.advanceTimersByTime(60_000);
  await screen.findByText(/The status didn’t load/);
  screen.getByText('1 part of Parley is down.');
});

test('the page calls nothing of the API but what the header of every page does', async () => {
  const { asked } = await openStatus(() => Response.json(reportOf({})));
  await screen.findByText('Everything works.');
  await waitFor(() => expect(asked.map(([id]) => id)).toEqual(['billing.status']));
});

function openStatus(answer: () => Response, options = {}) {
  return openPage('/status', { files: { '/status.json': answer }, ...options });
}

function listRows(): HTMLElement[] {
  const parts = screen.getByRole('region', { name: 'Parts of Parley' });
  return within(parts).getAllByRole('listitem');
}

function reportOf(states: Partial<Record<ProductPart, PartState>>, checkedAt = Date.now()): StatusReport {
  const since = '2026-11-27T12:00:00.000Z';
  const names = ['site', 'translation', 'recognition', 'speech', 'accounts', 'payments'] as const;
  return {
    checkedAt: new Date(checkedAt).toISOString(),
    parts: Object.fromEntries(
      names.map((name) => [name, { state: states[name] ?? 'up', since }]),
    ) as StatusReport['parts'],
  };
}
