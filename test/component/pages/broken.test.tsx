import { act, screen, within } from '@testing-library/react';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { openPage } from '../../support/component/page.tsx';

/** Modules that throw when this says so. */
const broken = { part: '' };

beforeEach(() => {
  broken.part = '';
  // React prints each error that a boundary catches.
  vi.spyOn(console, 'error').mockImplementation(() => {});
});

test.for([
  ['languages/languages-card.tsx', 'LanguagesCard'],
  ['result/translation-card.tsx', 'TranslationCard'],
] as const)('when %s throws, the rest works, and another try brings it back', async ([file, name]) => {
  breakable(file, name);
  const { user } = await openPage('/');
  await user.click(textBox());
  await user.paste('the house');
  broken.part = name;
  await user.paste(' is big');
  const alert = await screen.findByText(/This section stopped because of an error/);
  expect(textBox().value).toBe('the house is big');
  broken.part = '';
  await user.click(
    within(alert.closest('[role=alert]') as HTMLElement).getByRole('button', { name: 'Try again' }),
  );
  expect(screen.queryByText(/This section stopped/)).toBeNull();
  expect(textBox().value).toBe('the house is big');
});

test('a section that throws again offers to reload, which keeps the text', async () => {
  breakable('result/translation-card.tsx', 'TranslationCard');
  const { user, left } = await openPage('/');
  await user.click(textBox());
  await user.paste('the house');
  broken.part = 'TranslationCard';
  await user.paste('s');
  await user.click(await screen.findByRole('button', { name: 'Try again' }));
  await user.click(await screen.findByRole('button', { name: 'Reload' }));
  await expect.poll(() => left).toEqual([location.href]);
  expect(sessionStorage.getItem('parley.draft')).toContain('the houses');
});

test('a panel below the translation that throws says so in its place', async () => {
  vi.doMock('../../../web/settings/settings-panel.tsx', () => ({
    SettingsPanel: () => {
      throw new TypeError('x is undefined');
    },
  }));
  onTestFinished(() => vi.doUnmock('../../../web/settings/settings-panel.tsx'));
  const { user } = await openPage('/');
  const settings = await screen.findByRole('region', { name: 'Settings' });
  await user.click(within(settings).getByRole('button', { name: 'Settings' }));
  await within(settings).findByText(/This section stopped because of an error/);
  expect(textBox()).toBeTruthy();
});

test('when the text field throws, its text is shown, and the translation stays', async () => {
  breakable('input/speech-input-card.tsx', 'SpeechInputCard');
  const { user } = await openPage('/');
  await user.click(textBox());
  await user.paste('the house');
  broken.part = 'SpeechInputCard';
  await user.paste('s');
  await screen.findByRole('heading', { name: 'Something went wrong' });
  screen.getByText('the houses');
  screen.getByRole('region', { name: 'Translation' });
});

test('when the page throws, its text is shown, and is back after the reload and on the next page', async () => {
  breakable('use-caller-status.ts', 'useCallerStatus');
  const { user, left } = await openPage('/');
  await user.click(textBox());
  await user.paste('the house');
  broken.part = 'useCallerStatus';
  await user.paste('s');
  await screen.findByRole('heading', { name: 'Something went wrong' });
  await screen.findByText('the houses');
  screen.getByRole('link', { name: 'Privacy Policy' });
  await user.click(screen.getByRole('button', { name: 'Reload' }));
  await expect.poll(() => left).toEqual([location.href]);
  await user.click(screen.getByRole('link', { name: 'Privacy Policy' }));
  await screen.findByRole('heading', { level: 1, name: 'Privacy Policy' });
  broken.part = '';
  act(() => history.back());
  await screen.findByRole('button', { name: 'Start recording' });
  expect(textBox().value).toBe('the houses');
});

test('when the frame throws, there is still a page with the text', async () => {
  vi.doMock('../../../web/auth/header-account.tsx', async (importActual) => ({
    ...(await importActual<object>()),
    HeaderAccount: () => {
      throw new TypeError('x is undefined');
    },
  }));
  onTestFinished(() => vi.doUnmock('../../../web/auth/header-account.tsx'));
  sessionStorage.setItem(
    'parley.draft',
    JSON.stringify({ text: 'the house', source: 'en-US', target: 'es-ES' }),
  );
  await openPage('/');
  await screen.findByRole('heading', { name: 'Something went wrong' });
  await screen.findByText('the house');
});

/** Makes an export throw, as a bug in it would, while `broken.part` is its name. */
function breakable(file: string, name: string): void {
  const path = `../../../web/translation/${file}`;
  vi.doMock(path, async (importActual) => {
    const actual = await importActual<Record<string, (...args: unknown[]) => unknown>>();
    return {
      ...actual,
      [name]: (...args: unknown[]) => {
        if (broken.part === name) throw new TypeError('x is undefined');
        return actual[name]?.(...args);
      },
    };
  });
  onTestFinished(() => vi.doUnmock(path));
}

function textBox(): HTMLTextAreaElement {
  return screen.getByRole('textbox', { name: 'Type your text' });
}
