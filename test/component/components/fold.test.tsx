import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import type { Part } from '../../../web/components/lazy-part.tsx';
import { openPage } from '../../support/component/page.tsx';

test('a fold loads nothing until a pointer comes near, and renders its content once it is opened', async () => {
  const { part, user } = await openFold();
  const row = screen.getByRole('button', { name: 'Usage', description: '3 left' });
  expect(row.getAttribute('aria-expanded')).toBe('false');
  expect(screen.getByRole('region', { name: 'Usage' })).toBeTruthy();
  expect(screen.getByRole('heading', { name: 'Usage', level: 2 }).id).toBe('card-usage');
  expect(part.load).not.toHaveBeenCalled();
  await user.hover(row);
  expect(part.load).toHaveBeenCalled();
  expect(screen.queryByText('Content')).toBeNull();
  await user.click(row);
  const content = await screen.findByText('Content');
  expect(row.getAttribute('aria-expanded')).toBe('true');
  expect(row.getAttribute('aria-controls')).toBe(content.parentElement?.id);
  await user.click(row);
  expect(screen.queryByText('Content')).toBeNull();
});

test('a fold is fetched when the focus reaches it, and opened with the keyboard', async () => {
  const { part, user } = await openFold();
  await user.tab();
  expect(part.load).toHaveBeenCalled();
  await user.keyboard('{Enter}');
  expect(await screen.findByText('Content')).toBeTruthy();
});

test('a fold that is open at first loads when it comes near the view', async () => {
  let comeNear = () => {};
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(onChange: (entries: { isIntersecting: boolean }[]) => void) {
        comeNear = () => onChange([{ isIntersecting: true }]);
      }
      observe() {}
      disconnect() {}
    },
  );
  const { part } = await openFold({ isOpenAtFirst: true });
  expect(part.load).not.toHaveBeenCalled();
  comeNear();
  expect(await screen.findByText('Content')).toBeTruthy();
});

async function openFold(options: { isOpenAtFirst?: boolean } = {}) {
  const part = {
    load: vi.fn<Part<object>['load']>().mockResolvedValue(() => <p>Content</p>),
    loaded: undefined,
  };
  const { user } = await openPage('/', {
    part: async () => {
      const { Fold } = await import('../../../web/components/fold.tsx');
      return <Fold title="Usage" summary="3 left" part={part} props={{}} {...options} />;
    },
  });
  return { part, user };
}
