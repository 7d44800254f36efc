import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { findIntruders } from '../support/attacks/injection.ts';
import { xssTexts } from '../support/attacks/xss-classes.ts';
import { failure, findToast, openPage } from '../support/component/page.tsx';
import { free, guestWith } from '../support/component/statuses.ts';
import { openFold } from '../support/component/translator.ts';

/** Pages show every injection as text. `journey/xss` runs them in Chromium. */
const all = xssTexts.join('\n');
const [text = ''] = xssTexts;
const ran = vi.fn();

beforeEach(() => {
  ran.mockReset();
  vi.stubGlobal('__ran', ran);
});
afterEach(() => {
  expect(findIntruders()).toEqual([]);
  expect(ran).not.toHaveBeenCalled();
});

test.for([
  ['sentence is shown as text', () => failure(502, 'provider_failed', `It failed: ${all}`), true],
  ['page is not shown', () => new Response(`<html><body>${all}</body></html>`, { status: 502 }), false],
] as const)('of a server error, a %s', async ([, answer, isShown]) => {
  const { user } = await openPage('/speech-translator', {
    answers: { 'billing.status': guestWith(3), 'translation.translate': answer },
  });
  await user.click(screen.getByRole('textbox', { name: 'Type your text' }));
  await user.paste('the house');
  await user.click(screen.getByRole('button', { name: 'Translate Text' }));
  await findToast('Translation Error');
  expect(document.body.textContent.includes(text)).toBe(isShown);
});

test('an unknown address is shown as text', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  await openPage(`/no/${encodeURIComponent(text)}`);
  const said = await screen.findByText(/^We couldn’t find/);
  for (const each of xssTexts) {
    await act(async () => {
      history.pushState(null, '', `/no/${encodeURIComponent(each)}`);
      dispatchEvent(new PopStateEvent('popstate'));
    });
    expect(said.textContent).toContain(each.slice(0, 20));
  }
});

test('names and addresses of people are shown as they are', async () => {
  const names = { firstName: all, lastName: all, email: `${all}@parley.example` };
  const users = xssTexts.map((each, index) => ({
    ...{ id: `${index}`, firstName: each, lastName: each, email: `${each}@parley.example` },
    ...{ subscriptionStatus: 'free' as const, createdAt: '2026-11-01T00:00:00.000Z' },
    ...{ trialEndsAt: null, subscriptionEndsAt: null },
  }));
  const pagination = { page: 1, limit: 50, totalUsers: 50, totalPages: 1, next: null };
  const { user } = await openPage('/analytics', {
    isSignedIn: true,
    answers: { 'auth.user': { id: 'u', groups: [], ...names }, 'analytics.users': { users, pagination } },
  });
  const table = within(await screen.findByRole('table', { name: 'Recent users' }));
  const shown = table.getAllByRole('rowheader').map(({ textContent }) => textContent);
  for (const [index, each] of xssTexts.entries()) expect(shown[index]).toContain(each);
  await user.click(await screen.findByRole('button', { name: 'Account menu' }));
  expect((await screen.findByRole('menu')).textContent).toContain(text);
});

test('the data of builds is shown as text', async () => {
  const recentBuilds = xssTexts.map((each) => ({
    ...{ id: each, buildId: each, buildType: each as never, status: each as never, nodeVersion: each },
    ...{ duration: 1, bundleSize: 1, memoryUsage: 1, startTime: '2026-11-01T00:00:00.000Z' },
  }));
  await openPage(`/performance?type=${encodeURIComponent(all)}`, {
    isSignedIn: true,
    answers: {
      'builds.overview': { avgBuildTime: 1, successRate: 1, totalBuilds: 1, recentBuilds },
      'builds.metrics': { trends: [], recentBuilds },
    },
  });
  await waitFor(() => expect(screen.getByRole('main').textContent).toContain(text));
});

test('answers of the Android generator are shown as text', async () => {
  const { user } = await openPage('/android-setup', {
    answers: {
      'android.setup': {
        configFiles: Object.fromEntries(xssTexts.map((each) => [each, each])),
        metadata: { expectedSuccessRate: text, estimatedBuildTime: text, optimizedFor: text },
        versions: { gradle: text, kotlin: text, agp: text, androidSdk: text, java: text },
        buildInstructions: xssTexts,
      },
    },
  });
  await user.click(await screen.findByRole('button', { name: 'Generate Android Config' }));
  await screen.findByRole('region', { name: 'Next Steps' });
  for (const each of xssTexts) expect(screen.getByRole('main').textContent).toContain(each);
});

test('injections in the browser’s storage are shown as text, or not at all', async () => {
  for (const name of ['settings', 'languages', 'style', 'phrasebook', 'input-methods', 'shortcuts', 'turned'])
    localStorage.setItem(`parley.${name}`, JSON.stringify({ pinned: [all], recent: [all], mode: all }));
  localStorage.setItem('parley.account', all);
  const turns = xssTexts.map((each, id) => ({
    ...{ id, side: 'near', text: each, language: 'en-US', translation: each, translationLanguage: 'es-ES' },
  }));
  const drafts = { near: all, far: all };
  const languages = { near: 'en-US', far: 'es-ES' };
  sessionStorage.setItem('parley.dialogue', JSON.stringify({ owner: null, languages, drafts, turns }));
  await keep(
    xssTexts.map((each) => ({
      ...{ owner: 'guest', id: each, text: each, translatedText: each, syncState: 'local', isStarred: false },
      ...{ sourceLanguage: 'en-US', targetLanguage: 'es-ES', createdAt: '2026-11-01T00:00:00.000Z' },
    })),
  );
  await openPage('/speech-translator', { answers: { 'billing.status': { ...free, isGuest: true } } });
  await openFold('history');
  const history = within(await screen.findByRole('region', { name: 'History' }));
  const shown = (await history.findAllByRole('listitem')).map(({ textContent }) => textContent);
  for (const each of shown) expect(xssTexts.some((known) => each.includes(known))).toBe(true);
});

/** Puts translations into the history that the browser keeps. */
async function keep(translations: readonly object[]): Promise<void> {
  const opening = indexedDB.open('parley.history', 1);
  opening.onupgradeneeded = () =>
    opening.result.createObjectStore('translations', { keyPath: ['owner', 'id'] });
  await new Promise((resolve) => opening.addEventListener('success', resolve));
  const store = opening.result.transaction('translations', 'readwrite').objectStore('translations');
  for (const each of translations) store.put(each);
  await new Promise((resolve) => store.transaction.addEventListener('complete', resolve));
  opening.result.close();
}
