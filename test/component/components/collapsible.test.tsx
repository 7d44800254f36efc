import { screen, waitFor } from '@testing-library/react';
import type { ReactElement } from 'react';
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
  const { component } = await openSection({ isOpenAtFirst: true, skeleton: <p>Skeleton</p> });
  expect(component.load).not.toHaveBeenCalled();
  screen.getByText('Skeleton');
  const loading = Promise.withResolvers<() => ReactElement>();
  component.load.mockReturnValue(loading.promise);
  comeNear();
  await waitFor(() => expect(component.load).toHaveBeenCalled());
  screen.getByText('Skeleton');
  loading.resolve(() => <p>Content</p>);
  expect(await screen.findByText('Content')).toBeTruthy();
  expect(screen.queryByText('Skeleton')).toBeNull();
});

test('a section that is open at first says so if it does not load', async () => {
  const load = () => Promise.reject(new TypeError('Failed to fetch dynamically imported module'));
  await openSection({ isOpenAtFirst: true, skeleton: <p>Skeleton</p> }, load);
  expect(await screen.findByText('This section didn’t load.')).toBeTruthy();
  expect(screen.queryByText('Skeleton')).toBeNull();
});

async function openSection(
  options: { isOpenAtFirst?: boolean; skeleton?: ReactElement } = {},
  load: LazyComponent<object>['load'] = async () => () => <p>Content</p>,
) {
  const component = {
    load: vi.fn(load),
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
