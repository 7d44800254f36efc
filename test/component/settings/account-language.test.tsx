import { expect, onTestFinished, test, vi } from 'vitest';
import { addLeaveGuard } from '../../../web/browser/leaving.ts';
import { showLanguage } from '../../../web/settings/account-language.ts';

test('a page that nobody has used yet is loaded again in the account’s language, with its text', async () => {
  const page = openPage();
  const saved: string[] = [];
  onTestFinished(addLeaveGuard({ save: (reason) => void saved.push(reason), isBusy: () => false }));
  await showLanguage('ja');
  expect(document.cookie).toContain('parley_language=ja');
  expect([page.reload.mock.calls.length, saved]).toEqual([1, ['reload']]);
  await showLanguage('ja');
  expect(page.reload).toHaveBeenCalledTimes(1);
});

test('a page in use keeps its language, and the next page has the account’s', async () => {
  const page = openPage({ isUsed: true });
  await showLanguage('de');
  expect([document.cookie.includes('parley_language=de'), page.reload.mock.calls]).toEqual([true, []]);
});

test('a page that is translating is not loaded again', async () => {
  const page = openPage();
  onTestFinished(addLeaveGuard({ save: () => {}, isBusy: () => true }));
  await showLanguage('fr');
  expect(page.reload).not.toHaveBeenCalled();
});

test('where cookies are refused, nothing is loaded again and again', async () => {
  const page = openPage();
  vi.spyOn(document, 'cookie', 'get').mockReturnValue('');
  await showLanguage('ko');
  expect(page.reload).not.toHaveBeenCalled();
});

test('an unknown language changes nothing', async () => {
  const page = openPage();
  const before = document.cookie;
  await showLanguage('tlh');
  expect([document.cookie, page.reload.mock.calls, page.fetch.mock.calls]).toEqual([before, [], []]);
});

test('without a connection the language stays, without an error on the page', async () => {
  const page = openPage();
  page.fetch.mockRejectedValue(new TypeError('Failed to fetch'));
  await expect(showLanguage('it')).rejects.toThrow('Failed to fetch');
  expect([document.cookie.includes('parley_language=it'), page.reload.mock.calls]).toEqual([false, []]);
});

function openPage({ isUsed = false } = {}) {
  const reload = vi.fn();
  const fetch = vi.fn(async () => new Response());
  vi.stubGlobal('location', { pathname: '/', protocol: 'http:', reload });
  vi.stubGlobal('fetch', fetch);
  vi.stubGlobal('navigator', { userActivation: { hasBeenActive: isUsed } });
  onTestFinished(() => void vi.unstubAllGlobals());
  return { reload, fetch };
}
