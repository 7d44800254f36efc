import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { routes } from '../../../shared/routes.ts';
import { translated, translatePage } from '../../support/browser/page-translator.ts';
import { type Answers, failure, openPage } from '../../support/component/page.tsx';
import { active, canceled, free, guestWith, pastDue } from '../../support/component/statuses.ts';
import { openTranslator, press, translation, type, typedText } from '../../support/component/translator.ts';

// Charts are drawn in Chromium: they need a width.
vi.mock('../../../web/charts/chart-drawing.tsx', () => ({ ChartDrawing: () => null }));

// jsdom has no clipboard and cannot download.
beforeEach(() => {
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
  URL.createObjectURL = () => 'blob:none';
  URL.revokeObjectURL = () => {};
});

const pages = routes.filter(({ page }) => page !== 'landing' && page !== 'translator');
const standings = Object.entries({ free, active, canceled, pastDue });
const visits = pages.flatMap(({ path, page }) =>
  (/subscription/.test(page) ? standings : standings.slice(0, 1)).map(([standing, status]) => ({
    path,
    standing,
    status,
  })),
);

test.each(visits)('$path of a $standing account survives every press', async ({ path, status }) => {
  await openPage(path, { isSignedIn: true, answers: { ...pageAnswers, 'billing.status': status } });
  await screen.findByRole('heading', { level: 1 });
  await act(() => vi.dynamicImportSettled());
  showTranslated();
  await pressEverything();
  expect(screen.getByRole('heading', { level: 1 }).textContent).toMatch(/^⟦.*⟧$/);
});

test('an unknown address keeps its name', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  await openPage('/nowhere');
  await screen.findByRole('heading', { level: 1, name: 'Page Not Found' });
  showTranslated();
  expect(screen.getByText('/nowhere').localName).toBe('bdi');
  fireEvent.click(screen.getByText(translated('Back to the translator')));
  await screen.findByText(translated('Translate Text'));
});

// Dozens of presses, each of which may load a part of the page.
test('the translator and all its sections survive every press', { timeout: 300_000 }, async () => {
  await openTranslator({ cards: ['quick-actions', 'history', 'settings', 'usage', 'your-data'] });
  showTranslated();
  type('the house');
  press(translated('Translate Text'));
  await screen.findByTestId('translation');
  await pressEverything();
  expect(screen.getByRole('heading', { level: 1 }).textContent).toContain('Parley');
});

test('figures count on, and the translation stays as it came', async () => {
  const page = await openTranslator({ cards: ['usage'] });
  showTranslated();
  page.answer({ 'billing.status': guestWith(2) });
  type('the house');
  press(translated('Translate Text'));
  await screen.findByText('the house (translated)');
  await screen.findByText(translated('Uses 1 of your 2 left.'));
  expect(screen.getByText(translated('1 of 3')).closest('p')?.textContent).toContain(
    translated('translations used'),
  );
  expect(screen.getByText(translated('2 of 3')).closest('p')?.textContent).toContain(translated('left.'));

  page.answer({ 'billing.status': guestWith(1) });
  press(translated('Translate back'));
  expect((await screen.findByTestId('meaning')).textContent).toBe('the house (translated) (translated)');
  press(translated('Hide back translation'));
  await screen.findByText(translated('Show back translation'));
  await screen.findByText(translated('2 of 3'));

  page.answer({ 'billing.status': guestWith(1), 'translation.translate': undefined });
  type('the garden');
  press(translated('Translate Text'));
  await screen.findByText(translated('Translation Error'));
  press(translated('Clear text'));
  press(await findName(/^⟦Undo⟧$/));
  await waitFor(() => expect(typedText().value).toBe('the garden'));
});

test('swap, clear, undo and the counter of characters still work', async () => {
  await openTranslator();
  showTranslated();
  for (const [text, count] of [
    ['a', '1 / 1,000'],
    ['ab', '2 / 1,000'],
    ['', '0 / 1,000'],
    ['abc', '3 / 1,000'],
  ] as const) {
    type(text);
    await screen.findByText(translated(count));
  }
  press(translated('Translate Text'));
  await screen.findByText('abc (translated)');
  press(translated('Swap languages'));
  await waitFor(() => expect(typedText().value).toBe(''));
  press(await findName(/^⟦Undo⟧$/));
  await waitFor(() => expect(translation()?.textContent).toBe('abc (translated)'));
  press(translated('Clear translation'));
  await screen.findByText(translated('Your translation appears here.'));
});

test('the original is shown again, and the page still works', async () => {
  await openTranslator();
  const showOriginal = showTranslated();
  type('the house');
  act(showOriginal);
  press('Translate Text');
  await screen.findByText('the house (translated)');
  press(await findName(/^Clear translation$/));
  await screen.findByText('Your translation appears here.');
});

/** Translates the page until the test ends. */
function showTranslated(): () => void {
  const showOriginal = translatePage();
  onTestFinished(showOriginal);
  return showOriginal;
}

async function findName(name: RegExp): Promise<string> {
  const button = await screen.findByRole('button', { name });
  return button.ariaLabel ?? button.textContent;
}

/** Presses each control that there is, and those that come, once each by name. Of a list, the first two items; of a grid, none. */
async function pressEverything(): Promise<void> {
  const pressed = new Set<string>();
  const controls = 'button, summary, input[type=radio], [role=menuitem]';
  for (;;) {
    const control = [...document.querySelectorAll<HTMLElement>(controls)].find(
      (each) => !each.closest('li:nth-child(n + 3), [role=row]') && !pressed.has(nameOf(each)),
    );
    if (!control) return;
    pressed.add(nameOf(control));
    await act(async () => {
      fireEvent.click(control);
      await vi.dynamicImportSettled();
    });
    // A render that fails leaves nothing.
    expect(document.querySelector('main')?.textContent, nameOf(control)).not.toBe('');
    expect(document.body.textContent, 'translated again').not.toMatch(/⟦[^⟧]*⟦/);
  }
}

function nameOf(control: HTMLElement): string {
  const name = control.ariaLabel ?? (control.closest('label') ?? control).textContent;
  // Figures count on.
  return `${control.localName} ${name.replace(/\d+/g, '')}`;
}

const at = '2026-11-21T10:00:00.000Z';

const build = {
  id: 'b',
  buildId: 'build-0000',
  buildType: 'production',
  status: 'success',
  duration: 1_000,
  bundleSize: 5_452_595,
  memoryUsage: 412,
  nodeVersion: 'v24.21.0',
  startTime: at,
} as const;

const user = {
  id: 'user-0001',
  firstName: null,
  lastName: null,
  email: 'one@parley.example',
  subscriptionStatus: 'trialing',
  createdAt: at,
  trialEndsAt: at,
  subscriptionEndsAt: null,
} as const;

const pageAnswers: Answers = {
  'billing.config': () => failure(503, 'payments_unavailable', 'Payments are not set up.'),
  'billing.cancel': { isEnded: false },
  'billing.reactivate': {},
  'android.setup': {
    configFiles: { 'android/settings.gradle': "rootProject.name = 'Parley'", 'package.json': '{}' },
    metadata: { expectedSuccessRate: '94%', estimatedBuildTime: '4 minutes', optimizedFor: 'Optimised.' },
    versions: { gradle: '8.6', kotlin: '1.9.24', agp: '8.2.1', androidSdk: '34', java: '17' },
    buildInstructions: ['Install JDK 17.', 'Start the app: `npm start`'],
    wording: {
      steps: [{ code: 'newerThanThePage' }, { code: 'serve', command: 'npm start' }],
      values: { java: '17', compileSdk: '34', targetSdk: '34', ndk: '26.1', reactNative: '0.75' },
      buildMinutes: { from: 4, to: 6 },
    },
  },
  'analytics.overview': {
    overview: { totalUsers: 3_486, premiumUsers: 402, trialUsers: 57, conversionRate: 11.5 },
    signupTrend: [{ date: '2026-11-21', signups: 3 }],
  },
  'analytics.revenue': (_, { searchParams }) => ({
    period: Number(searchParams.get('period')),
    totalRevenue: 484.47,
    monthlyRecurringRevenue: 1_874.3,
    activeSubscriptions: 402,
    churnRate: 4.2,
    revenueTrend: [{ date: '2026-11-21', revenue: 1.5 }],
  }),
  'analytics.users': (_, { searchParams }) => {
    const page = Number(searchParams.get('page'));
    const next = page < 2 ? 'to-2' : null;
    return { users: [user], pagination: { page, limit: 50, totalUsers: 51, totalPages: 2, next } };
  },
  'builds.overview': { avgBuildTime: 19_865, successRate: 66.7, totalBuilds: 6, recentBuilds: [build] },
  'builds.metrics': {
    trends: [{ date: '2026-11-21', buildCount: 2, avgDuration: 9_170, successRate: 50 }],
    recentBuilds: [build],
  },
};
