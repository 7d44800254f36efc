import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import type { LazyComponent } from '../../../web/components/lazy.tsx';
import { openPage } from '../../support/component/page.tsx';

test('a section loads nothing until a pointer comes near, and renders its content once it is opened', async () => {
  const { component, user } = await openSection();
  const row = screen.getByRole('button', { name: 'Usage', description: '3 left' });
  expect(row.getAttribute('aria-expanded')).toBe('false');
  expect(screen.getByRole('region', { name: 'Usage' })).toBeTruthy();
  expect(screen.getByRole('heading', { name: 'Usage', level: 2 }).id).toBe('card-usage');
  expect(component.load).not.toHaveBeenCalled();
  await user.hover(row);
  expect(component.load).toHaveBeenCalled();
  expect(screen.queryByText('Content')).toBeNull();
  await user.click(row);
  const content = await screen.findByText('Content');
  expect(row.getAttribute('aria-expanded')).toBe('true');
  expect(row.getAttribute('aria-controls')).toBe(content.parentElement?.id);
  await user.click(row);
  expect(screen.queryByText('Content')).toBeNull();
});

test('a section is fetched when the focus reaches it, and opened with the keyboard', async () => {
  const { component, user } = await openSection();
  await user.tab();
  expect(component.load).toHaveBeenCalled();
  await user.keyboard('{Enter}');
  expect(await screen.findByText('Content')).toBeTruthy();
});

test('a section that is open at first loads when it comes near the view', async () => {
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
  const { component } = await openSection({ isOpenAtFirst: true });
  expect(component.load).not.toHaveBeenCalled();
  comeNear();
  expect(await screen.findByText('Content')).toBeTruthy();
});

async function openSection(options: { isOpenAtFirst?: boolean } = {}) {
  const component = {
    load: vi.fn<LazyComponent<object>['load']>().mockResolvedValue(() => <p>Content</p>),
    loaded: undefined,
  };
  const { user } = await openPage('/', {
    part: async () => {
      const { Collapsible } = await import('../../../web/components/collapsible.tsx');
      const given = { id: 'card-usage', title: 'Usage', summary: '3 left', component, props: {} };
      return <Collapsible {...given} {...options} />;
    },
  });
  return { component, user };
}
