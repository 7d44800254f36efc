import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { defaultSettings } from '../../../shared/settings.ts';
import type { Received } from '../../../web/api.ts';
import { violations } from '../../support/component/axe.ts';
import { textOf, watchDownloads } from '../../support/component/downloads.ts';
import { type Answers, failure, type OpenPage, openPage } from '../../support/component/page.tsx';
import { freeWith, guestWith } from '../../support/component/statuses.ts';
import { openCard } from '../../support/component/translator.ts';

const everything: Received<'account.export'> = {
  exportedAt: '2026-11-21T10:00:00.000Z',
  profile: null,
  billing: null,
  settings: null,
  translations: [],
  cursor: null,
  usage: [],
};

test('all personal data is downloaded as one file', async () => {
  const downloads = watchDownloads();
  const first = {
    id: '01KAK8Q1M0000000000000000A',
    text: 'house',
    sourceLanguage: 'en-US',
    targetLanguage: 'es-ES',
    translatedText: 'casa',
    createdAt: '2026-11-21T10:00:00.000Z',
    isStarred: false,
  };
  const page = await open({ 'account.export': { ...everything, translations: [first] } });
  await page.user.click(screen.getByRole('button', { name: 'Download my data' }));
  await screen.findByText('Saved to Downloads.');
  expect(downloads[0]?.name).toMatch(/^parley-data-\d{4}-\d\d-\d\d\.json$/);
  const text = downloads[0] ? await textOf(downloads[0]) : '';
  const { cursor: _, ...data } = everything;
  expect(JSON.parse(text)).toEqual({ ...data, translations: [first] });
});

test('without a connection both fail at once, and are not retried later', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const page = await open();
  await page.user.click(screen.getByRole('button', { name: 'Download my data' }));
  await screen.findByText(/^Your data didn’t download\./);
  const dialog = await openDialog(page, 'Delete my data');
  await page.user.type(within(dialog).getByRole('textbox'), 'DELETE{Enter}');
  await within(dialog).findByText(/may not have been deleted yet/);
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true);
  page.asked.length = 0;
  await act(async () => void dispatchEvent(new Event('online')));
  expect(page.asked.filter(([id]) => id.startsWith('account.'))).toEqual([]);
});

test('deletion requires a typed word, lists what is lost, and leads to the landing page', async () => {
  const page = await open({ 'account.remove': {} as never }, true);
  localStorage.setItem('parley.settings', '{}');
  const dialog = await openDialog(page, 'Delete my account');
  expect(dialog.textContent).toContain('your subscription, if you have one');
  expect(await violations(dialog)).toEqual([]);
  const button = within(dialog).getByRole('button', { name: 'Delete my account' });
  const field = within(dialog).getByRole('textbox', { name: /type DELETE/ });
  for (const typed of [' ', 'DELET', 'DELETE IT']) {
    await page.user.clear(field);
    await page.user.type(field, `${typed}{Enter}`);
    expect(button.getAttribute('aria-disabled')).toBe('true');
  }
  await page.user.clear(field);
  await page.user.type(field, ' delete ');
  await page.user.click(button);
  await waitFor(() => expect(page.left).toEqual(['/landing']));
  expect(page.count('account.remove')).toBe(1);
  expect(localStorage.length).toBe(0);
});

test('settings that are saved while data is deleted do not come back', async () => {
  const save = Promise.withResolvers<typeof defaultSettings>();
  const page = await open({
    'settings.read': defaultSettings,
    'settings.save': save.promise,
    'account.remove': {} as never,
  });
  await openCard('settings');
  const speed = await screen.findByRole('slider', { name: 'Speech speed' });
  act(() => speed.focus());
  await page.user.keyboard('{PageUp}');
  await waitFor(() => expect(page.count('settings.save')).toBe(1));
  const dialog = await openDialog(page, 'Delete my data');
  await page.user.type(within(dialog).getByRole('textbox'), 'DELETE{Enter}');
  await waitFor(() => expect(page.left).toEqual(['/landing']));
  save.resolve({ ...defaultSettings, speechRate: 12 });
  await act(() => save.promise);
  expect(localStorage.getItem('parley.settings')).toBeNull();
});

test('a failed deletion says what to do, and can be retried', async () => {
  const page = await open({}, true);
  const dialog = await openDialog(page, 'Delete my account');
  await page.user.type(within(dialog).getByRole('textbox'), 'DELETE');
  const button = within(dialog).getByRole('button', { name: 'Delete my account' });
  await page.user.click(button);
  await within(dialog).findByText(/may not have been deleted yet/);
  page.answer({ 'account.remove': failure(401, 'unauthenticated', 'Please sign in.') });
  await page.user.click(button);
  await within(dialog).findByText(/^You’re logged out\./);
  page.answer({ 'account.remove': {} });
  await page.user.click(button);
  await waitFor(() => expect(page.left).toEqual(['/landing']));
});

async function open(answers: Answers = {}, isSignedIn = false): Promise<OpenPage> {
  const status = isSignedIn ? freeWith(0) : guestWith(3);
  const page = await openPage('/speech-translator', {
    isSignedIn,
    answers: { 'billing.status': status, ...answers },
  });
  await openCard('your-data');
  return page;
}

async function openDialog({ user }: OpenPage, name: string): Promise<HTMLElement> {
  await user.click(screen.getByRole('button', { name }));
  return screen.findByRole('dialog');
}
