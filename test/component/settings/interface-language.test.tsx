import { fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { stubStorage } from '../../support/component/storage.ts';

let reload = vi.fn();

beforeEach(() => {
  vi.resetModules();
  reload = vi.fn();
  vi.stubGlobal('location', { pathname: '/', protocol: 'http:', reload });
  vi.stubGlobal('fetch', async () => new Response());
});

afterEach(() => void vi.unstubAllGlobals());

test('a chosen language is kept for the next page, which is loaded with what was typed', async () => {
  const stored = stubStorage('sessionStorage');
  const { toasts } = await choose('de');
  await expect.poll(() => reload).toHaveBeenCalledTimes(1);
  expect(document.cookie).toContain('parley_language=de');
  expect(stored.get('parley.chosen-language')).toBe('"de"');
  expect(stored.get('parley.draft')).toContain('bread');
  expect(toasts.get()).toEqual([]);
});

test('where the browser keeps no text for the next page, a notice says so, and its button goes on', async () => {
  vi.stubGlobal('sessionStorage', {
    getItem: () => null,
    setItem() {
      throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
    },
    removeItem() {},
  });
  const { toasts } = await choose('fr');
  await expect.poll(() => toasts.get()).toMatchObject([{ title: 'Your Text Would Be Lost' }]);
  expect(reload).not.toHaveBeenCalled();
  toasts.get()[0]?.action?.onPress();
  expect(reload).toHaveBeenCalledTimes(1);
});

test('where the browser refuses cookies, the language stays and the reason is said', async () => {
  stubStorage('sessionStorage');
  vi.spyOn(document, 'cookie', 'get').mockReturnValue('');
  const { toasts } = await choose('it');
  await expect.poll(() => toasts.get()).toMatchObject([{ title: 'Language Not Changed' }]);
  expect(toasts.get()[0]?.description).toContain('refuses cookies');
  expect(reload).not.toHaveBeenCalled();
});

/** With a text that the page would save. */
async function choose(code: string) {
  const [{ InterfaceLanguage }, { toasts }, { addLeaveGuard }, { remember }] = await Promise.all([
    import('../../../web/settings/interface-language.tsx'),
    import('../../../web/components/toasts/toasts.ts'),
    import('../../../web/browser/leaving.ts'),
    import('../../../web/browser/remembered.ts'),
  ]);
  const draft = remember('parley.draft', (stored) => stored);
  addLeaveGuard({ save: () => draft.write({ text: 'bread' }), isBusy: () => false });
  render(<InterfaceLanguage />);
  fireEvent.change(screen.getByRole('combobox', { name: 'Language of Parley' }), { target: { value: code } });
  return { toasts };
}
