import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import type { SavedTranslation } from '../../../../web/translation/history/history-entries.ts';
import { violations } from '../../../support/component/axe.ts';
import { healthOf } from '../../../support/component/health.ts';
import { type Answers, findToast, openPage } from '../../../support/component/page.tsx';
import { active, freeWith, guestWith } from '../../../support/component/statuses.ts';
import {
  focused,
  goOnline,
  openTranslator,
  press as pressButton,
  translate,
  translationsOf,
} from '../../../support/component/translator.ts';

const rows = () => [...document.querySelectorAll<HTMLElement>('ul[aria-label="Translations"] > li')];
const shown = () => rows().map((row) => /frase \d+|la casa|Removed/.exec(row.textContent)?.[0]);
const field = () => screen.getByRole<HTMLInputElement>('searchbox', { name: 'Search your history' });
const press = (name: string) => fireEvent.click(screen.getByText(name, { selector: 'button' }));
const house: SavedTranslation = {
  id: '01J00000000000000000000100',
  text: 'the house',
  translatedText: 'la casa',
  sourceLanguage: 'en-US',
  targetLanguage: 'es-ES',
  createdAt: '2026-01-20T12:00:00.000Z',
  isStarred: false,
};

test('five translations are shown, then a page, then page after page, with the focus on the first new one', async () => {
  const { answer, account } = await openHistory(translationsOf(27));
  await waitFor(() => expect(shown()).toEqual(['frase 27', 'frase 26', 'frase 25', 'frase 24', 'frase 23']));
  expect(await violations(document.body)).toEqual([]);
  press('Show more');
  expect(rows()).toHaveLength(20);
  expect(focused()).toContain('frase 22');
  answer({ 'translation.list': undefined });
  press('Show more');
  await screen.findByText(/^Couldn’t load more\./);
  answer(account.answers);
  press('Show more');
  await waitFor(() => expect(rows()).toHaveLength(27));
  expect(focused()).toContain('frase 7');
  expect(screen.queryByText('Show more')).toBeNull();
});

test('while one download is prepared, both buttons are off', async () => {
  const { answer } = await openHistory([house]);
  answer({ 'translation.list': new Promise(() => {}) });
  press('Download CSV');
  const states = ['Download CSV', 'Download JSON'].map((name) =>
    screen.getByText(name, { selector: 'button' }),
  );
  await waitFor(() => expect(states.map(({ ariaDisabled }) => ariaDisabled)).toEqual(['true', 'true']));
});

test('an account gets a star while the history is closed', async () => {
  const { count } = await openTranslator({
    isSignedIn: true,
    answers: {
      'billing.status': active,
      'translation.translate': { translatedText: 'la casa', keptAs: house.id },
      'translation.star': {},
    },
  });
  await translate('the house');
  await waitFor(() => pressButton('Star'));
  await waitFor(() => expect(count('translation.star')).toBe(1));
  expect(rows()).toEqual([]);
});

test('a search starts 300 ms after typing, shows the count, and can be cleared', async () => {
  const { user, asked } = await openHistory([house, ...translationsOf(6)]);
  const searches = () => asked.filter(([id]) => id === 'translation.search').map(([, body]) => body);
  fireEvent.change(field(), { target: { value: 'CAS' } });
  act(() => void vi.advanceTimersByTime(299));
  fireEvent.change(field(), { target: { value: 'CASA' } });
  act(() => void vi.advanceTimersByTime(299));
  expect(searches()).toEqual([]);
  await screen.findByText('1 found');
  expect(searches()).toEqual([{ query: 'CASA' }]);
  // Addresses are logged, and kept in the browser's history.
  expect(location.href).not.toMatch(/casa/i);
  expect(shown()).toEqual(['la casa']);
  expect([...document.querySelectorAll('mark')].map(({ textContent }) => textContent)).toEqual(['casa']);
  fireEvent.change(field(), { target: { value: 'nowhere' } });
  await screen.findByText('No results.');
  expect(rows()).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Clear search' }));
  await waitFor(() => expect(rows()).toHaveLength(5));
  expect(document.activeElement).toBe(field());
});

test('only the last of two searches is shown, in either order of the answers', async () => {
  const { answer, asked, account } = await openHistory([house, ...translationsOf(3)]);
  const late = Promise.withResolvers<void>();
  answer({
    'translation.search': async (body) => {
      if ((body as { query: string }).query === 'frase') await late.promise;
      return account.find(body);
    },
  });
  fireEvent.change(field(), { target: { value: 'frase' } });
  await waitFor(() => expect(asked.at(-1)).toEqual(['translation.search', { query: 'frase' }]));
  fireEvent.change(field(), { target: { value: 'casa' } });
  await screen.findByText('1 found');
  await act(async () => late.resolve());
  expect(shown()).toEqual(['la casa']);
});

test('a failed search and a failed load can be retried', async () => {
  const { answer, account } = await openHistory([house], { 'translation.list': undefined });
  await screen.findByText('Couldn’t load your history.');
  answer(account.answers);
  press('Try again');
  await screen.findByText('la casa');
  answer({ 'translation.search': undefined });
  fireEvent.change(field(), { target: { value: 'casa' } });
  await screen.findByText('Couldn’t search your history.');
  answer(account.answers);
  press('Try again');
  await screen.findByText('1 found');
});

test('without a connection, an account hears that it sees only what this browser keeps', async () => {
  const { answer } = await openHistory([house]);
  await goOnline(false);
  answer({ 'translation.search': undefined });
  fireEvent.change(field(), { target: { value: 'casa' } });
  const told = await screen.findByText('You’re offline. Only the history in this browser is shown.');
  expect(told.role).toBe('status');
  expect(screen.queryByText('Couldn’t search your history.')).toBeNull();
});

describe('a removal', () => {
  async function removeSecond(more: Answers = {}) {
    const page = await openHistory(translationsOf(3), more);
    fireEvent.click(within(rows()[1] as HTMLElement).getByRole('button', { name: 'Remove' }));
    expect(shown()).toEqual(['frase 3', 'Removed', 'frase 1']);
    expect(focused()).toBe('Undo');
    return page;
  }

  test('is undone with the keyboard, and the focus stays on the row', async () => {
    const { user, account } = await removeSecond();
    await user.keyboard('{Enter}');
    await waitFor(() => expect(shown()).toEqual(['frase 3', 'frase 2', 'frase 1']));
    expect(focused()).toContain('frase 2');
    act(() => void vi.advanceTimersByTime(10_000));
    expect(account.texts()).toEqual(['frase 3', 'frase 2', 'frase 1']);
  });

  test('takes effect after 6 s, and the focus moves to the next row', async () => {
    const { account } = await removeSecond();
    act(() => void vi.advanceTimersByTime(5_999));
    expect(account.texts()).toHaveLength(3);
    expect(focused()).toBe('Undo');
    act(() => void vi.advanceTimersByTime(1));
    expect(shown()).toEqual(['frase 3', 'frase 1']);
    await waitFor(() => expect(account.texts()).toEqual(['frase 3', 'frase 1']));
    expect(focused()).toContain('frase 1');
  });
});

test.for<[string, () => void]>([
  ['after 6 s', () => vi.advanceTimersByTime(6_000)],
  ['when the page is left', () => dispatchEvent(new Event('pagehide'))],
])('the history is cleared %s with everything in the account, page by page', async ([, finish]) => {
  const { account } = await openHistory(translationsOf(23));
  press('Clear history');
  fireEvent.click(within(screen.getByRole('dialog')).getByText('Clear history', { selector: 'button' }));
  await screen.findByText('History cleared');
  expect([rows(), account.texts().length, focused()]).toEqual([[], 23, 'History']);
  act(finish);
  await screen.findByText(/^No translations yet\./);
  expect(account.texts()).toEqual([]);
});

describe('a change that the browser cannot save', () => {
  function breakDatabase(problem = 'UnknownError') {
    vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
      throw new DOMException('Refused.', problem);
    });
    return () => {
      vi.restoreAllMocks();
      return vi.spyOn(IDBObjectStore.prototype, 'put');
    };
  }
  const connect = (isOnline: boolean) => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(isOnline);
    act(() => void dispatchEvent(new Event(isOnline ? 'online' : 'offline')));
  };
  const clearHistory = () => {
    press('Clear history');
    fireEvent.click(within(screen.getByRole('dialog')).getByText('Clear history', { selector: 'button' }));
  };
  const all = ['frase 3', 'frase 2', 'frase 1'];

  const star = () => fireEvent.click(screen.getAllByRole('button', { name: 'Star' })[0] as HTMLElement);

  test.for([
    ['a star', star, 'UnknownError'],
    ['a star without space', star, 'QuotaExceededError'],
    [
      'a removal',
      () => fireEvent.click(screen.getAllByRole('button', { name: 'Remove' })[1] as HTMLElement),
      'UnknownError',
    ],
    ['a clearing', clearHistory, 'UnknownError'],
  ] as const)('is reported, and changes nothing: %s', async ([, change, problem]) => {
    const { account } = await openHistory(translationsOf(3));
    breakDatabase(problem);
    change();
    await findToast('Not Saved');
    await waitFor(() => expect(shown()).toEqual(all));
    for (const star of screen.getAllByRole('button', { name: 'Star' })) {
      expect(star.getAttribute('aria-pressed')).toBe('false');
    }
    await act(() => vi.advanceTimersByTimeAsync(20_000));
    expect([shown(), account.texts()]).toEqual([all, all]);
  });

  test.for([
    ['a removal', () => fireEvent.click(screen.getAllByRole('button', { name: 'Remove' })[1] as HTMLElement)],
    ['a clearing', clearHistory],
  ] as const)('is reported, and keeps the list: Undo of %s', async ([, change]) => {
    const { account, user } = await openHistory(translationsOf(3));
    change();
    const undo = await screen.findByRole('button', { name: 'Undo' });
    const repair = breakDatabase();
    await user.click(undo);
    await findToast('Not Saved');
    await waitFor(() => expect(shown()).toEqual(all));
    await act(() => vi.advanceTimersByTimeAsync(20_000));
    expect([shown(), account.texts()]).toEqual([all, all]);
    const put = repair();
    connect(false);
    connect(true);
    await waitFor(() => expect(put.mock.calls.flat()).not.toEqual([]));
    expect(put.mock.calls.flat().filter((entry) => 'removedAtMs' in entry)).toEqual([]);
    expect([shown(), account.texts()]).toEqual([all, all]);
  });
});

test.each([
  ['saved', 0],
  ['retrying', 0],
  ['full', 0],
  ['blocked', 0],
  ['newer', 1],
  ['unavailable', 2],
] as const)('the panel says how the history is kept: %s, %s unreadable', async (state, unreadableCount) => {
  const retryNow = vi.fn();
  const storage = { get: () => kept, subscribe: () => () => {}, onRetry() {}, retryNow };
  const kept = { state, unreadableCount };
  vi.doMock('../../../../web/translation/history/history-storage.ts', () => ({ historyStorage: storage }));
  onTestFinished(() => vi.doUnmock('../../../../web/translation/history/history-storage.ts'));
  const { user } = await openPage('/', {
    answers: { 'billing.status': guestWith(3) },
    part: async () => {
      const { HistoryFooter } = await import('../../../../web/translation/history/history-footer.tsx');
      return (
        <HistoryFooter owner="guest" isSavedToAccount={false} hasAccountHistory={false} hasItems={false} />
      );
    },
  });
  const texts = await import('../../../../web/texts/history.ts');
  expect(screen.getByRole('status').textContent).toContain(texts.storageStates[state]);
  expect(screen.queryByText(/can’t read/) !== null).toBe(unreadableCount > 0);
  expect(screen.queryByRole('button', { name: 'Reload' }) !== null).toBe(state === 'newer');
  const again = screen.queryByRole('button', { name: 'Save again' });
  expect(again !== null).toBe(state === 'full' || state === 'unavailable');
  if (again) await user.click(again);
  expect(retryNow).toHaveBeenCalledTimes(again ? 1 : 0);
});

test('the history is narrowed to a time and a pair of languages, over all pages of the account', async () => {
  const old = translationsOf(45);
  const { user } = await openHistory([
    { ...house, id: '01J00000000000000000000200', createdAt: new Date().toISOString() },
    ...old.map((each, index) => (index === 44 ? { ...each, targetLanguage: 'fr' } : each)),
  ]);
  const choose = (name: string, option: string) =>
    user.selectOptions(screen.getByRole('combobox', { name }), option);
  await choose('When', 'Today');
  await waitFor(() => expect(shown()).toEqual(['la casa']));
  await screen.findByText('1 found');
  expect(await violations(document.body)).toEqual([]);
  await choose('When', 'Any time');
  // It was on the last page.
  await choose('Languages', 'en-US fr');
  await waitFor(() => expect(shown()).toEqual(['frase 1']));
  await choose('When', 'Today');
  expect(screen.getByText(/^Nothing from that time/).role).toBe('status');
});

test('the history of an account stays after Premium', async () => {
  await openHistory([house], { 'billing.status': freeWith(0) });
  expect(document.body.textContent).toContain('Premium also saves new translations to your account.');
});

test('every text is in its own language and direction', async () => {
  await openHistory([{ ...house, text: 'أين المحطة؟', sourceLanguage: 'ar', targetLanguage: 'en-US' }]);
  const tags = [...(rows()[0]?.querySelectorAll<HTMLElement>('p[lang]') ?? [])];
  expect(tags.map(({ lang, dir }) => [lang, dir])).toEqual([
    ['ar', 'rtl'],
    ['en-US', 'ltr'],
  ]);
});

test('a translation is copied, and used again with its languages', async () => {
  const { user, picked } = await openHistory([house]);
  await user.click(screen.getByRole('button', { name: 'Copy' }));
  await findToast('Copied!');
  expect(await navigator.clipboard.readText()).toBe('la casa');
  press('Use again');
  expect(picked).toEqual([
    expect.objectContaining({ text: 'the house', sourceLanguage: 'en-US', targetLanguage: 'es-ES' }),
  ]);
});

/** Only the section, for a Premium user whose account has these translations. */
async function openHistory(translations: readonly SavedTranslation[], more: Answers = {}) {
  const account = accountOf(translations);
  const picked: SavedTranslation[] = [];
  const page = await openPage('/', {
    clock: true,
    isSignedIn: true,
    answers: { 'billing.status': active, 'system.health': healthOf(), ...account.answers, ...more },
    part: async () => {
      const [{ Card }, { HistoryPanel }, { HistorySync }, { Toaster }] = await Promise.all([
        import('../../../../web/components/card.tsx'),
        import('../../../../web/translation/history/history-panel.tsx'),
        import('../../../../web/translation/history/history-sync.ts'),
        import('../../../../web/components/toasts/toaster.tsx'),
      ]);
      return (
        <>
          <HistorySync />
          <Card id="card-history" title="History">
            <HistoryPanel onPick={(translation) => void picked.push(translation)} />
          </Card>
          <Toaster />
        </>
      );
    },
  });
  if (!('translation.list' in more)) await waitFor(() => expect(rows()).not.toEqual([]));
  return { ...page, account, picked };
}

/** The account as the server has it: pages of 20, newest first. */
function accountOf(translations: readonly SavedTranslation[]) {
  let kept = translations;
  const find = (body: unknown) => {
    const words = (body as { query: string }).query.toLowerCase();
    return {
      translations: kept.filter(({ translatedText }) => translatedText.includes(words)),
      cursor: null,
    };
  };
  const answers: Answers = {
    'translation.list': (_, { searchParams }) => {
      const cursor = searchParams.get('cursor') ?? 'newest';
      const after = kept.filter(({ id }) => id < cursor);
      return { translations: after.slice(0, 20), cursor: (after.length > 20 && after[19]?.id) || null };
    },
    'translation.search': find,
    'translation.remove': (_, { pathname }) => {
      kept = kept.filter(({ id }) => !pathname.endsWith(id));
      return {};
    },
  };
  return { answers, find, texts: () => kept.map(({ translatedText }) => translatedText) };
}
