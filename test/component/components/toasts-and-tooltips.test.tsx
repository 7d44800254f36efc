import { act, fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { describe, expect, test, vi } from 'vitest';
import type { ToastToShow } from '../../../web/components/toasts/toasts.ts';
import { openPage } from '../../support/component/page.tsx';

type ToastAction = ToastToShow['action'];

test('a tooltip opens after 700 ms, at once within 300 ms of another, and not on touch', async () => {
  vi.useFakeTimers();
  await openPage('/', {
    part: async () => {
      const { startTooltips } = await import('../../../web/components/toasts/tooltips.ts');
      startTooltips();
      return (
        <>
          <p>Elsewhere</p>
          <button type="button" data-tooltip="Swap languages">
            Swap
          </button>
          <button type="button" data-tooltip="Clear text">
            Clear
          </button>
        </>
      );
    },
  });
  const point = (text: string, pointerType = 'mouse') =>
    fireEvent.pointerOver(screen.getByText(text), { pointerType });
  const shown = () => document.querySelector('.tooltip[data-popover="open"]')?.textContent;
  point('Swap', 'touch');
  vi.advanceTimersByTime(1_000);
  expect(shown()).toBeUndefined();
  point('Swap');
  vi.advanceTimersByTime(699);
  expect(shown()).toBeUndefined();
  vi.advanceTimersByTime(1);
  expect(shown()).toBe('Swap languages');
  point('Elsewhere');
  expect(shown()).toBeUndefined();
  vi.advanceTimersByTime(299);
  point('Clear');
  vi.advanceTimersByTime(0);
  expect(shown()).toBe('Clear text');
  point('Elsewhere');
  vi.advanceTimersByTime(300);
  point('Swap');
  vi.advanceTimersByTime(699);
  expect(shown()).toBeUndefined();
});

describe('with a dialog, a toast', () => {
  const shown = () => document.querySelector('.toast[data-state="open"]');
  const list = () => shown()?.closest<HTMLElement>('[data-popover="open"]');

  test('moves into it and out of it, above later ones, and stays its whole time', async () => {
    const { say } = await openDialogPage();
    act(() => say());
    act(() => void vi.advanceTimersByTime(4_000));
    fireEvent.click(screen.getByText('Open'));
    act(() => void vi.advanceTimersByTime(1_000));
    expect(shown()?.closest('dialog')).toBe(document.querySelector('dialog'));
    expect(list()).toBeInstanceOf(HTMLElement);
    const raise = vi.spyOn(HTMLElement.prototype, 'showPopover');
    document.body.dispatchEvent(Object.assign(new Event('toggle'), { newState: 'open' }));
    expect(raise.mock.contexts).toEqual([list()]);
    fireEvent.click(screen.getByLabelText('Close'));
    act(() => void vi.advanceTimersByTime(999));
    expect(shown()?.closest('dialog')).toBeNull();
    expect(list()).toBeInstanceOf(HTMLElement);
    act(() => void vi.advanceTimersByTime(1));
    expect(shown()).toBeNull();
  });

  test('that appears while it closes is shown', async () => {
    const { say } = await openDialogPage();
    fireEvent.click(screen.getByText('Open'));
    act(() => {
      fireEvent.click(screen.getByLabelText('Close'));
      say();
    });
    expect(list()?.isConnected).toBe(true);
  });

  test('with an action stays until it is dismissed, and gives the focus back', async () => {
    const { say } = await openDialogPage();
    act(() => say({ label: 'Undo', onPress() {} }));
    act(() => void vi.advanceTimersByTime(60_000));
    const before = screen.getByText('Open');
    before.focus();
    fireEvent.keyDown(document, { key: 'F8', code: 'F8' });
    const dismiss = screen.getByRole('button', { name: 'Dismiss' });
    act(() => dismiss.focus());
    fireEvent.click(dismiss);
    expect(shown()).toBeNull();
    expect(document.activeElement).toBe(before);
  });

  async function openDialogPage() {
    vi.useFakeTimers();
    await openPage('/', {
      part: async () => {
        const [{ Toaster }, { Dialog }] = await Promise.all([
          import('../../../web/components/toasts/toaster.tsx'),
          import('../../../web/components/dialogs/dialog.tsx'),
        ]);
        function Page() {
          const [isOpen, setOpen] = useState(false);
          return (
            <>
              <button type="button" onClick={() => setOpen(true)}>
                Open
              </button>
              {isOpen && (
                <Dialog title="In front" onClose={() => setOpen(false)}>
                  <p>Text</p>
                </Dialog>
              )}
              <Toaster />
            </>
          );
        }
        return <Page />;
      },
    });
    const { toasts } = await import('../../../web/components/toasts/toasts.ts');
    return {
      say: (action?: ToastAction) =>
        void toasts.show({ title: 'Said', description: '', duration: 'long', action }),
    };
  }
});

test('while the code of toasts cannot be loaded, a plain alert says the same until it is dismissed', async () => {
  await openPage('/', {
    part: async () => {
      const { PlainToasts } = await import('../../../web/components/toasts/plain-toasts.tsx');
      const { buildFailureToast, toasts } = await import('../../../web/components/toasts/toasts.ts');
      toasts.show(buildFailureToast('Cancellation Failed', 'Network error.'));
      return <PlainToasts />;
    },
  });
  const alert = screen.getByRole('alert');
  expect(alert.textContent).toContain('Cancellation Failed');
  expect(alert.textContent).toContain('Network error.');
  fireEvent.click(screen.getByRole('button', { name: 'Dismiss' }));
  expect(alert.textContent).toBe('');
});
