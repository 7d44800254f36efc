import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import type { Received } from '../../../web/api.ts';
import { violations } from '../../support/component/axe.ts';
import { type Answers, openPage } from '../../support/component/page.tsx';

// Charts are drawn in Chromium: they need a width.
vi.mock('../../../web/charts/chart-drawing.tsx', () => ({ ChartDrawing: () => null }));

beforeEach(() => void vi.stubEnv('TZ', 'America/New_York'));

test('without builds the page says so', async () => {
  await open({
    'builds.overview': { avgBuildTime: null, successRate: null, totalBuilds: 0, recentBuilds: [] },
    'builds.metrics': { trends: [], recentBuilds: [] },
  });
  await screen.findByText('No build metrics available yet. Builds will appear here once tracked.');
  screen.getByText('No builds in the last 7 days.');
  expect(figures()).toEqual({
    'Avg Build Time': 'N/A',
    'Success Rate': 'N/A',
    'Total Builds': '0',
    'Node Version': 'N/A',
  });
  expect(await violations()).toEqual([]);
});

test('figures, days and the newest builds are shown, an unknown status unchanged', async () => {
  await open();
  await waitFor(() => expect(figures()).toEqual(overall));
  expect(rowsOf('Daily trends')).toEqual([
    ['Nov 21, 2026', '2', '9.2s', '50%'],
    ['Nov 19, 2026', '1', 'N/A', 'N/A'],
  ]);
  expect(rowsOf('Recent builds')).toEqual([
    ['prod0000…', 'Prod', 'Success', '12.3s', '5.2 MB', '412 MB', 'Nov 21, 2026, 1:58 AM'],
    ['fail0000…', 'Prod', 'Failed', '6.0s', '5.2 MB', '412 MB', 'Nov 21, 2026, 1:58 AM'],
    ['dev00000…', 'Dev', 'queued by hand', 'N/A', 'N/A', 'N/A', 'Nov 19, 2026, 1:58 AM'],
  ]);
  screen.getByTitle('prod0000-0000');
  screen.getByRole('img', { name: /^Average build time per day in the last 7 days/ });
  expect(await violations()).toEqual([]);
});

test('filters change days and list, never the figures', async () => {
  const queries: string[] = [];
  const { user } = await open({
    'builds.metrics': (_, { search }) => {
      queries.push(search);
      return metrics;
    },
  });
  for (const name of ['Production', '30d', 'All Builds', 'Deployment', '7d'])
    await user.click(await screen.findByRole('radio', { name }));
  await waitFor(() =>
    expect(queries).toEqual([
      '?days=7',
      '?days=7&buildType=production',
      '?days=30&buildType=production',
      '?days=30',
      '?days=30&buildType=deployment',
      '?days=7&buildType=deployment',
    ]),
  );
  expect(figures()).toEqual(overall);
});

test('the current builds stay until the next arrive, and only then they are announced', async () => {
  const { user, answer } = await open();
  await screen.findByText('All Builds, last 7 days');
  const next = Promise.withResolvers<Received<'builds.metrics'>>();
  answer({ 'builds.metrics': next.promise });
  await user.click(screen.getByRole('radio', { name: 'Development' }));
  const table = screen.getByRole('table', { name: 'Recent builds' });
  await waitFor(() => expect(table.getAttribute('aria-busy')).toBe('true'));
  expect(rowsOf('Recent builds')).toHaveLength(3);
  screen.getByText('All Builds, last 7 days');
  next.resolve({ ...metrics, recentBuilds: metrics.recentBuilds.slice(2) });
  await screen.findByText('Development, last 7 days');
  expect(rowsOf('Recent builds')).toHaveLength(1);
  expect(table.getAttribute('aria-busy')).toBe('false');
});

test('figures are refreshed every 30 seconds while visible, and only new values change', async () => {
  const { answer, asked } = await openPage('/performance', { isSignedIn: true, clock: true, answers: well });
  await waitFor(() => expect(figures()).toEqual(overall));
  const row = screen.getByTitle('prod0000-0000').closest('tr');
  asked.length = 0;
  const told: string[] = [];
  const watch = new MutationObserver((changes) => {
    for (const { target, addedNodes } of changes) {
      const isTold = target.parentElement?.closest('[role=status], [role=alert], [aria-live]');
      const isSkeleton = [...addedNodes].some(
        (node) => node instanceof Element && node.querySelector('.shimmer'),
      );
      if (isTold || isSkeleton) told.push(target.textContent ?? '');
    }
  });
  watch.observe(document.body, { childList: true, characterData: true, subtree: true });
  answer({
    'builds.metrics': { ...metrics, recentBuilds: [build('hot00000', {}), ...metrics.recentBuilds] },
    'builds.overview': { ...overview, totalBuilds: 7 },
  });
  await act(() => vi.advanceTimersByTimeAsync(30_000));
  await waitFor(() => expect(figures()['Total Builds']).toBe('7'));
  await waitFor(() => expect(rowsOf('Recent builds')).toHaveLength(4));
  watch.disconnect();
  expect(screen.getByTitle('prod0000-0000').closest('tr')).toBe(row);
  expect(told).toEqual([]);
  expect(asked.map(([id]) => id).toSorted()).toEqual(['builds.metrics', 'builds.overview']);

  show('hidden');
  await act(() => vi.advanceTimersByTimeAsync(30_000));
  expect(asked).toHaveLength(2);
  show('visible');
  await act(() => vi.advanceTimersByTimeAsync(30_000));
  expect(asked).toHaveLength(4);
});

test('a card that fails to load says so, and can be retried', async () => {
  const { user, answer } = await open({ 'builds.overview': undefined, 'builds.metrics': undefined });
  for (const what of ['The overview', 'Trends', 'Builds']) await screen.findByText(`${what} didn’t load.`);
  expect(await violations()).toEqual([]);
  answer({ 'builds.metrics': metrics });
  await user.click(within(screen.getByRole('region', { name: 'Recent Builds' })).getByRole('button'));
  await screen.findByRole('table', { name: 'Recent builds' });
  expect(document.activeElement?.textContent).toBe('Recent Builds');
  screen.getByText('The overview didn’t load.');
  // The overview failed, so the page cannot claim that there are no builds at all.
  answer({ 'builds.metrics': { trends: [], recentBuilds: [] } });
  await user.click(screen.getByRole('radio', { name: 'Deployment' }));
  expect(await screen.findAllByText('No builds of this type in the last 7 days.')).toHaveLength(2);
  answer(well);
  await user.click(within(screen.getByRole('region', { name: 'Overview' })).getByRole('button'));
  await waitFor(() => expect(figures()['Node Version']).toBe('v24.21.0'));
});

test('a failed refresh keeps the figures with their time, until the next succeeds', async () => {
  vi.useFakeTimers({ now: new Date('2026-11-21T06:58:00Z'), shouldAdvanceTime: true });
  const { user, answer } = await openPage('/performance', { isSignedIn: true, clock: true, answers: well });
  await screen.findByRole('table', { name: 'Recent builds' });
  answer({ 'builds.metrics': undefined });
  await act(() => vi.advanceTimersByTimeAsync(30_000));
  const outdated = await screen.findByText(/^The latest figures didn’t load\./);
  expect(outdated.textContent).toContain('These are from Nov 21, 2026, 1:58');
  expect(rowsOf('Recent builds')).toHaveLength(3);
  answer(well);
  await act(() => vi.advanceTimersByTimeAsync(30_000));
  await waitFor(() => expect(outdated.isConnected).toBe(false));

  answer({ 'builds.overview': undefined });
  await act(() => vi.advanceTimersByTimeAsync(30_000));
  answer(well);
  await user.click(await screen.findByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(screen.queryByText(/^The newest figures/)).toBeNull());
  expect(document.activeElement?.textContent).toBe('Performance Dashboard');
});

async function open(answers: Answers = {}) {
  const page = await openPage('/performance', { isSignedIn: true, answers: { ...well, ...answers } });
  await screen.findByRole('heading', { level: 1, name: 'Performance Dashboard' });
  return page;
}

/** The cards, by their labels. */
function figures(): Record<string, string> {
  const cards = [...document.querySelectorAll('section[aria-labelledby=overview] dl > div')];
  return Object.fromEntries(
    cards.map((card) => [
      card.querySelector('dt')?.textContent ?? '',
      card.querySelector('dd')?.textContent ?? '',
    ]),
  );
}

function rowsOf(table: string): string[][] {
  const rows = screen.getByRole('table', { name: table }).querySelectorAll('tbody tr');
  // Without the column's name, which only a phone shows.
  return [...rows].map((row) =>
    [...row.children].map(
      ({ lastElementChild, textContent }) => lastElementChild?.textContent ?? textContent,
    ),
  );
}

/** Hides or shows the tab. */
function show(state: DocumentVisibilityState): void {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state);
  act(() => void document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
}

type Build = Received<'builds.metrics'>['recentBuilds'][number];

function build(id: string, given: Partial<Build>): Build {
  return {
    id,
    buildId: `${id}-0000`,
    buildType: 'development',
    status: 'success',
    duration: 1_000,
    bundleSize: 5_452_595,
    memoryUsage: 412,
    nodeVersion: 'v24.21.0',
    startTime: '2026-11-21T06:58:00.000Z',
    ...given,
  };
}

const builds = [
  build('prod0000', { buildType: 'production', duration: 12_340 }),
  build('fail0000', { buildType: 'production', status: 'failed', duration: 6_000 }),
  build('dev00000', {
    status: 'queued by hand',
    duration: null,
    bundleSize: null,
    memoryUsage: null,
    startTime: '2026-11-19T06:58:00.000Z',
  }),
];
const metrics: Received<'builds.metrics'> = {
  trends: [
    { date: '2026-11-21', buildCount: 2, avgDuration: 9_170, successRate: 50 },
    { date: '2026-11-19', buildCount: 1, avgDuration: null, successRate: null },
  ],
  recentBuilds: builds,
};
const overview: Received<'builds.overview'> = {
  avgBuildTime: 19_865,
  successRate: 66.7,
  totalBuilds: 6,
  recentBuilds: builds,
};
const overall = {
  'Avg Build Time': '19.9s',
  'Success Rate': '66.7%',
  'Total Builds': '6',
  'Node Version': 'v24.21.0',
};
const well: Answers = { 'builds.metrics': metrics, 'builds.overview': overview };
